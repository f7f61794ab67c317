import type { Records } from '../records/records.ts';
import { type LastChanger, lastChanges, lastChangesSince } from '../records/stale.ts';
import type { Json } from '../records/version-changes.rules.ts';
import type { Context } from '../work/context.ts';
import type { PlannedChange } from './change.ts';
import type { ComingValue } from './coming.ts';
import type { ChangeConflict, FieldConflict } from './conflicts.ts';
import type { ChangeKinds } from './kinds.ts';
import { type ChangedField, describeChanges, recordOf, type TitlesOfAdded } from './shown-changes.ts';

/** A conflict in words. */
export interface ShownConflict {
  /** `before` is what is there at its time without the change, `after` is what the change sets. */
  fields: ChangedField[];
  /** Who changed the fields since, and when; null if nobody has yet. */
  edited: { name: string; at: number } | null;
  /** What is scheduled to set them before. */
  rivals: ComingValue[];
  /** Values that must be unique, and the titles of the records that have them. */
  taken: { value: string; title: string }[];
}

/** A change that is in conflict, since when it has been there (seconds), and with what. */
interface ChangeInConflict {
  change: PlannedChange & { put_at: number };
  conflict: ChangeConflict;
}

/** Conflicts in words, in the given order; a few statements for all. */
export async function showConflicts(
  ctx: Context,
  { kinds, records }: { kinds: ChangeKinds; records: Records },
  all: readonly ChangeInConflict[],
  added: TitlesOfAdded,
): Promise<ShownConflict[]> {
  const holders = all.map(({ change, conflict: { taken } }) =>
    taken.map(({ by: id }) => recordOf(kinds, { kind: change.kind, id })),
  );
  const sides = all.map(({ change, conflict: { fields } }) => {
    const side = (of: (field: FieldConflict) => Json) =>
      Object.fromEntries(fields.map((field) => [field.name, of(field)]));
    const theirs = side(({ expected }) => expected);
    const wanted = (change.base && kinds.of(change.kind)?.fit?.(change.fields, theirs, change.base)) ?? change.fields;
    return { ...change, base: theirs, fields: side(({ name }) => wanted[name] ?? null) };
  });
  const edited = all.filter(({ conflict: { fields } }) => fields.some(({ rival }) => !rival));
  const [shown, edits, titleOf] = await Promise.all([
    describeChanges(ctx, kinds, sides, added),
    findLastEdits(ctx, kinds, edited),
    records.titles(ctx, holders.flat()),
  ]);
  const editOf = new Map(edited.map(({ conflict }, nth) => [conflict, edits[nth]]));
  return all.map(({ conflict }, nth) => ({
    fields: shown[nth] ?? [],
    edited: editOf.get(conflict) ?? null,
    rivals: conflict.fields.flatMap(({ rival }) => rival ?? []),
    taken: conflict.taken.map(({ value, by }, at) => {
      const { entity = '', id = by } = holders[nth]?.[at] ?? {};
      return { value, title: titleOf(entity, id) ?? by };
    }),
  }));
}

/** Who last changed the fields in conflict; of kinds whose values are adapted to what there is, the record since the change is there. */
async function findLastEdits(
  ctx: Context,
  kinds: ChangeKinds,
  all: readonly ChangeInConflict[],
): Promise<LastChanger[]> {
  const wanted = all.map(({ change, conflict }) => {
    const kind = kinds.of(change.kind);
    const trail = (field: string) => kind?.inTrail?.(field).paths[0]?.[0] ?? field.split('.')[0] ?? field;
    const edited = conflict.fields.filter(({ rival }) => !rival);
    const isFitted = kind?.fit !== undefined;
    // Only the order of the series is one of all records of a kind.
    const isOfAll = change.id === 'order' && kind?.recordId === undefined;
    const fields = isFitted ? [] : edited.map(({ name }) => trail(name));
    return { ...recordOf(kinds, change), fields, isFitted, isOfAll, since: change.put_at };
  });
  const fitted = wanted.filter(({ isFitted }) => isFitted);
  const [last, since] = await Promise.all([lastChanges(ctx, wanted), lastChangesSince(ctx, fitted)]);
  const sinceOf = new Map(fitted.map((one, nth) => [one, since[nth]]));
  return wanted.flatMap((one, nth) => sinceOf.get(one) ?? last[nth] ?? []);
}
