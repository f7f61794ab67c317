import { sql } from 'kysely';
import type { Context } from '#kernel/context.ts';
import type { Database } from '#kernel/db/database.ts';
import type { StoredImage } from '#kernel/images/image-files.ts';
import type { CollectionImageKind } from '../collection.rules.ts';

export interface CollectionImage extends StoredImage {
  img_idx: number;
  kind: CollectionImageKind;
}

/** The current images of a collection. */
export async function findCurrentImages(db: Database, cidx: number): Promise<CollectionImage[]> {
  const { rows } = await sql<CollectionImage>`
    select i.img_idx, i.kind, i.folder, i.file_name, i.width, i.height, i.size
    from collection c join collection_image i on i.img_idx in (c.cover_img, c.thumb_img, c.list_img)
    where c.cidx = ${cidx}`.execute(db);
  return rows;
}

export async function insertImage(
  db: Database,
  cidx: number,
  kind: CollectionImageKind,
  image: StoredImage,
): Promise<number> {
  const { img_idx } = await db
    .insertInto('collection_image')
    .values({ ...image, cidx, kind })
    .returning('img_idx')
    .executeTakeFirstOrThrow();
  return img_idx;
}

/** Makes images that the collection has had the current ones; a kind that is absent has none. */
export async function pointImages(
  db: Database,
  cidx: number,
  images: Partial<Record<CollectionImageKind, number>>,
): Promise<void> {
  await db
    .updateTable('collection')
    .set({ cover_img: images.cover ?? null, thumb_img: images.thumb ?? null, list_img: images.list ?? null })
    .where('cidx', '=', cidx)
    .execute();
}

/** Those of these folders that an image of a collection lies in. */
export async function findImageFolders(ctx: Context, folders: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ folder: string }>`
    select folder from collection_image where folder = any(${folders}::text[])`.execute(ctx.db);
  return rows.map((row) => row.folder);
}
