import { plainWords, richWords } from '#kernel/text/markup.rules.ts';

// What stands for something else, or leads somewhere: {title}, %s, an address of a page or for mail.
const fixed =
  /\{[^{}<>\s][^{}<>]{0,60}\}|%(?:\d+\$)?[sd]|https?:\/\/[\x21\x23-\x3b\x3d\x3f-\x7e]*[\w/=&%#-]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

/** What of a text must be in its translation as it is, sorted. */
export const fixedParts = (text: string): string[] => (text.match(fixed) ?? []).toSorted();

/**
 * A text as a provider gets it: as markup, also if it is plain, with what must stay marked as such. Line breaks of plain
 * texts are markup too, since in markup they mean nothing.
 */
export function protectedText(text: string, isRich: boolean): string {
  const marked = (words: string) => words.replace(fixed, '<span translate="no">$&</span>');
  if (!isRich) return marked(richWords(text)).replaceAll('\n', '<br>');
  // In clean markup `<` occurs only in tags.
  return text.replace(/<[^>]*>|[^<]+/g, (piece) => (piece.startsWith('<') ? piece : marked(piece)));
}

/** What a provider made of it, as a text again; null if it has markup that it cannot have. */
export function restoredText(answer: string, isRich: boolean): string | null {
  const text = answer.replace(/<span translate=["']?no["']?\s*>([^<]*)<\/span>/gi, '$1');
  if (isRich) return /<\/?span\b/i.test(text) ? null : text.trim();
  const lines = text.replace(/\s*<br\s*\/?>\s*/gi, '\n');
  return lines.includes('<') ? null : plainWords(withCharacters(lines)).trim();
}

/** Providers write some characters by their numbers. */
const withCharacters = (html: string): string =>
  html.replace(/&#(x[\da-f]{1,6}|\d{1,7});|&apos;/gi, (whole, number: string | undefined) => {
    if (number === undefined) return "'";
    const code = number.toLowerCase().startsWith('x') ? Number.parseInt(number.slice(1), 16) : Number(number);
    return code > 31 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole;
  });
