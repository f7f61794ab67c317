import { type Locale, languageTag } from '#kernel/messages/locale.ts';
import { plainWords } from '#kernel/text/markup.rules.ts';
import { statesNote } from './file-paragraphs.ts';
import { attribute, CodeIds, endOf, escaped, writtenPieces } from './xliff-codes.ts';
import type { XliffForm, XliffUnit } from './xliff-form.ts';

/** The kind of a code that stands for a character that XML cannot hold: its content is the number. */
export const characterCode = 'x-character';

/** XLIFF 1.2, for programs that do not know 2. */
export const xliff1: XliffForm = {
  head: (kind: string, from: Locale, to: Locale) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">\n<file original="${kind}" source-language="${languageTag(from)}" target-language="${languageTag(to)}" datatype="plaintext" xml:space="preserve">\n<body>\n`,
  unit: writeUnit,
  none: '',
  end: '</body>\n</file>\n</xliff>\n',
};

/** Writes a text; each tag is the content of a code, which translators move but cannot break. */
function writeUnit({ source, target, isRich, isOlder, paragraphs, ...unit }: XliffUnit): string {
  const ids = new CodeIds();
  const write = (text: string, isSource: boolean) => {
    const words = (plain: string) =>
      escaped(plain, (hex) => `<ph id="${ids.of(hex, isSource)}" ctype="${characterCode}">${hex}</ph>`);
    return isRich ? writeRich(text, words, (tag) => ids.of(tag, isSource)) : words(text);
  };
  const from = write(source, true);
  const to = write(target, false);
  const isCurrent = target !== '' && !isOlder;
  const state = isCurrent ? 'translated' : 'needs-review-translation';
  return [
    `<trans-unit id="${attribute(unit.id)}"${isCurrent ? ' approved="yes"' : ''} datatype="${isRich ? 'html' : 'plaintext'}" xml:space="preserve">`,
    `<source>${from}</source>`,
    target === '' ? '' : `<target state="${state}">${to}</target>`,
    note('context', `${unit.context} · ${unit.label}`),
    note('limit', String(unit.limit)),
    unit.terms === '' ? '' : note('terms', unit.terms),
    unit.earlier === '' ? '' : note('earlier', unit.earlier),
    paragraphs ? note('paragraphs', statesNote(paragraphs)) : '',
    note('base', unit.marks),
    '</trans-unit>\n',
  ].join('');
}

const note = (from: string, text: string) => `<note from="${from}">${escaped(text, () => '')}</note>`;

function writeRich(html: string, words: (text: string) => string, idOf: (tag: string) => string): string {
  const pieces = writtenPieces(html);
  const closing: string[] = [];
  const code = (name: string, id: string, tag: string) => `<${name} id="${id}">${escaped(tag, () => '')}</${name}>`;
  return pieces
    .map((piece, at) => {
      if (piece.kind === 'words') return words(plainWords(piece.html));
      if (piece.kind === 'close') return closing.pop() ?? '';
      const id = idOf(piece.html);
      if (piece.kind === 'void') return code('ph', id, piece.html);
      closing.push(code('ept', id, endOf(pieces, at)));
      return code('bpt', id, piece.html);
    })
    .join('');
}
