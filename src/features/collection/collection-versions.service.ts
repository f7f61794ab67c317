import { type RawBuilder, sql } from 'kysely';
import { getRecord } from '#kernel/records/change-record.ts';
import type { VersionChange } from '#kernel/records/version-changes.rules.ts';
import { saveVersion, type Versioned, type VersionNote } from '#kernel/records/versions.ts';
import type { Context } from '#kernel/work/context.ts';
import type { CollectionRow } from './collection.store.ts';
import { collectionEntity, collectionKind, editedOf } from './collection-record.service.ts';
import { keyOf, type NamedItem } from './contents.store.ts';
import { stampTexts } from './text-version.store.ts';

/** The contents in a version: the label of each item, by type and number. */
export type ContentsByKey = Record<string, string>;

/** What a version of a collection holds. */
export type CollectionState = ReturnType<typeof stateOf> & { contents: ContentsByKey };

/** A collection as the owner of its versions. Its contents stay in their own table. */
export const versionsOf = (cid: string): Versioned<CollectionState> => ({
  entity: collectionEntity,
  id: cid,
  grown: (keys) =>
    sql`select json_build_object('contents', (${contentsOf(sql`(select cidx from collection where cid = ${cid})`, keys)}))`,
});

/** What was added to or removed from the contents of a collection. */
export interface ContentsChange {
  added?: readonly NamedItem[];
  removed?: readonly NamedItem[];
}

/** Makes a version of a collection as it is now, if it differs from the newest; returns its number. */
export async function makeVersion(
  ctx: Context,
  collection: string | CollectionRow,
  { contents = {}, ...note }: Omit<VersionNote, 'grown'> & { contents?: ContentsChange } = {},
): Promise<number> {
  const row = typeof collection === 'string' ? await getRecord(ctx, collectionKind, collection) : collection;
  const verIdx = await saveVersion(ctx, versionsOf(row.cid), stateOf(row), { ...note, grown: changesOf(contents) });
  await stampTexts(ctx.db, row.cidx, verIdx);
  return verIdx;
}

/** What a version holds besides the contents. */
export const stateOf = (row: CollectionRow) => ({
  ...editedOf(row),
  lock: row.lock,
  adsOn: row.ads_place !== null,
  images: row.images,
});

/** The current contents of a collection. */
export async function findContents(ctx: Context, cidx: number): Promise<ContentsByKey> {
  const { rows } = await sql<{ contents: ContentsByKey }>`
    select (${contentsOf(sql`${cidx}`)}) as contents`.execute(ctx.db);
  return rows[0]?.contents ?? {};
}

// Versions keep titles, so that an old version can still name what was deleted since.
const label = sql`coalesce(b.bid, s.title, l.title, '')`;

const key = sql`content_type || ':' || content_idx`;

const contentsOf = (cidx: RawBuilder<unknown>, keys?: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select coalesce(json_object_agg(${key}, ${label}), '{}')
  from collection_content c left join book b using (bidx)
  left join series s on s.ser_idx = c.ser_idx left join level l on l.lev_idx = c.lev_idx
  where c.cidx = ${cidx} ${keys ? sql`and ${key} in (${keys})` : sql``}`;

function changesOf({ added = [], removed = [] }: ContentsChange): VersionChange[] {
  const onSide = (items: readonly NamedItem[], side: 'before' | 'after') =>
    items.map((item): VersionChange => ({ path: ['contents', keyOf(item)], [side]: item.label }));
  return [...onSide(added, 'after'), ...onSide(removed, 'before')];
}
