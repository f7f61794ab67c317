import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';

/** The advisory lock of an ID. */
export const learnerLock = (id: string) => sql`hashtextextended(${`learner ${id}`}, 0)`;

/**
 * Keeps an ID from being erased until the transaction ends, for who stores it: without waiting for anyone but an erasure.
 * A part of the statement that stores it, so that redeeming takes no further one.
 */
export const sharedLearnerLock = (id: string): RawBuilder<unknown> =>
  sql`select pg_advisory_xact_lock_shared(${learnerLock(id)})`;

/** Takes that lock for some IDs that come back, in one order. Read what was stored of them after it. */
export async function lockLearners(db: Database, ids: readonly string[]): Promise<void> {
  const sorted = [...new Set(ids)].toSorted();
  await sql`
    select pg_advisory_xact_lock_shared(hashtextextended('learner ' || id, 0))
    from (select id from unnest(${sorted}::text[]) with ordinality given (id, n) order by n) given`.execute(db);
}
