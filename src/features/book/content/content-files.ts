import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { type Archive, openArchive } from '#kernel/archive/archive.ts';
import { readOneFile } from '#kernel/http/one-file.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { bookMessages } from '../book.messages.ts';
import { refusalOf } from './content-error.ts';
import type { ContentKind } from './content.contract.ts';
import type { ContentRow } from './content.store.ts';
import { inspectEpub } from './inspect-epub.ts';

/** Where contents lie; nothing here has a public address. */
export const contentPrefix = 'contents/';

/** The largest file of each kind. Bytes. */
export const maxContentBytes: Readonly<Record<ContentKind, number>> = { epub: 512 << 20, zip: 2 ** 30 };

const maxCoverBytes = 10 << 20;
const coverMarks: readonly [mark: string, extension: string][] = [
  ['ffd8ff', '.jpg'],
  ['89504e470d0a1a0a', '.png'],
];

/** Takes a file in and looks it through to its last byte. One that is refused leaves nothing behind. */
export async function receiveContent(
  storage: Storage,
  request: FastifyRequest,
  kind: ContentKind,
): Promise<ContentRow> {
  const received = await readOneFile(request, async ({ name, source }) => {
    const key = `${contentPrefix}${randomUUID()}.${kind}`;
    const { size } = await storage.put(key, source, { maxBytes: maxContentBytes[kind] });
    return { key, name, size };
  });
  if (!received) throw bookMessages.errorWith(400, 'book.content_no_file', { field: 'file' });
  try {
    const inspected = await storage.withFile(received.key, (file) => inspect(storage, file, received.key, kind));
    return { kind, file_key: received.key, file_name: received.name, size: received.size, ...inspected };
  } catch (error) {
    await storage.remove(received.key);
    throw refusalOf(error);
  }
}

async function inspect(storage: Storage, file: string, key: string, kind: ContentKind) {
  const archive = await openArchive(file);
  try {
    const epub = kind === 'epub' ? await inspectEpub(archive) : null;
    const unpacked = await archive.verify();
    const cover_key = epub?.cover ? await keepCover(storage, archive, epub.cover, key) : null;
    return { package: epub, entries: archive.count, unpacked, cover_key };
  } finally {
    archive.close();
  }
}

/** Puts the cover beside its EPUB; null where it is no picture that browsers show, or too large for one. */
async function keepCover(storage: Storage, archive: Archive, entry: string, key: string): Promise<string | null> {
  const bytes: Buffer[] = [];
  let size = 0;
  for await (const chunk of archive.bytes(entry, Number.POSITIVE_INFINITY)) {
    size += chunk.length;
    if (size > maxCoverBytes) return null;
    bytes.push(chunk);
  }
  const picture = Buffer.concat(bytes);
  const head = picture.toString('hex', 0, 8);
  const extension = coverMarks.find(([mark]) => head.startsWith(mark))?.[1];
  if (!extension) return null;
  const coverKey = `${key.slice(0, -'.epub'.length)}-cover${extension}`;
  await storage.put(coverKey, Readable.from([picture]));
  return coverKey;
}

/** The keys of a file and its picture. */
export const keysOf = ({ file_key, cover_key }: Pick<ContentRow, 'file_key' | 'cover_key'>): string[] =>
  cover_key === null ? [file_key] : [file_key, cover_key];
