import type { Archive } from '#kernel/archive/archive.ts';
import type { XmlAttributes, XmlHandler } from '#kernel/xml/xml-scan.ts';
import { ContentError } from './content-error.rules.ts';
import { entryOf } from './epub.rules.ts';
import { scanEntry } from './scan-entry.ts';

/** A page or a drawing that may hold the picture of the cover. */
export interface CoverPage {
  entry: string;
  /** The package says that it is the cover; else it is the first page, which is one if it is a picture alone. */
  isNamed: boolean;
}

/** The entry of the picture that the first of these pages is made of; null if none is. */
export async function findPicture(archive: Archive, pages: readonly CoverPage[]): Promise<string | null> {
  for (const { entry, isNamed } of pages) {
    const page = archive.has(entry) ? await readPage(archive, entry) : null;
    const picture = page?.pictures[0];
    if (page === null || picture === undefined) continue;
    if (!isNamed && (page.hasText || page.pictures.length > 1)) continue;
    const found = entryOf(entry, picture);
    if (found !== null && archive.has(found)) return found;
  }
  return null;
}

/** A page that is no XML has no picture for us: readers may still show it. */
async function readPage(archive: Archive, entry: string): Promise<PageReader | null> {
  const reader = new PageReader();
  try {
    await scanEntry(archive, entry, reader, { doctype: true });
    return reader;
  } catch (error) {
    if (error instanceof ContentError) return null;
    throw error;
  }
}

const unseen = new Set(['head', 'title', 'desc', 'style', 'script', 'metadata']);

/** Collects the pictures of a page and whether it says anything. */
class PageReader implements XmlHandler {
  wantsText = true;
  readonly pictures: string[] = [];
  hasText = false;
  #unseen = 0;

  open(name: string, attributes: XmlAttributes): void {
    if (unseen.has(name)) this.#unseen += 1;
    const href = attributes.get('href') ?? attributes.qualified('href');
    const picture = name === 'img' ? attributes.get('src') : name === 'image' ? href : undefined;
    if (picture !== undefined) this.pictures.push(picture);
  }

  text(text: string): void {
    if (this.#unseen === 0 && text.trim() !== '') this.hasText = true;
  }

  close(name: string): void {
    if (unseen.has(name)) this.#unseen -= 1;
  }
}
