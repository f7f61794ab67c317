import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../records/version-changes.rules.ts';
import type { Context } from '../work/context.ts';
import type { PlannedChange } from './change.ts';
import { type ComingValue, fieldKey } from './coming.ts';
import type { ChangeFields, ChangeKinds, FieldsById } from './kinds.ts';
import type { Taken } from './unique.ts';

/** A field in conflict: at its time it will have another value than when the change was made. */
export interface FieldConflict {
  name: string;
  expected: Json;
  /** What is scheduled to set it before; absent if somebody has set it already. */
  rival?: ComingValue;
}

/** Why a change needs a decision. */
export interface ChangeConflict {
  fields: FieldConflict[];
  /** The record no longer exists. */
  gone: boolean;
  /** Values that must be unique and that records have which the changes leave as they are. */
  taken: Taken[];
}

/** The current fields of the records that changes set, by kind; with `lock`, until the transaction ends. */
export async function readCurrent(
  ctx: Context,
  kinds: ChangeKinds,
  changes: readonly PlannedChange[],
  lock: boolean,
): Promise<Map<string, FieldsById>> {
  const found = new Map<string, FieldsById>();
  for (const kind of kinds.all) {
    const own = changes.filter((change) => change.kind === kind.kind);
    // Several sets may change the same record.
    const byId = Map.groupBy(own, ({ id }) => id);
    const names = new Map([...byId].map(([id, all]) => [id, all.flatMap(({ fields }) => Object.keys(fields))]));
    if (own.length > 0) found.set(kind.kind, await kind.read(ctx, names, lock));
  }
  return found;
}

/**
 * The conflicts of changes: fields that have, or by `coming` will have, neither the value they had when the change was made
 * nor the one it sets. None for what somebody decided to overwrite anyway.
 */
export function conflictsOf<Change extends PlannedChange>(
  kinds: ChangeKinds,
  changes: readonly Change[],
  {
    now,
    coming,
    taken,
  }: {
    now: ReadonlyMap<string, FieldsById>;
    coming: readonly ComingValue[];
    taken: ReadonlyMap<PlannedChange, Taken[]>;
  },
): Map<Change, ChangeConflict> {
  // Of several before it, the last one counts.
  const rivals = new Map(coming.map((value) => [fieldKey(value), value]));
  const conflicts = new Map<Change, ChangeConflict>();
  for (const change of changes) {
    const has = now.get(change.kind)?.get(change.id);
    const gone = !kinds.of(change.kind) || (has === undefined && change.base !== null);
    const fields = gone || change.anyway || !has ? [] : fieldConflicts(change, has, rivals);
    const values = taken.get(change) ?? [];
    if (gone || fields.length > 0 || values.length > 0) conflicts.set(change, { fields, gone, taken: values });
  }
  return conflicts;
}

/** A change that takes what will be there at its time, where it is in conflict. */
export function rebased({ fields, base }: PlannedChange, conflict: ChangeConflict | undefined) {
  const taken: ChangeFields = Object.fromEntries(
    (conflict?.fields ?? []).map(({ name, expected }) => [name, expected]),
  );
  return { fields: { ...fields, ...taken }, base: base && { ...base, ...taken } };
}

function fieldConflicts(
  { kind, id, fields, base }: PlannedChange,
  now: ChangeFields,
  rivals: ReadonlyMap<string, ComingValue>,
): FieldConflict[] {
  return Object.entries(fields).flatMap(([name, wanted]) => {
    const rival = rivals.get(fieldKey({ kind, id, name }));
    const expected = rival ? rival.value : (now[name] ?? null);
    const isSettled = isDeepStrictEqual(expected, base?.[name] ?? null) || isDeepStrictEqual(expected, wanted);
    return isSettled ? [] : [{ name, expected, ...(rival && { rival }) }];
  });
}
