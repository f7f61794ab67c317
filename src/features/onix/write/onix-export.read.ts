import { sql } from 'kysely';
import { booksOf } from '#features/collection/collection-reach.public.ts';
import { collectionTitles } from '#features/collection/collection-record.public.ts';
import { findAccessibility } from '#features/content/epub-check.public.ts';
import { everyColumn, orderedKeys, selectCells } from '#features/library/book-list.public.ts';
import type { BookFilter, BookOrder } from '#features/library/book-search.public.ts';
import type { Database } from '#kernel/db/database.ts';
import type { Selection } from '#kernel/records/selection.ts';
import { amountText } from '#kernel/text/money.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { OnixNode } from '../message/onix-elements.rules.ts';
import { type StoredProduct, storedProduct } from '../message/onix-record.rules.ts';
import { onixMessages } from '../onix.messages.ts';
import type { OnixField } from '../read/onix-cells.rules.ts';
import { productOf } from './onix-book.rules.ts';
import type { CollectionPrice } from './onix-sources.rules.ts';
import { messageEnd, messageHead, noProduct, writeNode } from './onix-write.ts';

// The name of the sender that a message must have.
const sender = 'Library Office';

// Products that are written as one block.
const together = 100;

interface ExportedBooks {
  selection: Selection<BookFilter>;
  order: BookOrder;
  /** The cids of collections whose prices are told. */
  prices: readonly string[];
}

/** The selected books as a message, block by block. Their order is fixed at the start, as keys. */
export async function exportOnix(
  ctx: Context,
  { selection, order, prices }: ExportedBooks,
): Promise<{ total: number; blocks: AsyncGenerator<Uint8Array> }> {
  const titles = await collectionTitles(ctx, prices);
  const unknown = prices.find((cid) => !titles.has(cid));
  if (unknown !== undefined)
    throw onixMessages.errorWith(404, 'onix.no_collection', { field: 'prices' }, { cid: unknown });
  const keys = (await orderedKeys(ctx, selection, order)).flat();
  const blocks = async function* () {
    yield Buffer.from(messageHead({ sender, sent: ctx.now }));
    for (let from = 0; from < keys.length; from += together) {
      yield Buffer.from(await writeProducts(ctx.db, keys.slice(from, from + together), titles));
    }
    yield Buffer.from(keys.length === 0 ? noProduct + messageEnd : messageEnd);
  };
  return { total: keys.length, blocks: blocks() };
}

async function writeProducts(
  db: Database,
  keys: readonly number[],
  collections: ReadonlyMap<string, string>,
): Promise<string> {
  const [books, records, prices, accessibility] = [
    await readBooks(db, keys),
    await readRecords(db, keys),
    await readPrices(db, keys, collections),
    await findAccessibility(db, keys),
  ];
  const products = books.map(({ bidx, ...texts }) =>
    productOf({
      texts: Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, value?.toString() ?? null])),
      record: records.get(bidx) ?? null,
      prices: prices.get(bidx) ?? [],
      accessibility: accessibility.get(bidx) ?? null,
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
async function readRecords(db: Database, keys: readonly number[]): Promise<Map<number, OnixNode>> {
  // Looked up by their keys, whatever number of staged rows there is.
  const { rows } = await sql<{ bidx: number } & StoredProduct>`
    with read as materialized (
      select k.bidx, k.import_idx, k.row_no, i.applied_at
      from import_book k join import i using (import_idx)
      where k.bidx = any(${keys}::integer[]) and i.status = 'applied'
    )
    select distinct on (read.bidx) read.bidx, told.details_text, told.details
    from read cross join lateral (
      select r.details_text, r.details from import_row r
      where r.import_idx = read.import_idx and r.row_no = read.row_no offset 0
    ) told
    where told.details_text is not null or told.details is not null
    order by read.bidx, read.applied_at desc, read.import_idx desc`.execute(db);
  return new Map(
    rows.flatMap(({ bidx, ...row }) => {
      const product = storedProduct(row);
      return product ? [[bidx, product] as const] : [];
    }),
  );
}

async function readPrices(
  db: Database,
  keys: readonly number[],
  collections: ReadonlyMap<string, string>,
): Promise<Map<number, CollectionPrice[]>> {
  if (collections.size === 0) return new Map();
  const items = sql`select content_type, content_idx from collection_content where cidx = c.cidx`;
  const { rows } = await sql<{ bidx: number; cid: string } & Omit<CollectionPrice, 'title'>>`
    select wanted.bidx, c.cid, coalesce(p.discounted_price, p.price)::text as amount, p.currency
    from collection c join collection_price p using (cidx)
    cross join lateral ${booksOf(items)} reached
    join unnest(${keys}::integer[]) as wanted (bidx) on wanted.bidx = reached.bidx
    where c.cid = any(${[...collections.keys()]}::text[])
    order by c.cid, p.display_order`.execute(db);
  const priced = rows.map(({ cid, amount, ...row }) => ({
    ...row,
    amount: amountText(amount, row.currency),
    title: collections.get(cid) || cid,
  }));
  return Map.groupBy(priced, ({ bidx }) => bidx);
}
