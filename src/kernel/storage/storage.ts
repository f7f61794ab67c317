import type { Readable } from 'node:stream';
import type { storageMessages } from '../messages/common/storage.messages.ts';

/** Bytes `start` to `end` inclusive, as in HTTP; no `end` means to the last byte. */
export interface ByteRange {
  start: number;
  end?: number;
}

export interface UploadGrantRequest {
  key: string;
  maxBytes: number;
  /** Must match the key's extension: see contentTypeOf. */
  contentType: string;
  ttlMs: number;
}

/** What a browser needs to upload one file: POST multipart to `url`, all `fields` first, then the file as `file`. */
export interface UploadGrant {
  url: string;
  fields: Record<string, string>;
  expiresAt: Date;
}

export interface PutOptions {
  /** Optional, since the key's extension already determines the type; if given, the two must agree. */
  contentType?: string;
  maxBytes?: number;
  signal?: AbortSignal;
  /** False for data that may be lost in a power failure, which makes writes to our own disk faster; true by default. */
  durable?: boolean;
}

export interface ObjectStat {
  size: number;
  contentType: string;
  modifiedAt: Date;
}

export interface ListedObject {
  key: string;
  size: number;
  modifiedAt: Date;
}

/**
 * Where files are stored: a directory or a bucket. Objects appear and are replaced atomically. Keys follow
 * storage-key.ts, and no key may be the folder of another. Failures that callers can handle are StorageErrors.
 */
export interface Storage {
  /** Lets a browser upload one object directly until the grant expires. */
  grantUpload(request: UploadGrantRequest): Promise<UploadGrant>;
  /** Stores the stream under the key, replacing any existing object. The stream is always consumed or destroyed. */
  put(key: string, source: Readable, options?: PutOptions): Promise<{ size: number }>;
  /**
   * Flushes objects put with `durable: false`, so that they survive a power failure. Rejects with storage.not_found.
   */
  writeThrough(keys: readonly string[]): Promise<void>;
  /** Rejects with storage.not_found, or storage.bad_range if the range starts after the last byte. */
  open(key: string, range?: ByteRange): Promise<Readable>;
  stat(key: string): Promise<ObjectStat | null>;
  /** Removing a missing object is not an error. */
  remove(key: string): Promise<void>;
  /** The copy gets the type of its own key. Rejects with storage.not_found. */
  copy(from: string, to: string, options?: Pick<PutOptions, 'durable'>): Promise<void>;
  /** All objects whose key starts with the prefix, which may end within a name; ordered by key. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** The permanent URL of an object under a public prefix; throws for any other key. */
  publicUrl(key: string): string;
  /** A URL that downloads the object as an attachment until it expires. */
  signedUrl(key: string, options: { ttlMs: number; fileName?: string }): Promise<string>;
  /** Runs `work` with a local path of the object; the path must not be changed or kept. */
  withFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T>;
}

const statusByCode = {
  'storage.bad_key': 400,
  'storage.bad_upload': 400,
  'storage.aborted': 400,
  'storage.grant_invalid': 403,
  'storage.grant_expired': 403,
  'storage.link_invalid': 403,
  'storage.link_expired': 403,
  'storage.not_found': 404,
  'storage.too_large': 413,
  'storage.wrong_type': 415,
  'storage.bad_range': 416,
  'storage.folder_failed': 500,
  'storage.unreachable': 503,
  'storage.full': 507,
  'storage.read_only': 507,
} as const satisfies Record<keyof typeof storageMessages.en, number>;

export type StorageErrorCode = keyof typeof statusByCode;

/** An error with a stable code, its HTTP status and a common message; `detail` is only logged. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageErrorCode;
  readonly status: number;

  constructor(code: StorageErrorCode, { detail, cause }: { detail?: string; cause?: unknown } = {}) {
    super(detail ? `${code}: ${detail}` : code, { cause });
    this.code = code;
    this.status = statusByCode[code];
  }
}
