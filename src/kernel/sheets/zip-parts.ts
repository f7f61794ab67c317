import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { ArchiveError, toArchiveError } from '../archive/archive-error.ts';
import { unpack } from '../archive/unpack.ts';
import { xmlPieces } from '../xml/xml-pieces.ts';
import { SheetError } from './sheet-error.ts';

const maxEntries = 10_000;
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
  pieces(name: string, maxBytes: number): AsyncGenerator<string> {
    return xmlPieces(this.#bytes(name, maxBytes));
  }

  async *#bytes(name: string, maxBytes: number): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name.toLowerCase());
    if (entry === undefined) throw new SheetError('sheet.damaged', { part: name });
    const limit = Math.min(this.#left, maxBytes);
    if (entry.uncompressedSize > limit) throw tooLarge(limit);
    try {
      for await (const chunk of unpack(this.#zip, entry, name, { maxBytes: limit, ratio: maxRatio, judgedFrom })) {
        this.#left -= chunk.length;
        yield chunk;
      }
    } catch (error) {
      refuse(error, name);
    }
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

function refuse(error: unknown, part: string): never {
  if (error instanceof SheetError) throw error;
  const cause = toArchiveError(error);
  if (!(cause instanceof ArchiveError)) throw cause;
  switch (cause.fault) {
    case 'encrypted':
      throw new SheetError('sheet.encrypted', {}, { cause });
    case 'truncated':
      throw new SheetError('sheet.truncated', {}, { cause });
    case 'bomb':
      throw suspicious();
    case 'too_large':
      throw tooLarge(cause.limit ?? 0);
    default:
      throw new SheetError('sheet.damaged', { part }, { cause });
  }
}

function suspicious(): SheetError {
  return new SheetError('sheet.suspicious_compression', {});
}

export function tooLarge(limit: number): SheetError {
  return new SheetError('sheet.too_large', { limit: Math.ceil(limit / 2 ** 20) });
}
