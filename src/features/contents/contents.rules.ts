import type { ContentType } from '#features/collection/collection.public.ts';

export type ContentAct = 'add' | 'remove';

interface Given {
  act: ContentAct;
  types: readonly ContentType[];
  /** Whether the collection is being filled in manage mode. */
  isManaging: boolean;
}

/** Whether a change of contents needs a reason: adding a series, removing a book, and every addition in manage mode. */
export const needsReason = ({ act, types, isManaging }: Given): boolean =>
  types.includes(act === 'add' ? 'series' : 'book') || (act === 'add' && isManaging);
