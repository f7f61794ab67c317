import { touchBook } from '#features/book/book-act.public.ts';
import { bookMessages } from '#features/book/book-words.public.ts';
import { AppError, type FieldProblem } from '#kernel/messages/errors.ts';
import { beginAct } from '#kernel/records/acts.ts';
import { changeRecord, getRecord, type RecordKind } from '#kernel/records/change-record.ts';
import { storeFormer } from '#kernel/records/former.ts';
import type { WholeBack } from '#kernel/records/undoable.ts';
import { rememberHeadings } from '#kernel/sheets/sheet-headings.ts';
import type { Context } from '#kernel/work/context.ts';
import type { UnitBody, UnitBodyOfBook, UnitInfo } from './unit-info.contract.ts';
import {
  type CheckedUnit,
  checkUnit,
  type UnitRow,
  unitCells,
  unitColumns,
  unitOf,
  unitSheet,
} from './unit-info.rules.ts';
import { findUnitBook, listUnits, lockUnitBook, replaceUnits, type UnitBook } from './unit-info.store.ts';

const entity = 'unit_info';

type Units = UnitBook & { units: UnitRow[] };

const withUnits = async (ctx: Context, book: UnitBook | undefined): Promise<Units | undefined> =>
  book && { ...book, units: await listUnits(ctx.db, book.bidx) };

const kind: RecordKind<string, Units> = {
  entity,
  missing: () => bookMessages.error(404, 'book.not_found'),
  find: async (ctx, bid) => withUnits(ctx, await findUnitBook(ctx.db, bid)),
  lock: async (ctx, bid) => withUnits(ctx, await lockUnitBook(ctx.db, bid)),
  id: ({ bid }) => bid,
  audited: ({ units }) => ({ units: byNumber(units) }),
  partOf: ({ bid }) => ({ entity: 'book', id: bid }),
  announce: (ctx, { bid }) => touchBook(ctx, bid),
};

export async function getUnitInfo(ctx: Context, bid: string): Promise<UnitInfo & UnitBook> {
  const { units: unitInfo, ...book } = await getRecord(ctx, kind, bid);
  return { ...book, unitInfo };
}

/** Replaces a book's units and returns their version. A save without changes writes nothing. */
export async function saveUnitInfo(
  ctx: Context,
  { bid, bidx, unitInfo, version, headings }: UnitBodyOfBook,
): Promise<number> {
  const saved = await replaceUnitInfo(ctx, bid, unitInfo, version, (book) => {
    if (book.bidx !== bidx) throw bookMessages.errorWith(422, 'book.unit_other_book', { field: 'bidx' });
  });
  if (headings) await rememberHeadings(ctx, unitSheet, headings);
  return saved.version;
}

/** Deletes all units of a book, of the version that the caller saw if it is given; does nothing if there are none. */
export async function deleteUnitInfo(ctx: Context, bid: string, version?: number): Promise<void> {
  await replaceUnitInfo(ctx, bid, [], version);
}

/** Makes rows the units of a book; none deletes those that there are. */
export async function replaceUnitInfo(
  ctx: Context,
  bid: string,
  rows: readonly UnitBody[],
  version?: number,
  check?: (book: Units) => void,
): Promise<Units> {
  const units = accepted(rows.map((unit, index) => checkUnit(index + 1, cellsOf(unit))));
  return changeRecord(ctx, kind, bid, {
    version,
    ...(check && { check }),
    ...(await replacing(ctx, units)),
    action: units.length > 0 ? 'unit_info.saved' : 'unit_info.removed',
  });
}

/** A change of all units as an act, which keeps those that were there before. */
async function replacing(ctx: Context, units: readonly UnitRow[]) {
  const act = await beginAct(ctx);
  return {
    act,
    values: { units },
    write: async (_: unknown, { bid: id, bidx, units: former }: Units) => {
      await replaceUnits(ctx.db, bidx, units);
      await storeFormer(ctx.db, act, { entity, id }, { bidx, units: former });
    },
  };
}

/** Units that a save or a deletion replaced come back, unless they were changed since. */
export const unitsBack: WholeBack<Pick<Units, 'bidx' | 'units'>> = {
  whole: (ctx, bid, { bidx, units }) =>
    changeRecord(ctx, kind, bid, {
      version: undefined,
      check: (book) => {
        // Another book that got the same bid since.
        if (book.bidx !== bidx) throw kind.missing();
      },
      values: { units },
      write: async () => {
        await replaceUnits(ctx.db, bidx, units);
      },
    }),
};

const cellsOf = (unit: UnitBody): string[] => unitColumns.map((column) => String(unit[column] ?? ''));

/** The units of rows without problems; otherwise rejects with the first problem as the message, and all by field. */
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

/** One line per unit, so that a history shows the rows that differ. */
const byNumber = (units: readonly UnitRow[]) =>
  Object.fromEntries(units.map((unit, index) => [String(index + 1), lineOf(unit)]));
