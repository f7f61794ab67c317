import { posix } from 'node:path';
import { StorageError } from './storage.ts';

/** Browsers upload below this prefix; a call then verifies the file and assigns it to a record. */
export const stagingPrefix = 'staging/';

const maxKeyLength = 512;
// A segment is a file name, which file systems limit to 255 bytes.
const segmentPattern = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,255}$/;

const contentTypes: Record<string, string> = {
  '.csv': 'text/csv; charset=utf-8',
  '.epub': 'application/epub+zip',
  '.gif': 'image/gif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.zip': 'application/zip',
};
const unknownType = 'application/octet-stream';

/** Segments of `A-Z a-z 0-9 . _ -` joined by slashes, no `.` or `..`, at most 512 characters: safe in a path and a URL. */
export function isStorageKey(key: string): boolean {
  return key.length <= maxKeyLength && key.split('/').every((segment) => segmentPattern.test(segment));
}

/** Throws `storage.bad_key` unless {@link isStorageKey} holds. */
export function assertStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new StorageError('storage.bad_key', { detail: JSON.stringify(key.slice(0, 600)) });
}

/** A prefix is empty or the start of a key: whole segments, possibly with a trailing slash. */
export function assertStoragePrefix(prefix: string): void {
  if (prefix !== '') assertStorageKey(prefix.replace(/\/$/, ''));
}

/**
 * The type of an object follows from its key's extension, on every backend, so it is never lost and always consistent.
 * Markup types are missing on purpose: they are stored as octet-stream, which no browser runs.
 */
export function contentTypeOf(key: string): string {
  return contentTypes[posix.extname(key).toLowerCase()] ?? unknownType;
}

/** Throws storage.wrong_type unless the declared type, ignoring parameters, is that of the key. */
export function assertContentType(key: string, declared: string): void {
  if (essence(declared) !== essence(contentTypeOf(key))) {
    throw new StorageError('storage.wrong_type', { detail: `${declared} under ${key}` });
  }
}

function essence(contentType: string): string {
  return contentType.replace(/;.*/s, '').trim().toLowerCase();
}
