import { type Archive, archiveLimits } from '#kernel/archive/archive.ts';
import { ArchiveError } from '#kernel/archive/archive-error.ts';
import { ContentError } from './content-error.rules.ts';
import { type EpubPackage, entryOf, type TocEntry } from './epub.rules.ts';
import { findPicture } from './epub-cover.ts';
import { PackageReader } from './epub-package.ts';
import { NavReader, NcxReader, type TocReader } from './epub-toc.ts';
import { scanEntry } from './scan-entry.ts';

/** The metadata of an EPUB. `cover` is the entry of an image that exists. */
export interface Epub extends EpubPackage {
  toc: TocEntry[];
  tocCount: number;
}

const mediaType = 'application/epub+zip';
const packageType = 'application/oebps-package+xml';
const container = 'META-INF/container.xml';
const encryption = 'META-INF/encryption.xml';
// Only fonts may be obfuscated: every reader can undo that by itself.
const fontAlgorithms = new Set(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC']);

/** Reads the container, package and table of contents of an EPUB. Throws ContentError or ArchiveError. */
export async function inspectEpub(archive: Archive): Promise<Epub> {
  await requireMediaType(archive);
  await refuseLocked(archive);
  const path = await findPackage(archive);
  const reader = new PackageReader(path);
  await scanEntry(archive, path, reader);
  if (!reader.isPackage) throw new ContentError('book.zip_xml_bad', { entry: path });
  const epub = reader.result;
  const { entries, count } = await readToc(archive, epub);
  const isThere = epub.cover !== null && archive.has(epub.cover);
  const cover = isThere ? epub.cover : await findPicture(archive, reader.coverPages);
  return { ...epub, cover, toc: entries, tocCount: count };
}

async function requireMediaType(archive: Archive): Promise<void> {
  if (!archive.has('mimetype')) throw new ContentError('book.zip_not_epub', {});
  let text = '';
  for await (const chunk of archive.bytes('mimetype', archiveLimits.judgedFrom)) {
    text += chunk.toString('latin1', 0, 100);
    if (text.length > 100) break;
  }
  if (text.trim() !== mediaType) throw new ContentError('book.zip_not_epub', {});
}

async function refuseLocked(archive: Archive): Promise<void> {
  if (!archive.has(encryption)) return;
  await scanEntry(archive, encryption, {
    wantsText: false,
    open(name, attributes) {
      if (name === 'EncryptionMethod' && !fontAlgorithms.has(attributes.get('Algorithm') ?? ''))
        throw new ArchiveError('encrypted', { entry: encryption });
    },
    text() {},
    close() {},
  });
}

/** The path of the package document. Throws ContentError or ArchiveError. */
export async function findPackage(archive: Archive): Promise<string> {
  let path: string | undefined;
  await scanEntry(archive, container, {
    wantsText: false,
    open(name, attributes) {
      if (name === 'rootfile' && attributes.get('media-type') === packageType) path ??= attributes.get('full-path');
    },
    text() {},
    close() {},
  });
  const entry = path === undefined ? null : entryOf('package', path);
  if (entry === null) throw new ContentError('book.zip_xml_bad', { entry: container });
  return entry;
}

async function readToc(archive: Archive, { nav, ncx }: EpubPackage): Promise<Pick<TocReader, 'entries' | 'count'>> {
  const documents: [string | null, TocReader][] = [
    [nav, new NavReader()],
    [ncx, new NcxReader()],
  ];
  for (const [name, reader] of documents) {
    if (name === null || !archive.has(name)) continue;
    await scanEntry(archive, name, reader, { doctype: true });
    if (reader.count > 0) return reader;
  }
  return { entries: [], count: 0 };
}
