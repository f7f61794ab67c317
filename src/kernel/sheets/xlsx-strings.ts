import { unguardText } from '../text/formula-guard.rules.ts';
import { illegalCharacter, type XmlHandler } from '../xml/xml-scan.ts';
import { scanPart } from './xlsx-part.ts';
import { tooLarge, type ZipParts } from './zip-parts.ts';

/** The longest cell with every character escaped as `_x000D_`: anything longer need not be kept. */
export const maxRawCell = 7 * 32_767;
/** The memory overhead of a text beyond its characters. */
const objectBytes = 32;

/** undefined stands for a text that no cell may contain; the error must name the cell that refers to it. */
export type SharedStrings = readonly (string | undefined)[];

/**
 * The shared texts of a workbook, in order: cells refer to them by number. Runs of different styles are joined, and
 * phonetic guides (the reading of Japanese or Chinese text) are dropped. `maxBytes` limits their memory.
 */
export async function readStrings(parts: ZipParts, name: string | undefined, maxBytes: number): Promise<SharedStrings> {
  if (name === undefined) return [];
  const handler = new StringsHandler(maxBytes);
  for await (const _ of scanPart(parts, name, handler, { maxBytes: Number.POSITIVE_INFINITY }));
  return handler.strings;
}

/**
 * Decodes the escapes of cell texts: `_x000D_` is a carriage return, `_x005F_` an underscore that escapes such a
 * sequence. Removes the apostrophes of formula-guard.rules.ts. Returns undefined if the result contains a character that no cell may contain, such as a lone surrogate.
 */
export function cellText(raw: string): string | undefined {
  const text = unescaped(raw);
  return text && unguardText(text);
}

function unescaped(raw: string): string | undefined {
  if (!raw.includes('_x')) return raw;
  const text = raw.replace(/_x([0-9a-fA-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return text.isWellFormed() && !illegalCharacter.test(text) ? text : undefined;
}

class StringsHandler implements XmlHandler {
  readonly strings: (string | undefined)[] = [];
  wantsText = false;
  #text = '';
  #phonetic = false;
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  open(name: string): void {
    if (name === 'si') this.#text = '';
    else if (name === 'rPh') this.#phonetic = true;
    else if (name === 't') this.wantsText = !this.#phonetic;
  }

  text(text: string): void {
    if (this.#text.length > maxRawCell) return;
    this.#text += text;
    this.#spend(text.length);
  }

  close(name: string): void {
    if (name === 't') this.wantsText = false;
    else if (name === 'rPh') this.#phonetic = false;
    else if (name === 'si') {
      this.strings.push(cellText(this.#text));
      this.#spend(objectBytes);
    }
  }

  #spend(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#maxBytes) throw tooLarge(this.#maxBytes);
  }
}
