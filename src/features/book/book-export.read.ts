import { sql } from 'kysely';
import type { Context } from '#kernel/context.ts';
import type { Database } from '#kernel/db/database.ts';
import type { SheetValue } from '#kernel/sheets/xlsx-write.ts';
import { type BookFieldName, bookFields, isReference } from './book-fields.ts';
import { type BookOrder, orderColumn, orderDirection, orderJoin } from './book-order.ts';
import { type BookFilter, bookMatches } from './book-search.ts';

const batch = 1000;

const titles = { series: sql`s.title`, level: sql`l.title`, category: sql`c.title`, age_group: sql`g.title` };
const cell = (name: BookFieldName) =>
  sql`${isReference(name) ? titles[name] : sql.ref(`b.${name}`)} as ${sql.ref(name)}`;

/**
 * The books of a list as rows of the sheet that the importer reads, its heading first. The order is fixed at the start,
 * as keys; then the books are read some at a time, so that neither memory nor a transaction lasts as long as a download.
 */
export async function* exportBooks(
  ctx: Context,
  filter: BookFilter,
  order: BookOrder,
): AsyncGenerator<readonly SheetValue[]> {
  yield bookFields.map((field) => field.name);
  for (const keys of await orderedKeys(ctx.db, filter, order)) {
    for (const book of await readBooks(ctx.db, keys)) yield bookFields.map(({ name }) => book[name]);
  }
}

async function orderedKeys(db: Database, filter: BookFilter, order: BookOrder): Promise<number[][]> {
  const direction = orderDirection(order);
  const { rows } = await sql<{ keys: number[] }>`
    select array_agg(bidx order by nth) as keys
    from (
      select b.bidx, row_number() over (order by ${orderColumn(order)} ${direction}, b.bidx ${direction}) as nth
      from book b ${orderJoin(order)} where ${bookMatches(filter)}
    ) ordered
    group by (nth - 1) / ${sql.lit(batch)} order by (nth - 1) / ${sql.lit(batch)}`.execute(db);
  return rows.map((row) => row.keys);
}

async function readBooks(db: Database, keys: readonly number[]): Promise<Record<BookFieldName, SheetValue>[]> {
  const { rows } = await sql<Record<BookFieldName, SheetValue>>`
    select ${sql.join(bookFields.map((field) => cell(field.name)))}
    from unnest(${keys}::integer[]) with ordinality as wanted (bidx, nth)
    join book b using (bidx) join series s using (ser_idx) join level l using (lev_idx)
    left join category c using (cat_idx) left join age_group g using (grp_idx)
    order by wanted.nth`.execute(db);
  return rows;
}
