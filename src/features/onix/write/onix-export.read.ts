import { sql } from 'kysely';
import { type BookFilter, type BookOrder, everyColumn, orderedKeys, selectCells } from '#features/book/book.public.ts';
import { booksOf } from '#features/collection/collection.public.ts';
import type { Database } from '#kernel/db/database.ts';
import type { Selection } from '#kernel/records/selection.ts';
import type { Context } from '#kernel/work/context.ts';
import type { OnixRecord } from '../onix-record.rules.ts';
import type { OnixField } from '../read/onix-cells.rules.ts';
import { type CollectionPrice, productOf } from './onix-book.rules.ts';
import { messageEnd, messageHead, noProduct, writeNode } from './onix-write.ts';

// Products that are written as one block.
const together = 100;

interface ExportedBooks {
  selection: Selection<BookFilter>;
  order: BookOrder;
  /** The cids of collections whose prices are told. */
  prices: readonly string[];
  sender: string;
}

/** The selected books as a message, block by block. Their order is fixed at the start, as keys. */
export async function exportOnix(
  ctx: Context,
  { selection, order, prices, sender }: ExportedBooks,
): Promise<{ total: number; blocks: AsyncGenerator<Uint8Array> }> {
  const keys = (await orderedKeys(ctx, selection, order)).flat();
  const blocks = async function* () {
    yield Buffer.from(messageHead({ sender, sent: ctx.now }));
    for (let from = 0; from < keys.length; from += together) {
      yield Buffer.from(await writeProducts(ctx.db, keys.slice(from, from + together), prices));
    }
    yield Buffer.from(keys.length === 0 ? noProduct + messageEnd : messageEnd);
  };
  return { total: keys.length, blocks: blocks() };
}

async function writeProducts(db: Database, keys: readonly number[], cids: readonly string[]): Promise<string> {
  const [books, records, prices] = [
    await readBooks(db, keys),
    await readRecords(db, keys),
    await readPrices(db, keys, cids),
  ];
  const products = books.map(({ bidx, ...texts }) =>
    productOf({
      texts: Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, value?.toString() ?? null])),
      record: records.get(bidx) ?? null,
      prices: prices.get(bidx) ?? [],
      accessibility: null,
    }),
  );
  return products.map((product) => `${writeNode('Product', product)}\n`).join('');
}

type BookRow = { bidx: number } & Partial<Record<OnixField, string | number | null>>;

async function readBooks(db: Database, keys: readonly number[]): Promise<BookRow[]> {
  const { rows } = await sql<BookRow>`
    select b.bidx, b.bid, b.title, ${sql.join(selectCells(written))}
    from unnest(${keys}::integer[]) with ordinality as wanted (bidx, nth) join book b using (bidx)
    order by wanted.nth`.execute(db);
  return rows;
}

// What lists show besides, a message does not say.
const written = everyColumn.filter(
  (name) => !['words', 'published', 'created', 'updated', 'updated_by'].includes(name),
);

/** What the last applied import of each book read in a message. */
async function readRecords(db: Database, keys: readonly number[]): Promise<Map<number, OnixRecord>> {
  const { rows } = await sql<{ bidx: number; record: OnixRecord }>`
    select distinct on (k.bidx) k.bidx, r.details->'record' as record
    from import_book k join import i using (import_idx) join import_row r using (import_idx, row_no)
    where k.bidx = any(${keys}::integer[]) and i.status = 'applied' and r.details ? 'record'
    order by k.bidx, i.applied_at desc, i.import_idx desc`.execute(db);
  return new Map(rows.map(({ bidx, record }) => [bidx, record]));
}

async function readPrices(
  db: Database,
  keys: readonly number[],
  cids: readonly string[],
): Promise<Map<number, CollectionPrice[]>> {
  if (cids.length === 0) return new Map();
  const items = sql`select content_type, content_idx from collection_content where cidx = c.cidx`;
  const { rows } = await sql<{ bidx: number } & CollectionPrice>`
    select wanted.bidx, c.title, coalesce(p.discounted_price, p.price)::text as amount, p.currency
    from collection c join collection_price p using (cidx)
    cross join lateral ${booksOf(items)} reached
    join unnest(${keys}::integer[]) as wanted (bidx) on wanted.bidx = reached.bidx
    where c.cid = any(${cids}::text[])
    order by c.cid, p.display_order`.execute(db);
  return Map.groupBy(rows, ({ bidx }) => bidx);
}
