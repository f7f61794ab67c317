import type { XmlAttributes, XmlHandler } from '#kernel/xml/xml-scan.ts';
import { type EpubPackage, entryOf, tidyText } from './epub.rules.ts';
import type { CoverPage } from './epub-cover.ts';

interface Item {
  id: string;
  href: string;
  type: string;
  properties: readonly string[];
}

/** A metadata text: `title`, `creator` … itself, or a refinement of another one. */
interface Text {
  name: string;
  id: string | undefined;
  refines: string | undefined;
  property: string | undefined;
  text: string;
}

const wanted = new Set(['title', 'creator', 'language', 'identifier', 'publisher', 'date', 'meta']);
const pictures = new Set(['image/jpeg', 'image/png']);
const maxCreators = 20;

/** Collects the contents of a package document; read the result after the scan. */
export class PackageReader implements XmlHandler {
  wantsText = false;
  isPackage = false;
  readonly #path: string;
  readonly #texts: Text[] = [];
  readonly #items = new Map<string, Item>();
  #metadata = false;
  #text: Text | undefined;
  #uniqueId: string | undefined;
  #coverId: string | undefined;
  #ncxId: string | undefined;
  #direction: EpubPackage['direction'] = null;
  #spine = 0;
  #firstId: string | undefined;
  #guided: string | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'package') {
      this.isPackage = true;
      this.#uniqueId = attributes.get('unique-identifier');
    } else if (name === 'metadata') this.#metadata = true;
    else if (name === 'item') this.#item(attributes);
    else if (name === 'itemref') {
      this.#spine += 1;
      this.#firstId ??= attributes.get('idref');
    } else if (name === 'reference') {
      if (attributes.get('type') === 'cover') this.#guided ??= attributes.get('href');
    } else if (name === 'spine') {
      const direction = attributes.get('page-progression-direction');
      this.#direction = direction === 'rtl' || direction === 'ltr' ? direction : null;
      this.#ncxId = attributes.get('toc');
    } else if (this.#metadata && wanted.has(name)) this.#begin(name, attributes);
  }

  text(text: string): void {
    if (this.#text) this.#text.text += text;
  }

  close(name: string): void {
    if (name === 'metadata') this.#metadata = false;
    if (!this.#text || name !== this.#text.name) return;
    this.#text.text = tidyText(this.#text.text);
    if (this.#text.text !== '') this.#texts.push(this.#text);
    this.#text = undefined;
    this.wantsText = false;
  }

  get result(): EpubPackage {
    const title = this.#texts.find(({ name }) => name === 'title');
    const own = this.#texts.find(({ name, id }) => name === 'identifier' && id !== undefined && id === this.#uniqueId);
    const all = (wantedName: string) => this.#texts.filter(({ name }) => name === wantedName).map(({ text }) => text);
    const first = (wantedName: string) => all(wantedName)[0] ?? null;
    return {
      title: title?.text ?? null,
      altTitle: title?.id === undefined ? null : this.#refinement(title.id, 'alternate-script'),
      creators: all('creator').slice(0, maxCreators),
      language: first('language'),
      identifier: own?.text ?? first('identifier'),
      publisher: first('publisher'),
      date: first('date'),
      direction: this.#direction,
      spine: this.#spine,
      manifest: this.#items.size,
      cover: this.#entry(this.#cover()),
      nav: this.#entry(this.#find(({ properties }) => properties.includes('nav'))),
      ncx: this.#entry(
        this.#items.get(this.#ncxId ?? '') ?? this.#find(({ type }) => type === 'application/x-dtbncx+xml'),
      ),
    };
  }

  #item(attributes: XmlAttributes): void {
    const id = attributes.get('id') ?? '';
    this.#items.set(id, {
      id,
      href: attributes.get('href') ?? '',
      type: attributes.get('media-type') ?? '',
      properties: (attributes.get('properties') ?? '').split(/\s+/),
    });
  }

  #begin(name: string, attributes: XmlAttributes): void {
    if (name === 'meta' && attributes.get('name') === 'cover') this.#coverId = attributes.get('content');
    const property = attributes.get('property');
    if (name === 'meta' && property === undefined) return;
    const refines = attributes.get('refines');
    this.#text = { name, id: attributes.get('id'), refines, property, text: '' };
    this.wantsText = true;
  }

  #refinement(id: string, wantedProperty: string): string | null {
    const found = this.#texts.find(({ refines, property }) => refines === `#${id}` && property === wantedProperty);
    return found?.text ?? null;
  }

  /** Where the picture of the cover may be if the package does not name one: the best first. */
  get coverPages(): CoverPage[] {
    const named = [this.#entry(this.#marked()), this.#guided === undefined ? null : entryOf(this.#path, this.#guided)];
    const first = this.#entry(this.#items.get(this.#firstId ?? ''));
    return [...named.map((entry) => ({ entry, isNamed: true })), { entry: first, isNamed: false }].flatMap(
      ({ entry, isNamed }) => (entry === null ? [] : { entry, isNamed }),
    );
  }

  // EPUB 3 marks the image itself; EPUB 2 names its item.
  #marked(): Item | undefined {
    const marked = this.#find(({ properties }) => properties.includes('cover-image'));
    return marked ?? this.#items.get(this.#coverId ?? '');
  }

  #cover(): Item | undefined {
    const cover = this.#marked();
    return cover && pictures.has(cover.type) ? cover : undefined;
  }

  #find(fits: (item: Item) => boolean): Item | undefined {
    return [...this.#items.values()].find(fits);
  }

  #entry(item: Item | undefined): string | null {
    return item ? entryOf(this.#path, item.href) : null;
  }
}
