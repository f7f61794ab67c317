import type { ChangeSets } from '#kernel/changesets/change-sets.ts';
import { foreseeRevert, revert } from '#kernel/changesets/revert.ts';
import type { ActUndo } from '#kernel/records/act-undo.ts';
import { getAct } from '#kernel/records/acts.ts';
import type { Records } from '#kernel/records/records.ts';
import type { Undos } from '#kernel/records/undos.ts';
import type { Context } from '#kernel/work/context.ts';
import { reasonOf, releaseEntity } from '../release.rules.ts';
import { findSteps } from '../release.store.ts';
import { getRelease } from '../release-record.service.ts';

interface Parts {
  changeSets: ChangeSets;
  records: Records;
  undos: Undos;
}

/** Undoes a release whole, last change first. What somebody changed since stays, field by field. */
export function releaseUndo({ changeSets: { kinds }, records, undos }: Parts): ActUndo {
  const parts = { kinds, undos };
  return {
    foresee: async (ctx, act) => foreseeRevert(ctx, parts, { act, steps: await findSteps(ctx.db, act) }),
    undo: async (ctx, { of, act }) => {
      const release = await releaseOf(ctx, of);
      const reason = `${reasonOf(release)} · ${ctx.text('release.undone_reason')}`;
      const applied = { act: of, steps: await findSteps(ctx.db, of) };
      const { back, kept, first } = await revert(ctx, parts, applied, { reason, act });
      ctx.changed(releaseEntity, release.rel_idx);
      const titleOf = await records.titles(ctx, first);
      const names = first.map(({ entity, id: one }) => titleOf(entity, one) ?? one).join(', ');
      return { back, kept, outcome: { restored: back, kept, ...(kept > 0 && { names }) } };
    },
  };
}

const releaseOf = async (ctx: Context, act: number) => getRelease(ctx, Number((await getAct(ctx, act)).entity_id));
