import { type RawBuilder, sql } from 'kysely';
import { secondsOf } from '#kernel/db/seconds.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';

/** The record that a preview shows. */
export interface Previewed {
  of: string;
  id: string;
}

/** An unexpired preview link. Times in seconds; an `at` of 0 means the time it is opened. */
interface LinkRow extends Previewed {
  link_idx: number;
  at: number;
  until: number;
  /** The release whose changes it shows; 0 for none. */
  release: number;
  /** The plan that it is applied with; 0 for none. */
  plan: number;
  created_at: number;
  created_by: string | null;
}

const columns = [
  'link_idx',
  'of_entity as of',
  'of_id as id',
  'shown_at as at',
  secondsOf('ends_at').as('until'),
  sql<number>`coalesce(release, 0)`.as('release'),
  sql<number>`coalesce(plan, 0)`.as('plan'),
  secondsOf('created_at').as('created_at'),
  'created_by',
] as const;

/** Makes others who share the same record wait until the transaction ends, so that its links can be counted. */
export async function lockLinks(ctx: Context, { of, id }: Previewed): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`preview:${of}:${id}`}, 0))`.execute(ctx.db);
}

/** Adds a link and returns its key. */
export async function insertLink(
  ctx: Context,
  { of, id, at, until, release, plan }: Pick<LinkRow, 'of' | 'id' | 'at' | 'until' | 'release' | 'plan'>,
): Promise<number> {
  const { link_idx } = await ctx.db
    .insertInto('preview_link')
    .values({
      of_entity: of,
      of_id: id,
      shown_at: at,
      release: release === 0 ? null : release,
      plan: plan === 0 ? null : plan,
      ends_at: new Date(until * 1000).toISOString(),
      created_at: ctx.now.toISOString(),
      created_by: actorName(ctx.actor),
    })
    .returning('link_idx')
    .executeTakeFirstOrThrow();
  return link_idx;
}

/** The unexpired links to one record, newest first. */
export const listLinks = (ctx: Context, { of, id }: Previewed): Promise<LinkRow[]> =>
  ctx.db
    .selectFrom('preview_link')
    .select(columns)
    .where('of_entity', '=', of)
    .where('of_id', '=', id)
    .where('ends_at', '>', ctx.now.toISOString())
    .orderBy('link_idx', 'desc')
    .execute();

export async function hasLink(ctx: Context, linkIdx: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('preview_link')
    .select('link_idx')
    .where('link_idx', '=', linkIdx)
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes a link; undefined if there is none. */
export const deleteLink = (ctx: Context, linkIdx: number): Promise<LinkRow | undefined> =>
  ctx.db.deleteFrom('preview_link').where('link_idx', '=', linkIdx).returning(columns).executeTakeFirst();

/** The condition that a link is to one of these records of a kind. */
const isTo = (of: string, ids: RawBuilder<unknown>) => sql<boolean>`of_entity = ${of} and of_id in (${ids})`;

/** How many unexpired links there are to these records. */
export async function countLinks(ctx: Context, of: string, ids: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from preview_link where ${isTo(of, ids)} and ends_at > ${ctx.now.toISOString()}`.execute(
    ctx.db,
  );
  return rows[0]?.count ?? 0;
}

/** Removes all links to these records. */
export async function deleteLinksTo(ctx: Context, of: string, ids: RawBuilder<unknown>): Promise<void> {
  await ctx.db.deleteFrom('preview_link').where(isTo(of, ids)).execute();
}

/** Deletes expired links. */
export async function sweepLinks(ctx: Context): Promise<void> {
  await ctx.db.deleteFrom('preview_link').where('ends_at', '<=', ctx.now.toISOString()).execute();
}
