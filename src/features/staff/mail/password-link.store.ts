import { hashToken, makeToken } from '#kernel/auth/secret-token.ts';
import type { Context } from '#kernel/work/context.ts';

// How long a link works.
const lifetimeMs = 60 * 60_000;

/** Makes the link of an account, in the place of an older one. Only who gets it has its token. */
export async function makePasswordLink(ctx: Context, staffIdx: number): Promise<string> {
  const token = makeToken();
  const values = {
    token_hash: hashToken(token),
    until: new Date(ctx.now.getTime() + lifetimeMs).toISOString(),
  };
  await ctx.db
    .insertInto('staff_link')
    .values({ staff_idx: staffIdx, ...values })
    .onConflict((conflict) => conflict.column('staff_idx').doUpdateSet(values))
    .execute();
  return token;
}

/** The account whose password a link sets; undefined if the link is over, or the account cannot log in. */
export const findLinked = (ctx: Context, token: string) =>
  ctx.db
    .selectFrom('staff_link')
    .innerJoin('staff', 'staff.staff_idx', 'staff_link.staff_idx')
    .select(['staff.staff_idx', 'staff.staff_id', 'staff.name'])
    .where('token_hash', '=', hashToken(token))
    .where('until', '>', ctx.now.toISOString())
    .where('disabled_at', 'is', null)
    .executeTakeFirst();

/** Ends a link; of two who use it at a time, only one does. */
export async function spendLink(ctx: Context, token: string): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('staff_link')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0;
}
