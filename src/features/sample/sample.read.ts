import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';

/** The words of these books with a sentence that needs audio. */
export async function findVoicedWords(
  db: Database,
  bids: readonly string[],
): Promise<{ word_idx: number; word: string }[]> {
  const { rows } = await sql<{ word_idx: number; word: string }>`
    select w.word_idx, w.word from word w join book b using (bidx)
    where b.bid = any(${bids}::text[])
      and exists (select 1 from sentence s where s.word_idx = w.word_idx and s.mdr_targeted = 'Y')
    order by w.word_idx`.execute(db);
  return rows;
}

/** The given books that exist, locked until the transaction ends. */
export async function lockBooks(db: Database, bids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ bid: string }>`
    select bid from book where bid = any(${bids}::text[]) order by bidx for update`.execute(db);
  return rows.map(({ bid }) => bid);
}

/** The act that created one of these books, from their history. */
export async function findMakingAct(db: Database, bids: readonly string[]): Promise<number | null> {
  const { rows } = await sql<{ act_idx: number }>`
    select max(act_idx)::integer as act_idx from act_record
    where entity = 'book' and record_id = any(${bids}::text[]) and before is null`.execute(db);
  return rows[0]?.act_idx ?? null;
}

/** How many of these books exist. */
export async function countOf(db: Database, bids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from book where bid = any(${bids}::text[])`.execute(db);
  return rows[0]?.count ?? 0;
}
