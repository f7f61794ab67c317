import { lockAccounts, ownerNamed } from '#features/staff/staff.public.ts';
import { type Belongings, giveBelongings, listGiven } from '#kernel/desk/belongings.ts';
import { type ActUndo, namedKept } from '#kernel/records/act-undo.ts';
import { getAct } from '#kernel/records/acts.ts';
import type { Context } from '#kernel/work/context.ts';

/**
 * Gives back what was handed over and is still theirs who took it; what was ended stays ended. Written by hand, because an
 * act gives things of several kinds, and an undo is declared for one.
 */
export const handoverUndo = ({ kinds }: Belongings): ActUndo => {
  const given = async (ctx: Context, act: number) =>
    (
      await Promise.all(
        kinds.map(async (kind) => (await listGiven(ctx, act, kind)).map((thing) => ({ ...thing, kind }))),
      )
    ).flat();
  return {
    foresee: async (ctx, act) => {
      const all = await given(ctx, act);
      const kept = all.filter(({ isTheirs }) => !isTheirs);
      return {
        back: all.length - kept.length,
        kept: kept.length,
        first: kept
          .slice(0, namedKept)
          .map(({ kind, id }) => ({ entity: kind.entity, id, reason: 'handover.kept_given' })),
      };
    },
    undo: async (ctx, { of, act }) => {
      await lockAccounts(ctx.db);
      const from = await ownerNamed(ctx, (await getAct(ctx, of)).entity_id);
      const all = await given(ctx, of);
      let back = 0;
      for (const things of Map.groupBy(all, ({ kind, to }) => `${kind.entity} ${to.staffIdx}`).values()) {
        const [first] = things;
        if (!first) continue;
        const { kind, to } = first;
        const ids = things.map(({ id }) => id);
        back += (await giveBelongings(ctx, act, kind, { from: to, to: from, ids })).length;
      }
      ctx.changed('staff', from.staffIdx);
      return { back, kept: all.length - back };
    },
  };
};
