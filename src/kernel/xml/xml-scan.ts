/** Why XML cannot be read. The caller adds where it happened. */
export type XmlFault = 'truncated' | 'malformed' | 'unsafe' | 'illegal_character' | 'oversized';

/** Thrown where XML cannot be read. */
export class XmlError extends Error {
  override readonly name = 'XmlError';
  readonly fault: XmlFault;

  constructor(fault: XmlFault) {
    super(`XML is ${fault}`);
    this.fault = fault;
  }
}

/** Receives a document. Names come without namespace prefix; text is decoded only if `wantsText` is set. */
export interface XmlHandler {
  wantsText: boolean;
  open(name: string, attributes: XmlAttributes): void;
  /** A run of text may arrive in several calls. */
  text(text: string): void;
  close(name: string): void;
  /** Receives an element that holds a text alone in one call, where the scanner has it whole; else in the three above. */
  whole?(name: string, attributes: XmlAttributes, text: string): void;
}

/** A name of an element as it is written, and what has followed it. */
interface Tag {
  written: string;
  /** Without the prefix of a namespace. */
  local: string;
  /** What ends the element, after '<'. */
  end: string;
  /** The element that was opened last after this one was opened, and after it was closed. */
  inside: Following;
  after: Following;
}

interface Following {
  tag: Tag | undefined;
}

const maxDepth = 64;
const maxAttributes = 64;
const mostTags = 1000;
const tab = 0x09;
const newline = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const bang = 0x21;
const slash = 0x2f;
const equals = 0x3d;
const greater = 0x3e;
const question = 0x3f;

const nameCodes = new Uint8Array(128);
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_:.-')
  nameCodes[char.charCodeAt(0)] = 1;

/** Characters that XML cannot contain, so cells should not either: most control characters and two noncharacters. */
export const illegalCharacter = /[^\t\n\r -\ufffd]/;
const entities = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));

/** The attributes of the element being opened; reused for every element, so read them immediately. */
export class XmlAttributes {
  readonly #names: string[] = [];
  readonly #values: string[] = [];
  #count = 0;

  get(name: string): string | undefined {
    for (let i = 0; i < this.#count; i++) if (this.#names[i] === name) return decoded(this.#values[i] ?? '');
    return undefined;
  }

  /** The attribute of that name in any namespace, as in `r:id`. */
  qualified(local: string): string | undefined {
    const name = this.#names.slice(0, this.#count).find((each) => each.endsWith(`:${local}`));
    return name === undefined ? undefined : this.get(name);
  }

  clear(): void {
    this.#count = 0;
  }

  add(name: string, value: string): void {
    if (this.#count === maxAttributes) throw new XmlError('unsafe');
    for (let i = 0; i < this.#count; i++) if (this.#names[i] === name) throw new XmlError('malformed');
    if (value.includes('<')) throw new XmlError('malformed');
    this.#names[this.#count] = name;
    this.#values[this.#count++] = value;
  }
}

/**
 * A strict scanner for XML inside packages, twice as fast as a general parser. It refuses what such a part never needs
 * and an attacker might use: document types, custom entities, deep nesting, characters outside XML. With `doctype` it
 * skips a document type without declarations, as in XHTML; its target is never fetched.
 *
 * Feed it pieces that end on a '>' (see xml-pieces.ts), so that names, entities and surrogate pairs stay whole.
 */
export class XmlScanner {
  readonly #handler: XmlHandler;
  readonly #attributes = new XmlAttributes();
  readonly #open: Tag[] = [];
  readonly #tags = new Map<string, Tag>();
  /** Elements follow one another as they did before: comparing with that one is cheaper than reading a name. */
  #following: Following = { tag: undefined };
  #carry = '';
  #started = false;
  /** Whether a plain document type is still allowed. */
  #doctype: boolean;
  /** Whether the piece contains anything to decode; most do not, and one check per piece is cheaper. */
  #coded = false;

  constructor(handler: XmlHandler, { doctype = false }: { doctype?: boolean } = {}) {
    this.#handler = handler;
    this.#doctype = doctype;
  }

  write(piece: string): void {
    const stop = piece.search(illegalCharacter);
    this.#scan(stop === -1 ? piece : piece.slice(0, stop));
    if (stop !== -1) throw new XmlError('illegal_character');
  }

  end(): void {
    if (this.#carry !== '' || this.#open.length > 0 || !this.#started) throw new XmlError('truncated');
  }

  #scan(piece: string): void {
    const xml = this.#carry === '' ? piece : this.#carry + piece;
    this.#coded = xml.includes('&') || xml.includes('\r');
    let at = 0;
    while (at < xml.length) {
      const markup = xml.indexOf('<', at);
      if (markup !== at) this.#text(xml, at, markup === -1 ? xml.length : markup);
      if (markup === -1) {
        at = xml.length;
        break;
      }
      const next = this.#markup(xml, markup);
      if (next === -1) {
        at = markup;
        break;
      }
      at = next;
    }
    this.#carry = xml.slice(at);
    if (this.#carry.length > 1 << 20) throw new XmlError('oversized');
  }

  #text(xml: string, from: number, to: number): void {
    if (this.#open.length === 0) {
      if (/\S/.test(xml.slice(from, to))) throw new XmlError('malformed');
      return;
    }
    if (!this.#handler.wantsText) return;
    const text = xml.slice(from, to);
    this.#handler.text(this.#coded ? decoded(text) : text);
  }

  /** The position after the markup at `at`, or -1 when the piece ends within it. */
  #markup(xml: string, at: number): number {
    switch (xml.charCodeAt(at + 1)) {
      case slash:
        return this.#close(xml, at + 2);
      case bang:
        return this.#declaration(xml, at);
      case question: {
        const end = xml.indexOf('?>', at);
        return end === -1 ? -1 : end + 2;
      }
      default:
        return this.#element(xml, at + 1);
    }
  }

  #close(xml: string, at: number): number {
    const tag = this.#open.at(-1);
    if (tag === undefined || !xml.startsWith(tag.written, at)) {
      if (!xml.includes('>', at)) return -1;
      throw new XmlError('malformed');
    }
    const end = afterSpace(xml, at + tag.written.length);
    if (end === xml.length) return -1;
    if (xml.charCodeAt(end) !== greater) throw new XmlError('malformed');
    this.#open.pop();
    this.#following = tag.after;
    this.#handler.close(tag.local);
    return end + 1;
  }

  #declaration(xml: string, at: number): number {
    if (xml.startsWith('<!--', at)) {
      const end = xml.indexOf('-->', at + 4);
      return end === -1 ? -1 : end + 3;
    }
    if (this.#doctype && !this.#started && xml.startsWith('<!DOCTYPE', at)) return this.#documentType(xml, at);
    if (!xml.startsWith('<![CDATA[', at) || this.#open.length === 0) throw new XmlError('unsafe');
    const end = xml.indexOf(']]>', at);
    if (end === -1) return -1;
    if (this.#handler.wantsText) this.#handler.text(xml.slice(at + 9, end));
    return end + 3;
  }

  /** A name and optional identifiers; a '[' would start declarations. */
  #documentType(xml: string, at: number): number {
    const end = xml.indexOf('>', at);
    if (end === -1) return -1;
    if (!/^<!DOCTYPE\s[^[\]<>]*$/.test(xml.slice(at, end))) throw new XmlError('unsafe');
    this.#doctype = false;
    return end + 1;
  }

  #element(xml: string, at: number): number {
    const tag = this.#tagAt(xml, at);
    let i = at + tag.written.length;
    if (i === xml.length) return -1;
    if (i === at) throw new XmlError('malformed');
    this.#attributes.clear();
    for (;;) {
      const start = afterSpace(xml, i);
      const code = xml.charCodeAt(start);
      if (code === greater) return this.#opened(xml, tag, start + 1);
      if (code === slash && xml.charCodeAt(start + 1) === greater) return this.#empty(tag, start + 2);
      i = this.#attribute(xml, start, start > i);
      if (i === -1) return -1;
    }
  }

  #tagAt(xml: string, at: number): Tag {
    const likely = this.#following.tag;
    if (likely !== undefined && xml.startsWith(likely.written, at)) {
      const code = xml.charCodeAt(at + likely.written.length);
      if (code === greater || code === space) return likely;
    }
    const written = xml.slice(at, afterName(xml, at));
    let tag = this.#tags.get(written);
    if (tag === undefined) {
      tag = newTag(written);
      if (this.#tags.size < mostTags) this.#tags.set(written, tag);
    }
    this.#following.tag = tag;
    return tag;
  }

  #attribute(xml: string, at: number, separated: boolean): number {
    const nameEnd = afterName(xml, at);
    const assign = afterSpace(xml, nameEnd);
    const quoteAt = afterSpace(xml, assign + 1);
    if (quoteAt >= xml.length) return -1;
    const quote = xml[quoteAt];
    if (!separated || nameEnd === at || xml.charCodeAt(assign) !== equals || (quote !== '"' && quote !== "'")) {
      throw new XmlError('malformed');
    }
    const end = xml.indexOf(quote, quoteAt + 1);
    if (end === -1) return -1;
    this.#attributes.add(xml.slice(at, nameEnd), xml.slice(quoteAt + 1, end));
    return end + 1;
  }

  #opened(xml: string, tag: Tag, next: number): number {
    this.#begin();
    const handler = this.#handler;
    if (handler.whole !== undefined) {
      const markup = xml.indexOf('<', next);
      if (markup !== -1 && xml.startsWith(tag.end, markup + 1) && this.#open.length > 0) {
        this.#following = tag.after;
        const text = xml.slice(next, markup);
        handler.whole(tag.local, this.#attributes, this.#coded ? decoded(text) : text);
        return markup + 1 + tag.end.length;
      }
    }
    this.#following = tag.inside;
    handler.open(tag.local, this.#attributes);
    this.#open.push(tag);
    return next;
  }

  #empty(tag: Tag, next: number): number {
    this.#begin();
    this.#following = tag.after;
    this.#handler.open(tag.local, this.#attributes);
    this.#handler.close(tag.local);
    return next;
  }

  #begin(): void {
    if (this.#open.length === 0 && this.#started) throw new XmlError('malformed');
    if (this.#open.length === maxDepth) throw new XmlError('unsafe');
    this.#started = true;
  }
}

const newTag = (written: string): Tag => ({
  written,
  local: localName(written),
  end: `/${written}>`,
  inside: { tag: undefined },
  after: { tag: undefined },
});

function localName(name: string): string {
  return name.length < 3 ? name : name.slice(name.indexOf(':') + 1);
}

function afterName(xml: string, at: number): number {
  let i = at;
  while (nameCodes[xml.charCodeAt(i)] === 1) i++;
  return i;
}

function afterSpace(xml: string, at: number): number {
  let i = at;
  for (;;) {
    const code = xml.charCodeAt(i);
    if (code !== space && code !== newline && code !== tab && code !== carriageReturn) return i;
    i++;
  }
}

function decoded(raw: string): string {
  const text = raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw;
  if (!text.includes('&')) return text;
  return text.replace(/&(?:([A-Za-z]\w*)|#x([0-9a-fA-F]{1,6})|#([0-9]{1,7}));|&/g, character);
}

function character(_: string, name?: string, hex?: string, decimal?: string): string {
  if (name !== undefined) {
    const known = entities.get(name);
    if (known === undefined) throw new XmlError('unsafe');
    return known;
  }
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  if (Number.isNaN(code)) throw new XmlError('malformed');
  const isCharacter = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  const char = isCharacter ? String.fromCodePoint(code) : '\0';
  if (illegalCharacter.test(char)) throw new XmlError('illegal_character');
  return char;
}
