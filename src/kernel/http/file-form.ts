import path from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../messages/errors.ts';
import { StorageError } from '../storage/storage.ts';
import { InputError } from './error-answers.ts';
import { cleanTitle } from '../text/text-forms.rules.ts';
import { formError } from './forms.ts';
import { requirePlainText } from './plain-text.ts';

/** A form's file, as a stream. `name` has no folders and at most 200 characters. */
export interface ArrivingFile {
  name: string;
  source: Readable;
}

interface FileReceiver<S> {
  /** Stores the file as it streams in and enforces its size limit: it is not buffered here. */
  store(file: ArrivingFile): Promise<S>;
  /** Deletes the stored file of a form that is refused afterwards. */
  discard(stored: S): Promise<unknown>;
}

interface FileFormSpec<F extends z.ZodType, S> extends FileReceiver<S> {
  fields: F;
  /** The name of the file field; any name is accepted by default. */
  file?: string;
}

// Allows one file too many, so that the error can name it.
const limits = { fields: 100, fieldSize: 64 * 1024, files: 2, parts: 102, fileSize: Number.POSITIVE_INFINITY };

/** A file name for display and download: without folders, at most 200 characters. */
export const plainName = (name: string): string =>
  path.posix.basename(cleanTitle(name).replaceAll('\\', '/')).slice(0, 200);

/** The only file of a multipart form without other fields; null if there is none. Throws like {@link readFileForm}. */
export async function readOneFile<S>(request: FastifyRequest, receiver: FileReceiver<S>): Promise<S | null> {
  return (await readFileForm(request, { ...receiver, fields: z.strictObject({}) })).file;
}

/**
 * Reads a multipart form: a schema checks its fields, and its file, if any, is stored as it arrives. Nothing of a
 * refused form is kept. Throws InputError, AppError 400, 413 or 415, and errors of `store`.
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
        // Browsers send an empty file field as an empty file without a name.
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
    // A browser reads the answer only after sending everything: read and discard the rest of a refused form.
    request.raw.unpipe().resume();
  }
}

/** The error for a text field in a form that accepts only files. */
export const unknownField = (name: string): AppError =>
  new AppError(400, 'invalid.input', undefined, { fields: { [name]: { key: 'invalid.unknown_field' } } });

/** A failed system call is the disk's fault; other unknown errors come from reading the request. */
export function uploadError(error: unknown): unknown {
  const named = error instanceof InputError || error instanceof StorageError;
  return named || (error instanceof Error && 'syscall' in error) ? error : formError(error);
}
