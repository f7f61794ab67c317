import { type Locale, languageTag } from '#kernel/messages/locale.ts';
import { plainWords } from '#kernel/text/markup.rules.ts';
import type { FileParagraph } from './file-paragraphs.ts';
import { segmentId } from './text-file.rules.ts';
import { attribute, CodeIds, endOf, escaped, writtenPieces } from './xliff-codes.ts';
import type { XliffForm, XliffUnit } from './xliff-form.ts';

/** XLIFF 2.0. */
export const xliff2: XliffForm = {
  head: (kind: string, from: Locale, to: Locale) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="${languageTag(from)}" trgLang="${languageTag(to)}">\n<file id="${kind}" xml:space="preserve">\n`,
  unit: writeUnit,
  // A file needs a unit, even if there is nothing to translate.
  none: '<unit id="none" translate="no"><segment><source/></segment></unit>\n',
  end: '</file>\n</xliff>\n',
};

/** Writes a text; markup becomes codes, which translators move but cannot break. */
function writeUnit({ source, target, isRich, isOlder, paragraphs, ...unit }: XliffUnit): string {
  const codes = new Codes();
  const write = (text: string, isSource: boolean) => (isRich ? codes.write(text, isSource) : words(text));
  const segment = (name: string, texts: { source: string; target: string }, isBehind: boolean) => {
    const [from, to] = [write(texts.source, true), write(texts.target, false)];
    const state = texts.target === '' ? 'initial' : 'translated';
    const behind = isBehind && texts.target !== '' ? ` subState="${olderState}"` : '';
    const translated = texts.target === '' ? '' : `<target>${to}</target>`;
    return `<segment${name} state="${state}"${behind}><source>${from}</source>${translated}</segment>`;
  };
  const ofParagraph = (one: FileParagraph) =>
    segment(` id="${segmentId(one)}" canResegment="no"`, one, one.state !== 'same');
  const segments = paragraphs?.map(ofParagraph) ?? [segment('', { source, target }, isOlder)];
  return [
    `<unit id="${attribute(unit.id)}">`,
    '<notes>',
    note('context', `${unit.context} · ${unit.label}`),
    note('limit', String(unit.limit)),
    unit.terms === '' ? '' : note('terms', unit.terms),
    unit.earlier === '' ? '' : note('earlier', unit.earlier),
    note('base', unit.marks),
    '</notes>',
    codes.data(),
    ...segments,
    '</unit>\n',
  ].join('');
}

/** The state of a segment beside its own, as long as nobody has translated or confirmed it since its English was changed. */
export const olderState = 'office:older';

const note = (category: string, text: string) => `<note category="${category}">${words(text)}</note>`;

/** The codes of a unit, and the tags that they stand for. */
class Codes {
  readonly #data = new Map<string, string>();
  readonly #ids = new CodeIds();

  write(html: string, isSource: boolean): string {
    const pieces = writtenPieces(html);
    const closing: string[] = [];
    return pieces
      .map((piece, at) => {
        if (piece.kind === 'words') return words(plainWords(piece.html));
        if (piece.kind === 'close') return closing.pop() ?? '';
        const id = this.#ids.of(piece.html, isSource);
        if (piece.kind === 'void') return `<ph id="${id}" dataRef="${this.#ref(piece.html)}"/>`;
        closing.push('</pc>');
        const [start, end] = [this.#ref(piece.html), this.#ref(endOf(pieces, at))];
        return `<pc id="${id}" dataRefStart="${start}" dataRefEnd="${end}">`;
      })
      .join('');
  }

  data(): string {
    if (this.#data.size === 0) return '';
    const all = [...this.#data].map(([text, id]) => `<data id="${id}">${words(text)}</data>`);
    return `<originalData>${all.join('')}</originalData>`;
  }

  #ref(text: string): string {
    const known = this.#data.get(text) ?? `d${this.#data.size + 1}`;
    this.#data.set(text, known);
    return known;
  }
}

/** Text with everything that XML cannot hold as a `cp`. */
const words = (text: string): string => escaped(text, (hex) => `<cp hex="${hex}"/>`);
