import { SheetError } from './sheet-error.ts';
import { scanPart } from './xlsx-part.ts';
import { illegalCharacter, type XmlAttributes, XmlError, type XmlHandler } from './xml-scan.ts';
import type { ZipParts } from './zip-parts.ts';

/** Bytes the shared texts may take in memory, each counted as its characters and what an object costs. */
const maxMemory = 256 << 20;
const objectBytes = 32;

/**
 * The texts of a workbook, in their order: cells refer to them by number. Runs of different styles are joined, and
 * phonetic guides (how a Japanese or Chinese text is read) are left out. Escapes are still in them: see cellText.
 */
export async function readStrings(parts: ZipParts, name: string | undefined): Promise<readonly string[]> {
  if (name === undefined) return [];
  const handler = new StringsHandler();
  for await (const _ of scanPart(parts, name, handler, { maxBytes: Number.POSITIVE_INFINITY }));
  return handler.strings;
}

/** Undoes the escapes of cell texts: `_x000D_` is a carriage return, `_x005F_` the underscore that hides such a form. */
export function cellText(raw: string): string {
  if (!raw.includes('_x')) return raw;
  const text = raw.replace(/_x([0-9a-fA-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  if (!text.isWellFormed() || illegalCharacter.test(text)) throw new XmlError('illegal_character');
  return text;
}

class StringsHandler implements XmlHandler {
  readonly strings: string[] = [];
  wantsText = false;
  #text = '';
  #phonetic = false;
  #left = maxMemory;

  open(name: string, _attributes: XmlAttributes): void {
    if (name === 'si') this.#text = '';
    else if (name === 'rPh') this.#phonetic = true;
    else if (name === 't') this.wantsText = !this.#phonetic;
  }

  text(text: string): void {
    this.#text += text;
    this.#spend(text.length);
  }

  close(name: string): void {
    if (name === 't') this.wantsText = false;
    else if (name === 'rPh') this.#phonetic = false;
    else if (name === 'si') {
      this.strings.push(this.#text);
      this.#spend(objectBytes);
    }
  }

  #spend(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw new SheetError('sheet.too_large', { limit: maxMemory / 2 ** 20 });
  }
}
