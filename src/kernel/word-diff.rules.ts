/** A run of words that both texts have, or only the later or the earlier one. */
export interface DiffPart {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

// Above this the middle of two texts is shown as replaced: the table of comparisons grows with the product. Cells.
const tableLimit = 4_000_000;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

// A text without spaces, such as Japanese, has words too.
const wordsOf = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment);

/** The differences of two texts word by word, removed words before those added in their place. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  return joined([
    ...parts('same', old.slice(0, start)),
    ...middle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...parts('same', old.slice(old.length - end)),
  ]);
}

const parts = (kind: DiffPart['kind'], words: readonly string[]): DiffPart[] => words.map((text) => ({ kind, text }));

/** By the longest run of words that both have in this order. */
function middle(old: readonly string[], now: readonly string[]): DiffPart[] {
  if (old.length * now.length > tableLimit) return [...parts('removed', old), ...parts('added', now)];
  const width = now.length + 1;
  const longest = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number) => longest[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      longest[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const found: DiffPart[] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < now.length) {
    if (old[i] === now[j]) {
      found.push({ kind: 'same', text: old[i] ?? '' });
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) {
      found.push({ kind: 'removed', text: old[i] ?? '' });
      i += 1;
    } else {
      found.push({ kind: 'added', text: now[j] ?? '' });
      j += 1;
    }
  }
  return [...found, ...parts('removed', old.slice(i)), ...parts('added', now.slice(j))];
}

/** Neighbours of one kind as one part; between two of the same, what was removed before what was added. */
function joined(all: readonly DiffPart[]): DiffPart[] {
  const result: DiffPart[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    if (removed) result.push({ kind: 'removed', text: removed });
    if (added) result.push({ kind: 'added', text: added });
    removed = '';
    added = '';
  };
  for (const { kind, text } of all) {
    const last = result.at(-1);
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else if (removed === '' && added === '' && last?.kind === 'same') last.text += text;
    else {
      flush();
      result.push({ kind, text });
    }
  }
  flush();
  return result;
}
