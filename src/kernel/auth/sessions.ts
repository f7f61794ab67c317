import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Actor, Context } from '../context.ts';
import type { Database } from '../db/database.ts';

/** Sessions end after this long without a request. Seconds. */
export const idleSeconds = 12 * 3600;

// How stale `seen_at` may get: one write a minute and session, not one a request. Seconds.
const touchSeconds = 60;

const hashToken = (token: string) => createHash('sha256').update(token).digest();

/** Where a session was opened from, shown in the list of sessions. */
export interface SessionOrigin {
  address: string;
  agent: string;
}

/** Opens a session and answers the token for its cookie; only the token's hash is stored. */
export async function openSession(ctx: Context, staffIdx: number, origin: SessionOrigin): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = ctx.now.toISOString();
  await ctx.db
    .insertInto('session')
    .values({
      token_hash: hashToken(token),
      session_id: randomUUID(),
      staff_idx: staffIdx,
      created_at: now,
      seen_at: now,
      address: origin.address,
      agent: origin.agent.slice(0, 300),
    })
    .execute();
  return token;
}

/** The account behind a token; null where the session is unknown, idle too long, or its account disabled. */
export async function findActor(db: Database, token: string, now: Date): Promise<Actor | null> {
  const row = await db
    .selectFrom('session')
    .innerJoin('staff', 'staff.staff_idx', 'session.staff_idx')
    .select([
      'staff.staff_idx as staffIdx',
      'staff.staff_id as staffId',
      'staff.name',
      'staff.is_admin as isAdmin',
      'session.session_id as sessionId',
      sql<number>`extract(epoch from ${now.toISOString()}::timestamptz - session.seen_at)::float8`.as('idle'),
    ])
    .where('session.token_hash', '=', hashToken(token))
    .where('staff.disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row || row.idle >= idleSeconds) return null;
  const { idle, ...actor } = row;
  if (idle >= touchSeconds) await touch(db, actor.sessionId, now);
  return actor;
}

async function touch(db: Database, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('session').set({ seen_at: now.toISOString() }).where('session_id', '=', sessionId).execute();
}

export async function closeSession(ctx: Context, sessionId: string): Promise<void> {
  await ctx.db.deleteFrom('session').where('session_id', '=', sessionId).execute();
}

/** Ends every session of an account but, where named, one. */
export async function closeSessions(ctx: Context, staffIdx: number, except?: string): Promise<void> {
  await ctx.db
    .deleteFrom('session')
    .where('staff_idx', '=', staffIdx)
    .$if(except !== undefined, (query) => query.where('session_id', '!=', except ?? ''))
    .execute();
}

/** Removes sessions that nobody can use any more. */
export async function sweepSessions(ctx: Context): Promise<void> {
  const limit = new Date(ctx.now.getTime() - idleSeconds * 1000).toISOString();
  await ctx.db.deleteFrom('session').where('seen_at', '<', limit).execute();
}
