import type { Archive } from '#kernel/archive/archive.ts';
import { ArchiveError } from '#kernel/archive/archive-error.ts';
import { xmlPieces } from '#kernel/xml/xml-pieces.ts';
import { XmlError, type XmlHandler, XmlScanner } from '#kernel/xml/xml-scan.ts';
import { ContentError } from './content-error.rules.ts';

const maxXml = 8 << 20;

/** Passes an entry to a handler as XML. Throws ContentError or ArchiveError. */
export async function scanEntry(
  archive: Archive,
  name: string,
  handler: XmlHandler,
  options: { doctype?: boolean } = {},
): Promise<void> {
  if (!archive.has(name)) throw new ContentError('book.zip_part_missing', { entry: name });
  const scanner = new XmlScanner(handler, options);
  try {
    for await (const piece of xmlPieces(archive.bytes(name, maxXml))) scanner.write(piece);
    scanner.end();
  } catch (error) {
    const oversized = error instanceof ArchiveError && error.fault === 'too_large';
    if (!oversized && !(error instanceof XmlError)) throw error;
    const unsafe = error instanceof XmlError && error.fault === 'unsafe';
    throw new ContentError(unsafe ? 'book.zip_xml_unsafe' : 'book.zip_xml_bad', { entry: name });
  }
}
