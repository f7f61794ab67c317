import { sql } from 'kysely';
import { findNear, isNear, nearness } from '#kernel/db/near-text.ts';
import { textMatches } from '#kernel/db/text-search.ts';
import { pathOf } from '#kernel/images/image-paths.rules.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import { type CollectionImageKind, defaultTitle } from '../collection.rules.ts';
import type { CollectionRow } from '../collection.store.ts';
import { findCurrentImages } from '../collection-images.store.ts';
import { countReached } from '../contents/contents.read.ts';

/** A collection as pickers name it. */
export interface NamedCollection {
  cidx: number;
  cid: string;
  title: string;
}

const named = sql`
  select c.cidx, c.cid, coalesce(t.title, c.cid) as title
  from collection c left join collection_text t on t.cidx = c.cidx and t.locale = 'en'`;

/** All collections by cid. */
export async function listNamed(ctx: Context): Promise<NamedCollection[]> {
  const { rows } = await sql<NamedCollection>`${named} order by c.cid`.execute(ctx.db);
  return rows;
}

/** The titles of collections by cid. */
export async function collectionTitles(ctx: Context, cids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<NamedCollection>`${named} where c.cid = any(${cids}::text[])`.execute(ctx.db);
  return new Map(rows.map(({ cid, title }) => [cid, title]));
}

/** The titles of collections by their numbers. */
export async function numberedTitles(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<NamedCollection>`${named} where c.cidx = any(${ids.map(Number)}::integer[])`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ cidx, title }) => [String(cidx), title]));
}

// How many suggestions an autocompletion offers.
const offered = 20;

/** Collections that match every word of a text; an exact match of the cid comes first. An empty text matches none. */
export async function searchNamed(ctx: Context, text: string, limit = offered): Promise<NamedCollection[]> {
  if (text.trim() === '') return [];
  const { rows } = await sql<NamedCollection>`
    ${named} where ${sql.join(textMatches(sql`c.search`, text), sql` and `)}
    order by c.cid <> ${text}, c.cid limit ${limit}`.execute(ctx.db);
  return rows;
}

/** Collections that come near a text with slips in it, nearest first. */
export function nearNamed(
  ctx: Context,
  text: string,
  limit: number,
): Promise<(NamedCollection & { nearness: number })[]> {
  const search = sql<string>`c.search`;
  return findNear(
    ctx.db,
    sql<NamedCollection & { nearness: number }>`
      select named.*, found.nearness
      from (
        select c.cidx, ${nearness(search, text)} as nearness from collection c where ${isNear(search, text)}
        order by nearness desc, c.cid limit ${limit}
      ) found
      join (${named}) named using (cidx) order by found.nearness desc, named.cid`,
  );
}

/** A collection as returned by calls, except the texts of one language. */
export async function recordOf(ctx: Context, storage: Storage, row: CollectionRow) {
  const [{ web, mobile }, images] = await Promise.all([
    countReached(ctx, row.cidx),
    findCurrentImages(ctx.db, row.cidx),
  ]);
  const address = (kind: CollectionImageKind) => {
    const image = images.find((one) => one.kind === kind);
    return image ? storage.publicUrl(pathOf(image)) : null;
  };
  const { age_group: _group, images: _images, ...fields } = row;
  return {
    ...fields,
    default_title: defaultTitle(row.multi_lang_data),
    adsOn: row.ads_place !== null,
    cover_img: address('cover'),
    thumb_img: address('thumb'),
    list_img: address('list'),
    web_book_count: web,
    mobile_book_count: mobile,
  };
}
