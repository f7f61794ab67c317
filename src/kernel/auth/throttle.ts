import { sql } from 'kysely';
import type { Context } from '../context.ts';

/** The window in which failures count, in minutes, and how many an ID or an address may have. */
const windowMinutes = 15;
const limits = { id: 10, address: 100 };

const keysOf = (id: string, address: string) => ({
  id: `id:${id.normalize('NFKC').toLowerCase()}`,
  address: `ip:${address}`,
});

const windowStart = (ctx: Context) => new Date(ctx.now.getTime() - windowMinutes * 60_000).toISOString();

/** Whether this ID or this address has failed too often of late. */
export async function isThrottled(ctx: Context, id: string, address: string): Promise<boolean> {
  const keys = keysOf(id, address);
  const count = (key: string) => sql<number>`count(*) filter (where key = ${key})`;
  const found = await ctx.db
    .selectFrom('login_failure')
    .select([count(keys.id).as('byId'), count(keys.address).as('byAddress')])
    .where('key', 'in', [keys.id, keys.address])
    .where('at', '>', windowStart(ctx))
    .executeTakeFirstOrThrow();
  return found.byId >= limits.id || found.byAddress >= limits.address;
}

/** Counts a failure against the ID and the address, and forgets those that no longer count. */
export async function recordFailure(ctx: Context, id: string, address: string): Promise<void> {
  const at = ctx.now.toISOString();
  const keys = keysOf(id, address);
  await ctx.db.deleteFrom('login_failure').where('at', '<', windowStart(ctx)).execute();
  await ctx.db
    .insertInto('login_failure')
    .values([
      { key: keys.id, at },
      { key: keys.address, at },
    ])
    .execute();
}

/** A success clears the ID, never the address: one account must not pay for guesses at others. */
export async function clearFailures(ctx: Context, id: string): Promise<void> {
  await ctx.db.deleteFrom('login_failure').where('key', '=', keysOf(id, '').id).execute();
}
