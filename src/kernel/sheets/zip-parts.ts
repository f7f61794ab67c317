import { type Entry, getFileNameLowLevel } from 'yauzl';
import { type Archive, openArchive } from '../archive/archive.ts';
import { ArchiveError, toArchiveError } from '../archive/archive-error.ts';
import { xmlPieces } from '../xml/xml-pieces.ts';
import { SheetError } from './sheet-error.ts';

/**
 * Normal sheets compress 10 to 100 times; below `judgedFrom` bytes the ratio is not checked. Unpacked bytes are counted
 * per part, because not all parts are read.
 */
const limits = { entries: 10_000, unpacked: Number.POSITIVE_INFINITY, ratio: 500, judgedFrom: 32 << 20 };

/** The parts of a package (.xlsx is a zip of XML), unpacked within the limits and verified against their checksums. */
export class ZipParts {
  readonly #archive: Archive;
  readonly #names: ReadonlyMap<string, string>;
  #left: number;

  constructor(archive: Archive, maxUnpacked: number) {
    this.#archive = archive;
    this.#names = new Map(archive.names.map((name) => [name.toLowerCase(), name]));
    this.#left = maxUnpacked;
  }

  has(name: string): boolean {
    return this.#names.has(name.toLowerCase());
  }

  close(): void {
    this.#archive.close();
  }

  /** The text of a part in pieces that end on a '>', so that no tag name, entity or character is split. */
  pieces(name: string, maxBytes: number): AsyncGenerator<string> {
    return xmlPieces(this.#bytes(name, maxBytes));
  }

  async *#bytes(name: string, maxBytes: number): AsyncGenerator<Buffer> {
    const entry = this.#names.get(name.toLowerCase());
    if (entry === undefined) throw new SheetError('sheet.damaged', { part: name });
    try {
      for await (const chunk of this.#archive.bytes(entry, Math.min(this.#left, maxBytes))) {
        this.#left -= chunk.length;
        yield chunk;
      }
    } catch (error) {
      refuse(error, name);
    }
  }
}

/** Opens the parts of an .xlsx file, of which `maxUnpacked` bytes may be read. Throws SheetError if it is damaged. */
export async function openZip(file: string, maxUnpacked: number): Promise<ZipParts> {
  const archive = await openArchive(file, limits, nameOf).catch((error: unknown) => refuse(error, ''));
  return new ZipParts(archive, maxUnpacked);
}

/** Nothing is written to disk under these names, so they need not be safe; some writers use backslashes in paths. */
const nameOf = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry) =>
  getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);

function refuse(error: unknown, part: string): never {
  if (error instanceof SheetError) throw error;
  const cause = toArchiveError(error);
  if (!(cause instanceof ArchiveError)) throw cause;
  switch (cause.fault) {
    case 'encrypted':
      throw new SheetError('sheet.encrypted', {}, { cause });
    // The first bytes were checked before, so `not_zip` means an empty file.
    case 'not_zip':
    case 'truncated':
      throw new SheetError('sheet.truncated', {}, { cause });
    case 'empty':
      throw new SheetError('sheet.not_a_spreadsheet', {}, { cause });
    case 'bomb':
    case 'too_many_entries':
      throw new SheetError('sheet.suspicious_compression', {}, { cause });
    case 'too_large':
      throw tooLarge(cause.limit ?? 0);
    default:
      throw new SheetError('sheet.damaged', { part: cause.entry ?? part }, { cause });
  }
}

/** The error for a sheet over a limit, in bytes. */
export function tooLarge(limit: number): SheetError {
  return new SheetError('sheet.too_large', { limit: Math.ceil(limit / 2 ** 20) });
}
