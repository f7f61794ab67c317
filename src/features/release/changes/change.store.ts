import { type RawBuilder, sql } from 'kysely';
import type { PlannedChange } from '#kernel/changesets/change.ts';
import type { ComingQuery } from '#kernel/changesets/coming.ts';
import type { MadeChange } from '#kernel/changesets/plan.ts';
import type { Database } from '#kernel/db/database.ts';
import { secondsOrZero } from '#kernel/db/seconds.ts';
import { unreferencedLifetimeMs } from '#kernel/storage/left-files.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';

/** A stored change of a release. */
export interface StoredChange extends PlannedChange {
  chg_idx: number;
  rel_idx: number;
  put_at: number;
  put_by: string | null;
  version: number;
}

/** Which changes of a release are meant: all of it, but for what is given. */
interface Wanted {
  rel_idx: number | readonly number[];
  chg_idx?: number;
  kinds?: readonly string[];
  /** Of these records. */
  ids?: readonly string[];
  /** Those that add a record. */
  isNew?: true;
}

const select = async (db: Database, wanted: Wanted, lock: RawBuilder<unknown>): Promise<StoredChange[]> => {
  const { rel_idx: of, chg_idx: chgIdx, kinds, ids, isNew } = wanted;
  const { rows } = await sql<StoredChange>`
    select chg_idx, rel_idx, kind, record_id as id, fields, base, reason, anyway, ${secondsOrZero('put_at')} as put_at,
      put_by, version
    from release_change where rel_idx = any(${typeof of === 'number' ? [of] : of}::integer[])
      ${chgIdx === undefined ? sql`` : sql`and chg_idx = ${chgIdx}`}
      ${kinds ? sql`and kind = any(${kinds}::text[])` : sql``}
      ${ids ? sql`and record_id = any(${ids}::text[])` : sql``}
      ${isNew ? sql`and base = 'null'` : sql``}
    order by chg_idx ${lock}`.execute(db);
  return rows;
};

/** Changes of releases in the order in which they were first put in. */
export const listChanges = (db: Database, wanted: Wanted): Promise<StoredChange[]> => select(db, wanted, sql``);

/** Changes of releases, locked until the transaction ends. */
export const lockChanges = (db: Database, wanted: Wanted): Promise<StoredChange[]> =>
  select(db, wanted, sql`for update`);

export async function countChanges(db: Database, relIdx: number): Promise<number> {
  const { count } = await db
    .selectFrom('release_change')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('rel_idx', '=', relIdx)
    .executeTakeFirstOrThrow();
  return count;
}

/** Adds changes to a release, or replaces those of the same records; returns them in the given order. */
export async function putChanges(
  ctx: Context,
  relIdx: number,
  changes: readonly MadeChange[],
): Promise<{ chg_idx: number; version: number }[]> {
  const { rows } = await sql<{ chg_idx: number; version: number; record_id: string }>`
    insert into release_change as c (rel_idx, kind, record_id, fields, base, reason, put_at, put_by)
    select ${relIdx}::integer, given.kind, given.id, given.fields, coalesce(given.base, 'null'), given.reason,
      ${ctx.now.toISOString()}::timestamptz, ${actorName(ctx.actor)}
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as given (kind text, id text, fields jsonb, base jsonb, reason text)
    on conflict on constraint release_change__record_key do update
    set fields = excluded.fields, base = excluded.base, reason = excluded.reason, anyway = false,
      put_at = excluded.put_at, put_by = excluded.put_by, version = c.version + 1
    returning chg_idx, version, record_id`.execute(ctx.db);
  const byId = new Map(rows.map((row) => [row.record_id, row]));
  return changes.flatMap(({ id }) => byId.get(id) ?? []);
}

/** Notes files that changes of a release name. */
export async function noteFiles({ db }: Context, relIdx: number, files: readonly string[]): Promise<void> {
  if (files.length === 0) return;
  await sql`
    insert into release_file (rel_idx, file) select ${relIdx}::integer, unnest(${files}::text[])
    on conflict do nothing`.execute(db);
}

/** Those of some files that a release names or named which is open, or was over less than a day ago. */
export async function findAwaitedFiles({ db, now }: Context, files: readonly string[]): Promise<string[]> {
  const longAgo = new Date(now.getTime() - unreferencedLifetimeMs).toISOString();
  const { rows } = await sql<{ file: string }>`
    select distinct f.file from release_file f join release r using (rel_idx)
    where f.file = any(${files}::text[])
      and (r.status in ('draft', 'scheduled', 'failed') or r.ended_at >= ${longAgo}::timestamptz)`.execute(db);
  return rows.map(({ file }) => file);
}

export async function updateChange(
  db: Database,
  chgIdx: number,
  { fields, base, anyway }: Partial<Pick<StoredChange, 'fields' | 'base' | 'anyway'>>,
): Promise<void> {
  await db
    .updateTable('release_change')
    .set((row) => ({
      ...(fields !== undefined && { fields: JSON.stringify(fields) }),
      ...(base !== undefined && { base: JSON.stringify(base) }),
      ...(anyway !== undefined && { anyway }),
      version: row('version', '+', 1),
    }))
    .where('chg_idx', '=', chgIdx)
    .execute();
}

export async function deleteChange(db: Database, chgIdx: number): Promise<void> {
  await sql`delete from release_change where chg_idx = ${chgIdx}`.execute(db);
}

/** Deletes those of these changes that still have this version; returns how many. */
export async function deleteUntouched(
  db: Database,
  changes: readonly Pick<StoredChange, 'chg_idx' | 'version'>[],
): Promise<number> {
  const result = await sql`
    delete from release_change c
    using jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as given (chg_idx integer, version integer)
    where c.chg_idx = given.chg_idx and c.version = given.version`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}

/** What scheduled releases set in some records. */
export const comingChanges: ComingQuery = (of) => sql`
  select r.rel_idx as set, r.name as title, r.apply_at, c.kind, c.record_id as id, f.key as name, f.value, c.reason,
    c.put_by as by, c.anyway, array[coalesce(c.base -> f.key, 'null'), f.value] as known
  from ${of} wanted join release_change c on c.kind = wanted.kind and c.record_id = wanted.id
  join release r on r.rel_idx = c.rel_idx and r.status = 'scheduled', jsonb_each(c.fields) f`;
