import { sql } from 'kysely';
import { builtOnce } from '../db/built-once.ts';
import type { Database } from '../db/database.ts';
import { secondsOrZero } from '../db/seconds.ts';
import { type AssistantRight, actorName, type KeyActor, type KeyScope, type StaffActor } from '../work/actor.ts';
import type { Context } from '../work/context.ts';
import { hashToken, makeToken } from './secret-token.ts';

// How stale `last_used_at` may get: one write per minute and key, not per request. Seconds.
const touchSeconds = 60;

// `lib_` and six characters: enough to tell keys apart, but no help in guessing the other 37.
const prefixLength = 10;

/** A key as listed. Times in seconds; 0 means none. */
export interface KeyRow {
  key_idx: number;
  name: string;
  scope: KeyScope;
  prefix: string;
  created_at: number;
  created_by: string | null;
  expires_at: number;
  last_used_at: number;
  /** Only of assistants. */
  may: AssistantRight[] | null;
}

/** The properties of a new key; `expiresAt` null means never. */
interface NewKey {
  name: string;
  scope: KeyScope;
  expiresAt: Date | null;
  /** Of an assistant. */
  may?: readonly AssistantRight[] | undefined;
}

/** Creates a key and returns it, this one time only: just its hash is stored. */
export async function makeKey(
  ctx: Context,
  { name, scope, expiresAt, may }: NewKey,
): Promise<{ row: KeyRow; key: string }> {
  const { key, stored } = newKey();
  const row = await ctx.db
    .insertInto('api_key')
    .values({
      name,
      scope,
      ...stored,
      created_at: ctx.now.toISOString(),
      created_by: actorName(ctx.actor),
      expires_at: expiresAt?.toISOString() ?? null,
      may: may ? sql<string[]>`${[...may]}::text[]` : null,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return { row, key };
}

/** A key that nobody has seen, and what is stored of it. */
function newKey() {
  const key = `lib_${makeToken(32)}`;
  return { key, stored: { key_hash: hashToken(key), prefix: key.slice(0, prefixLength) } };
}

/**
 * Gives the record of a key another key with another end, and returns it, this one time only: the next call with the old one is
 * refused on every instance. Undefined if it was revoked.
 */
export async function renewKey(
  ctx: Context,
  keyIdx: number,
  expiresAt: Date | null,
): Promise<{ row: KeyRow; key: string } | undefined> {
  const { key, stored } = newKey();
  const row = await ctx.db
    .updateTable('api_key')
    .set({ ...stored, expires_at: expiresAt?.toISOString() ?? null, last_used_at: null })
    .where('key_idx', '=', keyIdx)
    .returning(columns)
    .executeTakeFirst();
  return row && { row, key };
}

const columns = [
  'key_idx',
  'name',
  sql<KeyScope>`scope`.as('scope'),
  'prefix',
  secondsOrZero('created_at').as('created_at'),
  'created_by',
  secondsOrZero('expires_at').as('expires_at'),
  secondsOrZero('last_used_at').as('last_used_at'),
  sql<AssistantRight[] | null>`may`.as('may'),
] as const;

/** Whose assistant calls with a key, and what it may do; undefined if the key was revoked or has ended meanwhile. */
export const findAssistantKey = (
  { db, now }: Context,
  keyIdx: number,
): Promise<Pick<KeyRow, 'name' | 'created_by' | 'may'> | undefined> =>
  db
    .selectFrom('api_key')
    .select(['name', 'created_by', sql<AssistantRight[] | null>`may`.as('may')])
    .where('key_idx', '=', keyIdx)
    .where('scope', '=', 'assistant')
    .where(sql<boolean>`coalesce(expires_at > ${now.toISOString()}::timestamptz, true)`)
    .executeTakeFirst();

/** Locks a key until the end of the transaction; false if it was revoked. */
export async function lockKey({ db }: Context, keyIdx: number): Promise<boolean> {
  const row = await db
    .selectFrom('api_key')
    .select('key_idx')
    .where('key_idx', '=', keyIdx)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** All keys that are not revoked, newest first. */
export const listKeys = (ctx: Context): Promise<KeyRow[]> =>
  ctx.db.selectFrom('api_key').select(columns).orderBy('key_idx', 'desc').execute();

/** A key that stays as it is until the end of the transaction; undefined if it was revoked. */
export const findLockedKey = (ctx: Context, keyIdx: number): Promise<KeyRow | undefined> =>
  ctx.db.selectFrom('api_key').select(columns).where('key_idx', '=', keyIdx).forUpdate().executeTakeFirst();

/** The name of a key; undefined if it was revoked. */
export async function findKeyName({ db }: Context, keyIdx: number): Promise<string | undefined> {
  const row = await db.selectFrom('api_key').select('name').where('key_idx', '=', keyIdx).executeTakeFirst();
  return row?.name;
}

/** Revokes a key: its next call is refused on every instance. Undefined if there is no such key. */
export const removeKey = (ctx: Context, keyIdx: number): Promise<KeyRow | undefined> =>
  ctx.db.deleteFrom('api_key').where('key_idx', '=', keyIdx).returning(columns).executeTakeFirst();

/** The program behind a key; null if the key is unknown, revoked or expired. */
export async function findKeyActor(db: Database, key: string, now: Date): Promise<KeyActor | null> {
  const at = now.toISOString();
  const [row] = await keysOf(db, { keyHash: hashToken(key), at });
  if (!row) return null;
  const { isStale, ...actor } = row;
  if (isStale) await touchKey(db, actor.keyIdx, at);
  return actor;
}

// Of many concurrent calls only the first writes; the others then match no row.
async function touchKey(db: Database, keyIdx: number, at: string): Promise<void> {
  await db
    .updateTable('api_key')
    .set({ last_used_at: at })
    .where('key_idx', '=', keyIdx)
    .where(isUnnoted(at))
    .execute();
}

/** Whether a key's last use is stale; also true if it lies in the future because a clock was set back. */
const isUnnoted = (at: string) =>
  sql<boolean>`coalesce(abs(extract(epoch from ${at}::timestamptz - last_used_at)) >= ${sql.lit(touchSeconds)}, true)`;

const keysOf = builtOnce(['keyHash', 'at'], (db, { keyHash, at }: { keyHash: Buffer; at: string }) =>
  db
    .selectFrom('api_key')
    .select(['key_idx as keyIdx', 'name', 'prefix', sql<KeyScope>`scope`.as('scope')])
    .select(isUnnoted(at).as('isStale'))
    .where('key_hash', '=', keyHash)
    .where(sql<boolean>`coalesce(expires_at > ${at}::timestamptz, true)`),
);

/** The person for whom a key of the scope `staff` calls: who created it; null if they cannot log in any more. */
export async function findPersonOfKey(db: Database, keyIdx: number): Promise<StaffActor | null> {
  const person = await db
    .selectFrom('api_key')
    .innerJoin('staff', 'staff.staff_id', 'api_key.created_by')
    .select([
      'staff.staff_idx as staffIdx',
      'staff.staff_id as staffId',
      'staff.name as name',
      'staff.is_admin as isAdmin',
    ])
    .where('api_key.key_idx', '=', keyIdx)
    .where('api_key.scope', '=', 'staff')
    .where('staff.disabled_at', 'is', null)
    .executeTakeFirst();
  // A program reads at once what it wrote: it has no session in which writes are noted.
  return person ? { ...person, sessionId: '', justWrote: true } : null;
}

/** Those of the given keys that have been revoked or have expired. */
export async function findEndedKeys(db: Database, keyIdxs: readonly number[], now: Date): Promise<Set<number>> {
  const live = await db
    .selectFrom('api_key')
    .select('key_idx')
    .where('key_idx', '=', sql<number>`any(${keyIdxs}::integer[])`)
    .where(sql<boolean>`coalesce(expires_at > ${now.toISOString()}::timestamptz, true)`)
    .execute();
  return new Set(keyIdxs).difference(new Set(live.map(({ key_idx }) => key_idx)));
}
