import { bookFields, findBookField, spellingsOfIsbn } from '#features/book/book-fields.public.ts';
import type { BookWords } from '#features/book/book-words.public.ts';
import type { RowConflict } from '#features/library/book-rows.public.ts';
import { inBatches, mapRows, type Sheet } from '#kernel/http/export.ts';
import { columnName } from '#kernel/sheets/column-name.rules.ts';
import { cutText } from '#kernel/text/cut-text.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { type ImportWords, importMessages } from '../import.messages.ts';
import type { CellRemark, ShownColumn } from '../record/import.contract.ts';
import { findNotes } from '../record/import.store.ts';
import { listOpenMerged } from '../record/sheet-notes.store.ts';
import type { CellProblem, StagedRow } from '../rules/import-cells.rules.ts';
import type { PreviewFilter } from '../rules/import-preview.rules.ts';
import { findChosenColumns } from './import-columns.store.ts';
import { findOwners, findTwins, listPreviewRows, type PreviewRow } from './import-preview.read.ts';

/** A row of the preview as shown on the screen. */
export interface ShownRow extends Pick<PreviewRow, 'row_no' | 'status' | 'cells' | 'changed' | 'current' | 'applied'> {
  /** The fields whose cells are truncated; only the single row is returned in full. */
  cut: string[];
  errors: CellRemark[];
  warnings: CellRemark[];
}

/** The columns worth showing: required ones and non-empty ones, in our order, with the sheet's column letters. */
export function shownColumns(ctx: Context, letter: Letters, filled: readonly string[]): ShownColumn[] {
  const t = ctx.translate<BookWords>();
  return bookFields.flatMap(({ name, label, required }, index) =>
    required || filled.includes(name) ? [{ field: name, index, letter: letter(name), label: t(label), required }] : [],
  );
}

/** The column letters of a field in the sheet; '–' if it has none. */
type Letters = (field: string) => string;

/** The column letters of an import's sheet. */
export async function findLetters(ctx: Context, importIdx: number): Promise<Letters> {
  const columns = await findChosenColumns(ctx.db, importIdx);
  return (field) => {
    const index = columns ? columns.fields.indexOf(field) : columnOf(field);
    return index === -1 ? '–' : columnName(index);
  };
}

// A page is a hundred rows of 39 cells, of which some may hold 10,000 characters.
const shownText = 200;

/** One page of the preview, with the text of every remark and cells cut to what a table shows. */
export async function previewRows(
  ctx: Context,
  importIdx: number,
  filter: PreviewFilter,
  page: number,
): Promise<ShownRow[]> {
  const rows = await explained(ctx, importIdx, await listPreviewRows(ctx.db, importIdx, { filter, page }));
  return (await withNotes(ctx, importIdx, rows)).map(cutRow);
}

/** Adds to each row what is hidden or merged of it in the sheet. */
async function withNotes(ctx: Context, importIdx: number, rows: readonly ShownRow[]): Promise<ShownRow[]> {
  const notes = await findNotes(ctx.db, importIdx);
  if (!notes) return [...rows];
  const { on } = remarker(ctx, await findLetters(ctx, importIdx));
  const t = ctx.translate<ImportWords>();
  const numbers = rows.map(({ row_no }) => row_no);
  const merged = await listOpenMerged(ctx.db, { table: 'import_row', importIdx, notes }, numbers);
  const hidden = new Set(notes.hidden_rows);
  return rows.map((row) => ({
    ...row,
    warnings: [
      ...(hidden.has(row.row_no) ? [on('bid', t('import.hidden_row'))] : []),
      ...merged
        .filter(({ row_no }) => row_no === row.row_no)
        .map(({ target, cell }) => on(bookFields[target - 1]?.name ?? '', t('import.merged_with', { cell }))),
      ...row.warnings,
    ],
  }));
}

/** A row with problems as it is found, before the sheet is compared with the library. */
export function wrongRow(ctx: Context, letter: Letters, rowNo: number, staged: StagedRow): ShownRow {
  const remark = remarker(ctx, letter);
  return cutRow({
    row_no: rowNo,
    status: 'rejected',
    cells: staged.cells,
    changed: [],
    current: {},
    applied: null,
    errors: staged.problems.map(remark.problem),
    warnings: staged.warnings.map(remark.problem),
    cut: [],
  });
}

const cutRow = (row: ShownRow): ShownRow => ({
  ...row,
  cells: row.cells.map((cell) => cell && cutText(cell, shownText)),
  current: Object.fromEntries(Object.entries(row.current).map(([name, text]) => [name, cutText(text, shownText)])),
  cut: bookFields.flatMap(({ name }, index) => ((row.cells[index]?.length ?? 0) > shownText ? [name] : [])),
});

/** One row in full. */
export async function previewRow(ctx: Context, importIdx: number, rowNo: number): Promise<ShownRow> {
  const [row] = await explained(ctx, importIdx, await listPreviewRows(ctx.db, importIdx, { rowNo }));
  if (!row) throw importMessages.error(404, 'import.row_not_found');
  return row;
}

// Rows explained per statement, for each kind of conflict.
const exportedTogether = 500;

/** The rejected rows in our layout, each with its problems, to be corrected and imported again. */
export async function exportRejected(ctx: Context, importIdx: number, total: number): Promise<Sheet> {
  const read = async (last: ShownRow | undefined) =>
    explained(
      ctx,
      importIdx,
      await listPreviewRows(ctx.db, importIdx, {
        filter: 'rejected',
        after: last?.row_no ?? 0,
        limit: exportedTogether,
      }),
    );
  const reason = ({ errors }: ShownRow) => errors.map(({ label, message }) => `${label}: ${message}`).join(' · ');
  return {
    heading: [...bookFields.map(({ name }) => name), ctx.translate<ImportWords>()('import.reason')],
    total,
    batches: mapRows(inBatches(exportedTogether, read), (row) => [...row.cells, reason(row)]),
  };
}

async function explained(ctx: Context, importIdx: number, rows: readonly PreviewRow[]): Promise<ShownRow[]> {
  const remark = remarker(ctx, await findLetters(ctx, importIdx));
  const conflicts = await explainConflicts(ctx, { importIdx, rows, remarkOn: remark.on });
  return rows.map(({ row_no, status, cells, changed, current, applied, problems, warnings, altered, ...row }) => ({
    row_no,
    status,
    cells,
    changed,
    current,
    applied,
    errors: [
      ...(problems ?? []).map(remark.problem),
      ...row.conflicts.map((conflict) => conflicts(conflict, row_no, cells)),
    ].toSorted((a, b) => columnOf(a.field) - columnOf(b.field)),
    warnings: [
      ...altered.map((field) =>
        remark.on(field, ctx.text('import.altered_cell', { now: cutText(current[field] ?? '', shownText) })),
      ),
      ...(warnings ?? []).map(remark.problem),
    ],
    cut: [],
  }));
}

function remarker(ctx: Context, letter: Letters) {
  const on: RemarkOn = (field, message) => {
    const label = findBookField(field)?.label;
    return { field, column: letter(field), label: label ? ctx.translate<BookWords>()(label) : field, message };
  };
  return { on, problem: ({ field, key, values }: CellProblem) => on(field, ctx.text(key, values)) };
}

type RemarkOn = (field: string, message: string) => CellRemark;

const columnOf = (field: string) => bookFields.findIndex((one) => one.name === field);

type Explain = (conflict: RowConflict, rowNo: number, cells: PreviewRow['cells']) => CellRemark;

/** A text in conflict, and the other spelling if it is an ISBN. */
const spellings = (conflict: RowConflict, text: string): string[] =>
  conflict.startsWith('bid') ? [text] : [...new Set([text, ...spellingsOfIsbn(text)])];

/** The value of the first text that has one. */
const firstOf = <T>(values: ReadonlyMap<string, T>, texts: readonly string[]) =>
  texts.map((text) => values.get(text)).find((value) => value !== undefined);

// As many as one statement names for each text.
const namedTwins = 5;

/** Finds, for the rows of one page, the other rows and the books they conflict with. */
async function explainConflicts(
  ctx: Context,
  { importIdx, rows, remarkOn }: { importIdx: number; rows: readonly PreviewRow[]; remarkOn: RemarkOn },
): Promise<Explain> {
  const t = ctx.translate<ImportWords>();
  const textsOf = (conflict: RowConflict) => {
    const column = columnOf(conflict.split('.')[0] ?? '');
    return rows
      .filter((row) => row.conflicts.includes(conflict))
      .flatMap((row) => spellings(conflict, row.cells[column] ?? ''));
  };
  const twins = async (conflict: RowConflict) =>
    findTwins(ctx.db, importIdx, columnOf(conflict.split('.')[0] ?? '') + 1, textsOf(conflict));
  const [bids, prints, spindles, printOwners, spindleOwners] = await Promise.all([
    twins('bid.duplicate'),
    twins('isbn_print.duplicate'),
    twins('isbn_spindle.duplicate'),
    findOwners(ctx.db, 'isbn_print', textsOf('isbn_print.taken')),
    findOwners(ctx.db, 'isbn_spindle', textsOf('isbn_spindle.taken')),
  ]);
  const duplicates = { bid: bids, isbn_print: prints, isbn_spindle: spindles };
  const owners = { isbn_print: printOwners, isbn_spindle: spindleOwners };
  return (conflict, rowNo, cells) => {
    const [field = '', kind] = conflict.split('.');
    const text = cells[columnOf(field)] ?? '';
    const texts = spellings(conflict, text);
    if (kind === 'required') return remarkOn(field, ctx.text('book.row_required'));
    if (kind === 'exists') return remarkOn(field, t('import.exists'));
    if (kind === 'taken')
      return remarkOn(field, t('import.taken', { bid: firstOf(owners[field as keyof typeof owners], texts) ?? '' }));
    const same = duplicates[field as keyof typeof duplicates];
    const others = texts.flatMap((one) => same.get(one) ?? []).filter((other) => other !== rowNo);
    const isOtherText = others.some((other) => !same.get(text)?.includes(other));
    const named = others
      .toSorted((a, b) => a - b)
      .slice(0, namedTwins)
      .join(', ');
    return remarkOn(field, t(isOtherText ? 'import.same_isbn' : 'import.not_unique', { rows: named }));
  };
}
