import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { flushImages, removeImages, type StoredImage, storeImage } from '../images/image-files.ts';
import { maxImageBytes } from '../images/image-limits.rules.ts';
import { AppError } from '../messages/errors.ts';
import type { Storage } from '../storage/storage.ts';
import { type ArrivingFile, unknownField, uploadError } from './file-form.ts';

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
    await flushImages(storage, images);
    return images;
  } catch (error) {
    await removeImages(storage, images);
    throw uploadError(error);
  } finally {
    // A browser reads the answer only after sending everything: read and discard the rest of a refused form.
    request.raw.unpipe().resume();
  }
}

/** Receives one image; errors name `field`. Call {@link flushImages} before a record refers to it. */
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
