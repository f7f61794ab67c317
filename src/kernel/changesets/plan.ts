import { sql } from 'kysely';
import { deferChecks } from '../db/constraints.ts';
import { AppError } from '../messages/errors.ts';
import type { Json } from '../records/version-changes.rules.ts';
import type { Context } from '../work/context.ts';
import type { PlannedChange } from './change.ts';
import type { ChangeFields, ChangeKind, ChangeKinds, FieldsById, RecordChange } from './kinds.ts';

/** What changes would set, and what that is now, by record: those that they add have nothing now. */
interface Plan {
  base: FieldsById;
  fields: FieldsById;
}

/** What a set of changes already does before others are put in. */
interface Earlier {
  /** To the same records, as far as others join it. */
  changes: readonly PlannedChange[];
  /** The records that it adds and that the planned changes may name, or change. */
  added?: readonly PlannedChange[];
}

/**
 * Makes changes and takes them back at once: what the live call would refuse is refused with the same error, and the
 * fields are known as they would be stored; but a value that must be unique may be that of another record, which may get
 * another one. Kinds that say how are made on what is planned `earlier`.
 */
async function planChanges(
  ctx: Context,
  { kinds, kind }: { kinds: ChangeKinds; kind: ChangeKind },
  changes: readonly RecordChange<unknown>[],
  { changes: earlier, added = [] }: Earlier,
  isNew: boolean,
): Promise<Plan> {
  const wanted = new Map(changes.map(({ id, values }) => [id, kind.namesIn(values)]));
  return takenBack(ctx, async (quiet) => {
    const before = await kind.read(quiet, wanted, true);
    for (const change of added) {
      const values = kinds.of(change.kind)?.valuesOf(change.fields, change.reason);
      await kinds.of(change.kind)?.create?.write(quiet, [{ id: change.id, values, reason: change.reason ?? '' }]);
    }
    const made = kind.onto ? earlier.map((change) => toWrite(kind, change, before.get(change.id) ?? {})) : [];
    if (made.length > 0) await kind.write(quiet, made, {});
    const stands = new Set(made.map(({ id }) => id));
    const onto = ({ id, values, ...change }: RecordChange<unknown>) => ({
      ...change,
      id,
      values: (stands.has(id) && kind.onto?.(values, before.get(id) ?? {})) || values,
    });
    // Whether a value is taken is seen when all changes are known.
    await deferChecks(quiet.db, kind.unique?.constraints ?? []);
    if (isNew) await kind.create?.write(quiet, changes);
    else await kind.write(quiet, changes.map(onto), {});
    const after = await kind.read(quiet, wanted, false);
    return { base: narrowed(before, wanted), fields: narrowed(after, wanted) };
  });
}

const toWrite = (kind: ChangeKind, { id, fields, base, reason }: PlannedChange, now: ChangeFields) => ({
  id,
  values: kind.valuesOf((base && kind.fit?.(fields, now, base)) ?? fields, reason),
  reason: reason ?? '',
});

/** What callers give to be planned: the same for some records of one kind. */
export interface GivenChanges {
  ids: readonly string[];
  /** As the kind reads them. */
  values: unknown;
  reason: string | null;
  /** The version of the record that the caller loaded. */
  version?: number | undefined;
  /** Whether the records are to be added, under these ids. */
  isNew?: boolean;
}

/** A change that was planned: what is to be stored of it. */
export type MadeChange = Pick<PlannedChange, 'kind' | 'id' | 'fields' | 'base' | 'reason'>;

/**
 * Plans the same for some records of a kind, see {@link planChanges}: joined to what is planned `earlier` for them.
 */
export async function planGiven(
  ctx: Context,
  of: { kinds: ChangeKinds; kind: ChangeKind },
  { ids, values, version, reason, isNew = false }: GivenChanges,
  earlier: Earlier,
): Promise<MadeChange[]> {
  const { kind } = of;
  const changes = ids.map((id) => ({ id, values, version, reason: reason ?? '' }));
  const planned = await planChanges(ctx, of, changes, earlier, isNew);
  const before = new Map(earlier.changes.map((change) => [change.id, change]));
  const added = new Map(earlier.added?.flatMap((one) => (one.kind === kind.kind ? [[one.id, one]] : [])));
  return ids.map((id) => {
    const [base, fields] = [planned.base.get(id), planned.fields.get(id)];
    const made = added.get(id);
    if (!fields || (!base && !isNew && !made)) throw new AppError(404, 'error.not_found', undefined, { field: 'id' });
    // A record that is not there yet has the fields that were set before.
    if (!base)
      return {
        kind: kind.kind,
        id,
        fields: { ...made?.fields, ...fields },
        base: null,
        reason: reason ?? made?.reason ?? null,
      };
    const other = before.get(id);
    return {
      kind: kind.kind,
      id,
      fields: { ...other?.fields, ...(other && kind.join ? kind.join(other.fields, base, fields) : fields) },
      base: { ...other?.base, ...base },
      reason: reason ?? other?.reason ?? null,
    };
  });
}

/** Does something and takes it back, whether it fails or not: nothing of it is stored, not even in the trail. */
export async function takenBack<T>(ctx: Context, act: (quiet: Context) => Promise<T>): Promise<T> {
  const ignore = () => undefined;
  await sql`savepoint plan`.execute(ctx.db);
  try {
    return await act({ ...ctx, audit: ignore, changed: ignore, afterCommit: ignore });
  } finally {
    await sql`rollback to savepoint plan`.execute(ctx.db);
  }
}

const narrowed = (all: FieldsById, wanted: ReadonlyMap<string, readonly string[]>): FieldsById =>
  new Map([...all].map(([id, fields]) => [id, picked(fields, wanted.get(id) ?? [])]));

/** The named fields alone; a field that is absent is null. */
export const picked = (fields: ChangeFields, names: readonly string[]): Record<string, Json> =>
  Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
