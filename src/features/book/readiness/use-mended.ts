import { useRef } from 'react';
import { notify } from '#client/dialogs.ts';
import { showOwnAct } from '#client/live/refresh.ts';

/** Says what was mended, shows the card without that gap, and puts the focus where the work goes on. */
export function useMended(bid: string) {
  const card = useRef<HTMLElement>(null);
  const mended = async (message?: string): Promise<void> => {
    if (message !== undefined) void notify({ message });
    await showOwnAct({ kind: 'book', id: bid });
    requestAnimationFrame(() => {
      const next = card.current?.querySelector<HTMLElement>('[data-gap] :is(a, button, input)');
      (next ?? card.current?.querySelector('h2'))?.focus();
    });
  };
  return { card, mended };
}
