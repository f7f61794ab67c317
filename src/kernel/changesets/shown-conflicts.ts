import type { Records } from '../records/records.ts';
import { lastChange, lastChangeSince } from '../records/stale.ts';
import type { Json } from '../records/version-changes.rules.ts';
import type { Context } from '../work/context.ts';
import type { PlannedChange } from './change.ts';
import type { ComingValue } from './coming.ts';
import type { ChangeConflict } from './conflicts.ts';
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

/** A change, and since when it has been there: seconds. */
type ChangeSince = PlannedChange & { put_at: number };

export async function showConflict(
  ctx: Context,
  { kinds, records }: { kinds: ChangeKinds; records: Records },
  change: ChangeSince,
  { fields, taken }: ChangeConflict,
  added: TitlesOfAdded,
): Promise<ShownConflict> {
  const side = (of: (field: ChangeConflict['fields'][number]) => Json) =>
    Object.fromEntries(fields.map((field) => [field.name, of(field)]));
  const theirs = side(({ expected }) => expected);
  const wanted = (change.base && kinds.of(change.kind)?.fit?.(change.fields, theirs, change.base)) ?? change.fields;
  const mine = side(({ name }) => wanted[name] ?? null);
  const holders = taken.map(({ by: id }) => recordOf(kinds, { kind: change.kind, id }));
  const [[shown = []], edited, titleOf] = await Promise.all([
    describeChanges(ctx, kinds, [{ ...change, base: theirs, fields: mine }], added),
    fields.some(({ rival }) => !rival) ? findLastEdit(ctx, kinds, change, fields) : null,
    records.titles(ctx, holders),
  ]);
  return {
    fields: shown,
    edited,
    rivals: fields.flatMap(({ rival }) => rival ?? []),
    taken: taken.map(({ value, by }, nth) => {
      const { entity = '', id = by } = holders[nth] ?? {};
      return { value, title: titleOf(entity, id) ?? by };
    }),
  };
}

/** Who last changed the fields in conflict. */
async function findLastEdit(
  ctx: Context,
  kinds: ChangeKinds,
  change: ChangeSince,
  fields: ChangeConflict['fields'],
): Promise<{ name: string; at: number }> {
  const kind = kinds.of(change.kind);
  const record = recordOf(kinds, change);
  const trail = (field: string) => kind?.inTrail?.(field).paths[0]?.[0] ?? field.split('.')[0] ?? field;
  if (!kind?.fit)
    return lastChange(ctx, { ...record, fields: fields.flatMap((field) => (field.rival ? [] : [trail(field.name)])) });
  // Only the order of the series is one of all records of a kind.
  const isOfAll = change.id === 'order' && kind.recordId === undefined;
  const since = await lastChangeSince(ctx, { ...record, since: change.put_at, isOfAll });
  return since ?? lastChange(ctx, { ...record, fields: [] });
}
