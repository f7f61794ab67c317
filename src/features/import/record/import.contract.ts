import { z } from 'zod';
import { pageSize } from '#kernel/db/paging.ts';
import { ExportFormat, exportTypes } from '#kernel/http/export.ts';
import { ColumnsBody, ColumnsState, HeadingRow } from '#kernel/sheets/sheet-columns.contract.ts';
import { contract } from '#kernel/work/contract.ts';
import { idx, idxNumber, results, success, version } from '#kernel/work/fields.ts';
import { longList } from '#kernel/work/long-list.ts';
import { previewFilters } from '../rules/import-preview.rules.ts';
import { importSteps } from '../rules/import-steps.rules.ts';
import { longestImport } from '../rules/import-upload.rules.ts';
import { sheetKinds } from '../rules/sheet-kinds.rules.ts';
import { AlteredState, NotesState } from '../rules/sheet-notes.contract.ts';

const Params = z.object({ import_idx: idx });

/** A page of the rows or books of one import; every page can be reached. */
export const ImportPage = z.coerce
  .number()
  .int()
  .min(1)
  .max(longestImport / pageSize)
  .default(1);

/** A remark on a cell, in the caller's language: its place in the sheet and its text. */
const Remark = z.object({ field: z.string(), column: z.string(), label: z.string(), message: z.string() });
export type CellRemark = z.output<typeof Remark>;

const Row = z.object({
  row_no: z.int(),
  status: z.enum(['new', 'changed', 'unchanged', 'rejected']).nullable(),
  cells: z.array(z.string().nullable()),
  changed: z.array(z.string()),
  current: z.record(z.string(), z.string()),
  errors: z.array(Remark),
  warnings: z.array(Remark),
  /** The book that the row added or changed, for undoing the row alone, and who did that; null if it did nothing. */
  applied: z
    .object({ bid: z.string(), undone: z.object({ at: z.int(), actor: z.string().nullable() }).nullable() })
    .nullable(),
  /** The fields whose cells are truncated here. */
  cut: z.array(z.string()),
});

/** The number of rows of an import by planned status. */
const Counts = z.object({
  new: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  rejected: z.int(),
  dropped: z.int(),
  warned: z.int(),
});
export type ImportCounts = z.output<typeof Counts>;

/** A column of the preview. */
const Column = z.object({
  field: z.string(),
  index: z.int(),
  letter: z.string(),
  label: z.string(),
  required: z.boolean(),
});
export type ShownColumn = z.output<typeof Column>;

const Progress = z.object({
  rows: z.int(),
  /** The number of rows that the file states; 0 if it does not. */
  total: z.int(),
  ahead: z.int(),
  /** What is known of the rows before all are read: the first page, then wrong ones, from number `seen` on. */
  preview: z.object({ sheet: z.string(), columns: z.array(Column), rows: z.array(Row) }).nullable(),
});

/** Whether existing books may be changed, missing titles created, and new levels sorted by their numbers. */
const Choices = z.strictObject({
  update: z.boolean().optional(),
  create_missing: z.boolean().optional(),
  sort_levels: z.boolean().optional(),
  version,
});
export type ImportChoices = z.output<typeof Choices>;

export const MissingTitle = z.object({
  kind: z.enum(['series', 'level', 'category', 'age_group']),
  title: z.string(),
  series: z.string().nullable(),
  rows: z.int(),
  similar: z.string().nullable(),
});

export const ImportState = z.object({
  import_idx: z.int(),
  /** Incremented by every act on the import. */
  version: z.int(),
  /** `mapping` until somebody has matched the columns of a sheet in another layout. */
  status: z.enum(['mapping', 'ready', 'applying', 'applied', 'undone']),
  /** The act that applied it, see /api/v1/act; null before. */
  act_idx: z.int().nullable(),
  /** The origin: a sheet, or books that somebody chose. */
  source: z.enum(['sheet', 'call', 'books']),
  step: z.enum(importSteps),
  /** The steps that have been done, at least in part. */
  done_steps: z.array(z.enum(importSteps)),
  file_name: z.string().nullable(),
  sheet_name: z.string().nullable(),
  update: z.boolean(),
  create_missing: z.boolean(),
  sort_levels: z.boolean(),
  /** Two new levels of a series that the sheet names in another order than that of their numbers. */
  mixed_levels: z.object({ series: z.string(), later: z.string(), earlier: z.string() }).nullable(),
  row_count: z.int(),
  counts: Counts,
  /** The first missing titles, and their total number. */
  missing: z.array(MissingTitle),
  missing_counts: z.object({ series: z.int(), level: z.int(), category: z.int(), age_group: z.int() }),
  /** Headings that are not columns of 'ISBN Meta': those columns are ignored. */
  unknown_columns: z.array(z.string()),
  /** What is hidden or merged in the sheet; null if nothing is. */
  notes: NotesState.nullable(),
  /** What a spreadsheet seems to have changed when it opened our sheet. */
  altered: AlteredState,
  problem: z.string().nullable(),
  /** The first books that an undo left alone, and their total number. */
  kept: z.array(
    z.object({
      bid: z.string(),
      reason: z.enum(['edited', 'published', 'held']),
      /** Who touched it last since then, and when; null or 0 if nobody is known. */
      by: z.string().nullable().default(null),
      at: z.int().default(0),
    }),
  ),
  kept_count: z.int(),
  created_by: z.string().nullable(),
  created_at: z.int(),
  applied_by: z.string().nullable(),
  applied_at: z.int(),
  undone_by: z.string().nullable(),
  undone_at: z.int(),
  progress: z.object({ done: z.int(), total: z.int() }).nullable(),
});

/** The body of calls that exclude rows, or include them again, and its limits. */
export const dropping = {
  body: z.strictObject({
    rows: z.union([z.enum(['rejected', 'hidden']), longList(idxNumber, { min: 1, max: 10_000 })]),
    dropped: z.boolean(),
    version,
  }),
  bodyLimit: 128 << 10,
  bodyValues: 12_000,
};

/** The body of calls that fill merged cells, or take back what a spreadsheet changed. */
export const Filling = z.strictObject({ version });

export const importApi = contract({
  'POST /api/v1/import': {
    forPrograms: true,
    summary: "Read and check a sheet in the 'ISBN Meta' layout (.xlsx or .csv) without changing the library",
    files: { file: 'one' },
    long: true,
    response: results(z.object({ import_idx: z.int() })),
  },
  'GET /api/v1/import/progress/:key': {
    forPrograms: true,
    summary:
      'How many rows of an uploaded sheet have been checked, and its first page and wrong rows so far, or how many uploads are ahead of it; the uploader chooses the key',
    params: z.object({ key: z.string().regex(/^[\w-]{8,64}$/) }),
    query: z.object({ seen: z.coerce.number().int().min(0).default(0) }),
    response: results(Progress),
  },
  'GET /api/v1/import/:import_idx': {
    forPrograms: true,
    summary: 'What an import will change, or has changed',
    params: Params,
    response: results(ImportState),
  },
  'PUT /api/v1/import/:import_idx': {
    forPrograms: true,
    summary: 'Set whether existing books are updated and whether unknown titles are created',
    ownTransaction: true,
    params: Params,
    body: Choices,
    response: results(ImportState),
  },
  'DELETE /api/v1/import/:import_idx': {
    forPrograms: true,
    summary: 'Discard an import that was not applied',
    params: Params,
    response: results(success),
  },
  'GET /api/v1/import/:import_idx/column': {
    summary: 'The columns of the sheet with their first values, and the field each one holds or seems to hold',
    params: Params,
    query: HeadingRow,
    response: results(ColumnsState),
  },
  'PUT /api/v1/import/:import_idx/column': {
    summary: 'Set which column of the sheet holds which field, and read it anew; corrections are lost',
    ownTransaction: true,
    long: true,
    params: Params,
    body: ColumnsBody.extend({ version }),
    response: results(ImportState),
  },
  'GET /api/v1/import/:import_idx/row': {
    forPrograms: true,
    summary: 'One page of the rows of an import, with the changes and problems of each',
    params: Params,
    query: z.object({ filter: z.enum(previewFilters).default('all'), page: ImportPage }),
    response: results(z.array(Row)),
  },
  'GET /api/v1/import/template': {
    summary: "An empty sheet with the headings of 'ISBN Meta' or of 'Words and Sentences'",
    query: z.object({ sheet: z.enum(sheetKinds).default('isbn'), as: ExportFormat.default('xlsx') }),
    stream: exportTypes,
  },
  'GET /api/v1/import/:import_idx/rejected': {
    forPrograms: true,
    summary: "The rejected rows in the 'ISBN Meta' layout, with the reason in a last column",
    params: Params,
    query: z.object({ as: ExportFormat.default('xlsx') }),
    stream: exportTypes,
  },
  'GET /api/v1/import/:import_idx/row/:row_no': {
    summary: 'One row of an import with its complete cells',
    params: z.object({ import_idx: idx, row_no: idx }),
    response: results(Row),
  },
  'PUT /api/v1/import/:import_idx/row/:row_no': {
    summary: 'Correct cells of one row; null clears the field',
    ownTransaction: true,
    params: z.object({ import_idx: idx, row_no: idx }),
    body: z.strictObject({ cells: z.record(z.string().max(64), z.string().max(32_767).nullable()), version }),
    bodyLimit: 256 << 10,
    response: results(ImportState),
  },
  'PUT /api/v1/import/:import_idx/drop': {
    summary: 'Exclude rows, or include them again',
    ownTransaction: true,
    params: Params,
    ...dropping,
    response: results(ImportState),
  },
  'PUT /api/v1/import/:import_idx/fill': {
    summary: 'Fill empty cells with the text of the cell they are merged with in the sheet',
    ownTransaction: true,
    params: Params,
    body: Filling,
    response: results(ImportState),
  },
  'PUT /api/v1/import/:import_idx/unalter': {
    summary: "Replace cells that are what a spreadsheet makes of a book's text by that text",
    ownTransaction: true,
    params: Params,
    body: Filling,
    response: results(ImportState),
  },
  'POST /api/v1/import/:import_idx/apply': {
    forPrograms: true,
    summary: 'Apply the import to the library in the background, all or nothing',
    params: Params,
    response: results(ImportState),
  },
  'POST /api/v1/import/:import_idx/cancel': {
    forPrograms: true,
    summary: 'Cancel an import that is being applied; nothing is kept',
    params: Params,
    response: results(success),
  },
  'POST /api/v1/import/:import_idx/undo': {
    summary: 'Undo an applied import; books edited since then are kept and listed',
    params: Params,
    long: true,
    response: results(ImportState),
  },
  'GET /api/v1/import/:import_idx/new': {
    summary: 'The bids an applied import created or changed, for publishing them together; 50,000 per page',
    params: Params,
    query: z.object({ page: z.coerce.number().int().min(1).max(1000).default(1) }),
    response: results(z.object({ bids: z.array(z.string()), next: z.int().nullable() })),
  },
  'GET /api/v1/import/:import_idx/file': {
    summary: 'The file an import came from',
    redirect: 'To a signed address that expires',
    params: Params,
  },
});
