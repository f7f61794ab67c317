import type { Readable } from 'node:stream';

/** Bytes `start` to `end`, both included, as HTTP counts them; no `end` means to the last byte. */
export interface ByteRange {
  start: number;
  end?: number;
}

export interface UploadGrantRequest {
  key: string;
  maxBytes: number;
  /** Must be the type that the key's extension names: see contentTypeOf. */
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
  /** Optional, since the key's extension already names the type; when given, the two must agree. */
  contentType?: string;
  maxBytes?: number;
  signal?: AbortSignal;
  /** False for what may be gone after a power cut, which a disk of our own takes faster; true unless said otherwise. */
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
 * Where files live: a directory or a bucket. An object appears whole or not at all, and is replaced whole. Keys follow
 * storage-key.ts, and no key may also be the folder of another. Failures the caller can act on are StorageErrors.
 */
export interface Storage {
  /** Lets a browser upload one object without passing through our own calls, until the grant expires. */
  grantUpload(request: UploadGrantRequest): Promise<UploadGrant>;
  /** Stores the stream under the key, replacing what was there. The stream is always consumed or destroyed. */
  put(key: string, source: Readable, options?: PutOptions): Promise<{ size: number }>;
  /** Sees to it that objects that were put with `durable: false` outlive a power cut. Rejects with storage.not_found. */
  writeThrough(keys: readonly string[]): Promise<void>;
  /** Rejects with storage.not_found, or storage.bad_range when the range starts behind the last byte. */
  open(key: string, range?: ByteRange): Promise<Readable>;
  stat(key: string): Promise<ObjectStat | null>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** The copy takes the type that its own key names. Rejects with storage.not_found. */
  copy(from: string, to: string, options?: Pick<PutOptions, 'durable'>): Promise<void>;
  /** All objects whose key begins with the prefix, which may end within a name; ordered by key. */
  list(prefix: string): AsyncIterable<ListedObject>;
  /** The lasting address of an object under a public prefix; throws for any other key. */
  publicUrl(key: string): string;
  /** An address that downloads the object as an attachment until it expires. */
  signedUrl(key: string, options: { ttlMs: number; fileName?: string }): Promise<string>;
  /** Runs `work` with a path on this machine that holds the object; the path is not to be changed or kept. */
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
} as const;

export type StorageErrorCode = keyof typeof statusByCode;

/** A failure with a stable code, its HTTP status and a text in storage-messages.ts; `detail` is for the log only. */
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
