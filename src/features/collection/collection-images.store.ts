import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import type { StoredImage } from '#kernel/images/image-files.ts';
import { unreferencedLifetimeMs } from '#kernel/storage/left-files.ts';
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

/** Notes that an image was uploaded for a release, which is yet to name it. */
export async function noteForRelease({ db, now }: Context, imgIdx: number): Promise<void> {
  const unused_since = now.toISOString();
  await db
    .updateTable('collection_image')
    .set({ for_release: true, unused_since })
    .where('img_idx', '=', imgIdx)
    .execute();
}

/**
 * Deletes images that were uploaded for a release, if none has named them for a day; the sweep removes their files. `named`
 * yields the numbers of those that are named.
 */
export async function forgetUnnamedImages({ db, now }: Context, named: RawBuilder<unknown>): Promise<void> {
  await sql`
    update collection_image i set unused_since = case when n.named then null else ${now.toISOString()}::timestamptz end
    from (select img_idx, img_idx in (${named}) as named from collection_image where for_release) n
    where i.img_idx = n.img_idx and n.named <> (i.unused_since is null)`.execute(db);
  const before = new Date(now.getTime() - unreferencedLifetimeMs).toISOString();
  const { rows } = await sql<{ img_idx: number }>`
    select img_idx from collection_image where for_release and unused_since < ${before}::timestamptz`.execute(db);
  await deleteImages(
    db,
    rows.map(({ img_idx }) => img_idx),
  );
}

/** Deletes images that no collection shows now; the sweep removes their files. */
export async function deleteImages(db: Database, ids: readonly number[]): Promise<void> {
  await sql`
    delete from collection_image i where i.img_idx = any(${ids}::integer[]) and not exists (
      select from collection c where i.img_idx in (c.cover_img, c.thumb_img, c.list_img))`.execute(db);
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
