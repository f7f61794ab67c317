import { sql } from 'kysely';
import { builtOnce } from '#kernel/db/built-once.ts';
import type { Database } from '#kernel/db/database.ts';
import type { StoredImage } from '#kernel/images/image-files.ts';
import type { Context } from '#kernel/work/context.ts';

export type ImageKind = 'cover' | 'preview';

/** An image and its owner. */
export interface OrderedImage extends StoredImage {
  bidx: number;
  kind: string;
}

export interface BookImageRow extends StoredImage {
  img_idx: number;
  kind: string;
}

/** The images of a book: its cover, then its previews in order. */
export const findImages = (db: Database, bid: string): Promise<BookImageRow[]> => imagesOf(db, { bid });

const imagesOf = builtOnce(['bid'], (db, { bid }: { bid: string }) =>
  db
    .selectFrom('book_image as i')
    .innerJoin('book as b', 'b.bidx', 'i.bidx')
    .select(['i.img_idx', 'i.kind', 'i.folder', 'i.file_name', 'i.width', 'i.height', 'i.size', 'i.digest'])
    .where('b.bid', '=', bid)
    .orderBy('i.kind')
    .orderBy('i.place'),
);

/** The images of some books, as {@link findImages} orders them; books without images have none. */
export async function findImagesOf(
  db: Database,
  bids: readonly string[],
): Promise<{ bid: string; images: Pick<BookImageRow, 'kind' | 'folder' | 'file_name'>[] }[]> {
  const { rows } = await sql<{ bid: string; images: Pick<BookImageRow, 'kind' | 'folder' | 'file_name'>[] }>`
    select b.bid, coalesce(jsonb_agg(jsonb_build_object('kind', i.kind, 'folder', i.folder, 'file_name', i.file_name)
      order by i.kind, i.place) filter (where i.bidx is not null), '[]') as images
    from book b left join book_image i using (bidx) where b.bid = any(${bids}::text[]) group by b.bidx`.execute(db);
  return rows;
}

/** Locks the books with these bids until the transaction ends, and returns their keys. */
export async function lockBooks(db: Database, bids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('book')
    .select(['bid', 'bidx'])
    .where(sql<boolean>`bid = any(${bids})`)
    .orderBy('bidx')
    .forUpdate()
    .execute();
  return new Map(rows.map(({ bid, bidx }) => [bid, bidx]));
}

export type NewImage = StoredImage & { bidx: number; kind: ImageKind; place: number };

export async function insertImages(db: Database, images: readonly NewImage[]): Promise<void> {
  if (images.length > 0) await db.insertInto('book_image').values(images).execute();
}

/** Deletes all images of these kinds from these books and returns them. */
export function deleteImagesOf(
  db: Database,
  of: readonly { kind: ImageKind; bidx: number }[],
): Promise<OrderedImage[]> {
  return db
    .deleteFrom('book_image')
    .where(sql<boolean>`(kind, bidx) in (
      select * from unnest(${of.map(({ kind }) => kind)}::text[], ${of.map(({ bidx }) => bidx)}::integer[]))`)
    .returning(['bidx', 'kind', 'folder', 'file_name', 'width', 'height', 'size', 'digest'])
    .execute();
}

export async function deleteImage(db: Database, imgIdx: number): Promise<void> {
  await db.deleteFrom('book_image').where('img_idx', '=', imgIdx).execute();
}

/** Numbers the images of one book in this order, from 1. */
export async function updatePlaces(db: Database, ids: readonly number[]): Promise<void> {
  await sql`
    update book_image set place = given.place
    from unnest(${ids}::integer[]) with ordinality as given (img_idx, place)
    where book_image.img_idx = given.img_idx`.execute(db);
}

/** The given folders that hold an image. */
export async function findFolders(ctx: Context, folders: readonly string[]): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('book_image')
    .select('folder')
    .where(sql<boolean>`folder = any(${folders})`)
    .execute();
  return rows.map((row) => row.folder);
}
