import { importSentences } from '#features/word/sentence-rows.public.ts';
import { inBatches, mapRows, type Sheet } from '#kernel/http/export.ts';
import { AppError } from '#kernel/messages/errors.ts';
import { trailVersion } from '#kernel/records/stale.ts';
import type { ColumnsState } from '#kernel/sheets/sheet-columns.contract.ts';
import { chosenHeadings, columnsBelow, type SheetColumns, showColumns } from '#kernel/sheets/sheet-columns.rules.ts';
import { findKnownHeadings, rememberHeadings } from '#kernel/sheets/sheet-headings.ts';
import type { SheetRow } from '#kernel/sheets/sheet-rows.ts';
import type { Context } from '#kernel/work/context.ts';
import { type ImportWords, importMessages } from '../import.messages.ts';
import { advance, type DroppedRows, entity, lockLoaded } from '../record/import.service.ts';
import { asPartOfImport } from '../record/import-undo.service.ts';
import { listFilled, showNotes } from '../record/sheet-notes.store.ts';
import { requireFields } from '../rules/required-fields.rules.ts';
import type { StoredNotes } from '../rules/sheet-notes.rules.ts';
import { checkSentences, pickCells, type ReadSheet, sentenceNotes } from './check-sentences.service.ts';
import type { SheetState, ShownSentence } from './import-sentences.contract.ts';
import { type SentenceColumn, type SentenceFilter, sentenceColumns, sentenceSheet } from './import-sentences.rules.ts';
import {
  deleteSheet,
  findRow,
  findSheet,
  listRejected,
  listRows,
  listWanted,
  recount,
  replaceSheet,
  type SheetRecord,
  setApplied,
  setDropped,
  updateRows,
} from './import-sentences.store.ts';
import { guessSentenceColumns, sentenceFields } from './sentence-columns.rules.ts';

async function requireSheet(ctx: Context, importIdx: number): Promise<SheetRecord> {
  const found = await findSheet(ctx.db, importIdx);
  if (!found) throw importMessages.error(404, 'import.sentences_none');
  return found;
}

/** The sheet of an import for calls and screens. */
export async function getSheet(ctx: Context, importIdx: number): Promise<SheetState> {
  const { head, sheet_notes: stored, ...found } = await requireSheet(ctx, importIdx);
  const columns = head && (await showSentenceColumns(ctx, head));
  const notes = stored?.notes ? await showNotes(ctx.db, noted(importIdx, stored.notes)) : null;
  return { ...found, notes, columns, version: await trailVersion(ctx, entity, importIdx) };
}

const noted = (importIdx: number, notes: StoredNotes) => ({ table: 'import_sentence', importIdx, notes }) as const;

/** Locks the sheet of an import with the import, which must not be applied yet. */
async function lockOpenSheet(ctx: Context, importIdx: number, version?: number): Promise<SheetRecord> {
  await lockLoaded(ctx, importIdx, version);
  const found = await requireSheet(ctx, importIdx);
  if (found.head) throw importMessages.error(409, 'import.columns_open');
  if (found.applied_at > 0) throw importMessages.error(409, 'import.sentences_applied');
  return found;
}

/** Stores the checked rows of a sheet with the import; they replace the previous sheet. */
export async function stageSentences(
  ctx: Context,
  importIdx: number,
  fileName: string,
  { rows: read, head, notes, unmatched }: ReadSheet,
): Promise<void> {
  await lockLoaded(ctx, importIdx);
  const rows = head ? read.map((row) => ({ ...row, problems: [] })) : await checkSentences(ctx, importIdx, read);
  await replaceSheet(ctx.db, importIdx, { fileName, rows, head, notes, unmatched });
  const { all, rejected } = await recount(ctx.db, importIdx);
  ctx.audit({
    entity,
    id: importIdx,
    action: 'import.sentences_staged',
    after: { file: fileName, rows: all, rejected },
  });
}

/** The guessed columns of a sheet, optionally with the headings in another row. */
async function showSentenceColumns(ctx: Context, head: SheetRow[], headingRow?: number): Promise<ColumnsState> {
  const known = await findKnownHeadings(ctx, sentenceSheet, head);
  const columns =
    headingRow === undefined
      ? guessSentenceColumns(head, known)
      : columnsBelow(head, headingRow, sentenceFields, known);
  const labels = sentenceFields.map(({ name, required }) => ({ name, label: name, required }));
  return showColumns({ head, columns, labels });
}

/** The guessed columns of the sheet of an import that waits for them. */
export async function getSentenceColumns(ctx: Context, importIdx: number, headingRow?: number): Promise<ColumnsState> {
  const { head } = await requireSheet(ctx, importIdx);
  if (!head) throw importMessages.error(409, 'import.columns_known');
  return showSentenceColumns(ctx, head, headingRow);
}

/** Checks the rows of a sheet that waited for its columns, and remembers the choice. */
export async function chooseSentenceColumns(
  ctx: Context,
  importIdx: number,
  { columns, version }: { columns: SheetColumns; version: number | undefined },
): Promise<void> {
  requireFields(sentenceFields, columns.fields);
  await lockLoaded(ctx, importIdx, version);
  const { head, file_name, sheet_notes: stored } = await requireSheet(ctx, importIdx);
  if (!head) throw importMessages.error(409, 'import.columns_known');
  const read = (await listWanted(ctx.db, importIdx)).flatMap(({ row_no, cells }) => {
    const four = pickCells(cells, columns);
    return row_no > columns.heading_row && four.some((cell) => cell.trim() !== '') ? [{ row_no, cells: four }] : [];
  });
  if (read.length === 0) throw importMessages.error(422, 'import.no_data');
  await rememberHeadings(ctx, sentenceSheet, chosenHeadings(head, columns));
  const notes = sentenceNotes(stored?.unmatched ?? null, columns);
  await stageSentences(ctx, importIdx, file_name, { rows: read, head: null, notes, unmatched: null });
}

/** One page of the sheet's rows, with the text of every problem. */
export async function showRows(
  ctx: Context,
  importIdx: number,
  filter: SentenceFilter,
  page: number,
): Promise<ShownSentence[]> {
  const rows = await listRows(ctx.db, importIdx, filter, page);
  return rows.map(({ problems, ...row }) => ({
    ...row,
    errors: (problems ?? []).map(({ field, key, values }) => ({ field, message: ctx.text(key, values) })),
  }));
}

// Rows read per statement.
const exportedTogether = 1000;

/** The rejected rows in our layout, each with its problems, to be corrected and imported again. */
export async function exportRejected(ctx: Context, importIdx: number): Promise<Sheet> {
  const { counts } = await requireSheet(ctx, importIdx);
  type Row = Awaited<ReturnType<typeof listRejected>>[number];
  const read = (last: Row | undefined) =>
    listRejected(ctx.db, importIdx, { after: last?.row_no ?? 0, limit: exportedTogether });
  const reason = ({ problems }: Row) =>
    (problems ?? []).map(({ field, key, values }) => `${field}: ${ctx.text(key, values)}`).join(' · ');
  return {
    heading: [...sentenceColumns, ctx.translate<ImportWords>()('import.reason')],
    total: counts.rejected,
    batches: mapRows(inBatches(exportedTogether, read), (row) => [...row.cells, reason(row)]),
  };
}

/** Corrects cells of one row. */
export async function correctSentence(
  ctx: Context,
  importIdx: number,
  rowNo: number,
  { cells: given, version }: { cells: Partial<Record<SentenceColumn, string>>; version?: number | undefined },
): Promise<void> {
  await lockOpenSheet(ctx, importIdx, version);
  const row = await findRow(ctx.db, importIdx, rowNo);
  if (!row) throw importMessages.error(404, 'import.row_not_found');
  const cells = sentenceColumns.map((column, index) => given[column] ?? row.cells[index] ?? '');
  await updateRows(ctx.db, importIdx, await checkSentences(ctx, importIdx, [{ row_no: rowNo, cells }]));
  await recount(ctx.db, importIdx);
  const before = Object.fromEntries(sentenceColumns.map((column, index) => [column, row.cells[index]]));
  const changed = Object.keys(given).map((column) => [column, before[column]]);
  ctx.audit({
    entity,
    id: importIdx,
    action: 'import.sentence_corrected',
    before: { row: rowNo, ...Object.fromEntries(changed) },
    after: { row: rowNo, ...given },
  });
}

/** Excludes rows, or includes them again. */
export async function dropSentences(
  ctx: Context,
  importIdx: number,
  { rows, dropped, version }: DroppedRows,
): Promise<void> {
  await lockOpenSheet(ctx, importIdx, version);
  const count = await setDropped(ctx.db, importIdx, rows, dropped);
  if (count > 0) {
    await recount(ctx.db, importIdx);
    const action = dropped ? 'import.sentences_dropped' : 'import.sentences_restored';
    ctx.audit({ entity, id: importIdx, action, after: { count } });
  }
}

/** Fills empty cells with the text of the cell they are merged with. */
export async function fillSentences(ctx: Context, importIdx: number, version?: number): Promise<void> {
  const { sheet_notes: stored } = await lockOpenSheet(ctx, importIdx, version);
  const filled = stored?.notes ? await listFilled(ctx.db, noted(importIdx, stored.notes)) : [];
  const rows = filled.map(({ row_no, cells }) => ({ row_no, cells: cells.map((cell) => cell ?? '') }));
  if (rows.length > 0) {
    await updateRows(ctx.db, importIdx, await checkSentences(ctx, importIdx, rows));
    await recount(ctx.db, importIdx);
    ctx.audit({ entity, id: importIdx, action: 'import.sentences_filled', after: { count: rows.length } });
  }
}

/** Checks the rows again after {@link isOutdated}: rows whose book was deleted are rejected, and shown as such. */
export async function recheckSentences(ctx: Context, importIdx: number): Promise<void> {
  await lockOpenSheet(ctx, importIdx);
  const checked = await checkSentences(ctx, importIdx, await listWanted(ctx.db, importIdx));
  const wrong = checked.filter(({ problems }) => problems.length > 0);
  if (wrong.length === 0) return;
  await updateRows(ctx.db, importIdx, wrong);
  await recount(ctx.db, importIdx);
}

/** Writes the sheet's words and sentences, all or nothing, and goes on to the next step. */
export async function applySentences(ctx: Context, importIdx: number): Promise<SheetState> {
  const { counts } = await lockOpenSheet(ctx, importIdx);
  if (counts.rejected > 0) throw importMessages.error(422, 'import.rejected_rows', { count: counts.rejected });
  const rows = await listWanted(ctx.db, importIdx);
  if (rows.length === 0) throw importMessages.error(422, 'import.no_data');
  const given = rows.map(({ cells: [bid, word, sentence, mdr_targeted] }) => ({ bid, word, sentence, mdr_targeted }));
  const bids = [...new Set(given.flatMap(({ bid }) => bid ?? []))];
  const audited = { entity, id: importIdx, action: 'import.sentences_applied' };
  const written = await asPartOfImport(ctx, importIdx, bids, () => importSentences(ctx, given, audited));
  // A book has been deleted since the rows were checked.
  if (!written.success) throw importMessages.error(409, 'import.sentences_changed');
  const { words = 0, sentences = 0, skipped = 0 } = written;
  await setApplied(ctx, importIdx, { words, sentences, skipped });
  // Otherwise the act on the books is the audit row.
  if (sentences === 0) ctx.audit({ ...audited, after: { words, sentences, skipped } });
  await advance(ctx, importIdx, 'sentences');
  return getSheet(ctx, importIdx);
}

/** Whether an apply failed because the library has changed since the rows were checked. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'import.sentences_changed';

/** Discards the sheet; sentences already written from it stay. */
export async function discardSentences(ctx: Context, importIdx: number): Promise<void> {
  await lockLoaded(ctx, importIdx);
  const { file_name, counts } = await getSheet(ctx, importIdx);
  await deleteSheet(ctx.db, importIdx);
  ctx.audit({
    entity,
    id: importIdx,
    action: 'import.sentences_discarded',
    before: { file: file_name, rows: counts.all },
  });
}
