import { diffArrays } from 'diff';
import { diffWords, type Piece } from '#kernel/text/word-diff.rules.ts';

/**
 * A paragraph of the English, then and now: `same`, `changed`, `new`, or `gone`. `own` is the paragraph of the translation
 * that was made of it, by its number from 0; null for a new one.
 */
export interface Paragraph {
  state: 'same' | 'changed' | 'new' | 'gone';
  pieces: Piece[];
  own: number | null;
}

/** The outermost elements of a rich text, in order; together they are the text. Words between elements are paragraphs too. */
export function blocksOf(html: string): string[] {
  const blocks: string[] = [];
  let [depth, from, end] = [0, 0, 0];
  for (const { 0: tag, index } of html.matchAll(/<[^>]*>/g)) {
    if (depth === 0 && html.slice(end, index).trim() !== '') {
      blocks.push(html.slice(from, index));
      from = index;
    }
    if (tag.startsWith('</')) depth -= 1;
    else if (!/^<br\b/.test(tag)) depth += 1;
    end = index + tag.length;
    if (depth > 0) continue;
    blocks.push(html.slice(from, end));
    from = end;
  }
  if (html.slice(from).trim() !== '') blocks.push(html.slice(from));
  return blocks;
}

/**
 * The English then and now, paragraph by paragraph, with the translation of each: null if the translation has not the
 * paragraphs that the English had when it was made. The paragraphs are in plain words.
 */
export function alignedParagraphs(
  then: readonly string[],
  now: readonly string[],
  { count, language }: { count: number; language: string },
): Paragraph[] | null {
  if (then.length !== count) return null;
  let own = 0;
  let removed: string[] = [];
  const found: Paragraph[] = [];
  const gone = () => {
    for (const text of removed) found.push({ state: 'gone', pieces: [{ kind: 'old', text }], own: own++ });
    removed = [];
  };
  for (const change of diffArrays([...then], [...now])) {
    if (change.removed) removed = change.value;
    else if (change.added) {
      // What stands where others stood is what became of them, in their order.
      for (const text of change.value) {
        const before = removed.shift();
        if (before === undefined) found.push({ state: 'new', pieces: [{ kind: 'new', text }], own: null });
        else found.push({ state: 'changed', pieces: diffWords(before, text, language), own: own++ });
      }
      gone();
    } else {
      gone();
      for (const text of change.value) found.push({ state: 'same', pieces: [{ kind: 'same', text }], own: own++ });
    }
  }
  gone();
  return found;
}

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
