import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { actedOn } from '#client/acted-on.ts';
import { focusHeading } from '#client/dialogs.ts';
import { focusFirst, returnFocus } from './focus.ts';

/**
 * A control loses the focus while it is disabled: afterwards it has it again or, if it has gone, the first field within an
 * element that is left, or the heading.
 */
export function useReturnedFocus(busy: boolean, within?: RefObject<HTMLElement | null>): void {
  const from = useRef<Element | null>(null);
  // The browser takes it away after this.
  useLayoutEffect(() => {
    if (busy) from.current = actedOn();
  }, [busy]);
  useEffect(() => {
    if (!busy) return;
    return () => {
      returnFocus(from.current, null);
      if (from.current === document.body || document.activeElement !== document.body) return;
      if (within?.current) focusFirst(within.current);
      focusHeading();
    };
  }, [busy, within]);
}
