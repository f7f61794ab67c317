import { expect, test } from 'vitest';
import { unitRow } from './unit-info.factory.ts';
import { unitCells } from './unit-info.rules.ts';
import {
  checkTyped,
  nextProblem,
  replacedBy,
  typedUnits,
  unsavedOf,
  withCells,
  withoutWritten,
  withRowBack,
  withRowBelow,
} from './typed-units.rules.ts';

const stored = typedUnits([unitRow(1), unitRow(2)]);

test('texts are written from a cell on, and rows that are missing are added', () => {
  const rows = withCells(stored, stored, { row: 1, column: 6 }, [
    ['L9', 'audio'],
    ['L10', 'video'],
  ]);
  expect(rows.map(({ cells }) => cells.slice(6))).toEqual([
    unitCells(unitRow(1)).slice(6),
    ['L9', 'audio'],
    ['L10', 'video'],
  ]);
  expect(rows.map(({ id }) => id)).toEqual([0, 1, 2]);
});

test('rows that differ from those stored are unsaved, also those that are gone, and a new empty one is not', () => {
  const added = withRowBelow(stored.slice(1), stored, 0);
  expect(unsavedOf(added, stored)).toEqual({ ids: new Set(), count: 1 });
  const written = withCells(added, stored, { row: 1, column: 0 }, [['New']]);
  expect(unsavedOf(written, stored)).toEqual({ ids: new Set([2]), count: 2 });
});

test('a row in which nothing is typed is no unit, and the next cell to correct follows the last one', () => {
  const rows = withCells(stored, stored, { row: 3, column: 2 }, [['U9'], ['']]);
  expect(checkTyped(rows).map(({ row }) => row)).toEqual([1, 2, 3]);
  const units = checkTyped(rows);
  expect(nextProblem(units, null)).toEqual({ row: 2, column: 0 });
  expect(nextProblem(units, { row: 2, column: 1 })).toEqual({ row: 2, column: 3 });
  expect(nextProblem(units, { row: 2, column: 7 })).toEqual({ row: 2, column: 0 });
});

test('what has no field at the end of a row goes once the last column is written', () => {
  const wide = withCells(stored, stored, { row: 0, column: 7 }, [['video', 'a remark']]);
  expect(checkTyped(wide)[0]?.problems.map(({ key }) => key)).toEqual(['book.unit_too_wide']);
  const written = withCells(wide, stored, { row: 0, column: 7 }, [['audio']]);
  expect(checkTyped(written)[0]?.problems).toEqual([]);
});

test('a row that was removed comes back among what was typed since', () => {
  const [first, second] = stored;
  const typed = withCells(stored.slice(1), stored, { row: 0, column: 0 }, [['Mine']]);
  if (!first || !second) expect.fail();
  const back = withRowBack(typed, stored, 0, first);
  expect(back.map(({ id, cells }) => [id, cells[0]])).toEqual([
    [0, first.cells[0]],
    [1, 'Mine'],
  ]);
  expect(unsavedOf(back, stored)).toEqual({ ids: new Set([1]), count: 1 });
});

test('what was pasted is taken back, and what was typed since stays', () => {
  const after = withCells(stored, stored, { row: 1, column: 0 }, [['Pasted', 'too'], ['More'], ['Last']]);
  const typed = withCells(after, stored, { row: 1, column: 1 }, [['Mine']]);
  const both = withCells(typed, stored, { row: 3, column: 1 }, [['Mine, too']]);
  const back = withoutWritten(both, stored, { before: stored, after });
  expect(back.map(({ id, cells }) => [id, cells[0], cells[1]])).toEqual([
    [0, ...unitCells(unitRow(1)).slice(0, 2)],
    [1, unitCells(unitRow(2))[0], 'Mine'],
    [3, '', 'Mine, too'],
  ]);
  expect(withoutWritten(after, stored, { before: stored, after })).toEqual(stored);
});

test('rows that a sheet took the place of come back in order, with what was typed since', () => {
  const before = withCells(withRowBelow(stored, stored, 0), stored, { row: 1, column: 0 }, [['Own']]);
  const [first = []] = stored.map(({ cells }) => cells);
  const after = replacedBy(stored, [['Sheet', ...first.slice(1)]]);
  const typed = withCells(after, stored, { row: 0, column: 1 }, [['Mine']]);
  const below = withCells(typed, stored, { row: 1, column: 0 }, [['New']]);
  const back = withoutWritten(below, stored, { before, after });
  expect(back.map(({ cells }) => cells.slice(0, 2))).toEqual([
    [first[0], 'Mine'],
    ['Own', ''],
    unitCells(unitRow(2)).slice(0, 2),
    ['New', ''],
  ]);
  expect(new Set(back.map(({ id }) => id)).size).toBe(back.length);
  expect(withoutWritten(after, stored, { before, after })).toEqual(before);
  const longer = replacedBy(stored, [['A'], ['B'], ['C'], ['D']]);
  expect(withoutWritten(longer, stored, { before, after: longer })).toEqual(before);
});

test('of a sheet that takes the place of all rows, only those that differ are unsaved', () => {
  const [first = [], second = []] = stored.map(({ cells }) => cells);
  expect(unsavedOf(replacedBy(stored, [first, ['Mine', ...second.slice(1)]]), stored).count).toBe(1);
  expect(unsavedOf(replacedBy(stored, [first]), stored).count).toBe(1);
  expect(unsavedOf(replacedBy(stored, [first, second, second]), stored).count).toBe(1);
});
