import { type RefObject, useEffect, useRef } from 'react';

/**
 * Takes what is pasted within an element. Firefox sends the event to the body when what has the focus is no field, so it is
 * caught at the document.
 */
export function usePaste(element: RefObject<HTMLElement | null>, take: (event: ClipboardEvent) => void): void {
  const newest = useRef(take);
  useEffect(() => {
    newest.current = take;
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => {
      const at = event.target === document.body ? document.activeElement : event.target;
      if (at instanceof Node && element.current?.contains(at)) newest.current(event);
    };
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, [element]);
}
