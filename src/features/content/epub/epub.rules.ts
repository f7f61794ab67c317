import { posix } from 'node:path';

/** The metadata in the package of an EPUB. */
export interface EpubPackage {
  title: string | null;
  /** The title in another script. */
  altTitle: string | null;
  creators: string[];
  language: string | null;
  /** The unique identifier of the package. */
  identifier: string | null;
  publisher: string | null;
  date: string | null;
  direction: 'ltr' | 'rtl' | null;
  spine: number;
  manifest: number;
  /** Names of entries; null if the package names none. */
  cover: string | null;
  nav: string | null;
  ncx: string | null;
}

/** One line of a table of contents; `depth` counts from 0. */
export interface TocEntry {
  title: string;
  depth: number;
}

export const shownToc = 500;
const maxText = 300;

/** White space collapsed to single spaces, cut to what a screen needs. */
export const tidyText = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, maxText).toWellFormed();

/** The entry that a reference inside a package points to; null if it leads out of the package. */
export function entryOf(from: string, href: string): string | null {
  const [path = ''] = href.split(/[#?]/, 1);
  if (path === '' || /^[a-z][a-z\d+.-]*:/i.test(path)) return null;
  const name = posix.join(posix.dirname(from), decoded(path));
  return name.startsWith('../') || name.startsWith('/') ? null : name;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
