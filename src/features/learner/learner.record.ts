import { learnerHref } from '#features/registration/registration.public.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import { findLearners } from './learner.read.ts';

/** A learner is a record of the portal; here there is what they redeemed. */
export const learnerRecord: RecordDeclaration = {
  kind: 'learner',
  label: 'learner.kind',
  find: {
    icon: 'people',
    by: async (ctx, text) =>
      (await findLearners(ctx, text)).map((id) => ({ label: id, detail: '', href: learnerHref(ctx.refs.of(id)) })),
  },
};
