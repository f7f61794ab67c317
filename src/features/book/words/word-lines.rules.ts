import type { SentenceRecord } from '../sentences/sentence.contract.ts';
import type { ListedWord } from './word-list.rules.ts';

/** A word as a line shows it. */
export interface LineWord {
  word_idx: number;
  word: string;
  /** The version of the word. */
  version: number;
}

/** One line of the sheet: a sentence with its word; a word without sentences has a line of its own. */
export interface WordLine {
  word: LineWord;
  sentence: SentenceRecord | null;
}

/** The lines as a release leaves them, and its name. */
export interface StagedLines {
  release: string;
  lines: WordLine[];
}

/** The lines of words in their order, each with its sentences. */
export function linesOf(words: readonly LineWord[], sentences: readonly SentenceRecord[]): WordLine[] {
  const byWord = Map.groupBy(sentences, ({ word_idx }) => word_idx);
  return words.flatMap(({ word_idx, word, version }): WordLine[] => {
    const shown = { word_idx, word, version };
    const own = byWord.get(word_idx) ?? [];
    return own.length > 0 ? own.map((sentence) => ({ word: shown, sentence })) : [{ word: shown, sentence: null }];
  });
}

/** Identifies a line while it is on the screen. */
export const lineKey = ({ word, sentence }: WordLine): string =>
  sentence ? `s${sentence.sent_idx}` : `w${word.word_idx}`;

/** The lines after a word was added or renamed. */
export const withWord = (lines: readonly WordLine[], word: LineWord): WordLine[] =>
  lines.some((line) => line.word.word_idx === word.word_idx)
    ? lines.map((line) => (line.word.word_idx === word.word_idx ? { ...line, word } : line))
    : [...lines, { word, sentence: null }];

/** The lines after a sentence was added or changed; a new one comes after the others of its word. */
export function withSentence(lines: readonly WordLine[], sentence: SentenceRecord): WordLine[] {
  const same = lines.findIndex((line) => line.sentence?.sent_idx === sentence.sent_idx);
  const last = lines.findLastIndex((line) => line.word.word_idx === sentence.word_idx);
  const at = same === -1 ? last : same;
  const found = lines[at];
  if (!found) return [...lines];
  const line = { word: found.word, sentence };
  return same !== -1 || found.sentence === null ? lines.with(at, line) : lines.toSpliced(at + 1, 0, line);
}

/** The lines without a sentence; its word stays. */
export function withoutSentence(lines: readonly WordLine[], { sent_idx, word_idx }: SentenceRecord): WordLine[] {
  const isLast = lines.filter(({ word }) => word.word_idx === word_idx).length === 1;
  return lines.flatMap((line) =>
    line.sentence?.sent_idx !== sent_idx ? [line] : isLast ? [{ ...line, sentence: null }] : [],
  );
}

/** The lines without a word and its sentences. */
export const withoutWord = (lines: readonly WordLine[], wordIdx: number): WordLine[] =>
  lines.filter(({ word }) => word.word_idx !== wordIdx);

/** Lines as the list of words that a release takes; ids below 0 are of new ones. */
export function listOf(lines: readonly WordLine[]): ListedWord[] {
  const idOf = (id: number) => (id > 0 ? id : undefined);
  return [...Map.groupBy(lines, ({ word }) => word.word_idx).values()].flatMap((own) => {
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
export const isAudioMissing = ({ sentence }: WordLine): boolean =>
  sentence?.mdr_targeted === 'Y' && sentence.audio_path === false;
