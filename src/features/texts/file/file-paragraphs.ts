import { defaultLocale, type Locale, languageTag } from '#kernel/messages/locale.ts';
import type { RecordText } from '#kernel/records/record-texts.ts';
import { alignedParagraphs, blocksOf, englishOf, type Paragraph } from '#kernel/text/paragraphs.rules.ts';
import { plainParagraphs, plainTextOf } from '#kernel/text/rich-text.ts';

/** A paragraph of a text whose English was changed, as files have it. */
export interface FileParagraph {
  state: Paragraph['state'];
  /** Its number among the paragraphs of the English, and among those of the translation, from 0; null where it is in one only. */
  english: number | null;
  own: number | null;
  /** As they are, with markup. */
  source: string;
  target: string;
  /** The English that it was made of, in plain words. */
  earlier: string;
}

/** The English that each paragraph of an older text was made of, in plain words. */
export const earlierParagraphs = ({ origins, earlier }: RecordText, to: Locale): readonly string[] =>
  origins[to]?.madeOf ?? plainParagraphs(earlier[to] ?? '');

/** The paragraphs of a text that was made of earlier English; null if it has not those that the English had, or is not long. */
export function fileParagraphs(text: RecordText, to: Locale): FileParagraph[] | null {
  if (text.form !== 'rich' || !text.older.includes(to)) return null;
  const blocks = blocksOf(text.texts[to] ?? '');
  const english = englishBlocks(text);
  const aligned = alignedParagraphs(earlierParagraphs(text, to), english.map(plainTextOf), {
    count: blocks.length,
    language: languageTag(defaultLocale),
  });
  let next = 0;
  return (
    aligned?.map(({ state, pieces, own }) => {
      const isEnglish = state !== 'gone' && pieces.length > 0;
      const source = isEnglish ? (english[next] ?? '') : '';
      return {
        state,
        english: isEnglish ? next++ : null,
        own,
        source,
        target: own === null ? '' : (blocks[own] ?? ''),
        earlier: englishOf({ pieces }, 'old'),
      };
    }) ?? null
  );
}

/** The paragraphs of the English; those without words are of the layout only. */
const englishBlocks = ({ texts }: RecordText): string[] =>
  blocksOf(texts[defaultLocale] ?? '').filter((block) => plainTextOf(block) !== '');

/** A paragraph of a text that came back: of which English and of which stored one it is, and whether it is done. */
export interface ReturnedParagraph {
  english: number | null;
  own: number | null;
  done: boolean;
}

/** The English that each paragraph of a text that came back is of, as a save takes it. */
export function madeOfReturned(text: RecordText, to: Locale, returned: readonly ReturnedParagraph[]): string[] {
  const [now, then] = [englishBlocks(text).map(plainTextOf), earlierParagraphs(text, to)];
  return returned.map(({ english, own, done }) => {
    const [index, texts] = done ? [english, now] : [own, then];
    return index === null ? '' : (texts[index] ?? '');
  });
}

/** The earlier English as translators read it: of each paragraph that was changed, by its number, or of the whole text. */
export function earlierNote(text: RecordText, to: Locale, paragraphs: readonly FileParagraph[] | null): string {
  const earlier = text.earlier[to] ?? '';
  if (!paragraphs) return text.form === 'rich' ? plainTextOf(earlier) : earlier;
  const changed = paragraphs.map(({ state, earlier: was }, index) => ({ state, was, number: index + 1 }));
  return changed
    .filter(({ state }) => state === 'changed' || state === 'gone')
    .map(({ was, number }) => `${number}: ${was}`)
    .join('\n');
}

/** The state of each paragraph, a line for each: `2 changed`. */
export const statesNote = (paragraphs: readonly FileParagraph[] | null): string =>
  (paragraphs ?? []).map(({ state }, index) => `${index + 1} ${state}`).join('\n');
