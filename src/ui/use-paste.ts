import type { RefObject } from 'react';
import { useListener } from './use-listener.ts';

/**
 * Takes what is pasted within an element. Firefox sends the event to the body when what has the focus is no field, so it is
 * caught at the document.
 */
export function usePaste(element: RefObject<HTMLElement | null>, take: (event: ClipboardEvent) => void): void {
  useListener(
    'paste',
    (event) => {
      const at = event.target === document.body ? document.activeElement : event.target;
      if (at instanceof Node && element.current?.contains(at)) take(event);
    },
    { at: 'document' },
  );
}
