import { foldLetters } from '#kernel/text/text-forms.rules.ts';
import type { WordRow } from '../list/word-rows.rules.ts';
import { readableWord } from '../words/word.rules.ts';

/** The sentence an audio file is for, by the index of its row; or why the name does not say: a message. */
type AudioMatch = { row: number } | { key: AudioProblem; values: Record<string, number | string> };

type AudioProblem =
  | 'book.audio_name_unknown'
  | 'book.audio_name_several'
  | 'book.audio_name_number'
  | 'book.audio_name_twice'
  | 'book.audio_name_silent';

/**
 * Matches audio files to the rows of a book by their names. Case, accents, white space and punctuation do not count.
 * In this order, a name is
 *
 * 1. the text of a sentence;
 * 2. a word, or a word and the number of its sentence: `lantern 2`;
 * 3. the number of a row: `07`;
 * 4. any of the first two after the bid of the book, or after a number: `B1 lantern`, `07 lantern`.
 *
 * A word of several sentences without a number is for the only one that has no audio. Two files for one row: neither.
 */
export function matchAudio(names: readonly string[], bid: string, rows: readonly WordRow[]): AudioMatch[] {
  const found = names.map((name) => matchName(name, bid, rows));
  const times = Map.groupBy(found, (match) => ('row' in match ? match.row : -1));
  return found.map((match) =>
    'row' in match && (times.get(match.row)?.length ?? 0) > 1
      ? { key: 'book.audio_name_twice', values: { line: match.row + 1 } }
      : match,
  );
}

function matchName(name: string, bid: string, rows: readonly WordRow[]): AudioMatch {
  const full = plain(name.replace(/\.[^.]*$/, ''));
  const own = full.startsWith(`${plain(bid)} `) ? full.slice(plain(bid).length + 1) : full;
  const withoutNumber = own.replace(/^\d+ /, '');
  return (
    byText(full, rows) ??
    byText(own, rows) ??
    byRow(own, rows) ??
    byText(withoutNumber, rows) ?? { key: 'book.audio_name_unknown', values: {} }
  );
}

/** By the text of a sentence, or a word with or without a number. */
function byText(name: string, rows: readonly WordRow[]): AudioMatch | null {
  const same = rows.findIndex(({ sentence }) => sentence && plain(sentence.sentence) === name);
  if (same !== -1) return { row: same };
  const [, stem = name, digits] = /^(.+) (\d+)$/.exec(name) ?? [];
  return byWord(name, undefined, rows) ?? (digits ? byWord(stem, Number(digits), rows) : null);
}

function byWord(name: string, number: number | undefined, rows: readonly WordRow[]): AudioMatch | null {
  const all = rows.flatMap(({ word }, row) => (plain(readableWord(word.word)) === name ? [row] : []));
  const first = rows[all[0] ?? -1];
  if (!first) return null;
  const own = all.filter((row) => rows[row]?.sentence);
  const values = { word: readableWord(first.word.word), count: own.length, number: number ?? 0 };
  if (own.length === 0) return { key: 'book.audio_name_silent', values };
  if (number !== undefined) {
    const row = own[number - 1];
    return row === undefined ? { key: 'book.audio_name_number', values } : { row };
  }
  const waiting = own.filter((row) => rows[row]?.sentence?.audio_path === false);
  const row = own.length === 1 ? own[0] : waiting.length === 1 ? waiting[0] : undefined;
  return row === undefined ? { key: 'book.audio_name_several', values } : { row };
}

/** By the number of a row as the sheet shows it. */
function byRow(name: string, rows: readonly WordRow[]): AudioMatch | null {
  const row = /^\d+$/.test(name) ? Number(name) - 1 : -1;
  return rows[row]?.sentence ? { row } : null;
}

/** Letters and digits alone, apart by single spaces. */
const plain = (text: string): string =>
  foldLetters(text)
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
