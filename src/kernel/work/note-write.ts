import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** Writes are noted at most once in this time. Seconds. */
export const noteSeconds = 1;

/**
 * Records that a person has written, so that they read the primary for a while, in whichever of their sessions: what a program
 * or a job did for them may be looked at in another one than it was asked for in.
 */
export async function noteWrite(db: Database, staffIdx: number, now: Date): Promise<void> {
  const at = now.toISOString();
  const isOld = sql<boolean>`coalesce(wrote_at <= ${at}::timestamptz - make_interval(secs => ${noteSeconds}), true)`;
  await db
    .updateTable('session')
    .set({ wrote_at: at })
    // In one order, so that two notes of one person wait for each other.
    .where('session_id', 'in', (sessions) =>
      sessions
        .selectFrom('session')
        .select('session_id')
        .where('staff_idx', '=', staffIdx)
        .where(isOld)
        .orderBy('session_id')
        .forNoKeyUpdate(),
    )
    .execute();
}
