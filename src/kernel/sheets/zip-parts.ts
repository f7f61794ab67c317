import { isUtf8 } from 'node:buffer';
import { pipeline } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { SheetError } from './sheet-error.ts';
import { XmlError } from './xml-scan.ts';

const maxEntries = 10_000;
const maxHeld = 1 << 20;
/** Honest sheets shrink ten to a hundred times; below `judgedFrom` bytes the ratio says nothing. */
const maxRatio = 500;
const judgedFrom = 32 << 20;

/** The parts of a package (.xlsx is a zip of XML), unpacked no further than agreed and checked against their sums. */
export class ZipParts {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  #left: number;

  constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, maxUnpacked: number) {
    this.#zip = zip;
    this.#entries = entries;
    this.#left = maxUnpacked;
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  close(): void {
    this.#zip.close();
  }

  /** The text of a part in pieces that end on a '>', so that no tag name, entity or character is cut in two. */
  async *pieces(name: string, maxBytes: number): AsyncGenerator<string> {
    let held: Buffer = Buffer.alloc(0);
    let first = true;
    for await (const chunk of this.#bytes(name, maxBytes)) {
      const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      const cut = bytes.lastIndexOf('>') + 1;
      held = bytes.subarray(cut);
      if (held.length > maxHeld) throw new XmlError('oversized');
      if (cut === 0) continue;
      const piece = text(bytes.subarray(0, cut));
      yield first && piece.startsWith('\ufeff') ? piece.slice(1) : piece;
      first = false;
    }
    if (held.length > 0) yield text(held);
  }

  async *#bytes(name: string, maxBytes: number): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name.toLowerCase());
    if (entry === undefined) throw new SheetError('sheet.damaged', { part: name });
    const limit = Math.min(this.#left, maxBytes);
    if (entry.uncompressedSize > limit) throw tooLarge(limit);
    let size = 0;
    let sum = 0;
    try {
      for await (const chunk of await this.#open(entry)) {
        size += chunk.length;
        if (size > limit) throw tooLarge(limit);
        if (size > judgedFrom && size > entry.compressedSize * maxRatio) throw suspicious();
        sum = crc32(chunk, sum);
        yield chunk;
      }
    } catch (error) {
      refuse(error, name);
    }
    this.#left -= size;
    if (size < entry.uncompressedSize) throw new SheetError('sheet.truncated', {});
    if (size > entry.uncompressedSize || sum !== entry.crc32) throw new SheetError('sheet.damaged', { part: name });
  }

  async #open(entry: Entry): Promise<AsyncIterable<Buffer>> {
    if (entry.isEncrypted()) throw new SheetError('sheet.encrypted', {});
    if (!entry.canDecodeFileData()) throw new SheetError('sheet.damaged', { part: entry.fileName });
    const raw = await this.#zip.openReadStreamPromise(entry, { decodeFileData: false });
    if (entry.compressionMethod === 0) return raw;
    return pipeline(raw, createInflateRaw({ chunkSize: 1 << 16 }), () => {});
  }
}

export async function openZip(file: string, maxUnpacked: number): Promise<ZipParts> {
  const zip = await openPromise(file, { autoClose: false }).catch((error) => refuse(error, ''));
  try {
    if (zip.entryCount > maxEntries) throw suspicious();
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName.toLowerCase();
      if (entries.has(name)) throw new SheetError('sheet.damaged', { part: entry.fileName });
      entries.set(name, entry);
    }
    return new ZipParts(zip, entries, maxUnpacked);
  } catch (error) {
    zip.close();
    return refuse(error, '');
  }
}

/** What yauzl and zlib complain of is the file's fault; what the system complains of (EIO) stays an error of ours. */
function refuse(cause: unknown, part: string): never {
  if (!(cause instanceof Error) || cause instanceof SheetError || 'syscall' in cause) throw cause;
  if (cause.message.includes('encrypt')) throw new SheetError('sheet.encrypted', {}, { cause });
  const corrupt = 'code' in cause && cause.code === 'Z_DATA_ERROR';
  throw corrupt
    ? new SheetError('sheet.damaged', { part }, { cause })
    : new SheetError('sheet.truncated', {}, { cause });
}

function suspicious(): SheetError {
  return new SheetError('sheet.suspicious_compression', {});
}

export function tooLarge(limit: number): SheetError {
  return new SheetError('sheet.too_large', { limit: Math.ceil(limit / 2 ** 20) });
}

function text(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new XmlError('malformed');
  return bytes.toString();
}
