import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../errors.ts';
import { StorageError } from '../storage/storage.ts';
import { InputError } from './error-answers.ts';
import { formError } from './forms.ts';
import { requirePlainText } from './plain-text.ts';

interface FileFormSpec<F extends z.ZodType, S> {
  fields: F;
  /** The name of the one field that may hold a file. */
  file: string;
  /** Keeps the file while it streams in, with its limit of size: it is not buffered here. */
  store(source: Readable): Promise<S>;
  /** Lets go of a file whose form is then refused. */
  discard(stored: S): Promise<void>;
}

const limits = { fields: 100, fieldSize: 64 * 1024, files: 1, parts: 101, fileSize: Number.POSITIVE_INFINITY };

/**
 * Reads a multipart form whose fields a schema checks and whose file, if it has one, is stored as it arrives. A form
 * that is refused keeps nothing. Throws InputError, AppError 400, 413 or 415, and what `store` throws.
 */
export async function readFileForm<F extends z.ZodType, S>(
  request: FastifyRequest,
  spec: FileFormSpec<F, S>,
): Promise<{ fields: z.output<F>; file: S | null }> {
  if (!request.isMultipart()) throw new AppError(415, 'invalid.media_type');
  const texts: Record<string, string> = {};
  let file: S | null = null;
  try {
    for await (const part of request.parts({ limits })) {
      const { fieldname: field } = part;
      if (part.type === 'field') {
        if (part.valueTruncated) throw new AppError(413, 'invalid.too_large', undefined, { field });
        if (field !== spec.file || part.value !== '') texts[field] = String(part.value);
      } else if (field !== spec.file) {
        throw new AppError(400, 'invalid.file_unexpected', undefined, { field });
      } else if (part.filename) {
        file = await spec.store(part.file);
      } else {
        // What a browser sends for a field that was left alone: an empty file without a name.
        part.file.resume();
      }
    }
    requirePlainText(texts);
    const parsed = spec.fields.safeParse(texts, { reportInput: true });
    if (!parsed.success) throw new InputError(parsed.error.issues);
    return { fields: parsed.data, file };
  } catch (error) {
    if (file !== null) await spec.discard(file);
    throw uploadError(error);
  } finally {
    // A browser reads the answer only after it has sent everything: take the rest of a refused form, and drop it.
    request.raw.unpipe().resume();
  }
}

/** A system call that failed is the disk's fault; what else has no name of its own comes from reading the request. */
export function uploadError(error: unknown): unknown {
  const named = error instanceof InputError || error instanceof StorageError;
  return named || (error instanceof Error && 'syscall' in error) ? error : formError(error);
}
