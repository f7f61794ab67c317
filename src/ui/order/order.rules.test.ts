import { describe, expect, test } from 'vitest';
import { inNaturalOrder, outOfOrder } from '#kernel/text/natural-order.rules.ts';
import { countMoved, movedOne, movedSeveral, movedTogether, stepsOf } from './moved.rules.ts';
import { withCurrent } from './order-conflict.rules.ts';

const titled = (...titles: string[]) => titles.map((title) => ({ title }));
const titlesOf = (items: { title: string }[]) => items.map(({ title }) => title);

describe('A new order', () => {
  test.each([
    [[1, 2, 3, 4], [2, 3, 1, 4], { id: 1, from: 1, to: 3 }],
    [[1, 2, 3, 4], [1, 4, 2, 3], { id: 4, from: 4, to: 2 }],
    [[1, 2], [2, 1], { id: 1, from: 1, to: 2 }],
    [[1, 2, 3, 4], [2, 1, 4, 3], null],
    [[1, 2, 3], [3, 2, 1], null],
    [[1, 2], [1, 2], null],
    [[1, 2], [1, 2, 3], null],
  ])('of %j into %j is the move %j', (before, after, moved) => {
    expect(movedOne(before, after)).toEqual(moved);
  });

  test.each([
    [[1, 2, 3, 4, 5, 6], [3, 5, 6, 1, 2, 4], { count: 3, to: 1 }, [3, 5, 6], 0],
    [[1, 2, 3, 4, 5, 6], [3, 4, 1, 2, 5, 6], { count: 2, to: 1 }, [1, 2], 2],
    [[1, 2, 3, 4, 5], [2, 4, 5, 1, 3], { count: 2, to: 4 }, [1, 3], 3],
  ])('of %j into %j is told as %j', (before, after, expected, ids, place) => {
    const items = before.map((id) => ({ id }));
    expect(movedTogether(items, new Set(ids), place).map(({ id }) => id)).toEqual(after);
    expect(movedSeveral(before, after)).toEqual(expected);
  });

  test('in which single records went to several places is no move of several together', () => {
    expect(movedSeveral([1, 2, 3, 4, 5, 6], [2, 1, 3, 4, 6, 5])).toBeNull();
  });

  test('that takes several moves is counted in changed positions', () => {
    expect(countMoved([1, 2, 3, 4], [2, 1, 3, 4])).toBe(2);
  });
});

describe('A step of a row in a list that is searched', () => {
  const items = [1, 2, 3, 4, 5, 6, 7].map((id) => ({ id }));
  const shown = items.filter(({ id }) => [1, 3, 5, 7].includes(id));
  /** The order of the shown rows after a step of one of them, with those that move with it, as the list moves them. */
  const after = (id: number, way: 'up' | 'down', together: number[]) => {
    const moving = new Set(together);
    const to = stepsOf(items, shown, { id, together: moving })[way];
    if (to === undefined) return null;
    const before = items.slice(0, id - 1).filter((item) => moving.has(item.id)).length;
    const moved = movedTogether(items, moving, to - before).map((item) => item.id);
    return moved.filter((one) => shown.some((item) => item.id === one));
  };

  test.each([
    [3, 'down', [3], [1, 5, 3, 7]],
    [3, 'up', [3], [3, 1, 5, 7]],
    [3, 'down', [3, 5], [1, 7, 3, 5]],
    [5, 'down', [3, 5], [1, 7, 3, 5]],
    [5, 'up', [3, 5], [3, 5, 1, 7]],
    [3, 'up', [3, 7], [3, 7, 1, 5]],
    [5, 'up', [1, 5], [1, 5, 3, 7]],
    [7, 'down', [7], null],
    [1, 'up', [1, 3], null],
  ] as const)('of %i %s with %j is by one place of what is shown: %j', (id, way, together, order) => {
    expect(after(id, way, [...together])).toEqual(order);
  });
});

describe('Titles that differ only in numbers', () => {
  test('are sorted by them as a person would', () => {
    expect(titlesOf(inNaturalOrder(titled('Level 1', 'Level 10', 'Level 2', '레벨 3')))).toEqual([
      'Level 1',
      'Level 2',
      'Level 10',
      '레벨 3',
    ]);
    expect(titlesOf(inNaturalOrder(titled('1-10', '1-9', '0-11')))).toEqual(['0-11', '1-9', '1-10']);
  });

  test('leave others where they are', () => {
    const items = titled('Starter', 'Level 2', 'Break', 'Level 1', 'Advanced');
    expect(titlesOf(inNaturalOrder(items))).toEqual(['Starter', 'Level 1', 'Break', 'Level 2', 'Advanced']);
  });

  test('are named if they are out of order, and only then', () => {
    expect(outOfOrder(titled('Level 1', 'Level 10', 'Level 2'))).toEqual({
      later: { title: 'Level 10' },
      earlier: { title: 'Level 2' },
    });
    for (const fine of [titled('Level 1', 'Level 2', 'Level 10'), titled('Sun', 'Moon'), titled('B 1', 'A 2'), []])
      expect(outOfOrder(fine)).toBeNull();
  });
});

test('An order that was made over an earlier list keeps its sequence, without what was removed and with what was added', () => {
  const items = [3, 1, 2].map((id) => ({ id }));
  expect(withCurrent(items, { removed: [1], added: [{ id: 4 }] }).map(({ id }) => id)).toEqual([3, 2, 4]);
});
