import { type Locale, parseLocale } from '#kernel/messages/locale.ts';

/** A text as a file has it, with what it says of the text that it left with. */
export interface ReadCell {
  /** Where in a sheet. */
  place: string | null;
  /** As it was written: `collection:C1:title`. */
  id: string;
  locale: Locale;
  marks: Marks;
  /** As plain text, and as rich text. */
  plain: string;
  html: string;
  /** It has markup, which only rich text may have. */
  coded: boolean;
  /** Its markup refers to tags that the file does not have. */
  broken: boolean;
  /** Its paragraphs, if it left in a segment for each. */
  segments?: ReadSegment[];
  /** What is said of its paragraphs, a line for each, if it left with that; see `statesNote`. */
  states?: string;
  /** It is in a row or column of a sheet that people do not see. */
  hidden?: boolean;
}

/** A paragraph of a text that left in a segment of its own. */
export interface ReadSegment {
  /** Its number among the paragraphs of the English, and among those of the translation that left; null where it is in one only. */
  english: number | null;
  own: number | null;
  /** Nobody has said anything of it since it left. */
  isOlder: boolean;
  html: string;
}

/** The id of the segment of a paragraph: `p3.2`, without a number where it has none. */
export const segmentId = ({ english, own }: Pick<ReadSegment, 'english' | 'own'>): string =>
  `p${english ?? ''}.${own ?? ''}`;

/** The paragraph that a segment is of; null for a segment of another program. */
export function partsOfSegmentId(id: string): Pick<ReadSegment, 'english' | 'own'> | null {
  const [found, english, own] = /^p(\d{0,6})\.(\d{0,6})$/.exec(id) ?? [];
  const number = (digits = '') => (digits === '' ? null : Number(digits));
  return found === undefined ? null : { english: number(english), own: number(own) };
}

/** What stands for the texts that a file left with: that of the language translated from comes first. */
interface Marks {
  source: Locale | null;
  of: Partial<Record<Locale, string>>;
}

/** The id of a text in files. */
export const textId = (kind: string, id: string, field: string): string => `${kind}:${id}:${field}`;

/** The parts of an id; ids of records may have colons themselves. */
export function partsOfId(text: string): { kind: string; id: string; field: string } {
  const [first, last] = [text.indexOf(':'), text.lastIndexOf(':')];
  if (first === -1 || first === last) return { kind: '', id: text, field: '' };
  return { kind: text.slice(0, first), id: text.slice(first + 1, last), field: text.slice(last + 1) };
}

/** Marks as files have them: `en=Zk3… ko=9aQ…`. */
export const writeMarks = (marks: readonly (readonly [Locale, string])[]): string =>
  marks.map(([locale, mark]) => `${locale}=${mark}`).join(' ');

export function readMarks(text: string): Marks {
  const marks: Marks = { source: null, of: {} };
  for (const one of text.trim().split(/\s+/)) {
    const [tag = '', mark = ''] = one.split('=');
    const locale = parseLocale(tag);
    if (!locale || mark === '') continue;
    marks.source ??= locale;
    // The text that is translated, if a file translates a language into itself.
    marks.of[locale] ??= mark;
  }
  return marks;
}
