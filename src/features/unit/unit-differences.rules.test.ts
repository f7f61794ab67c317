import { expect, test } from 'vitest';
import { differenceTable, unitDifferences } from './unit-differences.rules.ts';
import { unitRow } from './unit-info.factory.ts';

const units = (...rows: number[]) => rows.map((n) => unitRow(n));
const titled = (side: string[] | null) => side && `${side[0]} ${side[2]}`;
const differing = (...given: Parameters<typeof unitDifferences>) =>
  unitDifferences(...given).map(({ before, after }) => [titled(before), titled(after)]);

test('units that make room for others do not differ', () => {
  expect(differing(units(1, 2), units(3, 1, 2))).toEqual([[null, '1 Hello 3']]);
  expect(differing(units(1, 2, 3), units(2, 3))).toEqual([['1 Hello 1', null]]);
  expect(differing(units(1, 2), units(1, 2))).toEqual([]);
});

test('units that change places are named with both', () => {
  expect(differing(units(1, 2, 3), units(2, 1, 3))).toEqual([
    ['2 Hello 2', '1 Hello 2'],
    ['1 Hello 1', '2 Hello 1'],
  ]);
});

test('units with the same id are told apart by their order', () => {
  const [first, second] = [unitRow(1), unitRow(1, { subunit_title: 'Again' })];
  expect(differing([first, second], [first])).toEqual([['2 Again', null]]);
  expect(differing([first], [first, second])).toEqual([[null, '2 Again']]);
});

test('a table has what tells a unit, and only the other columns that differ', () => {
  const before = units(1, 2);
  const after = [unitRow(1, { game_content_id: 'new' }), unitRow(2, { start_page: 99 })];
  expect(differenceTable(unitDifferences(before, after), 1)).toEqual({
    columns: ['#', 'unit_title', 'subunit_title', 'game_content_id'],
    rows: [{ before: ['1', 'Unit 1', 'Hello 1', 'G1'], after: ['1', 'Unit 1', 'Hello 1', 'new'] }],
    more: 1,
  });
});
