import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Storage } from '../storage/storage.ts';
import { makeImage } from './image.ts';
import type { ImageFormat } from './image-order.ts';
import { fileNameOf, keysOf, pathOf, thumbPath, thumbSizes } from './image-paths.rules.ts';

/** A stored image, ready to be assigned to a record. */
export interface StoredImage {
  folder: string;
  file_name: string;
  width: number;
  height: number;
  size: number;
  /** The SHA-256 of its file, in hexadecimal; null if it was stored before these were noted. */
  digest?: string | null;
}

/** What is stored of an image, without what else a row says of it. */
export const storedImage = ({ folder, file_name, width, height, size, digest = null }: StoredImage): StoredImage => ({
  folder,
  file_name,
  width,
  height,
  size,
  digest,
});

/**
 * Turns an uploaded file in the storage into a separate image below `prefix`, at keys that never change. Before a
 * record refers to it, call {@link flushImages}.
 */
export function storeImage(
  storage: Storage,
  { key, name, formats, prefix }: { key: string; name: string; formats: readonly ImageFormat[]; prefix: string },
): Promise<StoredImage> {
  return storage.withFile(key, async (file) => {
    const made = await makeImage(file, { formats, thumbs: thumbSizes });
    const folder = prefix + randomUUID();
    const image = {
      folder,
      file_name: fileNameOf(name, made.format),
      width: made.width,
      height: made.height,
      size: made.bytes.length,
      digest: createHash('sha256').update(made.bytes).digest('hex'),
    };
    const put = (to: string, bytes: Buffer) => storage.put(to, Readable.from([bytes]), { durable: false });
    try {
      const thumbs = [...made.thumbs].map(([thumb, bytes]) => put(thumbPath(folder, thumb), bytes));
      // Wait until all have settled before anything is removed.
      const puts = await Promise.allSettled([...thumbs, put(pathOf(image), made.bytes)]);
      for (const one of puts) if (one.status === 'rejected') throw one.reason;
    } catch (error) {
      await removeImages(storage, [image]);
      throw error;
    }
    return image;
  });
}

/** Makes images durable (they survive a power failure): doing all of them together is much cheaper than one by one. */
export const flushImages = (
  storage: Storage,
  images: readonly Pick<StoredImage, 'folder' | 'file_name'>[],
): Promise<void> => storage.writeThrough(images.flatMap(keysOf));

/** Removes images from the storage; the sweep removes those for which this fails. */
export async function removeImages(
  storage: Storage,
  images: readonly Pick<StoredImage, 'folder' | 'file_name'>[],
): Promise<void> {
  for (const key of images.flatMap(keysOf)) await storage.remove(key).catch(() => undefined);
}
