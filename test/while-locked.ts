import { sql } from 'kysely';
import { vi } from 'vitest';
import type { Database } from '#kernel/db/database.ts';

/**
 * Makes calls while a transaction has locked what it changed; it commits once all of them wait for it, and `meanwhile` is
 * over. Returns their answers.
 */
export async function whileLocked<T>(
  db: Database,
  change: (trx: Database) => Promise<unknown>,
  calls: readonly (() => Promise<T>)[],
  meanwhile: () => Promise<unknown> | void = () => undefined,
): Promise<T[]> {
  const answers = await db.transaction().execute(async (trx) => {
    await change(trx);
    const pending = Promise.all(calls.map((call) => call()));
    await untilWaiting(db, calls.length);
    await meanwhile();
    return { pending };
  });
  return answers.pending;
}

/**
 * Resolves once this many statements of the database wait for a lock. A statement whose lock was just released may still
 * seem to wait for it: a test that releases one and then waits for another says what kind that is, such as `advisory`.
 */
export const untilWaiting = (db: Database, count = 1, kind?: string): Promise<boolean> =>
  vi.waitUntil(async () => (await countWaiting(db, kind)) === count, { timeout: 60_000 });

async function countWaiting(db: Database, kind?: string): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and ${kind === undefined ? sql`true` : sql`wait_event = ${kind}`}`.execute(db);
  return rows.length;
}
