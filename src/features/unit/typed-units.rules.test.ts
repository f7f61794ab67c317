import { expect, test } from 'vitest';
import { unitRow } from './unit-info.factory.ts';
import { unitCells } from './unit-info.rules.ts';
import { checkTyped, nextProblem, typedUnits, unsavedOf, withCells, withRowBelow } from './typed-units.rules.ts';

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
