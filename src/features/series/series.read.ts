import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { findNear, isNear, nearness } from '#kernel/db/near-text.ts';
import type { References } from '#kernel/records/references.ts';
import type { OrderedRecord } from '#kernel/records/sequence.ts';
import type { Context } from '#kernel/work/context.ts';

/** A series as its screen lists it; its position is its index. */
export interface SeriesListRow {
  ser_idx: number;
  title: string;
  version: number;
  levels: number;
  books: number;
}

/** Every series in order, with the number of its levels and books. */
export async function listSeriesRows(ctx: Context, references: References): Promise<SeriesListRow[]> {
  const [{ rows }, books] = await Promise.all([
    sql<Omit<SeriesListRow, 'books'>>`
      select series.ser_idx, series.title, series.version, coalesce(levels.count, 0) as levels
      from series
      left join (select ser_idx, count(*) from level group by ser_idx) as levels on levels.ser_idx = series.ser_idx
      order by series.position`.execute(ctx.db),
    references.counts(ctx, 'series'),
  ]);
  return rows.map((row) => ({ ...row, books: books.get(row.ser_idx) ?? 0 }));
}

/** A level as shown in its series. */
export interface LevelListRow {
  lev_idx: number;
  title: string;
  version: number;
  books: number;
}

/** The levels of a series in order, with the number of books in each. */
export async function listLevelRows(ctx: Context, references: References, serIdx: number): Promise<LevelListRow[]> {
  const { rows } = await sql<Omit<LevelListRow, 'books'>>`
    select lev_idx, title, version from level where ser_idx = ${serIdx} order by position`.execute(ctx.db);
  const ids = rows.map((row) => row.lev_idx);
  const books = await references.counts(ctx, 'level', ids);
  return rows.map((row) => ({ ...row, books: books.get(row.lev_idx) ?? 0 }));
}

/** The series whose title contains the text, ignoring case and accents, and their positions. */
export async function searchSeries(
  db: Database,
  text: string,
  limit: number,
): Promise<(OrderedRecord & { place: number })[]> {
  const { rows } = await sql<OrderedRecord & { place: number }>`
    select ser_idx as id, title, position as place from series
    where strpos(normalize(strip(title), NFC), normalize(strip(${text}), NFC)) > 0
    order by strip(title) <> strip(${text}), not starts_with(strip(title), strip(${text})), position
    limit ${limit}`.execute(db);
  return rows;
}

type NearSeries = OrderedRecord & { place: number; nearness: number };

/** The series whose titles come near a text with slips in it, nearest first. */
export function nearSeries(db: Database, text: string, limit: number): Promise<NearSeries[]> {
  const title = sql<string>`strip(title)`;
  return findNear(
    db,
    sql<NearSeries>`
      select ser_idx as id, title, position as place, ${nearness(title, text)} as nearness
      from series where ${isNear(title, text)}
      order by nearness desc, similarity(${title}, strip(${text})) desc, position limit ${limit}`,
  );
}
