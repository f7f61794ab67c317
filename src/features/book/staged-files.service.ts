import { AppError } from '#kernel/errors.ts';
import { StorageError } from '#kernel/storage/storage.ts';

/** A file that was not taken, and why: a message key and its values. */
export interface Refused<S> {
  staged: S;
  problem: { key: string; values?: Record<string, unknown> };
}

/** The key of the problem of a file that never arrived. */
export const notUploaded = 'book.not_uploaded';

/** What is wrong with an upload that could not be verified; a fault of ours goes on as one. */
export function problemOfUpload(error: unknown): Refused<unknown>['problem'] {
  if (error instanceof StorageError && error.code === 'storage.not_found') return { key: notUploaded };
  if (error instanceof AppError && error.status < 500)
    return { key: error.code, ...(error.values && { values: error.values }) };
  throw error;
}
