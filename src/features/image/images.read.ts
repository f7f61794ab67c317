import { pathOf } from '#kernel/images/image-paths.rules.ts';
import { type ShownImage, shownImage } from '#kernel/images/shown-image.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import { previewOrder } from './images.service.ts';
import { type BookImageRow, findImages } from './images.store.ts';

export interface BookImages {
  cover: ShownImage | null;
  previews: ShownImage[];
  /** The key of the order of the previews. */
  base: string;
}

/** The images of a book with their public addresses. */
export async function readBookImages(ctx: Context, storage: Storage, bid: string): Promise<BookImages> {
  const images = await findImages(ctx.db, bid);
  const show = (image: BookImageRow) => shownImage(storage, image);
  const cover = images.find(({ kind }) => kind === 'cover');
  return {
    cover: cover ? show(cover) : null,
    previews: images.filter(({ kind }) => kind === 'preview').map(show),
    base: previewOrder(images),
  };
}

/** The paths of a book's images, each kind as one text, null if it has none; and each preview by its position. */
export async function readImagePaths(ctx: Context, bid: string) {
  const images = await findImages(ctx.db, bid);
  const paths = (kind: string) => images.filter((image) => image.kind === kind).map(pathOf);
  const previews = paths('preview');
  return {
    cover_path: paths('cover').join(';') || null,
    preview_path: previews.join(';') || null,
    ...Object.fromEntries(previews.map((path, index) => [`prev_${index + 1}`, path])),
  };
}
