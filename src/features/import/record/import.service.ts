import { bookFields } from '#features/book/book-fields.public.ts';
import { findMissingTitles, levelsBySeries, type MissingTitle, planRows } from '#features/library/book-rows.public.ts';
import { requireFresh, trailVersion } from '#kernel/records/stale.ts';
import type { Context } from '#kernel/work/context.ts';
import { importMessages } from '../import.messages.ts';
import { checkRow } from '../rules/import-cells.rules.ts';
import { type ImportStep, importSteps, stepAfter } from '../rules/import-steps.rules.ts';
import { countMissing, findMixedLevels, firstMissing } from '../rules/missing-titles.rules.ts';
import { markAltered } from './altered-cells.store.ts';
import type { ImportChoices, ImportCounts } from './import.contract.ts';
import { findRow, setDropped, stagedRows, updateRows } from './import-row.store.ts';
import { deleteImport, findImport, type ImportRecord, lockImport, updateImport } from './import.store.ts';
import { replacePlan } from './import-plan.store.ts';

export const entity = 'import';

export async function getImport(ctx: Context, importIdx: number): Promise<ImportRecord> {
  const found = await findImport(ctx.db, importIdx);
  if (!found) throw importMessages.error(404, 'import.not_found');
  return found;
}

/** Locks the import until the transaction ends, if it is still at the version the caller loaded. */
async function lockFresh(ctx: Context, importIdx: number, loaded?: number): Promise<ImportRecord | undefined> {
  const found = await lockImport(ctx.db, importIdx);
  if (!found || loaded === undefined) return found;
  const current = await trailVersion(ctx, entity, importIdx);
  await requireFresh(ctx, { entity, id: importIdx, current, loaded });
  return found;
}

/** Locks an import that is not applied yet; 409 otherwise. */
export async function lockOpen(ctx: Context, importIdx: number, version?: number): Promise<ImportRecord> {
  const found = await lockFresh(ctx, importIdx, version);
  if (!found) throw importMessages.error(404, 'import.not_found');
  if (found.status !== 'ready' && found.status !== 'mapping') throw importMessages.error(409, 'import.not_ready');
  return found;
}

/** Locks an import that is not applied yet and whose columns are known, so that its rows can be seen. */
export async function lockReady(ctx: Context, importIdx: number, version?: number): Promise<ImportRecord> {
  const found = await lockOpen(ctx, importIdx, version);
  if (found.status === 'mapping') throw importMessages.error(409, 'import.columns_open');
  return found;
}

/** An import whose books are known, as required by the steps after the first; 409 IMPR-12 otherwise. */
export const getLoaded = async (ctx: Context, importIdx: number): Promise<ImportRecord> =>
  requireLoaded(await findImport(ctx.db, importIdx));

/** Locks an import whose books are known until the transaction ends; 409 IMPR-12 otherwise. */
export const lockLoaded = async (ctx: Context, importIdx: number, version?: number): Promise<ImportRecord> =>
  requireLoaded(await lockFresh(ctx, importIdx, version));

function requireLoaded(found: ImportRecord | undefined): ImportRecord {
  if (!found) throw importMessages.error(404, 'import.not_found');
  if (found.status !== 'applied') throw importMessages.error(409, 'IMPR-12');
  return found;
}

/** Moves the wizard to another step. The current step is stored with the import, for the next person who opens it. */
export async function goToStep(ctx: Context, importIdx: number, step: ImportStep, version?: number): Promise<void> {
  const found = await lockLoaded(ctx, importIdx, version);
  if (found.step === step) return;
  await updateImport(ctx.db, importIdx, { step });
  ctx.audit({
    entity,
    id: importIdx,
    action: 'import.step_changed',
    before: { step: found.step },
    after: { step },
  });
}

/**
 * Goes on to the next step after a success of this one, even if earlier steps were skipped; stays if the wizard is
 * already further on.
 */
export async function advance(ctx: Context, importIdx: number, from: ImportStep): Promise<void> {
  const found = await lockLoaded(ctx, importIdx);
  if (importSteps.indexOf(found.step) <= importSteps.indexOf(from)) await goToStep(ctx, importIdx, stepAfter(from));
}

/** The comparison of an import with the library: the number of rows by status, and every missing title. */
interface ImportPlan {
  counts: ImportCounts;
  missing: MissingTitle[];
}

/**
 * Compares every staged row with the current library, and stores the result with the import. `keysDiffer` is known of rows
 * that were just staged.
 */
export async function planImport(
  ctx: Context,
  importIdx: number,
  update: boolean,
  { keysDiffer = false }: { keysDiffer?: boolean } = {},
): Promise<ImportPlan> {
  const staged = stagedRows(importIdx);
  const counts = await replacePlan(ctx.db, importIdx, await planRows(ctx.db, staged, { update, keysDiffer }));
  await markAltered(ctx.db, importIdx);
  const missing = await findMissingTitles(ctx, staged);
  const mixed = findMixedLevels(levelsBySeries(missing.filter(({ kind }) => kind === 'level')));
  await updateImport(ctx.db, importIdx, {
    counts: JSON.stringify(counts),
    missing: JSON.stringify(firstMissing(missing)),
    missing_counts: JSON.stringify(countMissing(missing)),
    mixed_levels: mixed && JSON.stringify(mixed),
    problem: null,
  });
  return { counts, missing };
}

export async function chooseForImport(ctx: Context, importIdx: number, choices: ImportChoices): Promise<void> {
  const before = await lockReady(ctx, importIdx, choices.version);
  const update = choices.update ?? before.update_existing;
  const create = choices.create_missing ?? before.create_missing;
  const sort = choices.sort_levels ?? before.sort_levels;
  await updateImport(ctx.db, importIdx, { update_existing: update, create_missing: create, sort_levels: sort });
  if (update !== before.update_existing) await planImport(ctx, importIdx, update);
  ctx.audit({
    entity,
    id: importIdx,
    action: 'import.updated',
    before: {
      update: before.update_existing,
      create_missing: before.create_missing,
      sort_levels: before.sort_levels,
    },
    after: { update, create_missing: create, sort_levels: sort },
  });
}

/** Corrects cells of one row by field name; null clears the field. Then the whole import is planned again. */
export async function correctRow(
  ctx: Context,
  importIdx: number,
  rowNo: number,
  { cells, version }: { cells: Record<string, string | null>; version?: number | undefined },
): Promise<void> {
  const locked = await lockReady(ctx, importIdx, version);
  const row = await findRow(ctx.db, importIdx, rowNo);
  if (!row) throw importMessages.error(404, 'import.row_not_found');
  const unknown = Object.keys(cells).find((name) => !bookFields.some((field) => field.name === name));
  if (unknown !== undefined)
    throw importMessages.errorWith(422, 'import.unknown_field', { field: `cells.${unknown}` }, { name: unknown });
  const next = bookFields.map((field, index) =>
    field.name in cells ? (cells[field.name] ?? null) : (row.cells[index] ?? ''),
  );
  const merged = next.map((cell, index) =>
    (bookFields[index]?.name ?? '') in cells || row.cells[index] !== null ? cell : null,
  );
  await updateRows(ctx.db, importIdx, [{ row_no: rowNo, ...checkRow(merged) }]);
  const filled = bookFields
    .map((field) => field.name)
    .filter((name) => locked.filled.includes(name) || Boolean(cells[name]));
  await updateImport(ctx.db, importIdx, { filled });
  await planImport(ctx, importIdx, locked.update_existing);
  const before = Object.fromEntries(
    Object.keys(cells).map((name) => [name, row.cells[bookFields.findIndex((field) => field.name === name)] ?? null]),
  );
  ctx.audit({
    entity,
    id: importIdx,
    action: 'import.row_corrected',
    before: { row: rowNo, ...before },
    after: { row: rowNo, ...cells },
  });
}

/** The rows to exclude or to include again. */
export interface DroppedRows {
  rows: readonly number[] | 'rejected' | 'hidden';
  dropped: boolean;
  version?: number | undefined;
}

/** Excludes rows, or includes them again. */
export async function dropRows(
  ctx: Context,
  importIdx: number,
  { rows, dropped, version }: DroppedRows,
): Promise<number> {
  const locked = await lockReady(ctx, importIdx, version);
  const count = await setDropped(ctx.db, importIdx, rows, dropped);
  if (count === 0) return 0;
  await planImport(ctx, importIdx, locked.update_existing);
  const which = typeof rows === 'string' ? rows : rows.slice(0, 100);
  ctx.audit({
    entity,
    id: importIdx,
    action: dropped ? 'import.rows_dropped' : 'import.rows_restored',
    after: { rows: which, count },
  });
  return count;
}

/** Discards a staged import; an applied one stays for its history and its undo. */
export async function discardImport(ctx: Context, importIdx: number): Promise<ImportRecord> {
  const locked = await lockOpen(ctx, importIdx);
  await deleteImport(ctx.db, importIdx);
  ctx.audit({
    entity,
    id: importIdx,
    action: 'import.discarded',
    before: { file: locked.file_name, rows: locked.row_count },
  });
  return locked;
}
