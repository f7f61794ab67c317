import { StorageError, type StorageErrorCode } from './storage.ts';

const codeByName: Record<string, StorageErrorCode> = {
  NoSuchKey: 'storage.not_found',
  NotFound: 'storage.not_found',
  InvalidRange: 'storage.bad_range',
  QuotaExceeded: 'storage.full',
  EntityTooLarge: 'storage.too_large',
};

/** Maps an error of the bucket to our error code; other errors are returned unchanged. */
export function toS3Error(error: unknown, key: string): unknown {
  if (error instanceof StorageError || !(error instanceof Error) || !('$metadata' in error)) return error;
  const code = codeByName[error.name] ?? 'storage.unreachable';
  return new StorageError(code, { detail: `${key}: ${error.name}`, cause: error });
}
