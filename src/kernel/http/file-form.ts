import path from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../errors.ts';
import { StorageError } from '../storage/storage.ts';
import { InputError } from './error-answers.ts';
import { formError } from './forms.ts';
import { requirePlainText } from './plain-text.ts';

/** The file of a form as it arrives. `name` is without folders, at most 200 characters. */
export interface ArrivingFile {
  name: string;
  source: Readable;
}

interface FileKeeping<S> {
  /** Keeps the file while it streams in, with its limit of size: it is not buffered here. */
  store(file: ArrivingFile): Promise<S>;
  /** Lets go of a file whose form is then refused. */
  discard(stored: S): Promise<unknown>;
}

interface FileFormSpec<F extends z.ZodType, S> extends FileKeeping<S> {
  fields: F;
  /** The name of the one field that may hold a file; any may where it is absent. */
  file?: string;
}

// One file too many is told by its name.
const limits = { fields: 100, fieldSize: 64 * 1024, files: 2, parts: 102, fileSize: Number.POSITIVE_INFINITY };

/** The name of a file as it is shown and downloaded by: without folders, at most 200 characters. */
export const plainName = (name: string): string =>
  path.posix.basename(name.normalize('NFC').replaceAll('\\', '/')).slice(0, 200);

/** The one file of a multipart form that has no other field; null where it holds none. Throws like {@link readFileForm}. */
export async function readOneFile<S>(request: FastifyRequest, keeping: FileKeeping<S>): Promise<S | null> {
  return (await readFileForm(request, { ...keeping, fields: z.strictObject({}) })).file;
}

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
      } else if (file !== null || field !== (spec.file ?? field)) {
        throw new AppError(400, 'invalid.file_unexpected', undefined, { field });
      } else if (part.filename) {
        file = await spec.store({ name: plainName(part.filename), source: part.file });
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

/** What a form of files alone is refused with that has a text in it. */
export const unknownField = (name: string): AppError =>
  new AppError(400, 'invalid.input', undefined, { fields: { [name]: { key: 'invalid.unknown_field' } } });

/** A system call that failed is the disk's fault; what else has no name of its own comes from reading the request. */
export function uploadError(error: unknown): unknown {
  const named = error instanceof InputError || error instanceof StorageError;
  return named || (error instanceof Error && 'syscall' in error) ? error : formError(error);
}
