import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { storeEffects } from '#kernel/records/acts.ts';
import { deleteRestorable, insertDeleted, type RestorableTable } from '#kernel/records/restorable-rows.ts';

export interface SeriesRow {
  ser_idx: number;
  title: string;
  position: number;
  version: number;
}

type SeriesName = Pick<SeriesRow, 'ser_idx' | 'title'>;

/** Every series in order. */
export function listSeries(db: Database): Promise<SeriesName[]> {
  return db.selectFrom('series').select(['ser_idx', 'title']).orderBy('position').execute();
}

export async function findSeriesTitle(db: Database, serIdx: number): Promise<string | undefined> {
  const row = await db.selectFrom('series').select('title').where('ser_idx', '=', serIdx).executeTakeFirst();
  return row?.title;
}

const record = (db: Database, serIdx: number) =>
  db.selectFrom('series').select(['ser_idx', 'title', 'position', 'version']).where('ser_idx', '=', serIdx);

export const findSeries = (db: Database, serIdx: number): Promise<SeriesRow | undefined> =>
  record(db, serIdx).executeTakeFirst();

/** Locks a series until the transaction ends. */
export const lockSeries = (db: Database, serIdx: number): Promise<SeriesRow | undefined> =>
  record(db, serIdx).forUpdate().executeTakeFirst();

export function findSeriesByTitle(db: Database, titles: readonly string[]): Promise<SeriesName[]> {
  return db.selectFrom('series').select(['ser_idx', 'title']).where(sql<boolean>`title = any(${titles})`).execute();
}

/** Serializes adding, removing and reordering series; renaming and changes of levels are not blocked. */
export async function lockSeriesOrder(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('series.position'))`.execute(db);
}

/**
 * Adds the titles that do not exist, in the given sequence, at the end of the order, optionally as part of a bulk act;
 * returns those added.
 */
export async function insertSeries(db: Database, titles: readonly string[], act?: number): Promise<SeriesName[]> {
  const made = { from: sql`made`, id: sql`ser_idx::text`, after: sql`jsonb_build_object('title', title)` };
  const { rows } = await sql<SeriesName>`
    with made as (
      insert into series (title, position)
      select given.title, (select coalesce(max(position), 0) from series) + row_number() over (order by min(nth))
      from unnest(${titles}::text[]) with ordinality as given (title, nth)
      where not exists (select from series where series.title = given.title)
      group by given.title
      returning ser_idx, title
    )
    ${act === undefined ? sql`` : sql`, kept as (${storeEffects(act, 'series', made)})`}
    select * from made`.execute(db);
  return rows;
}

export async function updateSeries(db: Database, serIdx: number, title: string): Promise<void> {
  await db
    .updateTable('series')
    .set((eb) => ({ title, version: eb('version', '+', 1) }))
    .where('ser_idx', '=', serIdx)
    .execute();
}

/** Deletes the series as part of an act that can be undone, and renumbers the others. */
export async function deleteSeries(db: Database, act: number, serIdx: number): Promise<void> {
  await deleteRestorable(db, act, restorable, sql`ser_idx = ${serIdx}`);
  await closeSeriesRanks(db);
}

/** Inserts the series that an act deleted at its old place or, in a shorter list, at the end. */
export async function insertDeletedSeries(db: Database, act: number, serIdx: number): Promise<void> {
  await insertDeleted(db, act, restorable);
  await closeSeriesRanks(db, serIdx);
}

const restorable: RestorableTable = {
  entity: 'series',
  table: 'series',
  key: 'ser_idx',
  columns: ['ser_idx', 'title', 'position', 'version'],
  audited: sql`jsonb_build_object('title', title, 'position', position)`,
};

/** Numbers all series from 1 to n; of two at the same place, `first` comes first. */
async function closeSeriesRanks(db: Database, first = 0): Promise<void> {
  await sql`
    update series set position = dense.position
    from (select ser_idx, row_number() over (order by position, ser_idx <> ${first}) as position from series) dense
    where dense.ser_idx = series.ser_idx and dense.position <> series.position`.execute(db);
}

/** Numbers these series, which must be all, from 1 to n. */
export async function updateSeriesOrder(db: Database, serIdxs: readonly number[]): Promise<void> {
  await sql`
    update series set position = given.nth
    from unnest(${serIdxs}::int[]) with ordinality as given (ser_idx, nth)
    where series.ser_idx = given.ser_idx and series.position <> given.nth`.execute(db);
}

/** Deletes series without levels as part of a bulk act, and renumbers the others. */
export async function deleteSeriesWithoutLevels(db: Database, act: number, serIdxs: readonly number[]): Promise<void> {
  const gone = { from: sql`gone`, id: sql`ser_idx::text`, before: sql`jsonb_build_object('title', title)` };
  await sql`
    with gone as (
      delete from series where ser_idx = any(${serIdxs}::integer[])
        and not exists (select 1 from level where level.ser_idx = series.ser_idx)
      returning ser_idx, title
    )
    ${storeEffects(act, 'series', gone)}`.execute(db);
  await closeSeriesRanks(db);
}
