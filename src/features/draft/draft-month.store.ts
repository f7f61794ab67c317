import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';

/** The characters of a month, 'YYYY-MM'. */
export async function findUsed(db: Database, month: string): Promise<number> {
  const row = await db.selectFrom('draft_month').select('characters').where('month', '=', month).executeTakeFirst();
  return row?.characters ?? 0;
}

/**
 * Adds characters to a month if that does not exceed its limit; answers whether. Whoever wants to add waits until the
 * transaction ends, so that two instances together stay below the limit too.
 */
export async function addUsed(db: Database, month: string, characters: number, limit: number): Promise<boolean> {
  await sql`insert into draft_month (month) values (${month}) on conflict do nothing`.execute(db);
  const { numAffectedRows } = await sql`
    update draft_month set characters = characters + ${characters}::bigint
    where month = ${month} and characters + ${characters}::bigint <= ${limit}::bigint`.execute(db);
  return numAffectedRows === 1n;
}

/** Takes back characters that a provider has not counted. */
export async function returnUsed(db: Database, month: string, characters: number): Promise<void> {
  if (characters === 0) return;
  await sql`
    update draft_month set characters = greatest(characters - ${characters}::bigint, 0) where month = ${month}`.execute(
    db,
  );
}

/** Locks a month until the transaction ends, so that requests for the same texts come one after the other. */
export async function lockMonth(db: Database, month: string): Promise<void> {
  await sql`insert into draft_month (month) values (${month}) on conflict do nothing`.execute(db);
  await sql`select from draft_month where month = ${month} for update`.execute(db);
}
