import { cleanTitle } from '#kernel/text/text-forms.rules.ts';
import type { WordRow } from '../list/word-rows.rules.ts';
import { readRows } from '../many/sentence-bulk.rules.ts';
import type { SentenceRow } from '../words/sentence.contract.ts';
import { normalizeWord } from '../words/word.rules.ts';

/** A pasted row: what it says, and what becomes of it. `problem` is a message with its values, and the field if it is about one. */
export interface PastedRow {
  cells: Omit<SentenceRow, 'bid'> & { word: string; sentence: string; mdr_targeted: string };
  state: 'new' | 'known' | 'refused';
  problem: { field?: keyof SentenceRow; key: string; values: Record<string, number | string> } | null;
}

/** Whether a text is rows of a spreadsheet, not the text of one cell. */
export const isRows = (text: string): boolean => text.trimEnd().includes('\t');

/**
 * Reads rows as spreadsheets copy them: word, sentence and perhaps MDR target, or these after the bid as in the sheet
 * that the importer takes. A heading is skipped; a row without a word belongs to the word above it.
 */
export function readPaste(text: string, bid: string, listed: readonly WordRow[]): PastedRow[] {
  const known = new Set(listed.map(({ word, sentence }) => keyOf(word.word, sentence?.sentence ?? '')));
  let above = '';
  const rows = cellsOf(text).filter((cells) => cells.some((cell) => cell !== '') && !isHeading(cells));
  return rows.map((all): PastedRow => {
    const own = all.length > 3 ? all.slice(1) : all;
    const [word = '', sentence = '', targeted = ''] = own;
    above = normalizeWord(word) === '' ? above : word;
    const cells = { word: above, sentence, mdr_targeted: (targeted || 'N').toUpperCase() };
    const other = all.length > 3 && all[0] !== bid ? all[0] : undefined;
    if (other) return { cells, state: 'refused', problem: { key: 'book.paste_other_book', values: { bid: other } } };
    const problem = readRows([{ ...cells, bid }], new Map([[bid, 1]])).problems[0];
    if (problem) return { cells, state: 'refused', problem: { values: {}, ...problem } };
    const key = keyOf(normalizeWord(above), sentence);
    if (known.has(key)) return { cells, state: 'known', problem: null };
    known.add(key);
    return { cells, state: 'new', problem: null };
  });
}

const keyOf = (word: string, sentence: string) => `${word}\n${cleanTitle(sentence)}`;

const isHeading = (cells: readonly string[]) => {
  const names = cells.map((cell) => cell.toLowerCase());
  return names.includes('word') && names.includes('sentence');
};

/** The cells of copied rows. Spreadsheets quote a cell that has a tab, a line break or a quote in it. */
function cellsOf(text: string): string[][] {
  const cell = /(?:"((?:[^"]|"")*)"(?=\t|\r?\n|$)|([^\t\r\n]*))(\t|\r?\n|$)/gy;
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(cell)) {
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).replaceAll(/\s+/g, ' ').trim());
    if (end === '') break;
    if (end !== '\t') rows.push([]);
  }
  return rows;
}
