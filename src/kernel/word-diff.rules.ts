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
  const start = commonStart(old, now);
  const end = commonStart(old.slice(start).toReversed(), now.slice(start).toReversed());
  const [cut, added] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  return joined([
    { kind: 'same', text: old.slice(0, start).join('') },
    ...between(cut, added),
    { kind: 'same', text: old.slice(old.length - end).join('') },
  ]);
}

const wordsOf = (text: string, language: string) =>
  Array.from(new Intl.Segmenter(language, { granularity: 'word' }).segment(text), ({ segment }) => segment);

function commonStart(one: readonly string[], other: readonly string[]): number {
  const end = one.findIndex((word, index) => word !== other[index]);
  return end === -1 ? one.length : end;
}

/** The diff between the common start and end, with as few words removed and added as possible (Myers 1986). */
function between(old: readonly string[], now: readonly string[]): Piece[] {
  const steps = shortestEdit(old, now);
  if (steps === null) {
    return [
      { kind: 'old', text: old.join('') },
      { kind: 'new', text: now.join('') },
    ];
  }
  // Backwards from the end: each edit, and the common words after it.
  const pieces: Piece[] = [];
  let [i, j] = [old.length, now.length];
  for (let edits = steps.length - 1; edits >= 0; edits--) {
    const far = (diagonal: number) => steps[edits]?.[diagonal + edits + 1] ?? 0;
    const diagonal = i - j;
    const isAdded = edits > 0 && (diagonal === -edits || (diagonal !== edits && far(diagonal - 1) < far(diagonal + 1)));
    const [fromOld, fromNow] =
      edits === 0
        ? [0, 0]
        : isAdded
          ? [far(diagonal + 1), far(diagonal + 1) - diagonal]
          : [far(diagonal - 1) + 1, far(diagonal - 1) + 1 - diagonal];
    pieces.push({ kind: 'same', text: old.slice(fromOld, i).join('') });
    if (edits > 0)
      pieces.push(
        isAdded ? { kind: 'new', text: now[fromNow - 1] ?? '' } : { kind: 'old', text: old[fromOld - 1] ?? '' },
      );
    [i, j] = isAdded ? [fromOld, fromNow - 1] : [fromOld - 1, fromNow];
  }
  return cutBeforeAdded(pieces.toReversed());
}

/**
 * The furthest position in the old text on each diagonal before each edit, until both texts are at their end; null if
 * that takes too many edits.
 */
function shortestEdit(old: readonly string[], now: readonly string[]): Int32Array[] | null {
  const most = Math.min(old.length + now.length, mostEdits);
  const middle = most + 1;
  const far = new Int32Array(2 * middle + 1);
  const at = (diagonal: number) => far[middle + diagonal] ?? 0;
  const steps: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits++) {
    steps.push(far.slice(middle - edits - 1, middle + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const isAdded = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1));
      let i = edits === 0 ? 0 : isAdded ? at(diagonal + 1) : at(diagonal - 1) + 1;
      while (i < old.length && i - diagonal < now.length && old[i] === now[i - diagonal]) i++;
      far[middle + diagonal] = i;
      if (i >= old.length && i - diagonal >= now.length) return steps;
    }
  }
  return null;
}

/** Between two common pieces, puts removals before additions. */
function cutBeforeAdded(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  let run: Piece[] = [];
  const flush = () => {
    result.push(...run.filter(({ kind }) => kind === 'old'), ...run.filter(({ kind }) => kind === 'new'));
    run = [];
  };
  for (const piece of pieces) {
    if (piece.text === '') continue;
    if (piece.kind !== 'same') {
      run.push(piece);
      continue;
    }
    flush();
    result.push(piece);
  }
  flush();
  return result;
}

/** Joins adjacent pieces of one kind. */
function joined(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (piece.text === '') continue;
    if (last?.kind === piece.kind) last.text += piece.text;
    else result.push({ ...piece });
  }
  return result;
}

/** The same pieces, with long common pieces shortened to the text around the changes. */
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
export function isTelling(pieces: readonly Piece[]): boolean {
  const length = (kinds: readonly Piece['kind'][]) =>
    pieces.reduce((sum, { kind, text }) => sum + (kinds.includes(kind) ? text.length : 0), 0);
  return length(['same']) * 2 > length(['old', 'new']);
}
