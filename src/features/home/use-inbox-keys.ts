import { type RefObject, useEffect } from 'react';
import { isKeyTaken, keyOf } from '#client/taken-keys.ts';

const acts: Partial<Record<string, 'snooze' | 'take'>> = { s: 'snooze', t: 'take' };
const steps: Partial<Record<string, number>> = { j: 1, k: -1 };

/** The keys of the inbox: j and k move between rows, Enter opens one, s snoozes it and t takes it. */
export function useInboxKeys(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isKeyTaken(event.target)) return;
      const key = keyOf(event);
      const rows = [...(list.current?.children ?? [])];
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      const { [key]: step } = steps;
      const row =
        step === undefined ? rows[at] : rows[at === -1 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)];
      const wanted = row?.querySelector<HTMLElement>(`[data-do="${step === undefined ? acts[key] : 'open'}"]`);
      if (!wanted) return;
      event.preventDefault();
      if (step === undefined) wanted.click();
      else wanted.focus();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [list]);
}
