import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { type ArrivingFile, unknownField, uploadError } from '../http/file-form.ts';
import type { Storage } from '../storage/storage.ts';
import { makeImage } from './image.ts';
import { maxImageBytes } from './image-limits.rules.ts';
import type { ImageFormat } from './image-order.ts';
import { fileNameOf, keysOf, pathOf, thumbPath, thumbSizes } from './image-paths.rules.ts';

/** A stored image, ready to be assigned to a record. */
export interface StoredImage {
  folder: string;
  file_name: string;
  width: number;
  height: number;
  size: number;
}

/**
 * Turns an uploaded file in the storage into a separate image below `prefix`, at keys that never change. Before a
 * record refers to it, call {@link keepImages}.
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
export const keepImages = (
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

/**
 * Receives the images of a form, one at a time so that many take no more memory than one. If one is refused, none is
 * kept.
 */
export async function receiveImages(
  storage: Storage,
  request: FastifyRequest,
  { field, files, prefix }: { field: string; files: number; prefix: string },
): Promise<StoredImage[]> {
  if (!request.isMultipart()) throw new AppError(415, 'invalid.media_type');
  const images: StoredImage[] = [];
  try {
    // Allows one too many, so that the error can name it.
    const limits = { files: files + 1, fields: 1, fileSize: Number.POSITIVE_INFINITY };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') throw unknownField(part.fieldname);
      if (part.fieldname !== field || images.length === files)
        throw new AppError(400, 'invalid.file_unexpected', undefined, { field: part.fieldname });
      // Browsers send an empty file field as an empty file without a name.
      const { filename: name, file: source } = part;
      if (name) images.push(await receiveImage(storage, { name, source }, { prefix, field: name }));
      else part.file.resume();
    }
    if (images.length === 0) throw new AppError(400, 'image.missing', undefined, { field });
    await keepImages(storage, images);
    return images;
  } catch (error) {
    await removeImages(storage, images);
    throw uploadError(error);
  } finally {
    // A browser reads the answer only after sending everything: read and discard the rest of a refused form.
    request.raw.unpipe().resume();
  }
}

/** Receives one image; errors name `field`. Call {@link keepImages} before a record refers to it. */
export async function receiveImage(
  storage: Storage,
  { name, source }: ArrivingFile,
  { prefix, field }: { prefix: string; field: string },
): Promise<StoredImage> {
  const key = `staging/received/${randomUUID()}`;
  await storage.put(key, source, { maxBytes: maxImageBytes });
  try {
    return await storeImage(storage, { key, name, formats: ['jpg', 'png'], prefix });
  } catch (error) {
    throw error instanceof AppError ? new AppError(error.status, error.code, error.values, { field }) : error;
  } finally {
    await storage.remove(key);
  }
}
