import { type ActUndo, recordOfAct } from '../records/act-undo.ts';
import type { EffectsBack, Step } from '../records/undoable.ts';
import type { Context } from '../work/context.ts';
import { effectsOf, notingEffects } from './effects.ts';
import type { ChangeKind, ChangeKinds } from './kinds.ts';
import { addKept, keptOf, nothing, restorable, restore } from './revert-steps.ts';

/**
 * Takes back what changes did, kind by kind and record by record: the fields that nobody has set since. A record whose rules refuse
 * its former values is kept.
 */
export function revertEffects({ effects, because }: EffectsBack, kinds: ChangeKinds): ActUndo {
  const some = effects.flatMap((one) => kinds.ofAny(one) ?? []);
  const [first, ...others] = some;
  if (!first) throw new Error(`revertEffects: no kind of change ${effects.join(', ')}`);
  const how: Pick<ActUndo, 'byRecord' | 'byOthers'> = {
    byRecord: first.entity,
    byOthers: others.map(({ entity }) => entity),
  };
  const stepOf = async (
    ctx: Context,
    { entity, kind }: ChangeKind,
    act: number,
    only?: readonly string[],
  ): Promise<Step> => {
    const ids = only
      ?.map((id) => recordOfAct(how as ActUndo, id))
      .flatMap((one) => (one.entity === entity ? one.id : []));
    return { kind, records: await effectsOf(ctx, { act, entity, only: ids }), acts: [] };
  };
  return {
    ...how,
    size: async (ctx, act) => {
      let size = 0;
      for (const kind of some) size += (await stepOf(ctx, kind, act)).records.length;
      return size;
    },
    foresee: async (ctx, act, only) => {
      const outcome = nothing();
      for (const kind of some) {
        const found = await restorable(ctx, kind, await stepOf(ctx, kind, act, only), { act, lock: false });
        for (const { id, fields, isWhole } of found) {
          if (Object.keys(fields).length > 0) outcome.back += 1;
          if (!isWhole) addKept(outcome, keptOf(kind, id));
        }
      }
      return outcome;
    },
    undo: async (ctx, { of, act, only }) => {
      const reason = because(ctx);
      const done = { back: 0, kept: 0 };
      for (const kind of some) {
        const found = await restorable(ctx, kind, await stepOf(ctx, kind, of, only), { act: of, lock: true });
        const todo = found.filter(({ fields }) => Object.keys(fields).length > 0);
        const noted = notingEffects(ctx, kind.entity, act);
        const changes = todo.map(({ id, fields }) => ({ id, values: kind.valuesOf(fields, null), reason }));
        const failed = new Set(await restore(noted.within, kind, changes, { reason, partOf: act, of }));
        await noted.store(act);
        done.back += todo.length - failed.size;
        done.kept += found.filter(({ id, isWhole }) => !isWhole || failed.has(id)).length;
      }
      return done;
    },
  };
}
