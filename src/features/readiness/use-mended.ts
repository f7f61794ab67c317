import { useRef } from 'react';
import { notify } from '#client/dialogs.ts';

/** Says what was mended, shows the card without that gap, and puts the focus where the work goes on. */
export function useMended(reload: () => Promise<void>) {
  const card = useRef<HTMLElement>(null);
  const mended = async (message?: string, undo?: number): Promise<void> => {
    if (message !== undefined) void notify({ message, undo, ...(undo !== undefined && { undone: reload }) });
    await reload();
    requestAnimationFrame(() => {
      const next = card.current?.querySelector<HTMLElement>('[data-gap] :is(a, button, input, select)');
      (next ?? card.current?.querySelector('h2'))?.focus();
    });
  };
  return { card, mended };
}
