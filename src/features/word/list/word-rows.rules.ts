import type { SentenceRecord } from '../words/sentence.contract.ts';
import type { ListedWord } from './word-list.rules.ts';

/** A word as a row shows it. */
export interface RowWord {
  word_idx: number;
  word: string;
  /** The version of the word. */
  version: number;
}

/** One row of the sheet: a sentence with its word; a word without sentences has a row of its own. */
export interface WordRow {
  word: RowWord;
  sentence: SentenceRecord | null;
}

/** The rows as a release leaves them, and its name; without one, the rows as they are stored. */
export interface StagedRows {
  release: string | undefined;
  rows: WordRow[];
}

/** The rows of words in their order, each with its sentences. */
export function rowsOf(words: readonly RowWord[], sentences: readonly SentenceRecord[]): WordRow[] {
  const byWord = Map.groupBy(sentences, ({ word_idx }) => word_idx);
  return words.flatMap(({ word_idx, word, version }): WordRow[] => {
    const shown = { word_idx, word, version };
    const own = byWord.get(word_idx) ?? [];
    return own.length > 0 ? own.map((sentence) => ({ word: shown, sentence })) : [{ word: shown, sentence: null }];
  });
}

/** Identifies a row while it is on the screen. */
export const rowKey = ({ word, sentence }: WordRow): string =>
  sentence ? `s${sentence.sent_idx}` : `w${word.word_idx}`;

/** The rows after a word was added or renamed. */
export const withWord = (rows: readonly WordRow[], word: RowWord): WordRow[] =>
  rows.some((row) => row.word.word_idx === word.word_idx)
    ? rows.map((row) => (row.word.word_idx === word.word_idx ? { ...row, word } : row))
    : [...rows, { word, sentence: null }];

/** The rows after a sentence was added or changed; a new one comes after the others of its word. */
export function withSentence(rows: readonly WordRow[], sentence: SentenceRecord): WordRow[] {
  const same = rows.findIndex((row) => row.sentence?.sent_idx === sentence.sent_idx);
  const last = rows.findLastIndex((row) => row.word.word_idx === sentence.word_idx);
  const at = same === -1 ? last : same;
  const found = rows[at];
  if (!found) return [...rows];
  const row = { word: found.word, sentence };
  return same !== -1 || found.sentence === null ? rows.with(at, row) : rows.toSpliced(at + 1, 0, row);
}

/** The rows without a sentence; its word stays. */
export function withoutSentence(rows: readonly WordRow[], { sent_idx, word_idx }: SentenceRecord): WordRow[] {
  const isLast = rows.filter(({ word }) => word.word_idx === word_idx).length === 1;
  return rows.flatMap((row) =>
    row.sentence?.sent_idx !== sent_idx ? [row] : isLast ? [{ ...row, sentence: null }] : [],
  );
}

/** The rows without a word and its sentences. */
export const withoutWord = (rows: readonly WordRow[], wordIdx: number): WordRow[] =>
  rows.filter(({ word }) => word.word_idx !== wordIdx);

/** Rows as the list of words that a release takes; ids below 0 are of new ones. */
export function listOf(rows: readonly WordRow[]): ListedWord[] {
  const idOf = (id: number) => (id > 0 ? id : undefined);
  return [...Map.groupBy(rows, ({ word }) => word.word_idx).values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const sentences = own.flatMap(({ sentence: one }) =>
      one
        ? [
            {
              sent_idx: idOf(one.sent_idx),
              sentence: one.sentence,
              mdr_targeted: one.mdr_targeted,
              audio: one.audio_path === false ? null : one.audio_path,
            },
          ]
        : [],
    );
    return [{ word_idx: idOf(first.word.word_idx), word: first.word.word, sentences }];
  });
}

/** Whether a sentence needs audio and has none. */
export const isAudioMissing = ({ sentence }: WordRow): boolean =>
  sentence?.mdr_targeted === 'Y' && sentence.audio_path === false;
