import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { lstat, mkdir, open, readdir, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Secrets } from '../config/secret.ts';
import { DirectoryGrants } from './directory-grants.ts';
import {
  isMissing,
  linkNewFile,
  pruneFolders,
  publishFile,
  sweepFiles,
  toStorageError,
  writeNewFile,
  writeThrough,
} from './durable-files.ts';
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
import {
  assertContentType,
  assertStorageKey,
  assertStoragePrefix,
  contentTypeOf,
  isStorageKey,
} from './storage-key.ts';

/** The paths of directory-storage.routes.ts. Do not change them: issued URLs must stay valid. */
export const storagePaths = { upload: '/storage/upload', download: '/storage/download', public: '/contents/' } as const;

const partialLifetimeMs = 24 * 60 * 60 * 1000;

interface DirectoryStorageOptions {
  /** Created if missing, readable by this account only. */
  root: string;
  /** Sign grants and links; must be the same in every process and after a restart. At least 32 characters. */
  secrets: Secrets;
  /** The prefix of every URL: '' or an origin such as https://library.example. */
  baseUrl?: string;
  /** Objects under these prefixes have a public URL. Each ends with a slash. */
  publicPrefixes: readonly string[];
  now?: () => Date;
}

interface FoundFile {
  file: string;
  stats: Stats;
}

/** Creates or opens the directory and removes partial files left by killed processes more than a day ago. */
export async function openDirectoryStorage(options: DirectoryStorageOptions): Promise<DirectoryStorage> {
  try {
    for (const folder of ['objects', 'partial']) {
      await mkdir(path.join(options.root, folder), { recursive: true, mode: 0o700 });
    }
  } catch (error) {
    throw toStorageError(error, 'storage.folder_failed');
  }
  const root = await realpath(options.root);
  const now = options.now ?? (() => new Date());
  await sweepFiles(path.join(root, 'partial'), new Date(now().getTime() - partialLifetimeMs));
  return new DirectoryStorage({ ...options, root, now });
}

/**
 * Objects as plain files: `objects/<key>`, and `partial/` on the same volume for files being written. A finished file
 * is moved into place atomically and never changed afterwards. Symbolic links below the root are treated as missing.
 */
export class DirectoryStorage implements Storage {
  readonly grants: DirectoryGrants;
  private readonly objects: string;
  private readonly partials: string;
  private readonly baseUrl: string;
  private readonly publicPrefixes: readonly string[];

  constructor(options: DirectoryStorageOptions & { now: () => Date }) {
    this.grants = new DirectoryGrants(options.secrets, options.now);
    this.objects = path.join(options.root, 'objects');
    this.partials = path.join(options.root, 'partial');
    this.baseUrl = options.baseUrl ?? '';
    this.publicPrefixes = options.publicPrefixes;
  }

  async grantUpload({ key, maxBytes, contentType, ttlMs }: UploadGrantRequest): Promise<UploadGrant> {
    assertStorageKey(key);
    assertContentType(key, contentType);
    const expiresAt = this.grants.expiryAfter(ttlMs);
    const signed = this.grants.issue({ use: 'upload', key, maxBytes, contentType, expiresAt: expiresAt.getTime() });
    return { url: this.baseUrl + storagePaths.upload, fields: { 'Content-Type': contentType, ...signed }, expiresAt };
  }

  async put(key: string, source: Readable, options: PutOptions = {}): Promise<{ size: number }> {
    // The source may fail before anything listens to it, and an unhandled error event ends the process.
    source.on('error', () => {});
    const partial = path.join(this.partials, randomUUID());
    try {
      assertStorageKey(key);
      if (options.contentType !== undefined) assertContentType(key, options.contentType);
      const size = await writeNewFile(partial, source, options);
      await publishFile(partial, this.objects, key.split('/'), options);
      return { size };
    } catch (error) {
      source.destroy();
      await rm(partial, { force: true });
      throw toStorageError(error);
    }
  }

  async writeThrough(keys: readonly string[]): Promise<void> {
    for (const key of keys) assertStorageKey(key);
    try {
      await writeThrough(this.objects, keys);
    } catch (error) {
      throw isMissing(error) ? new StorageError('storage.not_found', { cause: error }) : toStorageError(error);
    }
  }

  async open(key: string, range?: ByteRange): Promise<Readable> {
    const { file, stats } = await this.get(key);
    if (range && range.start >= stats.size) throw new StorageError('storage.bad_range', { detail: key });
    try {
      const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
      return handle.createReadStream(range);
    } catch (error) {
      throw isMissing(error) ? new StorageError('storage.not_found', { detail: key, cause: error }) : error;
    }
  }

  async stat(key: string): Promise<ObjectStat | null> {
    const found = await this.find(key);
    return found && { size: found.stats.size, contentType: contentTypeOf(key), modifiedAt: found.stats.mtime };
  }

  async remove(key: string): Promise<void> {
    const found = await this.find(key);
    if (!found) return;
    await rm(found.file, { force: true });
    await pruneFolders(path.dirname(found.file), this.objects);
  }

  async copy(from: string, to: string, options: Pick<PutOptions, 'durable'> = {}): Promise<void> {
    assertStorageKey(to);
    const { file } = await this.get(from);
    const partial = path.join(this.partials, randomUUID());
    const linked = await linkNewFile(partial, file, options).then(
      () => true,
      () => false,
    );
    if (!linked) return void (await this.put(to, await this.open(from), options));
    try {
      await publishFile(partial, this.objects, to.split('/'), options);
    } catch (error) {
      throw toStorageError(error);
    } finally {
      // This also covers a key copied to itself: the system then keeps both names.
      await rm(partial, { force: true });
    }
  }

  async *list(prefix: string): AsyncGenerator<ListedObject> {
    assertStoragePrefix(prefix);
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    if (await this.isInside(path.resolve(this.objects, folder))) yield* this.walk(folder, prefix);
  }

  publicUrl(key: string): string {
    assertStorageKey(key);
    if (!this.isPublic(key)) throw new StorageError('storage.bad_key', { detail: `${key} is not public` });
    return this.baseUrl + storagePaths.public + key;
  }

  async signedUrl(key: string, { ttlMs, fileName }: { ttlMs: number; fileName?: string }): Promise<string> {
    assertStorageKey(key);
    const signed = this.grants.issue({
      use: 'download',
      key,
      fileName: fileName ?? path.posix.basename(key),
      expiresAt: this.grants.expiryAfter(ttlMs).getTime(),
    });
    return `${this.baseUrl}${storagePaths.download}?${new URLSearchParams({ ...signed })}`;
  }

  async withFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T> {
    return work((await this.get(key)).file);
  }

  isPublic(key: string): boolean {
    return this.publicPrefixes.some((prefix) => key.startsWith(prefix));
  }

  private async get(key: string): Promise<FoundFile> {
    const found = await this.find(key);
    if (!found) throw new StorageError('storage.not_found', { detail: key });
    return found;
  }

  private async find(key: string): Promise<FoundFile | null> {
    assertStorageKey(key);
    const file = path.join(this.objects, key);
    if (!(await this.isInside(file))) return null;
    const stats = await lstatIfThere(file);
    return stats?.isFile() ? { file, stats } : null;
  }

  // If the real path differs, it goes through a symbolic link or differs in case only.
  private async isInside(file: string): Promise<boolean> {
    try {
      return (await realpath(file)) === file;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  private async *walk(folder: string, prefix: string): AsyncGenerator<ListedObject> {
    for (const name of await namesIn(path.join(this.objects, folder))) {
      const key = folder + name;
      if (!key.startsWith(prefix)) continue;
      if (key.endsWith('/')) {
        yield* this.walk(key, prefix);
      } else if (isStorageKey(key)) {
        const stats = await lstatIfThere(path.join(this.objects, key));
        if (stats) yield { key, size: stats.size, modifiedAt: stats.mtime };
      }
    }
  }
}

// Folder names end with a slash here, so that the whole walk is sorted by key.
async function namesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const plain = entries.filter((entry) => entry.isFile() || entry.isDirectory());
    return plain.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).toSorted();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function lstatIfThere(file: string): Promise<Stats | null> {
  try {
    return await lstat(file);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
