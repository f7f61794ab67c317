import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#kernel/config/config.ts';
import { parseStorageUrl } from '#kernel/config/s3-url.ts';
import { openDirectoryStorage } from '#kernel/storage/directory-storage.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { type BackupKey, readBackupKey } from './encryption.ts';
import type { BackupLocation } from './location.ts';
import { BackupError, filePart, type Manifest, readManifest } from './manifest.ts';

// Nothing here is public, and nothing is signed.
const closed = { publicPrefixes: [], now: () => new Date() };

// A file that no backup names may belong to one that is being made.
const unnamedMs = 24 * 60 * 60 * 1000;

const encrypted = '.age';

/**
 * Many backups of one installation, in a folder or a bucket. Their tables are below `backups/<time>/`; files are below
 * `files/`, each once under its checksum, however many backups have it. With a key each part ends with `.age`.
 */
export class BackupRepository {
  readonly name: string;
  private readonly storage: Storage;
  private readonly key: BackupKey | undefined;

  private constructor(name: string, storage: Storage, key: BackupKey | undefined) {
    this.name = name;
    this.storage = storage;
    this.key = key;
  }

  /** Opens a folder, which is created, or `s3://bucket?endpoint=…`. */
  static async open(
    to: string,
    { backupKey, bucketKey }: Pick<Config, 'backupKey' | 'bucketKey'>,
  ): Promise<BackupRepository> {
    const key = backupKey === undefined ? undefined : await readBackupKey(backupKey);
    return new BackupRepository(to, await storageOf(to, bucketKey), key);
  }

  /** The location of one backup; `known` are the parts that earlier backups have. */
  at(time: string, known: ReadonlySet<string> = new Set()): BackupLocation {
    const suffix = this.key ? encrypted : '';
    const keyOf = (part: string) => `${part.startsWith('files/') ? '' : `backups/${time}/`}${part}${suffix}`;
    return {
      name: `${this.name} --at ${time}`,
      put: async (part, source) =>
        void (await this.storage.put(keyOf(part), this.key ? await this.key.encrypt(source) : source)),
      open: async (part) => {
        const source = await this.storage.open(keyOf(part));
        return this.key ? this.key.decrypt(source) : source;
      },
      has: (part) => known.has(keyOf(part)),
    };
  }

  /** The keys of the files that earlier backups have written. */
  async fileKeys(): Promise<Set<string>> {
    const keys = new Set<string>();
    for await (const { key } of this.storage.list('files/')) keys.add(key);
    return keys;
  }

  /** The times of all whole backups, oldest first. */
  async times(): Promise<string[]> {
    const [whole] = await this.folders();
    return whole;
  }

  /** The newest backup, or the one of a time. */
  async find(time?: string): Promise<BackupLocation> {
    const times = await this.times();
    const found = time === undefined ? times.at(-1) : times.find((one) => one === time);
    if (found === undefined) throw new BackupError(`${this.name} has no backup${time ? ` of ${time}` : ''}.`);
    return this.at(found);
  }

  /**
   * Removes all but the newest backups, those that were never finished, and the files that none of the rest names. The
   * newest one is `made`. Returns how many backups were removed.
   */
  async prune(retained: number, made: string): Promise<number> {
    const [whole, unfinished] = await this.folders();
    const gone = whole.slice(0, Math.max(0, whole.length - retained));
    for (const time of [...gone, ...unfinished.filter((one) => one < made)]) await this.removeBackup(time);
    await this.removeUnnamed(whole.slice(gone.length));
    return gone.length;
  }

  private async folders(): Promise<[whole: string[], unfinished: string[]]> {
    const whole = new Set<string>();
    const all = new Set<string>();
    for await (const { key } of this.storage.list('backups/')) {
      const [, time = '', part] = key.split('/');
      all.add(time);
      if (part?.startsWith('manifest.json')) whole.add(time);
    }
    return [[...whole].toSorted(), [...all].filter((time) => !whole.has(time))];
  }

  /** The manifest goes first: a backup that is removed by halves is no whole backup. */
  private async removeBackup(time: string): Promise<void> {
    for (const suffix of ['', encrypted]) await this.storage.remove(`backups/${time}/manifest.json${suffix}`);
    const keys: string[] = [];
    for await (const { key } of this.storage.list(`backups/${time}/`)) keys.push(key);
    for (const key of keys) await this.storage.remove(key);
  }

  private async removeUnnamed(times: readonly string[]): Promise<void> {
    const named = new Set<string>();
    for (const time of times) {
      const manifest = await readManifest(this.at(time)).catch(unreadable);
      if (!manifest) return;
      for (const file of manifest.files) named.add(filePart(manifest, file));
    }
    const before = Date.now() - unnamedMs;
    const unnamed: string[] = [];
    for await (const { key, modifiedAt } of this.storage.list('files/'))
      if (modifiedAt.getTime() < before && !named.has(key.replace(encrypted, ''))) unnamed.push(key);
    for (const key of unnamed) await this.storage.remove(key);
  }
}

/** With a key that only writes, nobody here knows which files the backups name: all are kept. */
function unreadable(error: unknown): undefined {
  if (!(error instanceof BackupError)) throw error;
}

async function storageOf(to: string, key: Config['bucketKey']): Promise<Storage> {
  if (!to.startsWith('s3:')) {
    const root = path.resolve(to);
    await mkdir(root, { recursive: true, mode: 0o700 });
    const secret = randomBytes(32).toString('hex');
    return openDirectoryStorage({ root, secrets: { all: () => [secret] }, ...closed });
  }
  const location = parseStorageUrl(to);
  if (!location) throw new BackupError(`${to} is no address such as s3://bucket?endpoint=https://s3.example`);
  // Loaded only when used: it is heavy.
  const { openS3Storage } = await import('#kernel/mount/open-s3.ts');
  return openS3Storage({ location, key, ...closed });
}

/** The parts of the newest backup's files, by key, so that unchanged files are not read again. */
export async function newestFiles(repository: BackupRepository): Promise<Manifest | undefined> {
  const [newest] = (await repository.times()).toReversed();
  return newest === undefined ? undefined : readManifest(repository.at(newest)).catch(unreadable);
}
