/** A sentence in a list of words. `audio` is the key of its file. New ones have no id. */
export type ListedSentence = {
  sent_idx?: number | undefined;
  sentence: string;
  mdr_targeted: 'Y' | 'N';
  audio: string | null;
};

/** A word of a book with its sentences. */
export type ListedWord = {
  word_idx?: number | undefined;
  word: string;
  sentences: ListedSentence[];
};

/** The list in the fields of a change. */
export const listIn = ({ words = [] }: Readonly<Record<string, unknown>>): ListedWord[] => words as ListedWord[];

/** How many words and how many sentences a change of a list adds, changes or removes. */
export function countDifferences(base: readonly ListedWord[], wanted: readonly ListedWord[]) {
  const counts = { words: 0, sentences: 0 };
  for (const { before, after } of wordDifferences(base, wanted)) {
    const side = after ?? before;
    if (!side || 'sentence' in side) counts.sentences += 1;
    else {
      counts.words += 1;
      // The sentences of a renamed word are compared one by one.
      if (!before || !after) counts.sentences += side.sentences.length;
    }
  }
  return counts;
}

/** The keys of the audio in a list. */
export const audioIn = (words: readonly ListedWord[]): string[] =>
  words.flatMap(({ sentences }) => sentences.flatMap(({ audio }) => audio ?? []));

/**
 * What changed from `base` to `wanted`, made on `onto`: what others added, changed or removed there stays, unless the same
 * word or sentence was changed in both.
 */
export const mergedWords = (
  onto: readonly ListedWord[],
  base: readonly ListedWord[],
  wanted: readonly ListedWord[],
): ListedWord[] =>
  merged(
    { onto, base, wanted },
    ({ word_idx }) => word_idx,
    (one, had, wants) => ({
      word_idx: one.word_idx,
      word: wants.word === had.word ? one.word : wants.word,
      sentences: merged(
        { onto: one.sentences, base: had.sentences, wanted: wants.sentences },
        ({ sent_idx }) => sent_idx,
        (_, _had, sentence) => sentence,
      ),
    }),
  );

interface Sides<T> {
  onto: readonly T[];
  base: readonly T[];
  wanted: readonly T[];
}

function merged<T>(
  { onto, base, wanted }: Sides<T>,
  idOf: (one: T) => number | undefined,
  join: (one: T, had: T, wants: T) => T,
): T[] {
  const byId = (list: readonly T[]) =>
    new Map(list.flatMap((one) => (idOf(one) === undefined ? [] : [[idOf(one), one] as const])));
  const [stands, had, wants] = [byId(onto), byId(base), byId(wanted)];
  const isChanged = (id: number | undefined, to: T) => JSON.stringify(had.get(id)) !== JSON.stringify(to);
  const existing = onto.flatMap((one) => {
    const [before, after] = [had.get(idOf(one)), wants.get(idOf(one))];
    if (!before) return [after ?? one];
    if (!after) return [];
    return [isChanged(idOf(one), after) ? join(one, before, after) : one];
  });
  const added = wanted.filter((one) => !stands.has(idOf(one)) && isChanged(idOf(one), one));
  return [...existing, ...added];
}

/** One difference between two lists: of a word as a whole, of its text, or of a sentence. */
export interface WordDifference {
  word: string;
  before: ListedWord | ListedSentence | undefined;
  after: ListedWord | ListedSentence | undefined;
}

/** What differs between two lists, in their order. */
export function wordDifferences(base: readonly ListedWord[], wanted: readonly ListedWord[]): WordDifference[] {
  return paired(base, wanted, ({ word_idx }) => word_idx).flatMap(([before, after]): WordDifference[] => {
    const word = after?.word ?? before?.word ?? '';
    if (!before || !after) return [{ word, before, after }];
    const renamed = before.word === after.word ? [] : [{ word, before, after }];
    const sentences = paired(before.sentences, after.sentences, ({ sent_idx }) => sent_idx)
      .filter(([had, has]) => JSON.stringify(had) !== JSON.stringify(has))
      .map(([had, has]) => ({ word, before: had, after: has }));
    return [...renamed, ...sentences];
  });
}

/** The items of two lists side by side, by their ids. */
function paired<T>(
  base: readonly T[],
  wanted: readonly T[],
  idOf: (one: T) => number | undefined,
): [T | undefined, T | undefined][] {
  const had = new Map(base.map((one) => [idOf(one), one]));
  const has = new Set(wanted.map(idOf));
  const gone = base.filter((one) => !has.has(idOf(one)));
  return [
    ...gone.map((one): [T, undefined] => [one, undefined]),
    ...wanted.map((one): [T | undefined, T] => [idOf(one) === undefined ? undefined : had.get(idOf(one)), one]),
  ];
}
