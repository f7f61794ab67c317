import { diffArrays } from 'diff';
import { diffWords, type Piece } from './word-diff.rules.ts';

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

// Texts that differ in more are others: to compare them would take long.
const mostEdits = 2000;

/**
 * The English then and now, paragraph by paragraph, with the translation of each: null if the translation has not the
 * paragraphs that the English had when it was made, or if the two have little in common. The paragraphs are in plain words.
 * An empty one is no English: what the translation has there is its own, and nothing to do.
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
  const add = (state: Paragraph['state'], pieces: Piece[]) => {
    while (then[own] === '') found.push({ state: 'same', pieces: [], own: own++ });
    found.push({ state, pieces, own: own++ });
  };
  const gone = () => {
    for (const text of removed) add('gone', [{ kind: 'old', text }]);
    removed = [];
  };
  const changes = diffArrays(then.filter(Boolean), now.filter(Boolean), { maxEditLength: mostEdits });
  if (!changes) return null;
  for (const change of changes) {
    if (change.removed) removed = change.value;
    else if (change.added) {
      // What stands where others stood is what became of them, in their order.
      for (const text of change.value) {
        const before = removed.shift();
        if (before === undefined) found.push({ state: 'new', pieces: [{ kind: 'new', text }], own: null });
        else add('changed', diffWords(before, text, language));
      }
      gone();
    } else {
      gone();
      for (const text of change.value) add('same', [{ kind: 'same', text }]);
    }
  }
  gone();
  while (own < then.length) found.push({ state: 'same', pieces: [], own: own++ });
  return found;
}

/** The English of a paragraph as it was, and as it is; empty if there was, or is, none. */
export const englishOf = ({ pieces }: Pick<Paragraph, 'pieces'>, side: 'old' | 'new'): string =>
  pieces.flatMap(({ kind, text }) => (kind === 'same' || kind === side ? [text] : [])).join('');
