import { describe, expect, test } from 'vitest';
import {
  type Change,
  differenceOf,
  inNewRow,
  mergedRows,
  movedBetween,
  movedTo,
  placedAt,
  rebased,
  sameRows,
} from './roadmap.rules.ts';

const rows = [['a', 'b'], ['c'], ['d', 'e', 'f']];

describe('The rows of a roadmap', () => {
  test.each([
    [
      'a waiting book comes at the end of a row',
      ['x'],
      1,
      [
        ['a', 'b'],
        ['c', 'x'],
        ['d', 'e', 'f'],
      ],
    ],
    ['a book leaves its row for another', ['a'], 2, [['b'], ['c'], ['d', 'e', 'f', 'a']]],
    [
      'a row that is emptied vanishes',
      ['c'],
      0,
      [
        ['a', 'b', 'c'],
        ['d', 'e', 'f'],
      ],
    ],
    ['the number of rows makes a new one', ['x', 'b'], 3, [['a'], ['c'], ['d', 'e', 'f'], ['x', 'b']]],
    [
      '-1 takes books out',
      ['c', 'e'],
      -1,
      [
        ['a', 'b'],
        ['d', 'f'],
      ],
    ],
    ['books that are in the row keep their places', ['d', 'a'], 2, [['b'], ['c'], ['d', 'e', 'f', 'a']]],
    [
      'the only books of the last row in a new one are where they were',
      ['f', 'e', 'd'],
      3,
      [['a', 'b'], ['c'], ['f', 'e', 'd']],
    ],
  ])('%s', (_what, bids, target, expected) => {
    expect(movedTo(rows, bids, target)).toEqual(expected);
  });

  test.each([
    [
      'before another',
      ['c'],
      { row: 2, place: 1 },
      [
        ['a', 'b'],
        ['d', 'c', 'e', 'f'],
      ],
    ],
    ['within its row to the front', ['f'], { row: 2, place: 0 }, [['a', 'b'], ['c'], ['f', 'd', 'e']]],
    ['within its row to the end', ['d'], { row: 2, place: 3 }, [['a', 'b'], ['c'], ['e', 'f', 'd']]],
    ['where it is', ['e'], { row: 2, place: 1 }, rows],
  ])('a book is placed %s', (_where, bids, at, expected) => {
    expect(placedAt(rows, bids, at)).toEqual(expected);
  });

  test('a new row is inserted between others', () => {
    expect(inNewRow(rows, ['e', 'a'], 1)).toEqual([['b'], ['e', 'a'], ['c'], ['d', 'f']]);
    expect(sameRows(inNewRow(rows, ['c'], 1), rows)).toBe(true);
  });

  test('the differences of an arrangement with other books are found', () => {
    expect(differenceOf(rows, [['a', 'b', 'x', 'a'], ['c'], ['d', 'e']])).toEqual({
      added: ['f'],
      removed: ['x'],
      repeated: ['a'],
    });
  });

  test('two people’s rows are merged: my order, their books', () => {
    const mine = [['c', 'b'], ['a'], ['f', 'e', 'd']];
    const theirs = [
      ['a', 'b'],
      ['c', 'x'],
      ['d', 'e'],
      ['y', 'z'],
    ];
    expect(mergedRows(mine, theirs)).toEqual([['c', 'b'], ['a'], ['e', 'd'], ['x'], ['y', 'z']]);
  });

  const theirs = [['x'], ['a', 'b'], ['d', 'f']];
  const cases: [string, Change, Change][] = [
    ['follows its row', { to: 'row', bids: ['y'], row: 0 }, { to: 'row', bids: ['y'], row: 1 }],
    ['whose row is gone takes the nearest', { to: 'row', bids: ['y'], row: 1 }, { to: 'row', bids: ['y'], row: 1 }],
    ['into a new last row stays that', { to: 'row', bids: ['y'], row: 3 }, { to: 'row', bids: ['y'], row: 3 }],
    ['out of the roadmap stays that', { to: 'row', bids: ['a'], row: -1 }, { to: 'row', bids: ['a'], row: -1 }],
    ['to a place goes to the row', { to: 'place', bids: ['a'], row: 2, place: 0 }, { to: 'row', bids: ['a'], row: 2 }],
    [
      'into a row between others goes before the same',
      { to: 'new', bids: ['d'], row: 0 },
      { to: 'new', bids: ['d'], row: 1 },
    ],
  ];
  test.each(cases)('a change %s when others have changed the rows', (_what, change, expected) => {
    expect(rebased(change, rows, theirs)).toEqual(expected);
  });
});

describe('A move is told', () => {
  const before = [['a', 'b'], ['c'], ['d', 'e']];
  const moved = (after: string[][], ...bids: string[]) => movedBetween(before, after, bids);

  test('by the rows of the books before and after', () => {
    expect(moved([['b'], ['c'], ['d', 'e', 'a']], 'a')).toEqual({ how: 'across', from: 1, to: 3 });
    expect(moved([['c'], ['d', 'e', 'a', 'b']], 'a', 'b')).toEqual({ how: 'across', from: 1, to: 2 });
  });

  test('by the places in a row that it stays in', () => {
    expect(moved([['b', 'a'], ['c'], ['d', 'e']], 'a')).toEqual({ how: 'within', row: 1, from: 1, to: 2 });
  });

  test('as put in or taken out, of the waiting list or of several rows', () => {
    expect(moved([['a', 'b', 'x'], ['c'], ['d', 'e']], 'x')).toEqual({ how: 'in', to: 1 });
    expect(
      moved(
        [
          ['a', 'b'],
          ['d', 'e'],
        ],
        'c',
      ),
    ).toEqual({ how: 'out', from: 2 });
    expect(moved([['b'], ['a', 'd', 'c'], ['e']], 'a', 'd')).toEqual({ how: 'in', to: 2 });
  });
});
