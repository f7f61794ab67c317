/** A stretch of two texts: in both, only in the old one, or only in the new one. */
export interface Piece {
  kind: 'same' | 'old' | 'new';
  text: string;
}

// Beyond that, what differs is shown as replaced at a whole.
const mostCells = 1_000_000;

/** The difference of two texts word by word, as words are in their language. */
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

/** What lies between the common start and end, by the longest common subsequence. */
function between(old: readonly string[], now: readonly string[]): Piece[] {
  if (old.length * now.length > mostCells || old.length === 0 || now.length === 0) {
    return [
      { kind: 'old', text: old.join('') },
      { kind: 'new', text: now.join('') },
    ];
  }
  const width = now.length + 1;
  // At each place, the length of the longest common subsequence of what follows.
  const lengths = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      lengths[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pieces: Piece[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [word, other] = [old[i], now[j]];
    if (word !== undefined && word === other) {
      pieces.push({ kind: 'same', text: word });
      i++;
      j++;
    } else if (other === undefined || (word !== undefined && at(i + 1, j) >= at(i, j + 1))) {
      pieces.push({ kind: 'old', text: word ?? '' });
      i++;
    } else {
      pieces.push({ kind: 'new', text: other });
      j++;
    }
  }
  return pieces;
}

/** Neighbours of one kind are one piece. */
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

/** The same with long common stretches shortened to what stands around the changes. */
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

/** Whether the difference reads better than the two texts: they have more in common than they differ. */
export function isTelling(pieces: readonly Piece[]): boolean {
  const length = (kinds: readonly Piece['kind'][]) =>
    pieces.reduce((sum, { kind, text }) => sum + (kinds.includes(kind) ? text.length : 0), 0);
  return length(['same']) * 2 > length(['old', 'new']);
}
