import type { Context } from '#kernel/context.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { pathOf, thumbPath } from '#kernel/images/image-paths.rules.ts';
import { previewOrder } from './images.service.ts';
import { type BookImageRow, findImages } from './images.store.ts';

/** A picture as screens show it; sizes in pixels and bytes. */
export interface ShownImage {
  /** What calls name it by. */
  path: string;
  name: string;
  width: number;
  height: number;
  size: number;
  /** The addresses of the picture itself and of its thumbnails. */
  href: string;
  detail: string;
  strip: string;
}

export interface BookImages {
  cover: ShownImage | null;
  previews: ShownImage[];
  /** The key of the order of the previews. */
  base: string;
}

/** The pictures of a book with the addresses anyone can read them at. */
export async function readBookImages(ctx: Context, storage: Storage, bid: string): Promise<BookImages> {
  const images = await findImages(ctx.db, bid);
  const show = (image: BookImageRow): ShownImage => ({
    path: pathOf(image),
    name: image.file_name,
    width: image.width,
    height: image.height,
    size: image.size,
    href: storage.publicUrl(pathOf(image)),
    detail: storage.publicUrl(thumbPath(image.folder, 'detail')),
    strip: storage.publicUrl(thumbPath(image.folder, 'strip')),
  });
  const cover = images.find(({ kind }) => kind === 'cover');
  return {
    cover: cover ? show(cover) : null,
    previews: images.filter(({ kind }) => kind === 'preview').map(show),
    base: previewOrder(images),
  };
}

/** The paths of a book's pictures as one text each; null where it has none. */
export async function readImagePaths(ctx: Context, bid: string) {
  const images = await findImages(ctx.db, bid);
  const paths = (kind: string) => images.filter((image) => image.kind === kind).map(pathOf);
  return { cover_path: paths('cover').join(';') || null, preview_path: paths('preview').join(';') || null };
}
