import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import type { Context } from '#kernel/work/context.ts';

/** A word as listed on the book's page. */
export interface WordListRow {
  word_idx: number;
  word: string;
  sentences: number;
}

/** The words of a book with the number of sentences each has. */
export function listWords(ctx: Context, bidx: number): Promise<WordListRow[]> {
  return ctx.db
    .selectFrom('word as w')
    .leftJoin('sentence as s', 's.word_idx', 'w.word_idx')
    .select(['w.word_idx', 'w.word', (eb) => eb.fn.count<number>('s.sent_idx').as('sentences')])
    .where('w.bidx', '=', bidx)
    .groupBy('w.word_idx')
    .orderBy('w.word_idx')
    .execute();
}

/** The keys of the books with these bids. If a book is deleted meanwhile, the database rejects words added to it. */
export async function findBookKeys(db: Database, bids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.selectFrom('book').select(['bid', 'bidx']).where(sql<boolean>`bid = any(${bids})`).execute();
  return new Map(rows.map((row) => [row.bid, row.bidx]));
}

export async function insertWord(db: Database, bidx: number, word: string): Promise<number> {
  const row = await db.insertInto('word').values({ bidx, word }).returning('word_idx').executeTakeFirstOrThrow();
  return row.word_idx;
}

/** The word of a book, locked with its book until the transaction ends: nobody can add a sentence to it meanwhile. */
export function lockWord(db: Database, bid: string, wordIdx: number): Promise<{ word: string } | undefined> {
  return db
    .selectFrom('word as w')
    .innerJoin('book as b', 'b.bidx', 'w.bidx')
    .select('w.word')
    .where('b.bid', '=', bid)
    .where('w.word_idx', '=', wordIdx)
    .forNoKeyUpdate('b')
    .forUpdate('w')
    .executeTakeFirst();
}

export async function deleteWord(db: Database, wordIdx: number): Promise<void> {
  await db.deleteFrom('word').where('word_idx', '=', wordIdx).execute();
}
