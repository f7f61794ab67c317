import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { deleteRestorable, insertDeleted, type RestorableTable } from '#kernel/records/restorable-rows.ts';
import type { Context } from '#kernel/work/context.ts';

/** A word of a book. */
export interface StoredWord {
  word_idx: number;
  bid: string;
  word: string;
  version: number;
}

const record = (db: Database) =>
  db
    .selectFrom('word as w')
    .innerJoin('book as b', 'b.bidx', 'w.bidx')
    .select(['w.word_idx', 'b.bid', 'w.word', 'w.version']);

/** The words of a book. */
export function listWords(ctx: Context, bidx: number): Promise<StoredWord[]> {
  return record(ctx.db).where('w.bidx', '=', bidx).orderBy('w.word_idx').execute();
}

/** The word of a book. */
export function findWord(db: Database, { bid, word_idx }: WordKey): Promise<StoredWord | undefined> {
  return record(db).where('b.bid', '=', bid).where('w.word_idx', '=', word_idx).executeTakeFirst();
}

/** How callers identify a word. */
export interface WordKey {
  bid: string;
  word_idx: number;
}

/** The keys of the books with these bids. If a book is deleted meanwhile, the database rejects words added to it. */
export async function findBookKeys(db: Database, bids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.selectFrom('book').select(['bid', 'bidx']).where(sql<boolean>`bid = any(${bids})`).execute();
  return new Map(rows.map((row) => [row.bid, row.bidx]));
}

/** Adds a word, under an id if one was drawn for it earlier; returns its id. */
export async function insertWord(db: Database, bidx: number, word: string, drawn?: number): Promise<number> {
  const { rows } = await sql<{ word_idx: number }>`
    insert into word (word_idx, bidx, word) overriding system value
    values (coalesce(${drawn ?? null}::integer, nextval(pg_get_serial_sequence('word', 'word_idx'))::integer), ${bidx}, ${word})
    returning word_idx`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`insertWord: word of book ${bidx} was inserted, but no id came back`);
  return row.word_idx;
}

/** The word of a book, locked with its book until the transaction ends: nobody can add a sentence to it meanwhile. */
export function lockWord(db: Database, { bid, word_idx }: WordKey): Promise<StoredWord | undefined> {
  return record(db)
    .where('b.bid', '=', bid)
    .where('w.word_idx', '=', word_idx)
    .forNoKeyUpdate('b')
    .forUpdate('w')
    .executeTakeFirst();
}

export async function updateWord(db: Database, wordIdx: number, word: string): Promise<void> {
  await db
    .updateTable('word')
    .set((eb) => ({ word, version: eb('version', '+', 1) }))
    .where('word_idx', '=', wordIdx)
    .execute();
}

const restorable: RestorableTable = {
  entity: 'word',
  table: 'word',
  key: 'word_idx',
  columns: ['word_idx', 'bidx', 'word', 'version'],
  audited: sql`jsonb_build_object('word', word)`,
};

/** Deletes a word as part of an act that keeps it. */
export const deleteWord = (db: Database, act: number, wordIdx: number): Promise<void> =>
  deleteRestorable(db, act, restorable, sql`word_idx = ${wordIdx}`);

/** Inserts the word that an act deleted. */
export const insertDeletedWord = (db: Database, act: number): Promise<void> => insertDeleted(db, act, restorable);
