import type { XmlAttributes, XmlHandler } from '#kernel/xml/xml-scan.ts';
import { shownToc, type TocEntry, tidyText } from './epub.rules.ts';

/** A table of contents while it is read: the first entries, and the total number. */
export interface TocReader extends XmlHandler {
  readonly entries: TocEntry[];
  readonly count: number;
}

abstract class Toc implements TocReader {
  wantsText = false;
  readonly entries: TocEntry[] = [];
  count = 0;
  #text = '';

  abstract open(name: string, attributes: XmlAttributes): void;
  abstract close(name: string): void;

  text(text: string): void {
    // Stop collecting once a title is longer than any screen shows.
    if (this.#text.length < 10_000) this.#text += text;
  }

  protected begin(): void {
    this.#text = '';
    this.wantsText = true;
  }

  protected end(depth: number): void {
    this.wantsText = false;
    const title = tidyText(this.#text);
    if (title === '') return;
    this.count += 1;
    if (this.entries.length < shownToc) this.entries.push({ title, depth });
  }
}

/** Reads nav.xhtml: nested lists inside `<nav epub:type="toc">`, each item a link or a heading. */
export class NavReader extends Toc {
  #inside = false;
  #depth = -1;
  #label = '';

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'nav') this.#inside = (attributes.qualified('type') ?? '').split(/\s+/).includes('toc');
    if (!this.#inside) return;
    if (name === 'ol') this.#depth += 1;
    else if (this.#depth >= 0 && this.#label === '' && (name === 'a' || name === 'span')) {
      this.#label = name;
      this.begin();
    }
  }

  close(name: string): void {
    if (!this.#inside) return;
    if (name === 'nav') this.#inside = false;
    else if (name === 'ol') this.#depth -= 1;
    else if (name === this.#label) {
      this.#label = '';
      this.end(this.#depth);
    }
  }
}

/** Reads toc.ncx of EPUB 2: nested navPoints, each with a navLabel. */
export class NcxReader extends Toc {
  #depth = -1;
  #label = false;

  open(name: string): void {
    if (name === 'navPoint') this.#depth += 1;
    else if (name === 'navLabel') this.#label = this.#depth >= 0;
    else if (name === 'text' && this.#label) this.begin();
  }

  close(name: string): void {
    if (name === 'navPoint') this.#depth -= 1;
    else if (name === 'text' && this.#label) {
      this.#label = false;
      this.end(this.#depth);
    }
  }
}
