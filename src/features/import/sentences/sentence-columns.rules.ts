import { bookSheetFields } from '#features/book/book-sheet.public.ts';
import {
  countGuessed,
  guessColumns,
  guessFields,
  type KnownHeadings,
  missingFields,
  type SheetColumns,
  type SheetField,
} from '#kernel/sheets/sheet-columns.rules.ts';
import type { SheetRow } from '#kernel/sheets/sheet-rows.ts';
import { importMessages } from '../import.messages.ts';
import { sentenceColumns } from './import-sentences.rules.ts';

/** The columns of 'Words and Sentences' with the names used in other sheets. */
export const sentenceFields: readonly SheetField[] = [
  { name: 'bid', required: true, also: bookSheetFields.find(({ name }) => name === 'bid')?.also ?? [] },
  {
    name: 'word',
    required: true,
    also: ['words', 'vocabulary', 'vocab', '단어', '어휘', 'palabra', '単語', '語彙', 'kelime'],
  },
  {
    name: 'sentence',
    required: true,
    also: ['sentences', 'example', 'example sentence', '문장', '예문', 'oración', 'frase', '例文', '文', 'cümle'],
  },
  { name: 'mdr_targeted', required: true, also: ['mdr', 'mdr target', 'target', 'targeted'] },
];

/** The four columns in order, without a heading. */
export const sentenceOrder: SheetColumns = { heading_row: 0, fields: [...sentenceColumns] };

/**
 * The columns of a sheet in our layout: at least two of its headings are our names, or its first row is a sentence in
 * the order of our columns. Undefined for any other sheet. Throws if our heading lacks a column.
 */
export function ownColumns(head: readonly SheetRow[]): SheetColumns | undefined {
  const [first] = head;
  if (!first) return sentenceOrder;
  const named = guessFields(
    first.cells,
    sentenceFields.map((field) => ({ ...field, also: [] })),
  );
  if (countGuessed(named) > 1) {
    const missing = missingFields(sentenceFields, named);
    if (missing.length > 0) throw importMessages.error(422, 'import.columns_missing', { names: missing.join(', ') });
    return { heading_row: first.row, fields: named };
  }
  return isSentence(first.cells) ? sentenceOrder : undefined;
}

const yesOrNo = /^\s*(y|n|yes|no)\s*$/i;

/** Whether a row looks like a sentence in the order of our columns: Y or N at its end, or a bid with a number in it. */
function isSentence(cells: readonly string[]): boolean {
  if (countGuessed(guessFields(cells, sentenceFields)) > 1) return false;
  return yesOrNo.test(cells[3] ?? '') || (cells.length <= 4 && /\d/.test(cells[0] ?? ''));
}

/** The guessed columns of a sheet in another layout. */
export const guessSentenceColumns = (head: readonly SheetRow[], known: KnownHeadings): SheetColumns =>
  guessColumns(head, sentenceFields, known);

/** Whether a sheet for the books' step is one of words and sentences: its headings or its four columns say so. */
export function isWordsSheet(head: readonly SheetRow[]): boolean {
  const { fields } = guessSentenceColumns(head, {});
  if (fields.includes('word') && fields.includes('sentence'))
    return countGuessed(guessColumns(head, bookSheetFields).fields) < countGuessed(fields);
  const [first] = head;
  return (
    first?.cells.length === sentenceColumns.length && isSentence(first.cells) && yesOrNo.test(first.cells[3] ?? '')
  );
}
