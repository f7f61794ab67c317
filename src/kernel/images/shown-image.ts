import type { Storage } from '../storage/storage.ts';
import type { StoredImage } from './image-files.ts';
import { pathOf, thumbPath } from './image-paths.rules.ts';

/** An image as shown on screens; sizes in pixels and bytes. */
export interface ShownImage {
  /** How calls refer to it. */
  path: string;
  name: string;
  width: number;
  height: number;
  size: number;
  /** The URLs of the image itself and of its thumbnails. */
  href: string;
  detail: string;
  strip: string;
}

/** An image with its public URLs. */
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
