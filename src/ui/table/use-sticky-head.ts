import { type RefObject, useEffect } from 'react';

/**
 * Keeps the headings of a table in sight while the page scrolls. A table wider than its frame scrolls inside it
 * instead; browsers cannot do both.
 */
export function useStickyHead(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = frame;
    const table = current?.firstElementChild;
    if (!current || !table) return;
    const measure = () => current.toggleAttribute('data-fits', table.scrollWidth <= current.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    observer.observe(table);
    return () => observer.disconnect();
  }, [frame]);
}
