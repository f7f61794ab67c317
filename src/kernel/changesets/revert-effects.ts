import type { ActUndo } from '../records/act-undo.ts';
import type { EffectsBack } from '../records/undoable.ts';
import { effectsOf, notingEffects } from './effects.ts';
import type { ChangeKind, ChangeKinds } from './kinds.ts';
import { addKept, keptOf, nothing, restorable, restore } from './revert-steps.ts';

/**
 * Takes back what a set of changes of one kind did, record by record: the fields that nobody has set since. A record whose rules
 * refuse its former values is kept.
 */
export function revertEffects({ effects, because }: EffectsBack, kinds: ChangeKinds): ActUndo {
  const kind = kinds.ofAny(effects) as ChangeKind;
  const { entity } = kind;
  return {
    byRecord: entity,
    size: async (ctx, act) => (await effectsOf(ctx, { act, entity })).length,
    foresee: async (ctx, act, only) => {
      const outcome = nothing();
      const records = await effectsOf(ctx, { act, entity, only });
      const found = await restorable(ctx, kind, { kind: effects, records, acts: [] }, { act, lock: false });
      for (const { id, fields, isWhole } of found) {
        if (Object.keys(fields).length > 0) outcome.back += 1;
        if (!isWhole) addKept(outcome, keptOf(kind, id));
      }
      return outcome;
    },
    undo: async (ctx, { of, act, only }) => {
      const reason = because(ctx);
      const records = await effectsOf(ctx, { act: of, entity, only });
      const found = await restorable(ctx, kind, { kind: effects, records, acts: [] }, { act: of, lock: true });
      const todo = found.filter(({ fields }) => Object.keys(fields).length > 0);
      const noted = notingEffects(ctx, entity, act);
      const changes = todo.map(({ id, fields }) => ({ id, values: kind.valuesOf(fields, null), reason }));
      const failed = new Set(await restore(noted.within, kind, changes, { reason, partOf: act }));
      await noted.store(act);
      const kept = found.filter(({ id, isWhole }) => !isWhole || failed.has(id)).length;
      return { back: todo.length - failed.size, kept };
    },
  };
}
