import { spreadsheetFault, wholeNumber } from '#kernel/text/spreadsheet-fault.rules.ts';
import { cleanId, cleanTitle } from '#kernel/text/text-forms.rules.ts';
import type { SentenceRow } from '../words/sentence.contract.ts';
import { longestSentence } from '../words/sentence.rules.ts';
import { longestWord, normalizeWord, plainWord } from '../words/word.rules.ts';

type SentenceField = keyof SentenceRow;

/** A problem with one field of one row; rows count from 1. */
export interface SentenceProblem {
  row: number;
  field: SentenceField;
  key: string;
  values?: Record<string, number | string>;
}

/** A valid row, with the key of its book. */
export interface ReadSentence {
  bidx: number;
  word: string;
  sentence: string;
  mdr_targeted: string;
}

/** Checks the rows of the 'Words and Sentences' sheet. `books` maps the bid of every existing book to its key. */
export function readRows(
  rows: readonly SentenceRow[],
  books: ReadonlyMap<string, number>,
): { sentences: ReadSentence[]; problems: SentenceProblem[] } {
  const problems: SentenceProblem[] = [];
  const sentences = rows.map((given, index) => {
    const report = (field: SentenceField, key: string, values?: SentenceProblem['values']) =>
      problems.push({ row: index + 1, field, key, ...(values && { values }) });
    const cell = (field: SentenceField, limit: number, read = textOf) => {
      const text = read(given[field]);
      if (text === '') report(field, 'book.row_required');
      else if (text.length > limit) report(field, 'invalid.too_long', { limit });
      const fault = spreadsheetFault(textOf(given[field]));
      if (fault) report(field, fault);
      return text;
    };
    const bid = cell('bid', 200, bidOf);
    const word = cell('word', longestWord, wordOf);
    const sentence = cell('sentence', longestSentence);
    const targeted = cell('mdr_targeted', 10).toUpperCase();
    if (!plainWord.test(word)) report('word', 'invalid.characters');
    if (bid !== '' && !books.has(bid)) report('bid', 'book.sentence_no_book');
    if (targeted !== '' && targeted !== 'Y' && targeted !== 'N')
      report('mdr_targeted', 'invalid.choice', { choices: 'Y, N' });
    return { bidx: books.get(bid) ?? 0, word, sentence, mdr_targeted: targeted };
  });
  return { sentences, problems };
}

/** The rows without repeated sentences of the same word. */
export function withoutRepeats(sentences: readonly ReadSentence[]): ReadSentence[] {
  const seen = new Map(sentences.map((one) => [`${one.bidx} ${one.word} ${one.sentence}`, one]));
  return [...seen.values()];
}

const textOf = (cell: SentenceRow[SentenceField]) => cleanTitle(String(cell ?? ''));

/** As the bid of a book is read: in half width, without the `.0` that a column of decimals gives a number. */
export const bidOf = (cell: SentenceRow['bid']) => wholeNumber(cleanId(String(cell ?? '')));

const wordOf = (cell: SentenceRow[SentenceField]) => normalizeWord(textOf(cell));

/** The bids that rows name. */
export const bidsOf = (rows: readonly SentenceRow[]): string[] => [...new Set(rows.map((row) => bidOf(row.bid)))];
