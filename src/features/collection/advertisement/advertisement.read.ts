import { sql } from 'kysely';
import { thumbPath } from '#kernel/images/image-paths.rules.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Advertised } from './advertisement.store.ts';

/** An advertised collection as listed on its screen; its place is its index. */
export interface AdvertisedRow extends Advertised {
  is_public: 'O' | 'X';
  version: number;
  /** The address of its cover; null if it has none. */
  cover: string | null;
}

/** The advertised collections in order, with what the screen shows of each. */
export async function listAdvertisedRows(ctx: Context, storage: Storage): Promise<AdvertisedRow[]> {
  const { rows } = await sql<AdvertisedRow>`
    select c.cidx, c.cid, coalesce(t.title, c.cid) as title, c.is_public, c.version, i.folder as cover
    from collection c left join collection_text t on t.cidx = c.cidx and t.locale = 'en'
    left join collection_image i on i.img_idx = c.cover_img
    where c.ads_place is not null order by c.ads_place`.execute(ctx.db);
  return rows.map((row) => ({ ...row, cover: row.cover && storage.publicUrl(thumbPath(row.cover, 'list')) }));
}
