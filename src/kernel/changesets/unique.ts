import { whileDeferred } from '../db/constraints.ts';
import type { Context } from '../work/context.ts';
import type { PlannedChange } from './change.ts';
import type { ChangeKind, ChangeKinds, FieldsById, MadeAs, RecordChange } from './kinds.ts';

/** Writes changes of one kind, whose records may exchange values that must be unique: they are checked at the end. */
export const writeExchanging = (
  ctx: Context,
  kind: ChangeKind,
  changes: readonly RecordChange<unknown>[],
  madeAs: MadeAs = {},
): Promise<FieldsById | void> =>
  whileDeferred(ctx.db, kind.unique?.constraints ?? [], () => kind.write(ctx, changes, madeAs));

/** A value that must be unique and that a record has which the changes leave as it is. */
export interface Taken {
  name: string;
  value: string;
  /** The record, as calls name it. */
  by: string;
}

/** The values of changes that are taken, by change; of several sets, if `setOf` says which is of which. */
export async function findTaken<Change extends PlannedChange>(
  ctx: Context,
  kinds: ChangeKinds,
  changes: readonly Change[],
  setOf: (change: Change) => number = () => 0,
): Promise<Map<Change, Taken[]>> {
  const taken = new Map<Change, Taken[]>();
  for (const { kind, unique } of kinds.all) {
    const own = changes.filter((change) => change.kind === kind);
    const set = own.flatMap((change) =>
      (unique?.fields ?? []).flatMap((name) => {
        const value = change.fields[name];
        return typeof value === 'string' && value !== '' ? [{ change, name, value }] : [];
      }),
    );
    if (!unique || set.length === 0) continue;
    const left = new Map(own.map((change) => [`${setOf(change)} ${change.id}`, change.fields]));
    const holders = await unique.holders(ctx, set);
    for (const [index, { change, name, value }] of set.entries()) {
      const by = holders[index];
      if (by === undefined || by === change.id || left.get(`${setOf(change)} ${by}`)?.[name] !== undefined) continue;
      taken.set(change, [...(taken.get(change) ?? []), { name, value, by }]);
    }
  }
  return taken;
}
