import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import path from 'node:path';
import { AppError } from '../errors.ts';
import { uploadError } from './file-form.ts';

const limits = { files: 1, fields: 0, fileSize: Number.POSITIVE_INFINITY };

/** The file of a form as it arrives. `name` is without folders, at most 200 characters. */
export interface ArrivingFile {
  name: string;
  source: Readable;
}

/** The name of a file as it is shown and downloaded by: without folders, at most 200 characters. */
export const plainName = (name: string): string =>
  path.posix.basename(name.normalize('NFC').replaceAll('\\', '/')).slice(0, 200);

/**
 * Hands the one file of a multipart form to `store`, which keeps it to a size. Null where the form holds none. Throws
 * AppError 400, 413 or 415, and what `store` throws.
 */
export async function readOneFile<S>(
  request: FastifyRequest,
  store: (file: ArrivingFile) => Promise<S>,
): Promise<S | null> {
  if (!request.isMultipart()) throw new AppError(415, 'invalid.media_type');
  try {
    const part = await request.file({ limits });
    if (!part?.filename) return null;
    return await store({ name: plainName(part.filename), source: part.file });
  } catch (error) {
    throw uploadError(error);
  } finally {
    // A browser reads the answer only after it has sent everything: take the rest of a refused form, and drop it.
    request.raw.unpipe().resume();
  }
}
