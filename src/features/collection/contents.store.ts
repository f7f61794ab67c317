import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { type BookSelection, selectableBooks } from '#features/library/book-selection.public.ts';
import { withCachedPlans } from '#kernel/db/cached-plans.ts';
import type { Database } from '#kernel/db/database.ts';
import { isSelected } from '#kernel/records/selection.ts';
import type { Context } from '#kernel/work/context.ts';
import type { ContentType } from './collection.rules.ts';

/** One item of a collection: a series, a level or a book. */
export interface ContentItem {
  content_type: ContentType;
  content_idx: number;
}

/** An item with its current name: the bid of a book, the title of a series or level. */
export interface NamedItem extends ContentItem {
  label: string;
}

/** The items to add or remove: by key, or the books of a selection. */
export type Given = { items: readonly ContentItem[] } | { books: z.output<typeof BookSelection> };

/** The key of an item in versions and the audit trail. */
export const keyOf = ({ content_type, content_idx }: ContentItem): string => `${content_type}:${content_idx}`;

/** The items that these keys name, except those that `but` has too. */
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

/** A query for the given items, each once: `(content_type, content_idx)`. */
export const rowsOf = (ctx: Context, given: Given): RawBuilder<unknown> =>
  'items' in given
    ? sql`select distinct content_type, content_idx from ${asRows(given.items)}`
    : sql`select 'book' as content_type, b.bidx as content_idx from book b
        where ${isSelected(selectableBooks(ctx), given.books)}`;

const exists = sql`case item.content_type
  when 'series' then exists (select from series where ser_idx = item.content_idx)
  when 'level' then exists (select from level where lev_idx = item.content_idx)
  else exists (select from book where bidx = item.content_idx) end`;

const written = sql`content_type, content_idx, coalesce(
  (select bid from book b where b.bidx = c.bidx),
  (select title from series s where s.ser_idx = c.ser_idx),
  (select title from level l where l.lev_idx = c.lev_idx), '') as label`;

// Below this, two more statements take longer than they save.
const few = 20;

/** Adds items that exist and are not contained yet; returns those added. */
export async function insertContents(ctx: Context, cidx: number, items: readonly ContentItem[]): Promise<NamedItem[]> {
  const only = (type: ContentType) => sql`case when content_type = ${type} then content_idx end`;
  const insert = sql<NamedItem>`
    insert into collection_content as c (cidx, ser_idx, lev_idx, bidx, added_at)
    select distinct ${cidx}::integer, ${only('series')}, ${only('level')}, ${only('book')},
      ${ctx.now.toISOString()}::timestamptz
    from ${asRows(items)} where ${exists}
    on conflict on constraint collection_content__key do nothing
    returning ${written}`;
  const { rows } = await (items.length > few
    ? withCachedPlans(ctx.db, () => insert.execute(ctx.db))
    : insert.execute(ctx.db));
  return rows;
}

/** Removes all contents of a collection. */
export async function clearContents(db: Database, cidx: number): Promise<void> {
  await db.deleteFrom('collection_content').where('cidx', '=', cidx).execute();
}

/** Removes items; returns those that were contained. */
export async function deleteContents(db: Database, cidx: number, items: readonly ContentItem[]): Promise<NamedItem[]> {
  const { rows } = await sql<NamedItem>`
    delete from collection_content c
    where cidx = ${cidx} and (content_type, content_idx) in (select content_type, content_idx from ${asRows(items)})
    returning ${written}`.execute(db);
  return rows;
}

/** The given items that exist. */
export async function findExisting(db: Database, items: readonly ContentItem[]): Promise<ContentItem[]> {
  const { rows } = await sql<ContentItem>`
    select item.content_type, item.content_idx from ${asRows(items)}
    where ${exists}`.execute(db);
  return rows;
}

/** The given items that the collection contains. */
export async function findContained(db: Database, cidx: number, items: readonly ContentItem[]): Promise<ContentItem[]> {
  const { rows } = await sql<ContentItem>`
    select content_type, content_idx from collection_content join ${asRows(items)} using (content_type, content_idx)
    where cidx = ${cidx}`.execute(db);
  return rows;
}
