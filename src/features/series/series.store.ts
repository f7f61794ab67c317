import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';

export interface SeriesRow {
  ser_idx: number;
  title: string;
  position: number;
  version: number;
}

export type SeriesName = Pick<SeriesRow, 'ser_idx' | 'title'>;

/** Every series in its order. */
export function listSeries(db: Database): Promise<SeriesName[]> {
  return db.selectFrom('series').select(['ser_idx', 'title']).orderBy('position').execute();
}

export async function findSeriesTitle(db: Database, serIdx: number): Promise<string | undefined> {
  const row = await db.selectFrom('series').select('title').where('ser_idx', '=', serIdx).executeTakeFirst();
  return row?.title;
}

/** The row, locked until the transaction ends. */
export function findSeries(db: Database, serIdx: number): Promise<SeriesRow | undefined> {
  return db
    .selectFrom('series')
    .select(['ser_idx', 'title', 'position', 'version'])
    .where('ser_idx', '=', serIdx)
    .forUpdate()
    .executeTakeFirst();
}

export function findSeriesByTitle(db: Database, titles: readonly string[]): Promise<SeriesName[]> {
  return db.selectFrom('series').select(['ser_idx', 'title']).where(sql<boolean>`title = any(${titles})`).execute();
}

/** Makes those who add, remove or reorder series take turns; renaming and the levels inside go on. */
export async function lockSeriesOrder(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('series.position'))`.execute(db);
}

/** Adds the titles that nobody has, in the sequence given, at the end of the order; answers those added. */
export function insertSeries(db: Database, titles: readonly string[]): Promise<SeriesName[]> {
  return db
    .insertInto('series')
    .columns(['title', 'position'])
    .expression(
      sql`select given.title, (select coalesce(max(position), 0) from series) + row_number() over (order by min(nth))
          from unnest(${titles}::text[]) with ordinality as given (title, nth)
          where not exists (select from series where series.title = given.title)
          group by given.title`,
    )
    .returning(['ser_idx', 'title'])
    .execute();
}

export async function updateSeries(db: Database, serIdx: number, title: string): Promise<void> {
  await db
    .updateTable('series')
    .set((eb) => ({ title, version: eb('version', '+', 1) }))
    .where('ser_idx', '=', serIdx)
    .execute();
}

/** Deletes the series with its levels and closes the gap. */
export async function deleteSeries(db: Database, serIdx: number): Promise<void> {
  await sql`
    with gone as (delete from series where ser_idx = ${serIdx} returning position)
    update series set position = series.position - 1 from gone where series.position > gone.position`.execute(db);
}

/** Gives these series, which must be all, the places 1 to n. */
export async function updateSeriesOrder(db: Database, serIdxs: readonly number[]): Promise<void> {
  await sql`
    update series set position = given.nth
    from unnest(${serIdxs}::int[]) with ordinality as given (ser_idx, nth)
    where series.ser_idx = given.ser_idx and series.position <> given.nth`.execute(db);
}

/** Deletes series that hold no level, and closes the gaps in the order. */
export async function deleteSeriesWithoutLevels(db: Database, serIdxs: readonly number[]): Promise<void> {
  await sql`
    delete from series where ser_idx = any(${serIdxs}::integer[])
      and not exists (select 1 from level where level.ser_idx = series.ser_idx)`.execute(db);
  await sql`
    update series set position = dense.position
    from (select ser_idx, row_number() over (order by position) as position from series) dense
    where dense.ser_idx = series.ser_idx and dense.position <> series.position`.execute(db);
}
