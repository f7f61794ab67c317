import type { Locale } from '#kernel/messages/locale.ts';
import type { FileParagraph } from './file-paragraphs.ts';

/** A text to translate, as a unit of a file. */
export interface XliffUnit {
  id: string;
  context: string;
  label: string;
  limit: number;
  marks: string;
  /** What it is to say for the terms of its source. */
  terms: string;
  /** Of an older text, the English that it was made of. */
  earlier: string;
  /** Of a long one, its paragraphs, unless it is to be translated as a whole. */
  paragraphs: readonly FileParagraph[] | null;
  isRich: boolean;
  isOlder: boolean;
  source: string;
  target: string;
}

/** How a version of XLIFF is written. */
export interface XliffForm {
  head(kind: string, from: Locale, to: Locale): string;
  unit(unit: XliffUnit): string;
  /** What stands for the units of a file that has none. */
  none: string;
  end: string;
}
