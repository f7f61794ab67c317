import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { storeEffects } from '#kernel/records/acts.ts';
import { deleteRestorable, insertDeleted, type RestorableTable } from '#kernel/records/restorable-rows.ts';

export interface LevelRow {
  lev_idx: number;
  ser_idx: number;
  title: string;
  version: number;
}

export type LevelName = Pick<LevelRow, 'lev_idx' | 'title'>;

/** The natural key of a level: its series and its title. */
export type LevelKey = Pick<LevelRow, 'ser_idx' | 'title'>;

/** The levels of a series in order. */
export function listLevels(db: Database, serIdx: number): Promise<LevelName[]> {
  return db
    .selectFrom('level')
    .select(['lev_idx', 'title'])
    .where('ser_idx', '=', serIdx)
    .orderBy('position')
    .execute();
}

export function findLevel(db: Database, levIdx: number): Promise<LevelRow | undefined> {
  return db
    .selectFrom('level')
    .select(['lev_idx', 'ser_idx', 'title', 'version'])
    .where('lev_idx', '=', levIdx)
    .executeTakeFirst();
}

/** The row, locked until the transaction ends. */
export function lockLevel(db: Database, levIdx: number): Promise<LevelRow | undefined> {
  return db
    .selectFrom('level')
    .select(['lev_idx', 'ser_idx', 'title', 'version'])
    .where('lev_idx', '=', levIdx)
    .forUpdate()
    .executeTakeFirst();
}

export async function findLevelsByKey(
  db: Database,
  keys: readonly LevelKey[],
): Promise<(LevelKey & { lev_idx: number })[]> {
  const { rows } = await sql<LevelKey & { lev_idx: number }>`
    select level.lev_idx, level.ser_idx, level.title
    from unnest(${keys.map((key) => key.ser_idx)}::int[], ${keys.map((key) => key.title)}::text[]) as given (ser_idx, title)
    join level on level.ser_idx = given.ser_idx and level.title = given.title`.execute(db);
  return rows;
}

/** Serializes adding, removing and reordering levels of these series; returns the series that exist. */
export async function lockLevelOrder(db: Database, serIdxs: readonly number[]): Promise<LevelKey[]> {
  return db
    .selectFrom('series')
    .select(['ser_idx', 'title'])
    .where(sql<boolean>`ser_idx = any(${serIdxs})`)
    .orderBy('ser_idx')
    .forNoKeyUpdate()
    .execute();
}

/** The series of these levels. */
export async function findSeriesOfLevels(db: Database, levIdxs: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('level')
    .select('ser_idx')
    .distinct()
    .where(sql<boolean>`lev_idx = any(${levIdxs})`)
    .execute();
  return rows.map((row) => row.ser_idx);
}

const id = sql`lev_idx::text`;
const audited = sql`jsonb_build_object('ser_idx', ser_idx, 'title', title)`;

/**
 * Adds the levels that do not exist, in the given sequence, at the end of their series, optionally as part of a bulk
 * act; returns those added.
 */
export async function insertLevels(
  db: Database,
  keys: readonly LevelKey[],
  act?: number,
): Promise<(LevelKey & { lev_idx: number })[]> {
  const made = { from: sql`made`, id, after: audited };
  const { rows } = await sql<LevelKey & { lev_idx: number }>`
    with made as (
      insert into level (ser_idx, title, position)
      select given.ser_idx, given.title,
        (select coalesce(max(position), 0) from level where level.ser_idx = given.ser_idx)
          + row_number() over (partition by given.ser_idx order by min(nth))
      from unnest(${keys.map((key) => key.ser_idx)}::int[], ${keys.map((key) => key.title)}::text[])
        with ordinality as given (ser_idx, title, nth)
      where not exists (select from level where level.ser_idx = given.ser_idx and level.title = given.title)
      group by given.ser_idx, given.title
      returning lev_idx, ser_idx, title
    )
    ${act === undefined ? sql`` : sql`, kept as (${storeEffects(act, 'level', made)})`}
    select * from made`.execute(db);
  return rows;
}

export async function updateLevel(db: Database, levIdx: number, title: string): Promise<void> {
  await db
    .updateTable('level')
    .set((eb) => ({ title, version: eb('version', '+', 1) }))
    .where('lev_idx', '=', levIdx)
    .execute();
}

/** Deletes a level as part of an act that can be undone, and renumbers the others of its series. */
export async function deleteLevel(db: Database, act: number, level: LevelRow): Promise<void> {
  await deleteRestorable(db, act, restorable, sql`lev_idx = ${level.lev_idx}`);
  await closeLevelRanks(db, [level.ser_idx]);
}

/** Deletes every level of a series that is deleted with them, as part of an act that can be undone. */
export const deleteLevelsOf = (db: Database, act: number, serIdx: number): Promise<void> =>
  deleteRestorable(db, act, restorable, sql`ser_idx = ${serIdx}`);

/** Inserts the levels that an act deleted, those of one series, at their old places. */
export async function insertDeletedLevels(db: Database, act: number, serIdx: number, levIdx = 0): Promise<void> {
  await insertDeleted(db, act, restorable);
  await closeLevelRanks(db, [serIdx], levIdx);
}

const restorable: RestorableTable = {
  entity: 'level',
  table: 'level',
  key: 'lev_idx',
  columns: ['lev_idx', 'ser_idx', 'title', 'position', 'version'],
  audited,
};

/** Numbers the levels of each series from 1 to n; of two at the same place, `first` comes first. */
async function closeLevelRanks(db: Database, serIdxs: readonly number[], first = 0): Promise<void> {
  await sql`
    update level set position = dense.position
    from (select lev_idx, row_number() over (partition by ser_idx order by position, lev_idx <> ${first}) as position
          from level where ser_idx = any(${serIdxs}::integer[])) dense
    where dense.lev_idx = level.lev_idx and dense.position <> level.position`.execute(db);
}

/** Numbers these levels, which must be all of a series, from 1 to n. */
export async function updateLevelOrder(db: Database, levIdxs: readonly number[]): Promise<void> {
  await sql`
    update level set position = given.nth
    from unnest(${levIdxs}::int[]) with ordinality as given (lev_idx, nth)
    where level.lev_idx = given.lev_idx and level.position <> given.nth`.execute(db);
}

/** Deletes levels as part of a bulk act, and renumbers the others of their series. */
export async function deleteLevels(db: Database, act: number, levIdxs: readonly number[]): Promise<void> {
  const { rows } = await sql<{ ser_idx: number }>`
    with gone as (delete from level where lev_idx = any(${levIdxs}::integer[]) returning lev_idx, ser_idx, title),
    kept as (${storeEffects(act, 'level', { from: sql`gone`, id, before: audited })})
    select distinct ser_idx from gone`.execute(db);
  await closeLevelRanks(
    db,
    rows.map((row) => row.ser_idx),
  );
}

/** The ids that a series may have, among those that calls name, which may be of no series at all. */
export const seriesIdsIn = (ids: Iterable<string>): string[] => [...ids].filter((one) => /^[1-9]\d{0,8}$/.test(one));
