import type { AppError } from '#kernel/messages/errors.ts';
import { type XmlAttributes, XmlError, type XmlHandler, XmlScanner } from '#kernel/xml/xml-scan.ts';
import {
  type KnownElement,
  type OnixElement,
  type OnixNode,
  type OnixText,
  textIn,
  topTags,
} from '../message/onix-elements.rules.ts';
import { onixMessages } from '../onix.messages.ts';
import { breakOf, plainText, trimmedLines } from './marked-text.rules.ts';
import { onixText } from './onix-text.ts';

/** What a message says of all its products. */
export interface OnixDefaults {
  currency: string;
}

// Characters of the texts of one product; a publisher's longest are a twentieth of this.
const longestProduct = 1 << 20;

/** Reads the products of a message, as many as each piece of the file completes. Unknown elements are skipped. */
export async function* readProducts(file: string): AsyncGenerator<{ products: OnixNode[]; defaults: OnixDefaults }> {
  const message = new MessageHandler();
  const scanner = new XmlScanner(message, { doctype: true });
  try {
    for await (const piece of onixText(file)) {
      scanner.write(piece);
      const products = message.take();
      if (products.length > 0) yield { products, defaults: message.defaults };
    }
    scanner.end();
  } catch (error) {
    throw error instanceof XmlError ? refusal(error, message.count) : error;
  }
}

function refusal({ fault }: XmlError, products: number): AppError {
  if (fault === 'oversized') return onixMessages.error(422, 'onix.too_long', { product: products + 1 });
  if (fault === 'unsafe') return onixMessages.error(422, 'onix.unsafe');
  if (fault === 'truncated') return onixMessages.error(422, 'onix.truncated', { products });
  const key = fault === 'illegal_character' ? 'onix.illegal_character' : 'onix.damaged';
  return onixMessages.error(422, key, { product: products + 1 });
}

type Growing = Record<string, (OnixText | OnixNode)[]>;

interface Level {
  known: KnownElement;
  node: Growing;
}

class MessageHandler implements XmlHandler {
  wantsText = false;
  count = 0;
  readonly defaults: OnixDefaults = { currency: '' };
  #products: OnixNode[] = [];
  #started = false;
  readonly #above: Level[] = [];
  /** The composite that is being read. */
  #level: Level | undefined;
  /** The element whose text is being read, its language, and how deep in its own markup the reader is. */
  #leaf: KnownElement | undefined;
  #language: string | undefined;
  #inside = 0;
  #markedUp = false;
  #text = '';
  #size = 0;
  /** How deep in an element that is skipped. */
  #skipped = 0;

  take(): OnixNode[] {
    const taken = this.#products;
    this.#products = [];
    return taken;
  }

  open(tag: string, attributes: XmlAttributes): void {
    if (!this.#started) this.#start(tag, attributes);
    else if (this.#leaf) this.#markup(tag, 1);
    else if (this.#skipped > 0) this.#skipped++;
    else this.#element(tag, attributes);
  }

  /** Most elements hold a code, or a text without markup. */
  whole(tag: string, attributes: XmlAttributes, text: string): void {
    const known = this.#leaf || this.#skipped > 0 ? undefined : this.#level?.known.tags.get(tag);
    if (known && !known.element.children) {
      this.#grow(text);
      const { name, element } = known;
      this.#addText(name, element, valueOf(name, element, text), languageOf(attributes));
    } else {
      this.open(tag, attributes);
      if (this.wantsText) this.text(text);
      this.close(tag);
    }
  }

  text(text: string): void {
    this.#grow(text);
    // White space between the tags of a marked up text is no part of it.
    this.#text += this.#inside > 0 ? text.replace(/\s+/g, ' ') : text;
  }

  #grow(text: string): void {
    this.#size += text.length;
    if (this.#size > longestProduct) throw onixMessages.error(422, 'onix.too_long', { product: this.count + 1 });
  }

  close(tag: string): void {
    if (this.#leaf) {
      if (this.#inside === 0) this.#endLeaf(this.#leaf);
      else this.#markup(tag, -1);
    } else if (this.#skipped > 0) this.#skipped--;
    // The root of the message is no level.
    else if (this.#level) this.#endNode(this.#level);
  }

  #start(tag: string, attributes: XmlAttributes): void {
    if (tag !== 'ONIXMessage' && tag !== 'ONIXmessage')
      throw onixMessages.error(422, 'onix.not_onix', { name: tag.slice(0, 60) });
    const release = attributes.get('release') ?? /\/onix\/(\d\.\d)/.exec(attributes.get('xmlns') ?? '')?.[1] ?? '3.0';
    if (!/^3\.\d/.test(release)) throw wrongRelease(release);
    this.#started = true;
  }

  #markup(tag: string, step: 1 | -1): void {
    this.#text += breakOf(tag.toLowerCase(), step === 1);
    this.#inside += step;
    this.#markedUp = true;
  }

  #element(tag: string, attributes: XmlAttributes): void {
    const known = (this.#level ? this.#level.known.tags : topTags).get(tag);
    if (!known) {
      // Messages of ONIX 2.1 need not name their release.
      if (this.#above.length === 0 && this.#level && olderTags.has(tag)) throw wrongRelease('2.1');
      this.#skipped = 1;
    } else if (known.element.children) {
      if (this.#level) this.#above.push(this.#level);
      this.#level = { known, node: {} };
    } else {
      this.#leaf = known;
      this.#language = languageOf(attributes);
      this.#markedUp = false;
      this.#text = '';
      this.wantsText = true;
    }
  }

  #endLeaf({ name, element }: KnownElement): void {
    const value = valueOf(name, element, this.#markedUp ? { lines: this.#text } : this.#text);
    this.#leaf = undefined;
    this.wantsText = false;
    this.#addText(name, element, value, this.#language);
  }

  #addText(name: string, { form }: OnixElement, value: string, language: string | undefined): void {
    if (form?.test(value)) this.#add(name, language === undefined ? value : [value, language]);
  }

  #endNode({ known: { name }, node }: Level): void {
    this.#level = this.#above.pop();
    if (name === 'Product') {
      this.count++;
      this.#size = 0;
      this.#products.push(node);
    } else if (name === 'Header') {
      this.defaults.currency = textIn(node, 'DefaultCurrencyCode');
    } else this.#add(name, node);
  }

  #add(name: string, value: OnixText | OnixNode): void {
    const node = this.#level?.node;
    if (!node) return;
    const list = node[name];
    if (list) list.push(value);
    else node[name] = [value];
  }
}

/** What ONIX 2.1 has right below its header and its products, where 3.0 has blocks; by reference name and by short tag. */
const olderTags: ReadonlySet<string> = new Set(
  (
    'FromCompany m174 FromPerson m175 SentDate m182 Title title DistinctiveTitle b028 ProductForm b012 Series series ' +
    'Contributor contributor Language language NumberOfPages b061 BASICMainSubject b064 PublisherName b081 ' +
    'Publisher publisher PublicationDate b003 SupplyDetail supplydetail'
  ).split(' '),
);

const wrongRelease = (release: string): AppError =>
  onixMessages.error(422, 'onix.release', { release: release.slice(0, 20) });

function languageOf(attributes: XmlAttributes): string | undefined {
  const language = attributes.get('language');
  return language !== undefined && /^[a-z]{3}$/.test(language) ? language : undefined;
}

/** The value of a text, or of one whose markup made `lines` of it. */
function valueOf(name: string, element: OnixElement, text: string | { lines: string }): string {
  if (typeof text !== 'string') return element.marked ? trimmedLines(text.lines) : oneLine(text.lines);
  // Dates come with times, hyphens and formats of their own: the digits tell the day, the month or the year.
  if (name === 'Date') return text.replace(/T.*|[^\dT]/g, '').slice(0, 8);
  return element.marked ? plainText(text) : oneLine(text);
}

// Most texts are on one line already, and codes are all of them.
const oneLine = (text: string): string => (/[\t\n\r]|^ |  | $/.test(text) ? text.replace(/\s+/g, ' ').trim() : text);
