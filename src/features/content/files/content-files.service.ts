import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { bookMessages } from '#features/book/book-words.public.ts';
import { type Archive, openArchive } from '#kernel/archive/archive.ts';
import { plainName, readOneFile } from '#kernel/http/file-form.ts';
import { type Storage, StorageError } from '#kernel/storage/storage.ts';
import { refusalOf } from '../epub/content-error.rules.ts';
import { inspectEpub } from '../epub/inspect-epub.ts';
import type { StagedContent } from './content.contract.ts';
import type { ContentRow } from './content.store.ts';
import { type ContentKind, contentPrefix, maxContentBytes } from './content-keys.rules.ts';

const maxCoverBytes = 10 << 20;
const coverMarks: readonly [mark: string, extension: string][] = [
  ['ffd8ff', '.jpg'],
  ['89504e470d0a1a0a', '.png'],
];

interface Received {
  key: string;
  name: string;
  /** Bytes. */
  size: number;
}

/** Receives an uploaded file from a form. A rejected file leaves nothing behind. */
export async function receiveContent(
  storage: Storage,
  request: FastifyRequest,
  kind: ContentKind,
): Promise<ContentRow> {
  const received = await readOneFile(request, {
    store: async ({ name, source }) => {
      const key = newKey(kind);
      const { size } = await storage.put(key, source, { maxBytes: maxContentBytes[kind] });
      return { key, name, size };
    },
    discard: ({ key }) => storage.remove(key),
  });
  if (!received) throw bookMessages.errorWith(400, 'book.content_no_file', { field: 'file' });
  return inspected(storage, received, kind);
}

/** Takes a file that was uploaded to the storage. A copy is inspected, since the upload can still be replaced. */
export async function takeContent(
  storage: Storage,
  { key, file_name }: StagedContent,
  kind: ContentKind,
): Promise<ContentRow> {
  const copy = newKey(kind);
  try {
    await storage.copy(key, copy);
  } catch (error) {
    if (!(error instanceof StorageError && error.code === 'storage.not_found')) throw error;
    throw bookMessages.errorWith(404, 'book.content_not_uploaded', { field: 'key' });
  }
  const size = (await storage.stat(copy))?.size ?? 0;
  return inspected(storage, { key: copy, name: plainName(file_name ?? '') || plainName(key), size }, kind);
}

const newKey = (kind: ContentKind) => `${contentPrefix}${randomUUID()}.${kind}`;

/** Inspects a file to its last byte and removes it if it is rejected. */
async function inspected(storage: Storage, { key, name, size }: Received, kind: ContentKind): Promise<ContentRow> {
  try {
    const found = await storage.withFile(key, (file) => inspect(storage, file, key, kind));
    return { kind, file_key: key, file_name: name, size, ...found };
  } catch (error) {
    await storage.remove(key);
    throw refusalOf(error);
  }
}

async function inspect(storage: Storage, file: string, key: string, kind: ContentKind) {
  const archive = await openArchive(file);
  try {
    const epub = kind === 'epub' ? await inspectEpub(archive) : null;
    const unpacked = await archive.verify();
    const cover_key = epub?.cover ? await storeCover(storage, archive, epub.cover, key) : null;
    return { package: epub, entries: archive.count, unpacked, cover_key };
  } finally {
    archive.close();
  }
}

/** Stores the cover beside its EPUB; null if it is not an image that browsers show, or too large. */
async function storeCover(storage: Storage, archive: Archive, entry: string, key: string): Promise<string | null> {
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
