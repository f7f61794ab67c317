import { isRich, type TextField, textLimits } from '#features/collection/collection.public.ts';
import type { Locale } from '#kernel/messages/locale.ts';
import { losesMarkup, type Piece, piecesOf } from '#kernel/text/markup.rules.ts';
import { cleanRichText, plainTextOf } from '#kernel/text/rich-text.ts';
import type { DraftProblem } from '../draft.rules.ts';
import { canBeIn } from './language.rules.ts';
import { fixedParts, restoredText } from './protect.rules.ts';

/** A text and what a provider made of it. */
interface Judged {
  field: TextField;
  locale: Locale;
  source: string;
  answer: string;
}

type Judgement = { text: string } | { problem: DraftProblem };

/** The draft in a provider's answer, or why it is none: a wrong one would cost a person more than it saves. */
export function judgeDraft({ field, locale, source, answer }: Judged): Judgement {
  const rich = isRich(field);
  const restored = restoredText(answer.replaceAll('\0', ''), rich);
  if (restored === '') return refused('empty');
  const text = restored === null ? null : rich ? withMarkup(source, restored) : inOneRow(field, restored);
  if (text === null) return refused('markup');
  const [words, wordsBefore] = rich ? [plainTextOf(text), plainTextOf(source)] : [text, source];
  if (words.trim() === '') return refused('empty');
  if (fixedParts(text).join('\n') !== fixedParts(source).join('\n')) return refused('fixed');
  if (words === wordsBefore && /\S\s+\S+\s+\S/.test(words)) return refused('same');
  if (!canBeIn(locale, words)) return refused('language');
  const length = Array.from(text).length;
  const limit = textLimits[field];
  return length > limit ? refused('long', { length, limit }) : { text };
}

const refused = (key: string, values: Record<string, unknown> = {}): Judgement => ({
  problem: { key: `draft.problem_${key}`, values },
});

/** Titles have one line. */
const inOneRow = (field: TextField, text: string): string =>
  field === 'title' ? text.replaceAll(/\s*\n\s*/g, ' ') : text;

/** A rich text as it can be stored; null if it has not the tags and the links of the one it was made from. */
function withMarkup(source: string, text: string): string | null {
  const [before, now] = [piecesOf(source), piecesOf(text)];
  if (!before || !now || marksOf(before) !== marksOf(now)) return null;
  const clean = cleanRichText(text);
  return clean !== '' && losesMarkup(now, clean) ? null : clean;
}

/** The tags and links of a text: a translation may have them in another order. */
const marksOf = (pieces: readonly Piece[]): string =>
  pieces
    .flatMap((piece) =>
      piece.kind === 'words' || piece.kind === 'close' ? [] : [`${piece.name} ${hrefOf(piece.html)}`],
    )
    .toSorted()
    .join('\n');

const hrefOf = (tag: string): string => /\shref="([^"]*)"/i.exec(tag)?.[1] ?? '';
