import { blocksOf, englishOf, type Paragraph } from '#kernel/text/paragraphs.rules.ts';

/** A translation with other paragraphs: `written` by the number of the English paragraph; an empty one is none. */
export function withParagraphs(
  paragraphs: readonly Paragraph[],
  blocks: readonly string[],
  written: Readonly<Record<number, string>>,
): string {
  return paragraphs.map(({ own }, index) => written[index] ?? (own === null ? '' : (blocks[own] ?? ''))).join('');
}

/** The paragraphs of which the English is unchanged, together with those beside them; each other one alone. */
export function foldedParagraphs(paragraphs: readonly Paragraph[]): { first: number; last: number; isSame: boolean }[] {
  const folds: { first: number; last: number; isSame: boolean }[] = [];
  for (const [index, { state }] of paragraphs.entries()) {
    const before = folds.at(-1);
    if (state === 'same' && before?.isSame) before.last = index;
    else folds.push({ first: index, last: index, isSame: state === 'same' });
  }
  return folds;
}

/**
 * The English that each paragraph of a translation is of, as a save sends it: of those that are done the English as it is, of
 * the others as it was. What is written as several paragraphs is the English in its first, and its own in the others.
 */
export function madeOfParagraphs(
  paragraphs: readonly Paragraph[],
  blocks: readonly string[],
  { written, done }: { written: Readonly<Record<number, string>>; done: ReadonlySet<number> },
): string[] {
  return paragraphs.flatMap((paragraph, index) => {
    const text = written[index] ?? (paragraph.own === null ? '' : (blocks[paragraph.own] ?? ''));
    const english = englishOf(paragraph, written[index] !== undefined || done.has(index) ? 'new' : 'old');
    return blocksOf(text).map((_, more) => (more === 0 ? english : ''));
  });
}
