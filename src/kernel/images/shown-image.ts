import type { Storage } from '../storage/storage.ts';
import type { StoredImage } from './image-files.ts';
import { pathOf, thumbPath } from './image-paths.rules.ts';

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

/** A picture with the addresses anyone can read it at. */
export const shownImage = (storage: Storage, image: StoredImage): ShownImage => ({
  path: pathOf(image),
  name: image.file_name,
  width: image.width,
  height: image.height,
  size: image.size,
  href: storage.publicUrl(pathOf(image)),
  detail: storage.publicUrl(thumbPath(image.folder, 'detail')),
  strip: storage.publicUrl(thumbPath(image.folder, 'strip')),
});
