import { fold } from '#kernel/text/fold.rules.ts';
import { readableWord } from './word.rules.ts';
import type { WordLine } from './word-lines.rules.ts';

/** The sentence an audio file is for, by the index of its line; or why the name does not say: a message. */
type AudioMatch = { line: number } | { key: AudioProblem; values: Record<string, number | string> };

type AudioProblem =
  | 'book.audio_name_unknown'
  | 'book.audio_name_several'
  | 'book.audio_name_number'
  | 'book.audio_name_twice'
  | 'book.audio_name_silent';

/**
 * Matches audio files to the lines of a book by their names. Case, accents, white space and punctuation do not count.
 * In this order, a name is
 *
 * 1. the text of a sentence;
 * 2. a word, or a word and the number of its sentence: `lantern 2`;
 * 3. the number of a line: `07`;
 * 4. any of the first two after the bid of the book, or after a number: `B1 lantern`, `07 lantern`.
 *
 * A word of several sentences without a number is for the only one that has no audio. Two files for one line: neither.
 */
export function matchAudio(names: readonly string[], bid: string, lines: readonly WordLine[]): AudioMatch[] {
  const found = names.map((name) => matchName(name, bid, lines));
  const times = Map.groupBy(found, (match) => ('line' in match ? match.line : -1));
  return found.map((match) =>
    'line' in match && (times.get(match.line)?.length ?? 0) > 1
      ? { key: 'book.audio_name_twice', values: { line: match.line + 1 } }
      : match,
  );
}

function matchName(name: string, bid: string, lines: readonly WordLine[]): AudioMatch {
  const full = plain(name.replace(/\.[^.]*$/, ''));
  const own = full.startsWith(`${plain(bid)} `) ? full.slice(plain(bid).length + 1) : full;
  const withoutNumber = own.replace(/^\d+ /, '');
  return (
    byText(full, lines) ??
    byText(own, lines) ??
    byLine(own, lines) ??
    byText(withoutNumber, lines) ?? { key: 'book.audio_name_unknown', values: {} }
  );
}

/** By the text of a sentence, or a word with or without a number. */
function byText(name: string, lines: readonly WordLine[]): AudioMatch | null {
  const same = lines.findIndex(({ sentence }) => sentence && plain(sentence.sentence) === name);
  if (same !== -1) return { line: same };
  const [, stem = name, digits] = /^(.+) (\d+)$/.exec(name) ?? [];
  return byWord(name, undefined, lines) ?? (digits ? byWord(stem, Number(digits), lines) : null);
}

function byWord(name: string, number: number | undefined, lines: readonly WordLine[]): AudioMatch | null {
  const all = lines.flatMap(({ word }, line) => (plain(readableWord(word.word)) === name ? [line] : []));
  const first = lines[all[0] ?? -1];
  if (!first) return null;
  const own = all.filter((line) => lines[line]?.sentence);
  const values = { word: readableWord(first.word.word), count: own.length, number: number ?? 0 };
  if (own.length === 0) return { key: 'book.audio_name_silent', values };
  if (number !== undefined) {
    const line = own[number - 1];
    return line === undefined ? { key: 'book.audio_name_number', values } : { line };
  }
  const waiting = own.filter((line) => lines[line]?.sentence?.audio_path === false);
  const line = own.length === 1 ? own[0] : waiting.length === 1 ? waiting[0] : undefined;
  return line === undefined ? { key: 'book.audio_name_several', values } : { line };
}

/** By the number of a line as the sheet shows it. */
function byLine(name: string, lines: readonly WordLine[]): AudioMatch | null {
  const line = /^\d+$/.test(name) ? Number(name) - 1 : -1;
  return lines[line]?.sentence ? { line } : null;
}

/** Letters and digits alone, apart by single spaces. */
const plain = (text: string): string =>
  fold(text)
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
