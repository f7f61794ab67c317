import { sql } from 'kysely';
import { type BookFieldName, bookFields, isReference } from '#features/book/book-fields.public.ts';
import type { Database } from '#kernel/db/database.ts';
import type { Sheet } from '#kernel/http/export.ts';
import { isSelected, type Selection } from '#kernel/records/selection.ts';
import { type SheetValue, typedDayValue } from '#kernel/sheets/sheet-value.ts';
import type { Context } from '#kernel/work/context.ts';
import type { BookFilter } from '../find/book-filter.contract.ts';
import { type BookOrder, inOrder, orderJoin } from '../find/book-order.read.ts';
import { selectableBooks } from '../find/book-selection.store.ts';

const batch = 1000;

const titles = { series: sql`s.title`, level: sql`l.title`, category: sql`c.title`, age_group: sql`g.title` };
const cell = (name: BookFieldName) =>
  sql`${isReference(name) ? titles[name] : sql.ref(`b.${name}`)} as ${sql.ref(name)}`;

/**
 * The books of a list, or those selected in it, as rows of the sheet that the importer reads. The order is fixed at the
 * start, as keys.
 */
export async function exportBooks(ctx: Context, selection: Selection<BookFilter>, order: BookOrder): Promise<Sheet> {
  const keys = await orderedKeys(ctx, selection, order);
  return {
    heading: bookFields.map((field) => field.name),
    total: keys.reduce((sum, some) => sum + some.length, 0),
    batches: batches(ctx.db, keys),
  };
}

async function* batches(db: Database, keys: readonly (readonly number[])[]): AsyncGenerator<SheetValue[][]> {
  for (const some of keys) {
    const books = await readBooks(db, some);
    yield books.map((book) => bookFields.map(({ name }) => fieldValue(name, book[name])));
  }
}

const dayFields: ReadonlySet<string> = new Set<BookFieldName>(['released_date', 'rights_until']);

/** The value of a book's field in a sheet. */
export const fieldValue = (name: string, typed: SheetValue): SheetValue =>
  dayFields.has(name) ? typedDayValue(typed) : typed;

/** The keys of the selected books of a list in its order, in batches that one statement can read. */
export async function orderedKeys(
  ctx: Context,
  selection: Selection<BookFilter>,
  order: BookOrder,
): Promise<number[][]> {
  const text = 'ids' in selection ? undefined : selection.filter.search_val;
  const { rows } = await sql<{ keys: number[] }>`
    select array_agg(bidx order by nth) as keys
    from (
      select b.bidx, row_number() over (order by ${inOrder(text, order)}) as nth
      from book b ${orderJoin(order)} where ${isSelected(selectableBooks(ctx), selection)}
    ) ordered
    group by (nth - 1) / ${sql.lit(batch)} order by (nth - 1) / ${sql.lit(batch)}`.execute(ctx.db);
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
