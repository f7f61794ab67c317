import { illegalCharacter } from '#kernel/xml/xml-scan.ts';
import { type Piece, piecesOf } from '#kernel/text/markup.rules.ts';

/** The ids of the codes of a unit: the same tag in source and target has the same one, as far as there are as many. */
export class CodeIds {
  #last = 0;
  #unused: { tag: string; id: string }[] = [];

  of(tag: string, isSource: boolean): string {
    const same = isSource ? -1 : this.#unused.findIndex((one) => one.tag === tag);
    const [taken] = same === -1 ? [] : this.#unused.splice(same, 1);
    if (taken) return taken.id;
    const id = String(++this.#last);
    if (isSource) this.#unused.push({ tag, id });
    return id;
  }
}

/** The pieces of a text to write; one that has no right markup is words. */
export const writtenPieces = (html: string): readonly Piece[] => piecesOf(html) ?? [{ kind: 'words', html }];

/** The tag that closes the one at this place. */
export function endOf(pieces: readonly Piece[], from: number): string {
  let depth = 0;
  for (const piece of pieces.slice(from)) {
    if (piece.kind === 'open') depth++;
    if (piece.kind === 'close' && --depth === 0) return piece.html;
  }
  return '';
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
const special = new RegExp(`[&<>\\r]|${illegalCharacter.source}`, 'g');

/** Text for XML; `coded` writes what XML cannot hold, by its number. */
export const escaped = (text: string, coded: (hex: string) => string): string =>
  text
    .toWellFormed()
    .replace(special, (one) => escapes[one] ?? coded(one.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()));

export const attribute = (text: string): string => escaped(text, () => '').replaceAll('"', '&quot;');
