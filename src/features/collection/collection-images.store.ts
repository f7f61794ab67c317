import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import type { StoredImage } from '#kernel/images/image-files.ts';
import type { UnownedFiles } from '#kernel/storage/file-owners.ts';
import type { Context } from '#kernel/work/context.ts';
import type { CollectionImageKind } from './collection.rules.ts';

/** The storage prefix of collection images. */
export const imagePrefix = 'images/collection/';

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

const columns = ['img_idx', 'kind', 'folder', 'file_name', 'width', 'height', 'size'] as const;

/** A current or former image of a collection, by its number or its folder. */
export async function findImage(
  db: Database,
  cidx: number,
  key: number | string,
): Promise<CollectionImage | undefined> {
  const image = await db
    .selectFrom('collection_image')
    .select(columns)
    .where('cidx', '=', cidx)
    .where(typeof key === 'number' ? 'img_idx' : 'folder', '=', key)
    .executeTakeFirst();
  return image as CollectionImage | undefined;
}

/** Current or former images of a collection, by their folders. */
export async function findImagesIn(db: Database, cidx: number, folders: readonly string[]): Promise<CollectionImage[]> {
  const { rows } = await sql<CollectionImage>`
    select img_idx, kind, folder, file_name, width, height, size
    from collection_image where cidx = ${cidx} and folder = any(${folders}::text[])`.execute(db);
  return rows;
}

/** Current or former images of collections, by their numbers. */
export async function findImages(db: Database, ids: readonly number[]): Promise<CollectionImage[]> {
  const { rows } = await sql<CollectionImage>`
    select img_idx, kind, folder, file_name, width, height, size
    from collection_image where img_idx = any(${ids}::integer[])`.execute(db);
  return rows;
}

/** An image, as sets of changes name files. */
export const fileOfImage = (imgIdx: number): string => `collection_image ${imgIdx}`;
const file = sql`'collection_image ' || img_idx`;

/** Images that came for a set of changes: they go a day after the last one that waited with them is over. */
export const unownedImages: UnownedFiles = {
  rows: sql`select ${file} as key, unused_since as since from collection_image where for_release`,
  // One that is shown by now stays.
  forget: ({ db }, keys) =>
    sql`
    delete from collection_image i where for_release and ${file} = any(${keys}::text[])
      and not exists (select from collection c where i.img_idx in (c.cover_img, c.thumb_img, c.list_img))`.execute(db),
};

/** Stores an image that came for a set of changes, which is yet to be applied. */
export async function insertForLater(
  ctx: Context,
  cidx: number,
  kind: CollectionImageKind,
  image: StoredImage,
): Promise<number> {
  const imgIdx = await insertImage(ctx.db, cidx, kind, image);
  await ctx.db.updateTable('collection_image').set({ for_release: true }).where('img_idx', '=', imgIdx).execute();
  await noteUnnamed(ctx, imgIdx);
  return imgIdx;
}

/** Notes that a set of changes no longer names an image that came for one. */
export async function noteUnnamed({ db, now }: Context, imgIdx: number): Promise<void> {
  await db
    .updateTable('collection_image')
    .set({ unused_since: now.toISOString() })
    .where('img_idx', '=', imgIdx)
    .where('for_release', '=', true)
    .execute();
}

export async function insertImage(
  db: Database,
  cidx: number,
  kind: CollectionImageKind,
  { folder, file_name, width, height, size }: StoredImage,
): Promise<number> {
  const { img_idx } = await db
    .insertInto('collection_image')
    .values({ folder, file_name, width, height, size, cidx, kind })
    .returning('img_idx')
    .executeTakeFirstOrThrow();
  return img_idx;
}

/** Makes these images, which the collection has or had, the current ones; a kind that is absent has none. */
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
  // From now on versions refer to them.
  await db
    .updateTable('collection_image')
    .set({ for_release: false, unused_since: null })
    .where('img_idx', 'in', [0, ...Object.values(images)])
    .where('for_release', '=', true)
    .execute();
}

/** The given folders that hold an image of a collection. */
export async function findImageFolders(ctx: Context, folders: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ folder: string }>`
    select folder from collection_image where folder = any(${folders}::text[])`.execute(ctx.db);
  return rows.map((row) => row.folder);
}
