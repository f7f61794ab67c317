import type { StepsBack } from '#kernel/records/undoable.ts';
import { reasonOf } from '../release.rules.ts';
import { findSteps } from '../release.store.ts';
import { getRelease } from '../release-record.service.ts';

/** A release is taken back whole, last change first. What somebody changed since stays, field by field. */
export const appliedBack: StepsBack = {
  steps: (ctx, act) => findSteps(ctx.db, act),
  because: async (ctx, id) => `${reasonOf(await getRelease(ctx, Number(id)))} · ${ctx.text('release.undone_reason')}`,
};
