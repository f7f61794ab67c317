import { describe, expect, test } from 'vitest';
import { mergedOrder } from '#kernel/records/sequence.rules.ts';
import { clampedRange, cleanGuideId, draggedRange, labelsOf, legendsOf } from './guide.rules.ts';

describe('A guide ID', () => {
  test.each([
    ['Spring 2027!', 'spring_2027_'],
    ['  Reading-Path  ', 'reading_path'],
    ['a b\tc', 'a_b_c'],
    ['guide_1', 'guide_1'],
    ['가나', '__'],
    ['𝕏x', '_x'],
    ['x'.repeat(90), 'x'.repeat(64)],
  ])('typed as %j is %j', (typed, clean) => expect(cleanGuideId(typed)).toBe(clean));
});

describe('A range', () => {
  test.each([
    [
      { start: 0, length: 0 },
      { start: 1, length: 1 },
    ],
    [
      { start: 12, length: 3 },
      { start: 10, length: 1 },
    ],
    [
      { start: 8, length: 9 },
      { start: 8, length: 3 },
    ],
    [
      { start: 3, length: 4 },
      { start: 3, length: 4 },
    ],
  ])('typed as %j is %j', (typed, range) => expect(clampedRange(typed)).toEqual(range));

  const range = { start: 3, length: 4 };
  test.each([
    ['move', 2, { start: 5, length: 4 }],
    ['move', 99, { start: 7, length: 4 }],
    ['move', -99, { start: 1, length: 4 }],
    ['end', 1, { start: 3, length: 5 }],
    ['end', 99, { start: 3, length: 8 }],
    ['end', -99, { start: 3, length: 1 }],
    ['start', -1, { start: 2, length: 5 }],
    ['start', -99, { start: 1, length: 6 }],
    ['start', 99, { start: 6, length: 1 }],
  ] as const)('dragged by its %s by %i columns is %j', (gesture, by, result) =>
    expect(draggedRange(range, gesture, by)).toEqual(result),
  );
});

describe('Legends', () => {
  test('are labels separated by commas, each once', () => {
    expect(labelsOf(' Phonics, Songs ,,Phonics')).toEqual(['Phonics', 'Songs']);
    expect(labelsOf('')).toEqual([]);
  });

  test('keep their colours whatever the order of the items: those of the oldest come first', () => {
    const [first, second] = [
      { itm_idx: 1, legend: 'b, a' },
      { itm_idx: 2, legend: 'c, a' },
    ];
    expect(legendsOf([first, second])).toEqual(['b', 'a', 'c']);
    expect(legendsOf([second, first])).toEqual(['b', 'a', 'c']);
  });
});

test('an order includes items that others added and drops those they removed meanwhile', () => {
  expect(mergedOrder([3, 1, 2], [1, 2, 4])).toEqual([1, 2, 4]);
  expect(mergedOrder([3, 1], [1, 2, 3])).toEqual([3, 1, 2]);
});
