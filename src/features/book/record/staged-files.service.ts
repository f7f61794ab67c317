import { AppError } from '#kernel/messages/errors.ts';
import { StorageError } from '#kernel/storage/storage.ts';

/** A rejected file and the reason: a message key and its values. */
export interface Refused<S> {
  staged: S;
  problem: { key: string; values?: Record<string, unknown> };
}

/** The message key for a file that never arrived. */
export const notUploaded = 'book.not_uploaded';

/** The problem of an upload that could not be verified; our own errors are rethrown. */
export function problemOfUpload(error: unknown): Refused<unknown>['problem'] {
  if (error instanceof StorageError && error.code === 'storage.not_found') return { key: notUploaded };
  if (error instanceof AppError && error.status < 500)
    return { key: error.code, ...(error.values && { values: error.values }) };
  throw error;
}
