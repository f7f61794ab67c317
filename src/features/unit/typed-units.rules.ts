import { checkUnit, type CheckedUnit, numbered, type UnitRow, unitColumns } from './unit-info.rules.ts';

/** A row of the sheet as typed; its id stays the same whatever moves above it. */
export interface TypedUnit {
  id: number;
  cells: readonly string[];
}

/** A cell of the sheet: its row and its column, both from 0. */
export interface CellAt {
  row: number;
  column: number;
}

/** Stored units as rows of the sheet, with the ids 0, 1, 2 … */
export const typedUnits = (units: readonly UnitRow[]): TypedUnit[] =>
  numbered(units).map(({ cells }, id) => ({ id, cells }));

const isBlank = ({ cells }: TypedUnit): boolean => cells.every((cell) => cell.trim() === '');

/** The rows in which something is typed, each with its number in the sheet and its problems. */
export const checkTyped = (rows: readonly TypedUnit[]): CheckedUnit[] =>
  rows.flatMap((row, index) => (isBlank(row) ? [] : [checkUnit(index + 1, row.cells)]));

/** The ids of rows that differ from what is stored, and how many rows saving would change or delete. */
export function unsavedOf(
  rows: readonly TypedUnit[],
  stored: readonly TypedUnit[],
): { ids: Set<number>; count: number } {
  const before = new Map(stored.map(({ id, cells }) => [id, cells]));
  const differs = ({ id, cells }: TypedUnit) =>
    unitColumns.some((_, column) => (cells[column] ?? '') !== (before.get(id)?.[column] ?? ''));
  const ids = new Set(rows.filter(differs).map(({ id }) => id));
  const there = new Set(rows.map(({ id }) => id));
  return { ids, count: ids.size + stored.filter(({ id }) => !there.has(id)).length };
}

/** An empty row with an id of its own. */
function emptyRow(rows: readonly TypedUnit[], stored: readonly TypedUnit[]): TypedUnit {
  const last = [...rows, ...stored].reduce((most, { id }) => Math.max(most, id), -1);
  return { id: last + 1, cells: unitColumns.map(() => '') };
}

/** The rows with cells written from one cell on, to the right and down; rows that are missing are added. */
export function withCells(
  rows: readonly TypedUnit[],
  stored: readonly TypedUnit[],
  from: CellAt,
  written: readonly (readonly string[])[],
): TypedUnit[] {
  const next = [...rows];
  let { id: fresh } = emptyRow(rows, stored);
  for (const [below, texts] of written.entries()) {
    const at = Math.min(from.row + below, next.length);
    const { id, cells } = next[at] ?? { id: fresh++, cells: [] };
    // What stands to the right of the last column has no field: writing that column takes it away.
    const isEnd = from.column + texts.length === unitColumns.length;
    const width = isEnd ? unitColumns.length : Math.max(cells.length, unitColumns.length);
    const wide = Array.from({ length: width }, (_, i) => cells[i] ?? '');
    wide.splice(from.column, texts.length, ...texts);
    next[at] = { id, cells: wide };
  }
  return next;
}

/** The rows with an empty one below another. */
export const withRowBelow = (rows: readonly TypedUnit[], stored: readonly TypedUnit[], above: number): TypedUnit[] => [
  ...rows.slice(0, above + 1),
  emptyRow(rows, stored),
  ...rows.slice(above + 1),
];

/** The rows with one that was removed in its place again. */
export function withRowBack(
  rows: readonly TypedUnit[],
  stored: readonly TypedUnit[],
  at: number,
  row: TypedUnit,
): TypedUnit[] {
  const isTaken = rows.some(({ id }) => id === row.id);
  return rows.toSpliced(at, 0, isTaken ? { ...row, id: emptyRow(rows, stored).id } : row);
}

/** What wrote into the sheet: its rows before and after. */
export interface Written {
  before: readonly TypedUnit[];
  after: readonly TypedUnit[];
}

/** The rows as they were before texts were written into them, but for what was typed since: that stays. */
export function withoutWritten(
  rows: readonly TypedUnit[],
  stored: readonly TypedUnit[],
  { before, after }: Written,
): TypedUnit[] {
  const had = new Map(before.map((row) => [row.id, row.cells]));
  const got = new Map(after.map((row) => [row.id, row.cells]));
  const back = rows.flatMap((row) => {
    const [was, written] = [had.get(row.id), got.get(row.id)];
    if (!written) return [row];
    const width = Math.max(row.cells.length, was?.length ?? 0);
    const cells = Array.from({ length: width }, (_, column) =>
      (row.cells[column] ?? '') === (written[column] ?? '') ? (was?.[column] ?? '') : (row.cells[column] ?? ''),
    );
    return was || !isBlank({ ...row, cells }) ? [{ ...row, cells }] : [];
  });
  // Rows of before that are the sheet's by their ids stand in the order they had.
  const inOrder = before.flatMap(({ id }) => back.filter((row) => row.id === id));
  // Each row that was taken away stands below the one that was above it.
  let [next, at] = [back.map((row) => (had.has(row.id) ? (inOrder.shift() ?? row) : row)), 0];
  for (const row of before) {
    if (!got.has(row.id)) next = withRowBack(next, stored, at++, row);
    else if (next.some(({ id }) => id === row.id)) at = next.findIndex(({ id }) => id === row.id) + 1;
  }
  return next;
}

/** The rows of a sheet that takes the place of all: each in the place of a stored one, so that those that differ are seen. */
export function replacedBy(stored: readonly TypedUnit[], texts: readonly (readonly string[])[]): TypedUnit[] {
  const taken = stored.slice(0, texts.length).map(({ id }) => ({ id, cells: [] }));
  return withCells(taken, stored, { row: 0, column: 0 }, texts);
}

/** The next cell with a problem after another, from the first again after the last; null if there is none. */
export function nextProblem(units: readonly CheckedUnit[], after: CellAt | null): CellAt | null {
  const found = units.flatMap(({ problems }) =>
    problems.map(({ row, column }) => ({ row: row - 1, column: unitColumns.indexOf(column) })),
  );
  const isAfter = ({ row, column }: CellAt) =>
    after === null || row > after.row || (row === after.row && column > after.column);
  return found.find(isAfter) ?? found[0] ?? null;
}
