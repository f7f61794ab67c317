import { isDeepStrictEqual } from 'node:util';
import type { AppError } from '../messages/errors.ts';
import type { Step } from '../records/undoable.ts';
import type { Json } from '../records/version-changes.rules.ts';
import type { Context } from '../work/context.ts';
import type { PlannedChange } from './change.ts';
import type { ChangeFields, ChangeKind, ChangeKinds } from './kinds.ts';
import { writeExchanging } from './unique.ts';

/** How changes are made. */
interface Making {
  /** Why, for the trail and the versions. */
  reason: string;
  /** The act that they are part of. */
  act?: number | undefined;
  /** The refusal if other fields of the record do not allow a value. */
  ruledOut: (values: { id: string; field: string }) => AppError;
}

/**
 * Makes changes kind by kind, in the order that the kinds declare; returns what each did, for `revert`. Fields that have
 * their values already are left alone. Throws what the live calls of a kind throw, and 409 if another rule takes a value
 * back at once; the caller's transaction then takes back everything.
 */
export async function applyChanges(
  ctx: Context,
  kinds: ChangeKinds,
  changes: readonly PlannedChange[],
  making: Making,
): Promise<Step[]> {
  const steps: Step[] = [];
  for (const { kind, changes: some } of inOrder(kinds, changes)) {
    const step = await applyKind(ctx, kind, some, making);
    if (step) steps.push(step);
  }
  return steps;
}

/** Sets fields of one record that is there, as they are, without reading what that did: its trail takes it back. */
export async function applyChange(
  ctx: Context,
  kinds: ChangeKinds,
  { kind: name, id, fields, reason: own }: PlannedChange,
  reason: string,
): Promise<void> {
  const kind = kinds.ofAny(name);
  if (!kind) return;
  const change = { id, values: kind.valuesOf(fields, own), reason };
  await writeExchanging(recording(ctx, [], { reason }), kind, [change]);
}

function inOrder(kinds: ChangeKinds, changes: readonly PlannedChange[]) {
  const known = changes.flatMap((change) => {
    const kind = kinds.ofAny(change.kind);
    return kind ? [{ kind, change, order: kind.order(change.fields) }] : [];
  });
  const groups = Map.groupBy(known, ({ kind, order }) => `${order}:${kind.kind}`);
  return [...groups.values()]
    .map((group) => ({ ...group[0], changes: group.map(({ change }) => change) }))
    .flatMap(({ kind, order = 0, changes: some }) => (kind ? [{ kind, order, changes: some }] : []))
    .toSorted((a, b) => a.order - b.order);
}

async function applyKind(
  ctx: Context,
  kind: ChangeKind,
  changes: readonly PlannedChange[],
  { reason, act, ruledOut }: Making,
): Promise<Step | undefined> {
  const wanted = new Map(changes.map(({ id, fields }) => [id, Object.keys(fields)]));
  const before = await kind.read(ctx, wanted, true);
  const wantedOf = new Map<string, ChangeFields>();
  const todo = changes.flatMap((change) => {
    const fields = differing(kind, change, before.get(change.id) ?? {});
    if (Object.keys(fields).length === 0) return [];
    wantedOf.set(change.id, fields);
    return [{ id: change.id, values: kind.valuesOf(fields, change.reason), reason }];
  });
  if (todo.length === 0) return undefined;
  const acts: number[] = [];
  const added = new Set(changes.flatMap(({ id, base }) => (base === null ? [id] : [])));
  const within = recording(ctx, acts, { reason, act });
  await kind.create?.write(
    within,
    todo.filter(({ id }) => added.has(id)),
  );
  const written = await writeExchanging(
    within,
    kind,
    todo.filter(({ id }) => !added.has(id)),
    { partOf: act },
  );
  const after = written && todo.every(({ id }) => written.has(id)) ? written : await kind.read(ctx, wanted, false);
  for (const { id } of todo) {
    const field = await findRuledOut(ctx, kind, { id, fields: wantedOf.get(id) ?? {}, now: after.get(id) ?? {} });
    if (field !== undefined) throw ruledOut({ id, field });
  }
  const records = todo.flatMap(({ id }) =>
    added.has(id) ? [] : changedFields(kind, id, before.get(id) ?? {}, after.get(id) ?? {}),
  );
  return { kind: kind.kind, records, acts: kind.isWhole ? [] : acts };
}

/** The fields that a change sets where they differ from those there are, adapted to records that came or went. */
function differing(kind: ChangeKind, { fields, base }: PlannedChange, now: ChangeFields): Record<string, Json> {
  const wanted = (base && kind.fit?.(fields, now, base)) ?? fields;
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => !isDeepStrictEqual(value, now[name] ?? null)),
  );
}

/** The labels of the fields that others rule out: they do not have the value that the change gives them. */
async function findRuledOut(
  ctx: Context,
  kind: ChangeKind,
  { id, fields, now }: { id: string; fields: ChangeFields; now: ChangeFields },
): Promise<string | undefined> {
  const left = Object.entries(fields).filter(
    ([name, value]) => kind.ruledOut?.includes(name) && !isDeepStrictEqual(now[name] ?? null, value),
  );
  if (left.length === 0) return undefined;
  const [shown = []] = await kind.describe(ctx, [{ id, base: {}, fields: Object.fromEntries(left) }]);
  return shown.map(({ label }) => label).join(', ');
}

/** A context that says in the trail why things change, and notes the acts that are done. */
const recording = (ctx: Context, acts: number[], { reason, act: partOf }: Pick<Making, 'reason' | 'act'>): Context => ({
  ...ctx,
  audit: (entry) => {
    if (entry.act !== undefined) acts.push(entry.act);
    ctx.audit({ ...entry, reason: entry.reason ?? reason, ...(partOf !== undefined && { partOf }) });
  },
});

/** What changed in a record, also beside the fields that were asked for, except by acts with their own undo. */
function changedFields(kind: ChangeKind, id: string, before: ChangeFields, after: ChangeFields): Step['records'] {
  const names = Object.keys(after).filter(
    (name) => !kind.isByAct?.(name) && !isDeepStrictEqual(before[name] ?? null, after[name] ?? null),
  );
  if (names.length === 0) return [];
  const side = (fields: ChangeFields) => Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
  return [{ id, before: side(before), after: side(after) }];
}
