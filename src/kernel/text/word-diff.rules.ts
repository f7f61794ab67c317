import { diffArrays } from 'diff';

/** A piece of two texts: in both, only in the old one, or only in the new one. */
export interface Piece {
  kind: 'same' | 'old' | 'new';
  text: string;
}

// Texts that differ in more words are shown as entirely replaced: nobody could read such a diff.
const mostEdits = 2000;

/** A word-by-word diff of two texts, using the word boundaries of their language. */
export function diffWords(before: string, after: string, language: string): Piece[] {
  const [old, now] = [wordsOf(before, language), wordsOf(after, language)];
  const changes = diffArrays(old, now, { maxEditLength: mostEdits });
  if (!changes) return replaced(before, after);
  return changes.map(({ added, removed, value }) => ({
    kind: removed ? 'old' : added ? 'new' : 'same',
    text: value.join(''),
  }));
}

const wordsOf = (text: string, language: string) =>
  Array.from(new Intl.Segmenter(language, { granularity: 'word' }).segment(text), ({ segment }) => segment);

const replaced = (before: string, after: string): Piece[] => [
  { kind: 'old', text: before },
  { kind: 'new', text: after },
];

/** A diff with its long common pieces shortened to the text around the changes. */
export function shortened(pieces: readonly Piece[], around: number): Piece[] {
  return pieces.map(({ kind, text }, index) => {
    if (kind !== 'same') return { kind, text };
    const first = index === 0;
    const last = index === pieces.length - 1;
    const head = first ? '' : text.slice(0, around).toWellFormed();
    const tail = last ? '' : text.slice(-around).toWellFormed();
    const isShort = text.length <= (first || last ? around : around * 2);
    return { kind, text: isShort ? text : `${head}…${tail}` };
  });
}

/** Whether the diff reads better than the two texts: they have more in common than not. */
export function isReadable(pieces: readonly Piece[]): boolean {
  const length = (kinds: readonly Piece['kind'][]) =>
    pieces.reduce((sum, { kind, text }) => sum + (kinds.includes(kind) ? text.length : 0), 0);
  return length(['same']) * 2 > length(['old', 'new']);
}
