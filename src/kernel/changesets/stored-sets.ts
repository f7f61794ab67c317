import { type RawBuilder, sql } from 'kysely';
import { secondsOf, secondsOrZero } from '../db/seconds.ts';
import type { AppError, FieldProblem } from '../messages/errors.ts';
import { beginAct } from '../records/acts.ts';
import { changeRecord, type RecordKind } from '../records/change-record.ts';
import { storeFormer } from '../records/former.ts';
import { requireFresh } from '../records/stale.ts';
import type { Step } from '../records/undoable.ts';
import { inSeconds } from '../text/seconds.rules.ts';
import { actorName } from '../work/actor.ts';
import type { Context } from '../work/context.ts';

/** A set as its feature stores it. Times in seconds. */
export interface StoredSet {
  apply_at: number;
  zone: string;
  status: string;
  /** Why it failed. */
  problem: FieldProblem | null;
  /** The approval without which it is not applied. */
  awaits: number | null;
  created_at: number;
  created_by: string | null;
  updated_at: number;
  updated_by: string | null;
  version: number;
}

/** A column that numbers rows. */
type KeyOf<Row> = { [Name in keyof Row & string]: Row[Name] extends number ? Name : never }[keyof Row & string];

/** The columns of a set beside its key and those of its feature, of the table as `r`: see {@link StoredSet}. */
export const columnsOfSets = (key: string, own: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  r.${sql.ref(key)}, ${own}, ${secondsOrZero('r.apply_at')} as apply_at, r.zone, r.status, r.problem, r.awaits,
  ${secondsOf('r.created_at')} as created_at, r.created_by, ${secondsOf('r.updated_at')} as updated_at, r.updated_by, r.version`;

/** How the sets of a feature are stored, and found by their numbers. */
export function storedSets<Row extends StoredSet>(
  sets: Omit<StoredSets<Row>, 'find' | 'lock' | 'id'>,
): StoredSets<Row> {
  const { entity, key, columns } = sets;
  const read = async ({ db }: Context, id: number, lock: RawBuilder<unknown>): Promise<Row | undefined> => {
    const { rows } = await sql<Row>`
      select ${columns} from ${sql.table(entity)} r where r.${sql.ref(key)} = ${id} ${lock}`.execute(db);
    return rows[0];
  };
  return {
    ...sets,
    id: (row) => Number(row[key]),
    find: (ctx, id) => read(ctx, id, sql``),
    lock: (ctx, id) => read(ctx, id, sql`for update`),
  };
}

/** How a feature stores its sets: in the table that its entity names. */
export interface StoredSets<Row extends StoredSet> extends RecordKind<number, Row> {
  /** The key column. */
  key: KeyOf<Row>;
  /** Its columns, of the table as `r`. */
  columns: RawBuilder<unknown>;
  /** What an edit can set, and its undo gives back. */
  edited: readonly (keyof Row & string)[];
  /** Throws if it can no longer be edited. */
  requireOpen: (row: Row) => void;
  /** The refusal of a time that has passed. */
  timePast: () => AppError;
}

/** Values in the form of the columns: times are given in seconds, 0 for none, and the value of a field may be null. */
function stored(name: string, value: unknown): unknown {
  if (name === 'apply_at' || name === 'ended_at') return value ? new Date(Number(value) * 1000).toISOString() : null;
  return name === 'value' || (value !== null && typeof value === 'object') ? JSON.stringify(value) : value;
}

const columnsOf = (values: object) =>
  Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name: sql.ref(name), value: sql`${stored(name, value)}` }],
  );

/** Adds a set with these columns, and answers its number. */
export async function insertSet<Row extends StoredSet>(
  ctx: Context,
  { entity, key }: StoredSets<Row>,
  values: Partial<Row>,
): Promise<number> {
  const [at, by] = [ctx.now.toISOString(), actorName(ctx.actor)];
  const columns = columnsOf({ ...values, created_at: at, created_by: by, updated_at: at, updated_by: by });
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(entity)} (${sql.join(columns.map(({ name }) => name))})
    values (${sql.join(columns.map(({ value }) => value))}) returning ${sql.ref(key)} as id`.execute(ctx.db);
  return rows[0]?.id ?? 0;
}

/** Writes these columns of a set, and the version and time of the change. */
export async function updateSet<Row extends StoredSet>(
  ctx: Context,
  { entity, key }: StoredSets<Row>,
  id: number,
  values: Partial<Row> & { steps?: readonly Step[] },
): Promise<void> {
  const columns = columnsOf({ ...values, updated_at: ctx.now.toISOString(), updated_by: actorName(ctx.actor) });
  await sql`
    update ${sql.table(entity)} set ${sql.join(columns.map(({ name, value }) => sql`${name} = ${value}`))},
      version = version + 1
    where ${sql.ref(key)} = ${id}`.execute(ctx.db);
}

/** Edits a set that is open as an act that stores what it was. */
export async function editSet<Row extends StoredSet>(
  ctx: Context,
  sets: StoredSets<Row>,
  id: number,
  { version, values }: { version: number | undefined; values: Partial<Row> },
): Promise<Row> {
  const act = await beginAct(ctx);
  return changeRecord(ctx, sets, id, {
    version,
    act,
    check: sets.requireOpen,
    values,
    write: async (differing, row) => {
      await updateSet(ctx, sets, id, differing as Partial<Row>);
      const former = Object.fromEntries(sets.edited.map((name) => [name, row[name]]));
      await storeFormer(ctx.db, act, { entity: sets.entity, id }, former);
    },
  });
}

/** Undoes an edit, unless anything was done to the set since, or the time it had has passed. */
export async function restoreSet<Row extends StoredSet>(
  ctx: Context,
  sets: StoredSets<Row>,
  id: number,
  former: Partial<Row>,
): Promise<void> {
  if (former.status === 'scheduled') requireFuture(ctx, sets, former.apply_at ?? 0);
  await changeRecord(ctx, sets, id, {
    version: undefined,
    check: sets.requireOpen,
    values: former,
    write: (differing) => updateSet(ctx, sets, id, differing as Partial<Row>),
  });
}

// Tolerance for the time it takes to fill in a form, and for clock skew. Seconds.
const leeway = 60;

/** Throws if a time has passed; 0 is none. */
export function requireFuture(ctx: Context, { timePast }: { timePast: () => AppError }, time: number): void {
  if (time !== 0 && time < inSeconds(ctx.now) - leeway) throw timePast();
}

/** Notes that a set has another status now: `did` is what was done, and it has these values since. */
export function noteStatus<Row extends StoredSet>(
  ctx: Context,
  sets: RecordKind<number, Row>,
  row: Row,
  { did, act, ...after }: { did: string; act?: number | undefined; status: string; [name: string]: unknown },
): void {
  const { entity } = sets;
  const id = sets.id(row);
  const before = { status: row.status };
  ctx.audit({
    entity,
    id,
    action: `${entity}.${did}`,
    before,
    after,
    of: sets.partOf?.(row),
    ...(act !== undefined && { act }),
  });
  ctx.changed(entity, id);
}

/** Cancels a set that is locked and open, as `write` does; returns the act, for its undo. */
export async function cancelSet<Row extends StoredSet>(
  ctx: Context,
  sets: RecordKind<number, Row>,
  { row, version: loaded }: { row: Row; version: number | undefined },
  write: (act: number) => Promise<unknown>,
): Promise<number> {
  const { entity } = sets;
  const record = sets.audited(row);
  await requireFresh(ctx, { entity, id: sets.id(row), current: row.version, loaded, record });
  const act = await beginAct(ctx);
  await write(act);
  noteStatus(ctx, sets, row, { did: 'cancelled', status: 'cancelled', act });
  return act;
}
