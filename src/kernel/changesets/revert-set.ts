import { type ActUndo, type Foreseen, namedKept, type Undone } from '../records/act-undo.ts';
import { type ActPart, lockRecords, summarizeAct } from '../records/undo.ts';
import type { SetBack, SetsBack } from '../records/undoable.ts';
import type { Context } from '../work/context.ts';

/** Takes back what an act did to many records, by one statement, where nobody changed them since; for some of them, too. */
export function revertSet(how: SetBack): ActUndo {
  const { set, reason = () => 'undo.kept_edited', countsGone } = how;
  const foresee = async (ctx: Context, part: ActPart): Promise<Foreseen> => {
    const { same, changed, gone, first } = await summarizeAct(ctx.db, part, set, namedKept);
    const { staying = { count: 0, first: [] }, ...others } = (await how.foresee?.(ctx, part, same)) ?? {};
    const edited = first.map(({ id, differs }) => ({ entity: set.entity, id, reason: reason(differs) }));
    return {
      ...others,
      back: same - staying.count,
      kept: changed + (countsGone ? gone : 0) + staying.count,
      first: [...edited, ...staying.first].slice(0, namedKept),
    };
  };
  return {
    ...(!set.whole && { byRecord: set.entity }),
    foresee: (ctx, of, only) => foresee(ctx, { of, only }),
    undo: async (ctx, { act, ...part }) => {
      if (!how.locks) await (how.lock ? how.lock(ctx, part) : lockRecords(ctx.db, part, set));
      const kept = how.locks ? 0 : (await foresee(ctx, part)).kept;
      const done = await how.write(ctx, { ...part, act });
      ctx.changed(set.entity);
      return { ...done, kept: done.kept ?? kept };
    },
  };
}

/** Takes back what an act did to records of several kinds, kind by kind in the order of their declaration. */
export function revertSets({ sets }: SetsBack): ActUndo {
  const total = (parts: readonly Pick<Undone, 'back' | 'kept'>[]) => ({
    back: parts.reduce((sum, { back }) => sum + back, 0),
    kept: parts.reduce((sum, { kept }) => sum + kept, 0),
  });
  return {
    foresee: async (ctx, act) => {
      const parts = await Promise.all(sets().map((one) => revertSet(one).foresee(ctx, act)));
      return { ...total(parts), first: parts.flatMap(({ first }) => first).slice(0, namedKept) };
    },
    undo: async (ctx, acts) => {
      const parts: Undone[] = [];
      for (const one of sets()) parts.push(await revertSet(one).undo(ctx, acts));
      return total(parts);
    },
  };
}
