import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { type BucketLocation, bucketAddress } from '../config/s3-url.ts';
import { attachment } from './content-disposition.ts';
import { countedStream } from './counted-stream.ts';
import { toStorageError } from './durable-files.ts';
import { toS3Error } from './s3-errors.ts';
import {
  type ByteRange,
  type ListedObject,
  type ObjectStat,
  type PutOptions,
  type Storage,
  StorageError,
  type UploadGrant,
  type UploadGrantRequest,
} from './storage.ts';
import { assertContentType, assertStorageKey, assertStoragePrefix, contentTypeOf } from './storage-key.ts';

interface S3StorageOptions {
  client: S3Client;
  location: BucketLocation;
  /** Objects under these prefixes have a public URL. Each ends with a slash. */
  publicPrefixes: readonly string[];
  now: () => Date;
}

// Each part is held in memory while it is sent.
const partBytes = 8 << 20;
const partsAtOnce = 2;

/** Objects in an S3 or S3-compatible bucket. Public objects are public through their own ACL. */
export class S3Storage implements Storage {
  private readonly client: S3Client;
  private readonly bucket: string;
  private readonly address: string;
  private readonly publicPrefixes: readonly string[];
  private readonly now: () => Date;

  constructor({ client, location, publicPrefixes, now }: S3StorageOptions) {
    this.client = client;
    this.bucket = location.bucket;
    this.address = bucketAddress(location);
    this.publicPrefixes = publicPrefixes;
    this.now = now;
  }

  async grantUpload({ key, maxBytes, contentType, ttlMs }: UploadGrantRequest): Promise<UploadGrant> {
    assertStorageKey(key);
    assertContentType(key, contentType);
    const expiresAt = new Date(this.now().getTime() + ttlMs);
    const acl = this.accessOf(key);
    const { url, fields } = await createPresignedPost(this.client, {
      Bucket: this.bucket,
      Key: key,
      Conditions: [['content-length-range', 0, maxBytes]],
      Fields: { ...(acl && { acl }), 'Content-Type': contentType },
      Expires: Math.ceil((expiresAt.getTime() - Date.now()) / 1000),
    });
    return { url, fields, expiresAt };
  }

  async put(key: string, source: Readable, options: PutOptions = {}): Promise<{ size: number }> {
    // The source may fail before anything listens to it, and an unhandled error event ends the process.
    source.on('error', () => {});
    try {
      assertStorageKey(key);
      if (options.contentType !== undefined) assertContentType(key, options.contentType);
      return { size: await this.send(key, source, options) };
    } catch (error) {
      source.destroy();
      throw toS3Error(error, key);
    }
  }

  /** A bucket answers only after writing, so everything is durable. */
  async writeThrough(): Promise<void> {}

  async open(key: string, range?: ByteRange): Promise<Readable> {
    assertStorageKey(key);
    const Range = range && `bytes=${range.start}-${range.end ?? ''}`;
    const { Body } = await answerOf(
      key,
      this.client.send(new GetObjectCommand({ Bucket: this.bucket, Key: key, Range })),
    );
    if (!(Body instanceof Readable))
      throw new Error(`S3Storage.open: the bucket ${this.bucket} answered ${key} without a body`);
    return Body;
  }

  async stat(key: string): Promise<ObjectStat | null> {
    assertStorageKey(key);
    try {
      const head = await answerOf(key, this.client.send(new HeadObjectCommand({ Bucket: this.bucket, Key: key })));
      const modifiedAt = head.LastModified ?? new Date(0);
      return { size: head.ContentLength ?? 0, contentType: contentTypeOf(key), modifiedAt };
    } catch (error) {
      if (error instanceof StorageError && error.code === 'storage.not_found') return null;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    assertStorageKey(key);
    await answerOf(key, this.client.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: key })));
  }

  async copy(from: string, to: string): Promise<void> {
    assertStorageKey(from);
    assertStorageKey(to);
    const copy = { Bucket: this.bucket, Key: to, CopySource: `${this.bucket}/${from}`, ContentType: contentTypeOf(to) };
    const command = new CopyObjectCommand({ ...copy, MetadataDirective: 'REPLACE', ACL: this.accessOf(to) });
    await answerOf(from, this.client.send(command));
  }

  async *list(prefix: string): AsyncGenerator<ListedObject> {
    assertStoragePrefix(prefix);
    let next: string | undefined;
    do {
      const command = new ListObjectsV2Command({ Bucket: this.bucket, Prefix: prefix, ContinuationToken: next });
      const page: ListObjectsV2CommandOutput = await answerOf(prefix, this.client.send(command));
      for (const { Key, Size, LastModified } of page.Contents ?? [])
        if (Key !== undefined) yield { key: Key, size: Size ?? 0, modifiedAt: LastModified ?? new Date(0) };
      next = page.NextContinuationToken;
    } while (next !== undefined);
  }

  publicUrl(key: string): string {
    assertStorageKey(key);
    if (!this.isPublic(key)) throw new StorageError('storage.bad_key', { detail: `${key} is not public` });
    return `${this.address}/${key}`;
  }

  async signedUrl(key: string, { ttlMs, fileName }: { ttlMs: number; fileName?: string }): Promise<string> {
    assertStorageKey(key);
    const ResponseContentDisposition = attachment(fileName ?? path.posix.basename(key));
    const command = new GetObjectCommand({ Bucket: this.bucket, Key: key, ResponseContentDisposition });
    return getSignedUrl(this.client, command, { expiresIn: Math.ceil(ttlMs / 1000), signingDate: this.now() });
  }

  async withFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T> {
    const body = await this.open(key);
    const folder = await mkdtemp(path.join(os.tmpdir(), 'storage-'));
    try {
      const file = path.join(folder, 'object');
      await pipeline(body, createWriteStream(file, { flags: 'wx', mode: 0o600 })).catch((error: unknown) => {
        throw toStorageError(error);
      });
      return await work(file);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  private async send(key: string, source: Readable, { maxBytes, signal }: PutOptions): Promise<number> {
    const body = countedStream(source, maxBytes);
    const type = { ContentType: contentTypeOf(key), ACL: this.accessOf(key) };
    const params = { Bucket: this.bucket, Key: key, Body: body.stream, ...type };
    const upload = new Upload({ client: this.client, params, partSize: partBytes, queueSize: partsAtOnce });
    const stop = () => {
      source.destroy(new StorageError('storage.aborted'));
      void upload.abort();
    };
    signal?.addEventListener('abort', stop, { once: true });
    try {
      if (signal?.aborted) stop();
      await upload.done();
      return body.size();
    } catch (error) {
      throw body.failure() ?? (signal?.aborted ? new StorageError('storage.aborted', { cause: error }) : error);
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  private isPublic(key: string): boolean {
    return this.publicPrefixes.some((prefix) => key.startsWith(prefix));
  }

  private accessOf(key: string): 'public-read' | undefined {
    return this.isPublic(key) ? 'public-read' : undefined;
  }
}

/** The bucket's answer for a key, with its errors mapped to ours. */
async function answerOf<T>(key: string, pending: Promise<T>): Promise<T> {
  try {
    return await pending;
  } catch (error) {
    throw toS3Error(error, key);
  }
}
