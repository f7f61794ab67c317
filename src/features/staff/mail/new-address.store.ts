import { sql } from 'kysely';
import { hashToken, makeToken } from '#kernel/auth/secret-token.ts';
import type { Context } from '#kernel/work/context.ts';

// How long a link works.
const lifetimeMs = 60 * 60_000;

/** The address that waits for its link; `over` while no link works that left or is to leave. Undefined if none waits. */
export const findNewAddress = ({ db, now }: Context, staffIdx: number) =>
  db
    .selectFrom('staff_new_address')
    .select(['address', sql<boolean>`coalesce(until <= ${now.toISOString()}::timestamptz, false)`.as('over')])
    .where('staff_idx', '=', staffIdx)
    .executeTakeFirst();

/** Lets an address wait for its link, in the place of another. `until` is null while the link is to leave, now if none does. */
export async function storeNewAddress(
  { db }: Context,
  staffIdx: number,
  { address, until }: { address: string; until: string | null },
): Promise<void> {
  // An end goes with a link: here with one that nobody has.
  const values = { address, token_hash: until === null ? null : hashToken(makeToken()), until };
  await db
    .insertInto('staff_new_address')
    .values({ staff_idx: staffIdx, ...values })
    .onConflict((conflict) => conflict.column('staff_idx').doUpdateSet(values))
    .execute();
}

/** Makes the link of an address that waits, in the place of an older one; undefined if it waits no longer. */
export async function makeAddressLink(
  { db, now }: Context,
  { staffIdx, address }: { staffIdx: number; address: string },
): Promise<string | undefined> {
  const token = makeToken();
  const until = new Date(now.getTime() + lifetimeMs).toISOString();
  const { numUpdatedRows } = await db
    .updateTable('staff_new_address')
    .set({ token_hash: hashToken(token), until })
    .where('staff_idx', '=', staffIdx)
    .where('address', '=', address)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0 ? token : undefined;
}

/** The account and the address of a link; undefined if the link is over, or the account cannot log in. */
export const findLinkedAddress = ({ db, now }: Context, token: string) =>
  db
    .selectFrom('staff_new_address')
    .innerJoin('staff', 'staff.staff_idx', 'staff_new_address.staff_idx')
    .select(['staff.staff_idx', 'staff.staff_id', 'staff_new_address.address'])
    .where('token_hash', '=', hashToken(token))
    .where('until', '>', now.toISOString())
    .where('disabled_at', 'is', null)
    .executeTakeFirst();

/** Ends the waiting of an address; returns it, if one waited. */
export async function deleteNewAddress({ db }: Context, staffIdx: number): Promise<string | undefined> {
  const row = await db
    .deleteFrom('staff_new_address')
    .where('staff_idx', '=', staffIdx)
    .returning('address')
    .executeTakeFirst();
  return row?.address;
}
