import { touchBook } from '#features/book/book-act.public.ts';
import { bookMessages } from '#features/book/book-words.public.ts';
import type { StoredImage } from '#kernel/images/image-files.ts';
import { pathOf } from '#kernel/images/image-paths.rules.ts';
import { leaveImages, takeImagesAway } from '#kernel/images/left-images.ts';
import { sequenceKey } from '#kernel/records/sequence.ts';
import { requireFresh } from '#kernel/records/stale.ts';
import { isFileAt } from '#kernel/storage/file-owners.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import { maxPreviews } from './book-images.rules.ts';
import {
  type BookImageRow,
  deleteImage,
  deleteImagesOf,
  findFolders,
  findImages,
  type ImageKind,
  insertImages,
  lockBooks,
  updatePlaces,
} from './images.store.ts';

const entity = 'book';

/** Locks a book until the transaction ends, and returns its key and its images. */
export async function lockImages(ctx: Context, bid: string): Promise<{ bidx: number; images: BookImageRow[] }> {
  const bidx = (await lockBooks(ctx.db, [bid])).get(bid);
  if (bidx === undefined) throw bookMessages.error(404, 'book.not_found');
  return { bidx, images: await findImages(ctx.db, bid) };
}

export const pathsOf = (images: readonly BookImageRow[], kind: ImageKind): string[] =>
  images.filter((image) => image.kind === kind).map(pathOf);

/** Sets the cover of a book. The previous one stays for a day: somebody may be looking at it, and the act can be undone. */
export async function setCover(ctx: Context, bid: string, image: StoredImage): Promise<void> {
  const { bidx, images } = await lockImages(ctx, bid);
  const before = { cover: pathsOf(images, 'cover')[0] ?? null };
  await leaveImages(ctx, await deleteImagesOf(ctx.db, [{ kind: 'cover', bidx }]));
  await insertImages(ctx.db, [{ ...image, bidx, kind: 'cover', place: 1 }]);
  ctx.audit({ entity, id: bid, action: 'book.cover_changed', before, after: { cover: pathOf(image) } });
  await touchBook(ctx, bid);
}

/** Keeps images for a release, which gives them to the book later. */
export async function storeForRelease(ctx: Context, bid: string, images: readonly StoredImage[]): Promise<void> {
  await lockImages(ctx, bid);
  await leaveImages(ctx, images);
  // Not by the fields of the book, which stay as they are.
  const file_name = images.map((image) => image.file_name).join(', ');
  ctx.audit({ entity, id: bid, action: 'book.image_kept', after: { file_name } });
}

/** Appends previews after the existing ones. */
export async function addPreviews(ctx: Context, bid: string, added: readonly StoredImage[]): Promise<void> {
  const { bidx, images } = await lockImages(ctx, bid);
  const before = pathsOf(images, 'preview');
  if (before.length + added.length > maxPreviews)
    throw bookMessages.error(422, 'book.too_many_previews', { limit: maxPreviews });
  await insertImages(
    ctx.db,
    added.map((image, index) => ({ ...image, bidx, kind: 'preview', place: before.length + index + 1 })),
  );
  const after = { preview: [...before, ...added.map(pathOf)] };
  ctx.audit({ entity, id: bid, action: 'book.previews_added', before: { preview: before }, after });
  await touchBook(ctx, bid);
}

/** The key of the order of a book's previews. */
export const previewOrder = (images: readonly Pick<BookImageRow, 'kind' | 'img_idx'>[]): string =>
  sequenceKey(images.flatMap(({ kind, img_idx: id }) => (kind === 'preview' ? [{ id }] : [])));

/**
 * Sets the order of a book's previews, which must name each of them exactly once and must not replace a newer order.
 */
export async function orderPreviews(
  ctx: Context,
  bid: string,
  wanted: readonly string[],
  base?: string,
): Promise<void> {
  const { images } = await lockImages(ctx, bid);
  const byPath = new Map(
    images.filter(({ kind }) => kind === 'preview').map((image) => [pathOf(image), image.img_idx]),
  );
  const before = [...byPath.keys()];
  const ids = new Set(wanted.flatMap((path) => byPath.get(path) ?? []));
  if (wanted.length !== byPath.size || ids.size !== byPath.size)
    throw bookMessages.errorWith(409, 'book.previews_differ', { details: { paths: before } });
  await requireFresh(ctx, { entity, id: bid, current: previewOrder(images), loaded: base, record: { paths: before } });
  if (wanted.every((path, index) => path === before[index])) return;
  await updatePlaces(ctx.db, [...ids]);
  ctx.audit({
    entity,
    id: bid,
    action: 'book.previews_ordered',
    before: { preview: before },
    after: { preview: wanted },
  });
  await touchBook(ctx, bid);
}

/** Removes an image from a book and, after commit, from its address. */
export async function removeImage(
  ctx: Context,
  storage: Storage,
  bid: string,
  kind: ImageKind,
  path: string,
): Promise<void> {
  const { images } = await lockImages(ctx, bid);
  const found = images.find((image) => image.kind === kind && isFileAt(storage, pathOf(image), path));
  if (!found) throw bookMessages.errorWith(404, 'book.image_not_found', { field: 'file_path' });
  await deleteImage(ctx.db, found.img_idx);
  const rest = images.filter((image) => image.kind === 'preview' && image !== found);
  if (kind === 'preview')
    await updatePlaces(
      ctx.db,
      rest.map((image) => image.img_idx),
    );
  const [before, after] =
    kind === 'cover'
      ? [{ cover: pathOf(found) }, { cover: null }]
      : [{ preview: pathsOf(images, kind) }, { preview: rest.map(pathOf) }];
  ctx.audit({ entity, id: bid, action: 'book.image_deleted', before, after });
  await touchBook(ctx, bid);
  await takeImagesAway(ctx, storage, [found], findFolders);
}
