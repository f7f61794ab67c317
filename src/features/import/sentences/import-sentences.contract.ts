import { z } from 'zod';
import { ExportFormat, exportTypes } from '#kernel/http/export.ts';
import { ColumnsBody, ColumnsState, HeadingRow } from '#kernel/sheets/sheet-columns.contract.ts';
import { contract } from '#kernel/work/contract.ts';
import { idx, results, success, version } from '#kernel/work/fields.ts';
import { dropping, Filling } from '../record/import.contract.ts';
import { NotesState } from '../rules/sheet-notes.contract.ts';
import { longestSheet, sentenceColumns, sentenceFilters, sentencePageSize } from './import-sentences.rules.ts';

const Params = z.object({ import_idx: idx });

const cell = z.string().max(32_767);

const Row = z.object({
  row_no: z.int(),
  /** bid, word, sentence, mdr_targeted. */
  cells: z.array(z.string()),
  dropped: z.boolean(),
  /** The word of this book already has the sentence: it is skipped. */
  known: z.boolean(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
});
export type ShownSentence = z.output<typeof Row>;

export const SheetState = z.object({
  file_name: z.string(),
  /** The version of the import. */
  version: z.int(),
  counts: z.object({ all: z.int(), rejected: z.int(), dropped: z.int(), known: z.int() }),
  /** What is hidden or merged in it; null if nothing is. */
  notes: NotesState.nullable(),
  applied_by: z.string().nullable(),
  applied_at: z.int(),
  /** The question about its columns, if its headings are unknown; its rows wait for the answer. */
  columns: ColumnsState.nullable(),
  written: z.object({ words: z.int(), sentences: z.int(), skipped: z.int() }).nullable(),
});
export type SheetState = z.output<typeof SheetState>;

export const importSentencesApi = contract({
  'POST /api/v1/import/:import_idx/sentence': {
    summary: "Read and check a sheet in the 'Words and Sentences' layout (.xlsx or .csv), replacing the current one",
    files: { file: 'one' },
    long: true,
    params: Params,
    response: results(SheetState),
  },
  'GET /api/v1/import/:import_idx/sentence': {
    summary: 'One page of the rows of that sheet, with the problems of each',
    params: Params,
    query: z.object({
      filter: z.enum(sentenceFilters).default('all'),
      page: z.coerce
        .number()
        .int()
        .min(1)
        .max(longestSheet / sentencePageSize)
        .default(1),
    }),
    response: results(z.array(Row)),
  },
  'GET /api/v1/import/:import_idx/sentence/column': {
    summary: 'The columns of a sheet whose headings are not ours, and the field each one seems to hold',
    params: Params,
    query: HeadingRow,
    response: results(ColumnsState),
  },
  'PUT /api/v1/import/:import_idx/sentence/column': {
    summary: 'Set which column of that sheet holds which field, and check its rows',
    ownTransaction: true,
    params: Params,
    body: ColumnsBody.extend({ version }),
    response: results(SheetState),
  },
  'GET /api/v1/import/:import_idx/sentence/rejected': {
    summary: "The rejected rows in the 'Words and Sentences' layout, with the reason in a last column",
    params: Params,
    query: z.object({ as: ExportFormat.default('xlsx') }),
    stream: exportTypes,
  },
  'PUT /api/v1/import/:import_idx/sentence/drop': {
    summary: 'Exclude rows of that sheet, or include them again',
    ownTransaction: true,
    params: Params,
    ...dropping,
    response: results(SheetState),
  },
  'PUT /api/v1/import/:import_idx/sentence/fill': {
    summary: 'Fill empty cells of that sheet with the text of the cell they are merged with',
    ownTransaction: true,
    params: Params,
    body: Filling,
    response: results(SheetState),
  },
  'PUT /api/v1/import/:import_idx/sentence/:row_no': {
    summary: 'Correct cells of one row of that sheet',
    ownTransaction: true,
    params: z.object({ import_idx: idx, row_no: idx }),
    body: z.strictObject({ cells: z.partialRecord(z.enum(sentenceColumns), cell), version }),
    bodyLimit: 256 << 10,
    response: results(SheetState),
  },
  'POST /api/v1/import/:import_idx/sentence/apply': {
    summary: 'Save the words and sentences of that sheet to the library, all or nothing',
    ownTransaction: true,
    triable: true,
    long: true,
    params: Params,
    response: results(SheetState),
  },
  'DELETE /api/v1/import/:import_idx/sentence': {
    summary: 'Discard that sheet; saved words and sentences stay',
    params: Params,
    response: results(success),
  },
});
