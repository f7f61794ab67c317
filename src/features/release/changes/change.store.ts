import { sql } from 'kysely';
import type { PlannedChange } from '#kernel/changesets/change.ts';
import type { ComingQuery } from '#kernel/changesets/coming.ts';
import type { ChangeFields } from '#kernel/changesets/kinds.ts';
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

const columns = [
  'chg_idx',
  'rel_idx',
  'kind',
  'record_id as id',
  sql<ChangeFields>`fields`.as('fields'),
  sql<ChangeFields | null>`base`.as('base'),
  'reason',
  'anyway',
  secondsOrZero('put_at').as('put_at'),
  'put_by',
  'version',
] as const;

/** The changes of a release in the order in which they were first put in. */
export const listChanges = (db: Database, relIdx: number): Promise<StoredChange[]> =>
  db.selectFrom('release_change').select(columns).where('rel_idx', '=', relIdx).orderBy('chg_idx').execute();

/** The changes of some releases. */
export const listChangesOf = (db: Database, relIdxs: readonly number[]): Promise<StoredChange[]> =>
  db.selectFrom('release_change').select(columns).where('rel_idx', 'in', relIdxs).execute();

export async function countChanges(db: Database, relIdx: number): Promise<number> {
  const { count } = await db
    .selectFrom('release_change')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('rel_idx', '=', relIdx)
    .executeTakeFirstOrThrow();
  return count;
}

/** The change of a record in a release, if there is one. */
export const findChange = (
  db: Database,
  relIdx: number,
  { kind, id }: { kind: string; id: string },
): Promise<StoredChange | undefined> =>
  db
    .selectFrom('release_change')
    .select(columns)
    .where('rel_idx', '=', relIdx)
    .where('kind', '=', kind)
    .where('record_id', '=', id)
    .executeTakeFirst();

/** The changes of these records in a release, locked until the transaction ends. */
export const lockChanges = (
  db: Database,
  { rel_idx, kind, ids }: { rel_idx: number; kind: string; ids: readonly string[] },
): Promise<StoredChange[]> =>
  db
    .selectFrom('release_change')
    .select(columns)
    .where('rel_idx', '=', rel_idx)
    .where('kind', '=', kind)
    .where(sql<boolean>`record_id = any(${ids}::text[])`)
    .orderBy('chg_idx')
    .forUpdate()
    .execute();

/** The records of some kinds that a release adds. */
export async function listAdded(db: Database, relIdx: number, kinds: readonly string[]): Promise<AddedRecord[]> {
  if (kinds.length === 0) return [];
  const rows = await db
    .selectFrom('release_change')
    .select(columns)
    .where('rel_idx', '=', relIdx)
    .where(sql<boolean>`kind = any(${kinds}::text[]) and base = 'null'`)
    .orderBy('chg_idx')
    .execute();
  return rows.map((row) => ({ ...row, base: null }));
}

type AddedRecord = StoredChange & { base: null };

/** One change of a release, locked until the transaction ends. */
export const lockChange = (db: Database, relIdx: number, chgIdx: number): Promise<StoredChange | undefined> =>
  db
    .selectFrom('release_change')
    .select(columns)
    .where('rel_idx', '=', relIdx)
    .where('chg_idx', '=', chgIdx)
    .forUpdate()
    .executeTakeFirst();

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
