import { sql } from 'kysely';
import { sendingTogether } from '#kernel/db/sent-together.ts';
import { thumbPath } from '#kernel/images/image-paths.rules.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { partsOf, type ShownParts } from '#kernel/records/record-parts.ts';
import { countVersions } from '#kernel/records/versions.ts';
import type { Context } from '#kernel/work/context.ts';
import { defaultTitle } from '../collection.rules.ts';
import { getCollection } from '../collection.service.ts';
import type { CollectionRow } from '../collection.store.ts';
import { versionsOf } from '../collection-versions.service.ts';
import { countReached, type Reached } from '../contents/contents.read.ts';
import type { CollectionCounts } from './collection-tabs.rules.ts';

/** The head shown above each part of a collection's page. */
export interface CollectionHead {
  collection: Omit<CollectionRow, 'multi_lang_data' | 'images'> & { title: string };
  /** The address of its cover. */
  cover: string | null;
  largerCover: string | null;
  owners: { cust_idx: number; name: string }[];
  reached: Reached;
  counts: CollectionCounts;
  /** Parts that other features add to its page. */
  parts: ShownParts;
}

/** A collection with its texts, and the head of its page. */
export async function readCollectionHead(
  ctx: Context,
  { references, records, storage }: Pick<Kernel, 'references' | 'records' | 'storage'>,
  cid: string,
): Promise<{ row: CollectionRow; head: CollectionHead }> {
  const row = await getCollection(ctx, cid);
  const { multi_lang_data, images, ...collection } = row;
  const page = sendingTogether(ctx);
  const [{ rows }, reached, versions, uses, parts] = await Promise.all([
    sql<Pick<CollectionCounts, 'contents'> & Pick<CollectionHead, 'owners'> & { cover: string | null }>`
      select
        (select count(*) from collection_content where cidx = c.cidx) as contents,
        (select folder from collection_image where img_idx = c.cover_img) as cover,
        (select coalesce(json_agg(json_build_object('cust_idx', u.cust_idx, 'name', u.name) order by u.name), '[]')
          from collection_owner o join customer u using (cust_idx) where o.cidx = c.cidx) as owners
      from collection c where c.cidx = ${row.cidx}`.execute(page.db),
    countReached(page, row.cidx),
    countVersions(page, versionsOf(row.cid)),
    references.find(page, 'collection', [row.cidx]),
    partsOf(page, records.all, 'collection', row.cid),
  ]);
  const { cover = null, owners = [], contents = 0 } = rows[0] ?? {};
  return {
    row,
    head: {
      collection: { ...collection, title: defaultTitle(multi_lang_data) },
      cover: cover && storage.publicUrl(thumbPath(cover, 'strip')),
      largerCover: cover && storage.publicUrl(thumbPath(cover, 'detail')),
      owners,
      reached,
      counts: { contents, versions, images: Object.keys(images).length, uses: uses.count },
      parts,
    },
  };
}
