import type { SequenceConflict } from '#kernel/records/sequence.ts';
import { useFormat, useT } from '../interface.tsx';

/** Says what changed since an order was loaded, a sentence each. */
export function useConflictTexts(): (found: SequenceConflict, titleOf: (id: number) => string) => string[] {
  const t = useT();
  const format = useFormat();
  return ({ added, removed, moved }, titleOf) =>
    [
      added.length > 0 && t('order.added', { titles: shortList(added.map(({ title }) => title)) }),
      removed.length > 0 && t('order.removed', { titles: shortList(removed.map(titleOf)) }),
      moved && t('order.moved', { name: moved.name, time: format.dateTime(moved.at) }),
    ].filter((text): text is string => Boolean(text));
}

const shortList = (titles: readonly string[]) => titles.slice(0, 5).join(', ') + (titles.length > 5 ? ' …' : '');
