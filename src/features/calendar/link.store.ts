import { sql } from 'kysely';
import { hashToken, makeToken } from '#kernel/auth/secret-token.ts';
import type { Database } from '#kernel/db/database.ts';
import { secondsOf, secondsOrZero } from '#kernel/db/seconds.ts';
import type { Locale } from '#kernel/messages/locale.ts';
import type { Context } from '#kernel/work/context.ts';
import type { CalendarLink } from './link.contract.ts';

// As many as a dialog can list.
const most = 100;

/** Adds a link; returns the token of its address, of which only a hash is stored. */
export async function insertLink(ctx: Context, staff_idx: number): Promise<{ link_idx: number; token: string }> {
  const token = makeToken();
  const { link_idx } = await ctx.db
    .insertInto('calendar_link')
    .values({ staff_idx, token_hash: hashToken(token), lang: ctx.locale, created_at: ctx.now.toISOString() })
    .returning('link_idx')
    .executeTakeFirstOrThrow();
  return { link_idx, token };
}

/** The links that an account made, newest first. */
export const listLinks = (db: Database, staffIdx: number): Promise<CalendarLink[]> =>
  db
    .selectFrom('calendar_link')
    .select(['link_idx', secondsOf('created_at').as('created_at'), secondsOrZero('revoked_at').as('revoked_at')])
    .where('staff_idx', '=', staffIdx)
    .orderBy('link_idx', 'desc')
    .limit(most)
    .execute();

/** The link with this token: open unless it is revoked, or the account that made it may not see the calendar itself. */
export const findLink = (db: Database, token: string): Promise<{ lang: Locale; isOpen: boolean } | undefined> =>
  db
    .selectFrom('calendar_link')
    .innerJoin('staff', 'staff.staff_idx', 'calendar_link.staff_idx')
    .select([
      sql<Locale>`lang`.as('lang'),
      sql<boolean>`revoked_at is null and staff.disabled_at is null and staff.is_admin`.as('isOpen'),
    ])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();

/** A link, locked until the transaction ends. */
export const lockLink = (db: Database, linkIdx: number): Promise<{ staff_idx: number; isOpen: boolean } | undefined> =>
  db
    .selectFrom('calendar_link')
    .select(['staff_idx', sql<boolean>`revoked_at is null`.as('isOpen')])
    .where('link_idx', '=', linkIdx)
    .forUpdate()
    .executeTakeFirst();

export async function closeLink(ctx: Context, linkIdx: number): Promise<void> {
  await ctx.db
    .updateTable('calendar_link')
    .set({ revoked_at: ctx.now.toISOString() })
    .where('link_idx', '=', linkIdx)
    .execute();
}
