import type { StorageErrorCode } from '#kernel/storage/storage.ts';
import { ApiError, failure } from '../api.ts';
import { type FormAnswer, jsonOf } from './upload.ts';

/** The reason a storage refused an upload: from our own JSON, or from a bucket's XML, mapped to our messages. */
export async function storageRefusal({ status, text }: FormAnswer): Promise<ApiError> {
  const body = jsonOf(text);
  if (body?.error) return failure(status, body);
  const code = bucketCode(status, text);
  // Imported lazily: on the server there is no page to take the messages from.
  const { pageInterface } = await import('../messages.ts');
  return new ApiError(status, { code, message: pageInterface.text(code) });
}

function bucketCode(status: number, text: string): StorageErrorCode {
  const named = /<Code>(\w+)<\/Code>/.exec(text)?.[1];
  if (named === 'EntityTooLarge' || status === 413) return 'storage.too_large';
  if (named === 'QuotaExceeded' || status === 507) return 'storage.full';
  if (status === 403) return /expired/i.test(text) ? 'storage.grant_expired' : 'storage.grant_invalid';
  return status >= 500 ? 'storage.unreachable' : 'storage.bad_upload';
}
