import { pipeline } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { ArchiveError, toArchiveError } from './archive-error.ts';

interface UnpackLimits {
  /** Bytes. */
  maxBytes: number;
  /** Maximum ratio of unpacked to packed size. */
  ratio: number;
  /** Below this many bytes the ratio is not checked. */
  judgedFrom: number;
}

/** The unpacked bytes of an entry, checked against its recorded size and checksum. Throws ArchiveError. */
export async function* unpack(zip: ZipFile, entry: Entry, name: string, limits: UnpackLimits): AsyncGenerator<Buffer> {
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
