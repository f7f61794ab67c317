import type { Context } from '#kernel/context.ts';
import { AppError, type FieldProblem } from '#kernel/errors.ts';
import { requireFresh } from '#kernel/stale.ts';
import { bookMessages } from '../book.messages.ts';
import type { UnitBody, UnitBodyOfBook, UnitInfo } from './unit-info.contract.ts';
import { type CheckedUnit, checkUnit, unitCells, unitColumns, unitOf, type UnitRow } from './unit-info.rules.ts';
import { findUnitBook, holdUnitBook, listUnits, replaceUnits, type UnitBook } from './unit-info.store.ts';

const entity = 'unit_info';

function required(book: UnitBook | undefined): UnitBook {
  if (!book) throw bookMessages.error(404, 'book.not_found');
  return book;
}

export async function getUnitInfo(ctx: Context, bid: string): Promise<UnitInfo & UnitBook> {
  const book = required(await findUnitBook(ctx.db, bid));
  return { ...book, unitInfo: await listUnits(ctx.db, book.bidx) };
}

/** Replaces a book's units, and answers their version. A save that changes nothing leaves no trace. */
export async function saveUnitInfo(ctx: Context, { bid, bidx, unitInfo, version }: UnitBodyOfBook): Promise<number> {
  const book = required(await holdUnitBook(ctx.db, bid));
  if (book.bidx !== bidx) throw bookMessages.errorWith(422, 'book.unit_other_book', { field: 'bidx' });
  await requireFresh(ctx, { entity, id: bid, current: book.version, loaded: version });
  const units = accepted(unitInfo.map((unit, index) => checkUnit(index + 1, cellsOf(unit))));
  const before = await listUnits(ctx.db, bidx);
  return isSame(before, units) ? book.version : write(ctx, book, { before, units, action: 'unit_info.saved' });
}

/** Deletes all units of a book; where there are none, nothing is done. */
export async function deleteUnitInfo(ctx: Context, bid: string): Promise<void> {
  const book = required(await holdUnitBook(ctx.db, bid));
  const before = await listUnits(ctx.db, book.bidx);
  if (before.length > 0) await write(ctx, book, { before, units: [], action: 'unit_info.removed' });
}

async function write(
  ctx: Context,
  book: UnitBook,
  { before, units, action }: { before: UnitRow[]; units: UnitRow[]; action: string },
): Promise<number> {
  const version = await replaceUnits(ctx.db, book.bidx, units);
  ctx.audit({ entity, id: book.bid, action, before: { units: byNumber(before) }, after: { units: byNumber(units) } });
  ctx.changed('book', book.bid);
  return version;
}

const cellsOf = (unit: UnitBody): string[] => unitColumns.map((column) => String(unit[column] ?? ''));

/** The units of rows without problems; otherwise the first problem is the message, and every one stands at its field. */
function accepted(checked: readonly CheckedUnit[]): UnitRow[] {
  const problems = checked.flatMap((unit) => unit.problems);
  const [first] = problems;
  if (!first) return checked.map(unitOf);
  const fields: Record<string, FieldProblem> = Object.fromEntries(
    problems.slice(0, 50).map(({ row, column, key, values }) => [`unitInfo.${row - 1}.${column}`, { key, values }]),
  );
  throw new AppError(422, first.key, { ...first.values }, { fields });
}

const lineOf = (unit: UnitRow) => unitCells(unit).join(' | ');

/** One line a unit, so that a history shows the rows that differ. */
const byNumber = (units: readonly UnitRow[]) =>
  Object.fromEntries(units.map((unit, index) => [String(index + 1), lineOf(unit)]));

const isSame = (a: readonly UnitRow[], b: readonly UnitRow[]) =>
  a.length === b.length &&
  a.every((unit, index) => unitCells(unit).join('\t') === unitCells(b[index] ?? unit).join('\t'));
