import { type Locale, parseLocale } from '#kernel/messages/locale.ts';
import { textsMessages } from '../texts.messages.ts';
import { richWords } from '#kernel/text/markup.rules.ts';
import { type ReadCell, readMarks } from './text-file.rules.ts';

/** A text as it is read: as plain text, as rich text, and whether it has markup. */
export interface Content {
  plain: string;
  html: string;
  coded: boolean;
  broken: boolean;
}

export const newContent = (): Content => ({ plain: '', html: '', coded: false, broken: false });

export function addWords(to: Content, text: string): void {
  to.plain = limited(to.plain + text);
  to.html = limited(to.html + richWords(text));
}

/** Adds a code: the tag that it stands for, undefined if the file does not have it. */
export function addCode(to: Content, tag: string | undefined): void {
  to.coded = true;
  to.broken ||= tag === undefined;
  to.html = limited(to.html + (tag ?? ''));
}

/** The text of a unit in a language, from its parts; none if it is empty, which deletes no text. */
export function cellOf(
  { id, marks }: { id: string; marks: string },
  locale: Locale,
  parts: readonly Content[],
): ReadCell[] {
  const html = parts.map((part) => part.html).join('');
  if (html === '') return [];
  return [
    {
      place: null,
      id,
      locale,
      marks: readMarks(marks),
      plain: parts.map(({ plain }) => plain).join(''),
      html,
      coded: parts.some(({ coded }) => coded),
      broken: parts.some(({ broken }) => broken),
    },
  ];
}

// Characters of one text with its tags; the longest we save is a tenth of it.
const longestText = 1 << 20;

export function limited(text: string): string {
  if (text.length > longestText) throw textsMessages.error(422, 'texts.too_long');
  return text;
}

/** The character that XML cannot hold as such. Nothing for a number that is none, or that a text cannot have. */
export function characterOf(hex: string): string {
  const code = /^[0-9a-f]{1,6}$/i.test(hex) ? Number.parseInt(hex, 16) : 0;
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code === 0 || isSurrogate || code > 0x10ffff ? '' : String.fromCodePoint(code);
}

/** The language of a tag that a file names as its target; throws if it is not one of ours. */
export function targetLanguage(tag: string): Locale {
  const language = parseLocale(tag.toLowerCase().split('-')[0]);
  if (!language) throw textsMessages.error(422, 'texts.no_language', { language: tag.slice(0, 40) || '–' });
  return language;
}
