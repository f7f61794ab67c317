import { type RawBuilder, sql } from 'kysely';
import { hashToken, makeToken } from '#kernel/auth/secret-token.ts';
import { secondsOf, secondsOrZero } from '#kernel/db/seconds.ts';
import type { Locale } from '#kernel/messages/locale.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Link } from './partner-link.contract.ts';

/** A link as its page needs it. */
export interface OpenedLink {
  link_idx: number;
  cg_idx: number;
  lang: Locale;
  /** In seconds. */
  expires_at: number;
  password_hash: string | null;
  downloads: number;
  /** Neither over nor revoked. */
  isOpen: boolean;
}

/** Adds a link; returns the token of its address, of which only a hash is stored. */
export async function insertLink(
  ctx: Context,
  { cg_idx, lang, expires_at, password }: { cg_idx: number; lang: Locale; expires_at: number; password: string | null },
): Promise<{ link_idx: number; token: string }> {
  const token = makeToken();
  const { link_idx } = await ctx.db
    .insertInto('code_link')
    .values({
      cg_idx,
      lang,
      token_hash: hashToken(token),
      password_hash: password,
      created_at: ctx.now.toISOString(),
      created_by: actorName(ctx.actor),
      expires_at: new Date(expires_at * 1000).toISOString(),
    })
    .returning('link_idx')
    .executeTakeFirstOrThrow();
  return { link_idx, token };
}

const isOpen = ({ now }: Pick<Context, 'now'>): RawBuilder<boolean> =>
  sql<boolean>`(revoked_at is null and expires_at > ${now.toISOString()})`;

// As many as a dialog can list.
const most = 100;

/** The links to a batch, newest first. */
export const listLinks = (ctx: Context, cg_idx: number): Promise<Link[]> =>
  ctx.db
    .selectFrom('code_link')
    .select(['link_idx', sql<Locale>`lang`.as('lang'), 'created_by', 'downloads'])
    .select([
      secondsOf('created_at').as('created_at'),
      secondsOf('expires_at').as('expires_at'),
      secondsOrZero('revoked_at').as('revoked_at'),
      sql<boolean>`password_hash is not null`.as('has_password'),
      isOpen(ctx).as('is_open'),
    ])
    .where('cg_idx', '=', cg_idx)
    .orderBy('link_idx', 'desc')
    .limit(most)
    .execute();

/** The newest open link to a batch; null if none is open. */
export const findOpenLink = async (
  ctx: Context,
  cg_idx: number,
): Promise<Pick<Link, 'expires_at' | 'downloads'> | null> =>
  (await ctx.db
    .selectFrom('code_link')
    .select([secondsOf('expires_at').as('expires_at'), 'downloads'])
    .where('cg_idx', '=', cg_idx)
    .where(isOpen(ctx))
    .orderBy('link_idx', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null;

/** The link with this token. */
export const findLink = (ctx: Context, token: string): Promise<OpenedLink | undefined> =>
  ctx.db
    .selectFrom('code_link')
    .select(['link_idx', 'cg_idx', sql<Locale>`lang`.as('lang'), 'password_hash', 'downloads'])
    .select([secondsOf('expires_at').as('expires_at'), isOpen(ctx).as('isOpen')])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();

/** Whether a link can still be opened. */
export async function isLinkOpen(ctx: Context, link_idx: number): Promise<boolean> {
  const found = await ctx.db
    .selectFrom('code_link')
    .select('link_idx')
    .where('link_idx', '=', link_idx)
    .where(isOpen(ctx))
    .executeTakeFirst();
  return found !== undefined;
}

/** Counts a download; false if the link has been closed meanwhile. */
export async function countDownload(ctx: Context, link_idx: number): Promise<boolean> {
  const counted = await ctx.db
    .updateTable('code_link')
    .set((row) => ({ downloads: row('downloads', '+', 1) }))
    .where('link_idx', '=', link_idx)
    .where(isOpen(ctx))
    .returning('link_idx')
    .executeTakeFirst();
  return counted !== undefined;
}

/** Closes a link for good; undefined if there is none. `wasOpen` is false if somebody had already. */
export async function revokeLink(
  ctx: Context,
  link_idx: number,
): Promise<{ cg_idx: number; wasOpen: boolean } | undefined> {
  const revoked = await ctx.db
    .updateTable('code_link')
    .set({ revoked_at: ctx.now.toISOString() })
    .where('link_idx', '=', link_idx)
    .where('revoked_at', 'is', null)
    .returning('cg_idx')
    .executeTakeFirst();
  if (revoked) return { ...revoked, wasOpen: true };
  const found = await ctx.db
    .selectFrom('code_link')
    .select('cg_idx')
    .where('link_idx', '=', link_idx)
    .executeTakeFirst();
  return found && { ...found, wasOpen: false };
}
