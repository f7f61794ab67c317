import { isIPv6 } from 'node:net';
import { type RawBuilder, sql } from 'kysely';
import { executeGeneric } from '../db/generic-plan.ts';
import type { Context } from '../work/context.ts';
import { throttle } from './throttle.rules.ts';
import type { ShortLived } from '../work/short-lived.ts';

/** What attempts are counted for besides their address. Those for an ID and for a link never count together. */
type AttemptKey = RawBuilder<string>;

/** Folded by the database exactly as it compares IDs: another spelling must not be counted separately. */
export const idKey = (id: string): AttemptKey => sql<string>`'id:' || lower(${id}::text)`;

/** An ID as {@link idKey} folds it, for keys that count something else. */
export async function foldedId({ db }: Context, id: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select lower(${id}::text) as id`.execute(db);
  return rows[0]?.id ?? id;
}

/** The key of a link that asks for a password. */
export const linkKey = (linkIdx: number): AttemptKey => sql<string>`${`link:${linkIdx}`}::text`;

/** The result of registering an attempt. */
interface Attempt {
  /** 0 if the attempt may proceed, else the seconds until the next may be made. */
  wait: number;
  /** The failures recorded for it, which {@link forgiveAttempt} removes. */
  noted: number[];
}

/**
 * Counts an attempt as failed before its password is checked, so that parallel attempts cannot exceed the limit
 * together. Commit before checking the password. A refused attempt is not counted, so the window passes even for
 * someone who keeps trying.
 */
export async function beginAttempt(ctx: Context, id: AttemptKey, address: string): Promise<Attempt> {
  const keys = { id, address: sql<string>`${`ip:${networkOf(address)}`}::text` };
  // The ID is always locked first, so that two attempts never deadlock.
  await sql`select pg_advisory_xact_lock(hashtextextended(key, 0))
    from unnest(array[${keys.id}, ${keys.address}]) key`.execute(ctx.db);
  const wait = Math.max(
    await secondsToWait(ctx, keys.id, throttle.perId),
    await secondsToWait(ctx, keys.address, throttle.perAddress),
  );
  if (wait > 0) return { wait, noted: [] };
  const at = ctx.now.toISOString();
  const rows = await ctx.db
    .insertInto('login_failure')
    .values([
      { key: keys.id, at },
      { key: keys.address, at },
    ])
    .returning('failure_idx')
    .execute();
  return { wait, noted: rows.map((row) => row.failure_idx) };
}

/**
 * Removes the failures recorded for a successful attempt and clears its ID; failures of the address with other IDs
 * still count. Also removes expired failures.
 */
export async function forgiveAttempt(ctx: Context, id: AttemptKey, attempt: Attempt): Promise<void> {
  await ctx.db
    .deleteFrom('login_failure')
    .where((row) =>
      row.or([row('failure_idx', 'in', attempt.noted), row('key', '=', id), row('at', '<=', windowStart(ctx))]),
    )
    .execute();
}

/**
 * Seconds until a caller with too many failures may continue, else 0. Failures are counted per key, each with its own
 * limit; they are recorded by {@link noteFailures}.
 */
export async function waitOf(ctx: Context, limits: Readonly<Record<string, number>>): Promise<number> {
  const counted = sql<{ key: string; failures: number; age: number }>`
    select key, count(*) as failures, extract(epoch from ${ctx.now.toISOString()}::timestamptz - min(at))::float8 as age
    from login_failure where key = any(${Object.keys(limits)}::text[]) and at > ${windowStart(ctx)}::timestamptz
    group by key`;
  const waits = (await executeGeneric(ctx.db, counted)).map(({ key, failures, age }) =>
    failures < (limits[key] ?? 0) ? 0 : waitAfter(age),
  );
  return Math.max(0, ...waits);
}

/** Records a failure under each of these keys, if none is at its limit yet; returns the same as {@link waitOf}. */
export async function noteFailures(ctx: Context, limits: Readonly<Record<string, number>>): Promise<number> {
  const keys = Object.keys(limits).toSorted();
  // In sorted order, so that two callers never deadlock.
  await sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${keys}::text[]) key`.execute(ctx.db);
  const wait = await waitOf(ctx, limits);
  const at = ctx.now.toISOString();
  const rows = keys.map((key) => ({ key, at }));
  if (wait === 0) await ctx.db.insertInto('login_failure').values(rows).execute();
  return wait;
}

/** How many failures are recorded under a key within the period. */
export async function countFailures(ctx: Context, key: string): Promise<number> {
  const { failures } = await ctx.db
    .selectFrom('login_failure')
    .select((row) => row.fn.countAll<number>().as('failures'))
    .where('key', '=', key)
    .where('at', '>', windowStart(ctx))
    .executeTakeFirstOrThrow();
  return failures;
}

/** Removes the failures of one key: the user has proved to be the owner. */
export async function forgetFailures(ctx: Context, key: string): Promise<void> {
  await ctx.db.deleteFrom('login_failure').where('key', '=', key).execute();
}

/** Failed attempts go once they no longer count. */
export const shortLivedFailures: ShortLived = {
  table: 'login_failure',
  at: 'at',
  lifetime: throttle.windowSeconds,
  index: 'login_failure__at_idx',
};

/** Seconds until the oldest failure expires if there are too many, else 0. */
async function secondsToWait(ctx: Context, key: AttemptKey, limit: number): Promise<number> {
  const { failures, age } = await ctx.db
    .selectFrom('login_failure')
    .select((row) => [
      row.fn.countAll<number>().as('failures'),
      sql<number>`extract(epoch from ${ctx.now.toISOString()}::timestamptz - min(at))::float8`.as('age'),
    ])
    .where('key', '=', key)
    .where('at', '>', windowStart(ctx))
    .executeTakeFirstOrThrow();
  return failures < limit ? 0 : waitAfter(age);
}

/** Seconds until the oldest failure, of this age, no longer counts. */
const waitAfter = (age: number) => Math.max(1, Math.ceil(throttle.windowSeconds - age));

const windowStart = (ctx: Context) => new Date(ctx.now.getTime() - throttle.windowSeconds * 1000).toISOString();

/** The network that is counted for an address: a customer of an IPv6 provider has a whole /64. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const before = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
