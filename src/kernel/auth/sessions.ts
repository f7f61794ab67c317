import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { builtOnce } from '../db/built-once.ts';
import type { Database } from '../db/database.ts';
import { secondsOf } from '../db/seconds.ts';
import type { StaffActor } from '../work/actor.ts';
import type { Context } from '../work/context.ts';
import { feedHead } from '../work/feed-positions.ts';
import { noteSeconds } from '../work/note-write.ts';
import type { ShortLived } from '../work/short-lived.ts';
import { hashToken, makeToken } from './secret-token.ts';

/** Sessions end after this long without a request. Seconds. */
const idleSeconds = 12 * 3600;

// How stale `seen_at` may get: one write per minute and session, not per request. Seconds.
const touchSeconds = 60;

// After a write, a session reads the primary for this long. Seconds.
const lagSeconds = 10;

// A person may have written in a session that has ended.
const wroteAt = sql`greatest(session.wrote_at, session.created_at)`;

/** Where a session was opened from, shown in the list of sessions. */
export interface SessionOrigin {
  address: string;
  agent: string;
}

/**
 * Opens a session and returns the token for its cookie; only its hash is stored. `providerLogOut` is the sealed log-out
 * URL at the provider that authenticated the user.
 */
export async function openSession(
  ctx: Context,
  staffIdx: number,
  origin: SessionOrigin,
  providerLogOut: Buffer | null = null,
): Promise<string> {
  const token = makeToken(32);
  const now = ctx.now.toISOString();
  await ctx.db
    .insertInto('session')
    .values({
      token_hash: hashToken(token),
      session_id: randomUUID(),
      staff_idx: staffIdx,
      created_at: now,
      seen_at: now,
      address: origin.address.slice(0, 100),
      agent: origin.agent.slice(0, 300).toWellFormed(),
      provider_log_out: providerLogOut,
    })
    .execute();
  return token;
}

/** A session that a request may use. */
export interface FoundSession {
  actor: StaffActor;
  /** Where the change feed stood when the session was looked up. */
  head: string;
}

/**
 * The session of a token and its account; null if the session is unknown or idle too long, or the account is disabled. An
 * `unattended` request, made by a screen on its own, does not keep the session alive, and reads the primary: it asks
 * because something has changed.
 */
export async function findSession(
  db: Database,
  token: string,
  now: Date,
  { unattended = false } = {},
): Promise<FoundSession | null> {
  const [row] = await sessionsOf(db, { tokenHash: hashToken(token), now: now.toISOString() });
  if (!row || row.idle >= idleSeconds) return null;
  const { idle, head, ...actor } = row;
  if (unattended) return { actor: { ...actor, justWrote: true }, head };
  if (idle >= touchSeconds) await touch(db, actor.sessionId, now);
  return { actor, head };
}

const sessionsOf = builtOnce(['tokenHash', 'now'], (db, { tokenHash, now }: { tokenHash: Buffer; now: string }) =>
  db
    .selectFrom('session')
    .innerJoin('staff', 'staff.staff_idx', 'session.staff_idx')
    .select([
      'staff.staff_idx as staffIdx',
      'staff.staff_id as staffId',
      'staff.name',
      'staff.is_admin as isAdmin',
      'session.session_id as sessionId',
      sql<number>`extract(epoch from ${now}::timestamptz - session.seen_at)::float8`.as('idle'),
      sql<boolean>`${wroteAt} > ${now}::timestamptz - make_interval(secs => ${lagSeconds + noteSeconds})`.as(
        'justWrote',
      ),
      sql<number>`extract(epoch from ${wroteAt})::float8`.as('wroteAt'),
      feedHead.as('head'),
    ])
    .where('session.token_hash', '=', tokenHash)
    .where('staff.disabled_at', 'is', null),
);

async function touch(db: Database, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('session').set({ seen_at: now.toISOString() }).where('session_id', '=', sessionId).execute();
}

/** One open session. Times in seconds. */
export interface SessionRow extends SessionOrigin {
  session_id: string;
  created_at: number;
  seen_at: number;
}

/** The open sessions of an account, last used first. */
export function listSessions(ctx: Context, staffIdx: number): Promise<SessionRow[]> {
  return ctx.db
    .selectFrom('session')
    .select([
      'session_id',
      'address',
      'agent',
      secondsOf('created_at').as('created_at'),
      secondsOf('seen_at').as('seen_at'),
    ])
    .where('staff_idx', '=', staffIdx)
    .where('seen_at', '>', idleSince(ctx))
    .orderBy('session.seen_at', 'desc')
    .orderBy('session_id')
    .execute();
}

/** The `providerLogOut` passed to {@link openSession}. */
export async function findProviderLogOut(ctx: Context, sessionId: string): Promise<Buffer | null> {
  const row = await ctx.db
    .selectFrom('session')
    .select('provider_log_out')
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row?.provider_log_out ?? null;
}

/** Ends one session of an account; false if there is no such session. */
export async function closeSession(ctx: Context, staffIdx: number, sessionId: string): Promise<boolean> {
  const ended = await ctx.db
    .deleteFrom('session')
    .where('staff_idx', '=', staffIdx)
    .where('session_id', '=', sessionId)
    .returning('session_id')
    .execute();
  return announceEnded(ctx, ended) > 0;
}

/** Ends all sessions of an account, except one if given. Returns how many ended. */
export async function closeSessions(ctx: Context, staffIdx: number, except?: string): Promise<number> {
  const ended = await ctx.db
    .deleteFrom('session')
    .where('staff_idx', '=', staffIdx)
    .$if(except !== undefined, (query) => query.where('session_id', '!=', except ?? ''))
    .returning('session_id')
    .execute();
  return announceEnded(ctx, ended);
}

/** The kind of change that tells every instance that a session has ended, so that it can close what it keeps open. */
export const sessionKind = 'session';

function announceEnded(ctx: Context, ended: readonly { session_id: string }[]): number {
  for (const { session_id } of ended) ctx.changed(sessionKind, session_id);
  return ended.length;
}

/** Sessions go once they can no longer be used. Each request moves their time, so no index holds it. */
export const shortLivedSessions: ShortLived = { table: 'session', at: 'seen_at', lifetime: idleSeconds, index: null };

/** The time of the last request of a session that has just expired. */
export const idleSince = (ctx: Context): string => new Date(ctx.now.getTime() - idleSeconds * 1000).toISOString();
