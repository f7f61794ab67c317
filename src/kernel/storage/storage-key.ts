import { posix } from 'node:path';
import { StorageError } from './storage.ts';

/** What browsers upload lies below this until a call verifies it and makes it a record's own. */
export const stagingPrefix = 'staging/';

const maxKeyLength = 512;
// One segment becomes one file name, and 255 bytes is what file systems allow.
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

export function assertStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new StorageError('storage.bad_key', { detail: JSON.stringify(key.slice(0, 600)) });
}

/** A prefix is empty, or the beginning of a key: whole segments, and perhaps a slash at the end. */
export function assertStoragePrefix(prefix: string): void {
  if (prefix !== '') assertStorageKey(prefix.replace(/\/$/, ''));
}

/**
 * The type of an object is what its key's extension names, on every backend, so it is never lost and never disagrees.
 * Markup is left out of the list on purpose: it is kept as octet-stream, and no browser runs it.
 */
export function contentTypeOf(key: string): string {
  return contentTypes[posix.extname(key).toLowerCase()] ?? unknownType;
}

/** Throws storage.wrong_type unless the declared type, its parameters aside, is the one the key names. */
export function assertContentType(key: string, declared: string): void {
  if (essence(declared) !== essence(contentTypeOf(key))) {
    throw new StorageError('storage.wrong_type', { detail: `${declared} under ${key}` });
  }
}

function essence(contentType: string): string {
  return contentType.replace(/;.*/s, '').trim().toLowerCase();
}
