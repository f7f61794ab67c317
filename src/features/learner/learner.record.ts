import { endsBack } from '#features/registration/ends.public.ts';
import { moveBack } from '#features/registration/move.public.ts';
import { learnerHref } from '#features/registration/registration.public.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import type { SetBack } from '#kernel/records/undoable.ts';
import { findLearners } from './learner.read.ts';
import { lockLearnersOf } from './learner.store.ts';

/** The entity of learners in the trail, which names them by their number. */
export const learnerKind = 'learner';

/** Moves and merges of the same learners wait for the undo of one, as they wait for each other. */
const moveUndone: SetBack = {
  ...moveBack,
  write: async (ctx, acts) => {
    await lockLearnersOf(ctx, acts.of);
    return moveBack.write(ctx, acts);
  },
};

/** A learner is a record of the portal; here there is what they redeemed. */
export const learnerRecord: RecordDeclaration = {
  kind: learnerKind,
  label: 'learner.kind',
  href: learnerHref,
  titles: { table: 'learner', key: 'learner_idx', title: 'learner_id' },
  find: {
    icon: 'people',
    by: async (ctx, text) =>
      (await findLearners(ctx, text)).map((id) => ({ label: id, detail: '', href: learnerHref(ctx.refs.of(id)) })),
  },
  undo: {
    moved: moveUndone,
    merged: moveUndone,
    extended: endsBack,
    canceled: endsBack,
    restored: endsBack,
    given: endsBack,
  },
  actions: {
    moved: 'learner.verb_moved',
    merged: 'learner.verb_merged',
    extended: 'learner.verb_extended',
    canceled: 'learner.verb_canceled',
    given: 'learner.verb_given',
    erased: 'learner.verb_erased',
  },
  refs: { to: () => learnerKind },
  fields: {
    to: 'learner.field_to',
    count: 'learner.field_count',
    both: 'learner.field_both',
    days: 'learner.field_days',
    until: 'learner.until',
  },
};
