import { sql } from 'kysely';
import { builtOnce } from '#kernel/db/built-once.ts';
import type { Database } from '#kernel/db/database.ts';
import { executeGeneric } from '#kernel/db/generic-plan.ts';
import { lockRow } from '#kernel/db/locked-row.ts';
import { secondsOrZero } from '#kernel/db/seconds.ts';
import { rowCount } from '#kernel/desk/menu-counts.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { plainFieldNames } from '../fields/book-fields.rules.ts';
import type { IsbnField } from '../fields/isbn.rules.ts';
import type { BookRecord } from './book.contract.ts';

/** Values by column of the `book` table. */
export type BookColumns = Record<string, string | number | null>;

const secondsAs = (column: 'published_at' | 'created_at' | 'updated_at') => secondsOrZero(`b.${column}`).as(column);

const record = (db: Database) =>
  db
    .selectFrom('book as b')
    .innerJoin('series as s', 's.ser_idx', 'b.ser_idx')
    .innerJoin('level as l', 'l.lev_idx', 'b.lev_idx')
    .leftJoin('category as c', 'c.cat_idx', 'b.cat_idx')
    .leftJoin('age_group as g', 'g.grp_idx', 'b.grp_idx')
    .select(plainFieldNames.map((name) => `b.${name}` as const))
    .select(['b.bidx', 'b.ser_idx', 'b.lev_idx', 'b.cat_idx', 'b.grp_idx', 'b.updated_by', 'b.version'])
    .select(['s.title as series', 'l.title as level', 'c.title as category', 'g.title as age_group'])
    .select([secondsAs('published_at'), secondsAs('created_at'), secondsAs('updated_at')]);

const booksOf = builtOnce(['bid'], (db, { bid }: { bid: string }) => record(db).where('b.bid', '=', bid));

export async function findBook(db: Database, bid: string): Promise<BookRecord | undefined> {
  return (await booksOf(db, { bid }))[0];
}

/** Locks the book with this bid until the transaction ends. */
export async function lockBook(db: Database, bid: string): Promise<BookRecord | undefined> {
  return lockRow(db, sql`book b where b.bid = ${bid}`, sql<BookRecord>`${readFrom(db)} where b.bid = ${bid}`);
}

/** The books that have the number of an ISBN of this one in the other spelling, as an upgrade found them. */
export async function findSharers(
  db: Database,
  { bidx, isbn_print, isbn_spindle }: BookRecord,
): Promise<{ field: IsbnField; bid: string }[]> {
  const sharing = (field: IsbnField, isbn: string) => sql`
    select ${sql.lit(field)} as field, bid from book
    where shared_isbns is not null and bidx <> ${bidx} and isbn13(${sql.ref(field)}) = isbn13(${isbn})`;
  const { rows } = await sql<{ field: IsbnField; bid: string }>`
    ${sharing('isbn_print', isbn_print)} union all ${sharing('isbn_spindle', isbn_spindle)}`.execute(db);
  return rows;
}

export async function insertBook(ctx: Context, columns: BookColumns): Promise<void> {
  const now = ctx.now.toISOString();
  const all = { ...columns, created_at: now, updated_at: now, updated_by: actorName(ctx.actor) };
  const names = Object.keys(all).map((name) => sql.ref(name));
  await sql`insert into book (${sql.join(names)}) values (${sql.join(Object.values(all))})`.execute(ctx.db);
}

/** Updates a book and returns it, with one statement: it is the most frequent write of all. */
export async function updateBook(ctx: Context, bidx: number, columns: Partial<BookColumns>): Promise<BookRecord> {
  const all = { ...columns, updated_at: ctx.now.toISOString(), updated_by: actorName(ctx.actor) };
  const sets = Object.entries(all).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const update = sql<BookRecord>`
    with book as (
      update book set ${sql.join(sets)}, version = version + 1, revision = revision + 1
      where bidx = ${bidx} returning *
    )
    ${readFrom(ctx.db)}`;
  const [book] = await executeGeneric(ctx.db, update);
  if (!book) throw new Error(`updateBook: no row ${bidx} in book, though its caller locked it`);
  return book;
}

let compiled: string | undefined;
const readFrom = (db: Database) => sql.raw((compiled ??= record(db).compile().sql));

export async function deleteBook(db: Database, bidx: number): Promise<void> {
  await db.deleteFrom('book').where('bidx', '=', bidx).execute();
}

/** The given bids that exist. */
export async function findBids(db: Database, bids: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('book').select('bid').where(sql<boolean>`bid = any(${bids})`).execute();
  return rows.map((row) => row.bid);
}

/** The exact number of books; too slow on a large library for a request that people wait for. */
export const countBooks = rowCount('book');
