import { lockAccounts, ownerNamed } from '#features/staff/staff.public.ts';
import { type Belongings, givenThings, giveBelongingsBack } from '#kernel/desk/belongings.ts';
import { getAct } from '#kernel/records/acts.ts';
import type { SetsBack } from '#kernel/records/undoable.ts';

/** What was handed over and is still theirs who took it goes back; what was ended stays ended. */
export const handoverBack = ({ kinds }: Belongings): SetsBack => ({
  sets: () =>
    kinds.map((kind) => ({
      set: givenThings(kind),
      reason: () => 'handover.kept_given',
      countsGone: true,
      lock: (ctx) => lockAccounts(ctx.db),
      write: async (ctx, { act, ...part }) => {
        const to = await ownerNamed(ctx, (await getAct(ctx, part.of)).entity_id);
        const back = await giveBelongingsBack(ctx, act, kind, { ...part, to });
        if (back > 0) ctx.changed('staff', to.staffIdx);
        return { back };
      },
    })),
});
