import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { ArchiveError, toArchiveError } from './archive-error.ts';
import { isSystemFile, safeEntryName, sameNameKey } from './entry-name.ts';
import { requireOneReading } from './one-reading.ts';

/** The limits for a zip file. */
export interface ArchiveLimits {
  entries: number;
  /** Total unpacked bytes of all entries. */
  unpacked: number;
  /** Maximum ratio of unpacked to packed size, per entry and in total. */
  ratio: number;
  /** Below this many unpacked bytes the ratio is not checked. */
  judgedFrom: number;
}

export const archiveLimits: Readonly<ArchiveLimits> = {
  entries: 10_000,
  unpacked: 2 ** 31,
  ratio: 100,
  judgedFrom: 8 << 20,
};

/**
 * A zip file with a checked directory: every name is safe and unique, nothing is encrypted, and number and sizes of
 * entries are within the limits. Data read from it must match the directory byte for byte. Throws ArchiveError.
 */
export class Archive {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #limits: ArchiveLimits;

  constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, limits: ArchiveLimits) {
    this.#zip = zip;
    this.#entries = entries;
    this.#limits = limits;
  }

  /** The number of files; folders do not count, nor what Macs add. */
  get count(): number {
    return this.names.length;
  }

  /** The files, in directory order. */
  get names(): string[] {
    return [...this.#entries.keys()].filter((name) => !name.endsWith('/') && !isSystemFile(name));
  }

  has(name: string): boolean {
    return this.#entries.has(name) && !isSystemFile(name);
  }

  close(): void {
    this.#zip.close();
  }

  /** Unpacks and discards every entry and returns the total bytes: the only proof that the file is intact. */
  async verify(): Promise<number> {
    let total = 0;
    for (const name of this.#entries.keys()) {
      for await (const chunk of this.bytes(name, this.#limits.unpacked - total)) total += chunk.length;
    }
    return total;
  }

  /** The unpacked bytes of an entry. Throws beyond `maxBytes`, and `damaged` if there is no such entry. */
  bytes(name: string, maxBytes: number): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name);
    if (!entry) throw new ArchiveError('damaged', { entry: name });
    return unpack(this.#zip, entry, name, { ...this.#limits, maxBytes });
  }
}

/**
 * Opens a zip file and checks its directory against its local headers and end record. Close the result. `nameOf` is for
 * callers that only look names up and never write them to a disk. Throws ArchiveError.
 */
export async function openArchive(
  file: string,
  limits: ArchiveLimits = archiveLimits,
  nameOf: (entry: Entry) => string = safeEntryName,
): Promise<Archive> {
  const handle = await open(file);
  let zip: ZipFile | undefined;
  try {
    await requireZip(handle);
    zip = await openPromise(file, { autoClose: false, decodeStrings: false });
    const entries = await readDirectory(zip, limits, nameOf);
    await requireOneReading(handle, zip, entries);
    return new Archive(zip, entries, limits);
  } catch (error) {
    zip?.close();
    throw toArchiveError(error);
  } finally {
    await handle.close();
  }
}

/** With data before the first entry, other programs would see another type of file. */
async function requireZip(file: FileHandle): Promise<void> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
  const mark = buffer.toString('hex', 0, bytesRead);
  if (mark === '504b0506') throw new ArchiveError('empty');
  if (mark !== '504b0304') throw new ArchiveError('not_zip');
}

async function readDirectory(
  zip: ZipFile,
  limits: ArchiveLimits,
  nameOf: (entry: Entry) => string,
): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entries) throw new ArchiveError('too_many_entries', { limit: limits.entries });
  const entries = new Map<string, Entry>();
  const seen = new Set<string>();
  let packed = 0;
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry);
    const key = sameNameKey(name);
    if (seen.has(key)) throw new ArchiveError('duplicate_name', { entry: name });
    if (entry.isEncrypted()) throw new ArchiveError('encrypted', { entry: name });
    if (!entry.canDecodeFileData()) throw new ArchiveError('unknown_method', { entry: name });
    if (name.endsWith('/') && entry.uncompressedSize > 0) throw new ArchiveError('damaged', { entry: name });
    seen.add(key);
    entries.set(name, entry);
    packed += entry.compressedSize;
    unpacked += entry.uncompressedSize;
    if (unpacked > limits.unpacked) throw new ArchiveError('too_large', { limit: limits.unpacked });
  }
  if (entries.keys().every(isSystemFile)) throw new ArchiveError('empty');
  // If the packed sizes add up to more than the file, entries overlap.
  if (packed > zip.fileSize) throw new ArchiveError('bomb');
  if (unpacked > limits.judgedFrom && unpacked > zip.fileSize * limits.ratio) throw new ArchiveError('bomb');
  return entries;
}

interface UnpackLimits {
  /** Bytes. */
  maxBytes: number;
  /** Maximum ratio of unpacked to packed size. */
  ratio: number;
  /** Below this many bytes the ratio is not checked. */
  judgedFrom: number;
}

/** The unpacked bytes of an entry, checked against its recorded size and checksum. Throws ArchiveError. */
async function* unpack(zip: ZipFile, entry: Entry, name: string, limits: UnpackLimits): AsyncGenerator<Buffer> {
  const { maxBytes, ratio, judgedFrom } = limits;
  let size = 0;
  let sum = 0;
  try {
    for await (const chunk of await openEntry(zip, entry, name)) {
      size += chunk.length;
      if (size > maxBytes) throw new ArchiveError('too_large', { entry: name, limit: maxBytes });
      if (size > entry.uncompressedSize) throw new ArchiveError('damaged', { entry: name });
      if (size > judgedFrom && size > entry.compressedSize * ratio) throw new ArchiveError('bomb', { entry: name });
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    throw toArchiveError(error, name);
  }
  if (size < entry.uncompressedSize) throw new ArchiveError('truncated', { entry: name });
  if (sum !== entry.crc32) throw new ArchiveError('damaged', { entry: name });
}

async function openEntry(zip: ZipFile, entry: Entry, name: string): Promise<AsyncIterable<Buffer>> {
  if (entry.isEncrypted()) throw new ArchiveError('encrypted', { entry: name });
  if (!entry.canDecodeFileData()) throw new ArchiveError('unknown_method', { entry: name });
  const raw = await zip.openReadStreamPromise(entry, { decodeFileData: false });
  if (entry.compressionMethod === 0) return raw;
  return pipeline(raw, createInflateRaw({ chunkSize: 1 << 16 }), () => {});
}
