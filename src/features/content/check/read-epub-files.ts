import { type Archive, openArchive } from '#kernel/archive/archive.ts';

/** The files of an EPUB in memory; `whole` unless only the beginnings of some pictures and sounds were read. */
interface EpubFiles {
  files: Map<string, Uint8Array>;
  whole: boolean;
}

/** Thrown for an EPUB whose documents take more memory than a check may have. */
export class TooLargeToCheck extends Error {
  override readonly name = 'TooLargeToCheck';
}

// A parsed document takes about ten times as much memory as its text. Bytes.
const maxDocument = 16 << 20;
const maxDocuments = 96 << 20;
/** Larger pictures and sounds, and all beyond this sum, are checked by their first bytes, which tell what they are. */
const maxMedium = 1 << 20;
const maxMedia = 48 << 20;
const beginning = 4096;

const isDocument = (name: string) => /\.(x?html?|xml|opf|ncx|css|svg|smil|js|pls|json|txt)$|^mimetype$/i.test(name);

/** Reads an EPUB within bounds, whatever its size. Throws TooLargeToCheck or ArchiveError. */
export async function readEpubFiles(file: string): Promise<EpubFiles> {
  const archive = await openArchive(file);
  try {
    const files = new Map<string, Uint8Array>();
    let whole = true;
    let documents = 0;
    let media = 0;
    for (const name of archive.names) {
      if (isDocument(name)) {
        const bytes = await startOf(archive, name, maxDocument);
        documents += bytes.length;
        if (bytes.length > maxDocument || documents > maxDocuments) throw new TooLargeToCheck(name);
        files.set(name, bytes);
      } else {
        const limit = media > maxMedia ? beginning : maxMedium;
        const bytes = await startOf(archive, name, limit);
        const isCut = bytes.length > limit;
        if (isCut) whole = false;
        const head = isCut ? bytes.slice(0, beginning) : bytes;
        media += head.length;
        files.set(name, head);
      }
    }
    return { files, whole };
  } finally {
    archive.close();
  }
}

/** An entry, up to the piece in which it exceeds the limit. */
async function startOf(archive: Archive, name: string, limit: number): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of archive.bytes(name, Number.POSITIVE_INFINITY)) {
    pieces.push(piece);
    size += piece.length;
    if (size > limit) break;
  }
  return new Uint8Array(Buffer.concat(pieces));
}
