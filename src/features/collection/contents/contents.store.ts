import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#kernel/context.ts';
import type { Database } from '#kernel/db/database.ts';
import type { ContentType } from '../collection.rules.ts';

/** One item of a collection: a series, a level or a book. */
export interface ContentItem {
  content_type: ContentType;
  content_idx: number;
}

/** These items as rows `(content_type, content_idx)`. */
export const asRows = (items: readonly ContentItem[]): RawBuilder<unknown> => sql`unnest(
  ${items.map((item) => item.content_type)}::text[], ${items.map((item) => item.content_idx)}::integer[])
  as item (content_type, content_idx)`;

/** Adds items that are not contained yet; answers those added. A constraint refuses what does not exist. */
export async function insertContents(
  ctx: Context,
  cidx: number,
  items: readonly ContentItem[],
): Promise<ContentItem[]> {
  const only = (type: ContentType) => sql`case when content_type = ${type} then content_idx end`;
  const { rows } = await sql<ContentItem>`
    insert into collection_content (cidx, ser_idx, lev_idx, bidx, added_at)
    select distinct ${cidx}::integer, ${only('series')}, ${only('level')}, ${only('book')},
      ${ctx.now.toISOString()}::timestamptz
    from ${asRows(items)}
    on conflict on constraint collection_content__key do nothing
    returning content_type, content_idx`.execute(ctx.db);
  return rows;
}

/** Takes items away; answers those that were contained. */
export async function deleteContents(
  db: Database,
  cidx: number,
  items: readonly ContentItem[],
): Promise<ContentItem[]> {
  const { rows } = await sql<ContentItem>`
    delete from collection_content using ${asRows(items)}
    where cidx = ${cidx} and collection_content.content_type = item.content_type
      and collection_content.content_idx = item.content_idx
    returning collection_content.content_type, collection_content.content_idx`.execute(db);
  return rows;
}

/** Those of the items that exist. */
export async function findExisting(db: Database, items: readonly ContentItem[]): Promise<ContentItem[]> {
  const { rows } = await sql<ContentItem>`
    select item.content_type, item.content_idx from ${asRows(items)}
    where case item.content_type
      when 'series' then exists (select from series where ser_idx = item.content_idx)
      when 'level' then exists (select from level where lev_idx = item.content_idx)
      else exists (select from book where bidx = item.content_idx) end`.execute(db);
  return rows;
}
