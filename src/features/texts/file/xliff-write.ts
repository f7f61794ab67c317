import { type Locale, languageTag } from '#kernel/messages/locale.ts';
import { illegalCharacter } from '#kernel/xml/xml-scan.ts';
import { type Piece, piecesOf, plainWords } from './markup.rules.ts';

/** A text to translate, as a unit of a file. */
interface XliffUnit {
  id: string;
  context: string;
  label: string;
  limit: number;
  marks: string;
  isRich: boolean;
  isOlder: boolean;
  source: string;
  target: string;
}

/** The beginning of an XLIFF 2.0 document. */
export const xliffHead = (kind: string, from: Locale, to: Locale): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="${languageTag(from)}" trgLang="${languageTag(to)}">\n<file id="${kind}" xml:space="preserve">\n`;
export const xliffEnd = '</file>\n</xliff>\n';

/** A file needs a unit, even if there is nothing to translate. */
export const noUnit = '<unit id="none" translate="no"><segment><source/></segment></unit>\n';

/** Writes a text; markup becomes codes, which translators move but cannot break. */
export function writeUnit({ source, target, isRich, isOlder, ...unit }: XliffUnit): string {
  const codes = new Codes();
  const write = (text: string, isSource: boolean) => (isRich ? codes.write(text, isSource) : escaped(text));
  const from = write(source, true);
  const to = write(target, false);
  const state = target === '' ? 'initial' : 'translated';
  const behind = isOlder && target !== '' ? ' subState="office:older"' : '';
  return [
    `<unit id="${attribute(unit.id)}">`,
    '<notes>',
    note('context', `${unit.context} · ${unit.label}`),
    note('limit', String(unit.limit)),
    note('base', unit.marks),
    '</notes>',
    codes.data(),
    `<segment state="${state}"${behind}><source>${from}</source>`,
    target === '' ? '' : `<target>${to}</target>`,
    '</segment></unit>\n',
  ].join('');
}

const note = (category: string, text: string) => `<note category="${category}">${escaped(text)}</note>`;

/** The codes of a unit: tags that are the same in source and target have the same id, as far as there are as many. */
class Codes {
  readonly #data = new Map<string, string>();
  #last = 0;
  #unused: { tag: string; id: string }[] = [];

  write(html: string, isSource: boolean): string {
    const pieces = piecesOf(html) ?? [{ kind: 'words', html } satisfies Piece];
    const closing: string[] = [];
    return pieces
      .map((piece, at) => {
        if (piece.kind === 'words') return escaped(plainWords(piece.html));
        if (piece.kind === 'close') return closing.pop() ?? '';
        const id = this.#id(piece.html, isSource);
        if (piece.kind === 'void') return `<ph id="${id}" dataRef="${this.#ref(piece.html)}"/>`;
        closing.push('</pc>');
        const [start, end] = [this.#ref(piece.html), this.#ref(endOf(pieces, at))];
        return `<pc id="${id}" dataRefStart="${start}" dataRefEnd="${end}">`;
      })
      .join('');
  }

  data(): string {
    if (this.#data.size === 0) return '';
    const all = [...this.#data].map(([text, id]) => `<data id="${id}">${escaped(text)}</data>`);
    return `<originalData>${all.join('')}</originalData>`;
  }

  #id(tag: string, isSource: boolean): string {
    const same = isSource ? -1 : this.#unused.findIndex((one) => one.tag === tag);
    const [taken] = same === -1 ? [] : this.#unused.splice(same, 1);
    if (taken) return taken.id;
    const id = String(++this.#last);
    if (isSource) this.#unused.push({ tag, id });
    return id;
  }

  #ref(text: string): string {
    const known = this.#data.get(text) ?? `d${this.#data.size + 1}`;
    this.#data.set(text, known);
    return known;
  }
}

/** The tag that closes the one at this place. */
function endOf(pieces: readonly Piece[], from: number): string {
  let depth = 0;
  for (const piece of pieces.slice(from)) {
    if (piece.kind === 'open') depth++;
    if (piece.kind === 'close' && --depth === 0) return piece.html;
  }
  return '';
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
const special = new RegExp(`[&<>\\r]|${illegalCharacter.source}`, 'g');

/** Text with everything that XML cannot hold as a `cp`. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(
      special,
      (one) => escapes[one] ?? `<cp hex="${one.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}"/>`,
    );

const attribute = (text: string): string => escaped(text).replaceAll('"', '&quot;');
