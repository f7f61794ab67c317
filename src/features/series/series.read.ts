import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import type { Placed } from '#kernel/sequence.ts';

/** A series as its screen lists it; its place is its index. */
export interface SeriesLine {
  ser_idx: number;
  title: string;
  version: number;
  levels: number;
  books: number;
}

/** Every series in its order, with how much it holds. */
export async function listSeriesLines(db: Database): Promise<SeriesLine[]> {
  const { rows } = await sql<SeriesLine>`
    select series.ser_idx, series.title, series.version,
           coalesce(levels.count, 0) as levels, coalesce(books.count, 0) as books
    from series
    left join (select ser_idx, count(*) from level group by ser_idx) as levels on levels.ser_idx = series.ser_idx
    left join (select ser_idx, count(*) from book group by ser_idx) as books on books.ser_idx = series.ser_idx
    order by series.position`.execute(db);
  return rows;
}

/** A level as its series shows it. */
export interface LevelLine {
  lev_idx: number;
  title: string;
  version: number;
  books: number;
}

/** The levels of a series in their order, with how many books each holds. */
export async function listLevelLines(db: Database, serIdx: number): Promise<LevelLine[]> {
  const { rows } = await sql<LevelLine>`
    select level.lev_idx, level.title, level.version,
           (select count(*) from book where book.lev_idx = level.lev_idx) as books
    from level where level.ser_idx = ${serIdx} order by level.position`.execute(db);
  return rows;
}

// How many books a refusal names.
const named = 3;

/** The books of a series or a level: how many, and the titles of the first few. */
export async function findBooksIn(
  db: Database,
  column: 'ser_idx' | 'lev_idx',
  id: number,
): Promise<{ count: number; first: string }> {
  const rows = await db
    .selectFrom('book')
    .select(['title', sql<number>`count(*) over ()`.as('count')])
    .where(column, '=', id)
    .orderBy('bidx')
    .limit(named)
    .execute();
  const more = (rows[0]?.count ?? 0) > rows.length ? ' …' : '';
  return { count: rows[0]?.count ?? 0, first: rows.map((row) => row.title).join(', ') + more };
}

/** The series whose title contains the text, without regard to case and accents, and their places. */
export async function searchSeries(db: Database, text: string, limit: number): Promise<(Placed & { place: number })[]> {
  const { rows } = await sql<Placed & { place: number }>`
    select ser_idx as id, title, position as place from series
    where strpos(normalize(strip(title), NFC), normalize(strip(${text}), NFC)) > 0
    order by position limit ${limit}`.execute(db);
  return rows;
}
