import { type Locale, parseLocale } from '#kernel/messages/locale.ts';
import type { XmlAttributes, XmlHandler } from '#kernel/xml/xml-scan.ts';
import { textsMessages } from '../texts.messages.ts';
import { richWords } from './markup.rules.ts';
import { type ReadCell, readMarks } from './text-file.rules.ts';

/** A text as it is read: as plain text, as rich text, and whether it has markup. */
interface Content {
  plain: string;
  html: string;
  coded: boolean;
  broken: boolean;
}

interface Part {
  source: Content | null;
  target: Content | null;
  isIgnorable: boolean;
}

interface Unit {
  id: string;
  marks: string;
  data: Map<string, string>;
  /** The tags of the codes of the source, for tools that leave the references of the target away. */
  codes: Map<string, readonly [start: string, end: string]>;
  parts: Part[];
}

// Characters of one text with its tags; the longest we save is a tenth of it.
const longestText = 1 << 20;

/** Collects the translated units of an XLIFF 2 document. What other tools add is skipped. */
export class XliffHandler implements XmlHandler {
  wantsText = false;
  #cells: ReadCell[] = [];
  readonly #path: string[] = [];
  #language: Locale | undefined;
  #unit: Unit | null = null;
  /** Where text goes: into a note, a piece of original data, or a text with the ends of its open codes. */
  #sink: ((text: string) => void) | null = null;
  #content: { into: Content; depth: number; ends: string[] } | null = null;

  take(): ReadCell[] {
    const taken = this.#cells;
    this.#cells = [];
    return taken;
  }

  open(name: string, attributes: XmlAttributes): void {
    const parent = this.#path.at(-1);
    this.#path.push(name);
    if (this.#content) return this.#code(name, attributes, this.#content);
    if (parent === undefined) return this.#start(name, attributes);
    if (name === 'unit')
      this.#unit = { id: attributes.get('id') ?? '', marks: '', data: new Map(), codes: new Map(), parts: [] };
    const unit = this.#unit;
    if (!unit) return;
    const isPart = parent === 'unit' && (name === 'segment' || name === 'ignorable');
    if (isPart) unit.parts.push({ source: null, target: null, isIgnorable: name === 'ignorable' });
    else if (name === 'note' && attributes.get('category') === 'base')
      this.#read((text) => {
        unit.marks += text;
      });
    else if (name === 'data' && parent === 'originalData') this.#readData(unit, attributes.get('id') ?? '');
    else if ((name === 'source' || name === 'target') && (parent === 'segment' || parent === 'ignorable'))
      this.#readContent(unit, name);
    else if (name === 'cp') this.#sink?.(characterOf(attributes));
  }

  text(text: string): void {
    this.#sink?.(text);
  }

  close(name: string): void {
    const depth = this.#path.length;
    this.#path.pop();
    const content = this.#content;
    if (content && depth > content.depth) {
      const end = content.ends.pop() ?? '';
      content.into.html += end;
      return;
    }
    if (content || name === 'note' || name === 'data') {
      this.#content = null;
      this.#sink = null;
      this.wantsText = false;
    }
    if (name === 'unit' && this.#unit) this.#end(this.#unit);
  }

  #start(name: string, attributes: XmlAttributes): void {
    if (name !== 'xliff' || !(attributes.get('version') ?? '').startsWith('2.'))
      throw textsMessages.error(422, 'texts.not_xliff');
    const tag = attributes.get('trgLang') ?? '';
    this.#language = parseLocale(tag.toLowerCase().split('-')[0]);
    if (!this.#language) throw textsMessages.error(422, 'texts.no_language', { language: tag.slice(0, 40) || '–' });
  }

  #read(sink: (text: string) => void): void {
    this.#sink = sink;
    this.wantsText = true;
  }

  #readData(unit: Unit, id: string): void {
    unit.data.set(id, '');
    this.#read((text) => unit.data.set(id, limited((unit.data.get(id) ?? '') + text)));
  }

  #readContent(unit: Unit, name: 'source' | 'target'): void {
    const part = unit.parts.at(-1);
    if (!part) return;
    const into: Content = { plain: '', html: '', coded: false, broken: false };
    part[name] = into;
    this.#content = { into, depth: this.#path.length, ends: [] };
    this.#read((text) => {
      into.plain = limited(into.plain + text);
      into.html = limited(into.html + richWords(text));
    });
  }

  /** An element in a text: a code stands for tags; what only marks words is passed over. */
  #code(name: string, attributes: XmlAttributes, { into, ends }: { into: Content; ends: string[] }): void {
    const unit = this.#unit;
    const tagOf = (reference: string) => {
      const id = attributes.get(reference);
      return id === undefined ? undefined : unit?.data.get(id);
    };
    let end = '';
    if (name === 'cp') this.#sink?.(characterOf(attributes));
    else if (name === 'pc' || name === 'ph' || name === 'sc' || name === 'ec') {
      const key = `${name} ${attributes.get('id') ?? attributes.get('startRef') ?? ''}`;
      const known = unit?.codes.get(key);
      const start = tagOf(name === 'pc' ? 'dataRefStart' : 'dataRef') ?? known?.[0];
      end = (name === 'pc' ? (tagOf('dataRefEnd') ?? known?.[1]) : '') ?? '';
      into.coded = true;
      into.broken ||= start === undefined || (name === 'pc' && end === '');
      into.html = limited(into.html + (start ?? ''));
      if (start !== undefined) unit?.codes.set(key, [start, end]);
    }
    ends.push(end);
  }

  #end(unit: Unit): void {
    this.#unit = null;
    const { parts } = unit;
    // A unit counts as translated once all of its segments are; what stands between them need not be.
    if (!this.#language || parts.some(({ target, isIgnorable }) => !isIgnorable && !target)) return;
    const all = parts.flatMap(({ target, source }) => target ?? source ?? []);
    const cell = {
      plain: all.map(({ plain }) => plain).join(''),
      html: all.map(({ html }) => html).join(''),
      coded: all.some(({ coded }) => coded),
      broken: all.some(({ broken }) => broken),
    };
    if (cell.html !== '')
      this.#cells.push({ place: null, id: unit.id, locale: this.#language, marks: readMarks(unit.marks), ...cell });
  }
}

function limited(text: string): string {
  if (text.length > longestText) throw textsMessages.error(422, 'texts.too_long');
  return text;
}

/** The character that XML cannot hold as such. Nothing for a number that is none, or that a text cannot have. */
function characterOf(attributes: XmlAttributes): string {
  const hex = attributes.get('hex') ?? '';
  const code = /^[0-9a-f]{1,6}$/i.test(hex) ? Number.parseInt(hex, 16) : 0;
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code === 0 || isSurrogate || code > 0x10ffff ? '' : String.fromCodePoint(code);
}
