import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** Writes are noted at most once in this time. Seconds. */
export const noteSeconds = 1;

/** Records that a session has written, so that it reads the primary for a while. */
export async function noteWrite(db: Database, sessionId: string, now: Date): Promise<void> {
  const at = now.toISOString();
  await db
    .updateTable('session')
    .set({ wrote_at: at })
    .where('session_id', '=', sessionId)
    .where(sql<boolean>`coalesce(wrote_at <= ${at}::timestamptz - make_interval(secs => ${noteSeconds}), true)`)
    .execute();
}
