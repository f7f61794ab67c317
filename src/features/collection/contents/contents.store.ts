import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { type BookSelection, selectableBooks } from '#features/book/book.public.ts';
import type { Context } from '#kernel/context.ts';
import type { Database } from '#kernel/db/database.ts';
import { isSelected } from '#kernel/selection.ts';
import type { ContentType } from '../collection.rules.ts';

/** One item of a collection: a series, a level or a book. */
export interface ContentItem {
  content_type: ContentType;
  content_idx: number;
}

/** What is to be added or removed: items by name, or the books of a list. */
export type Given = { items: readonly ContentItem[] } | { books: z.output<typeof BookSelection> };
/** An item as versions and the audit trail name it. */
export const keyOf = ({ content_type, content_idx }: ContentItem): string => `${content_type}:${content_idx}`;

/** The items that these keys name, without those that another set has as well. */
export function itemsIn(all: Record<string, unknown>, but: Record<string, unknown> = {}): ContentItem[] {
  return Object.keys(all).flatMap((key) => (Object.hasOwn(but, key) ? [] : [itemOf(key)]));
}

export function itemOf(key: string): ContentItem {
  const [type = '', idx] = key.split(':');
  return { content_type: type as ContentType, content_idx: Number(idx) };
}

/** These items as rows `(content_type, content_idx)`. */
export const asRows = (items: readonly ContentItem[]): RawBuilder<unknown> => sql`unnest(
  ${items.map((item) => item.content_type)}::text[], ${items.map((item) => item.content_idx)}::integer[])
  as item (content_type, content_idx)`;

/** A query of what is given: `(content_type, content_idx)`, each once. */
export const rowsOf = (given: Given): RawBuilder<unknown> =>
  'items' in given
    ? sql`select distinct content_type, content_idx from ${asRows(given.items)}`
    : sql`select 'book' as content_type, b.bidx as content_idx from book b
        where ${isSelected(selectableBooks, given.books)}`;

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

/** Takes away all that a collection contains. */
export async function clearContents(db: Database, cidx: number): Promise<void> {
  await db.deleteFrom('collection_content').where('cidx', '=', cidx).execute();
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

/** Those of the items that the collection contains. */
export async function findContained(db: Database, cidx: number, items: readonly ContentItem[]): Promise<ContentItem[]> {
  const { rows } = await sql<ContentItem>`
    select content_type, content_idx from collection_content join ${asRows(items)} using (content_type, content_idx)
    where cidx = ${cidx}`.execute(db);
  return rows;
}
