import { expect, test } from 'vitest';
import { type Label, spotsOf } from './price-labels.rules.ts';
import type { Level, Step } from './prices.rules.ts';

const step: Step = {
  at: 0,
  by: 'ada',
  why: { kind: 'reservation', res_idx: 1 },
  before: null,
  after: { pays: '1', list: null },
  state: 'past',
};

/** Levels from one place across to the next, each at a height. */
const levelsAt = (...spots: [from: number, height: number][]): Level[] =>
  spots.map(([from, height], nth) => ({ step, from, to: spots[nth + 1]?.[0] ?? 1, height }));

const labelsOf = (levels: readonly Level[]): Label[] =>
  levels.map(({ from, height }) => ({ text: '₩10,900', at: from, height }));

test('an amount stands above its line, and below it where the next line runs above', () => {
  const levels = levelsAt([0.1, 0.3], [0.4, 0.7], [0.7, 0.3]);
  expect(spotsOf(labelsOf(levels), levels, 0).map((spot) => spot?.over)).toEqual(['above', 'above', 'above']);
  const rising = levelsAt([0.1, 0.4], [0.105, 0.55]);
  expect(spotsOf(labelsOf(rising), rising, 0).map((spot) => spot?.over)).toEqual(['below', 'above']);
});

test('of amounts on one place, the most important are written beside each other, and none on another', () => {
  const levels = levelsAt([0.5, 0.3], [0.51, 0.5], [0.52, 0.7], [0.53, 0.3], [0.54, 0.5]);
  const spots = spotsOf(labelsOf(levels), levels, 0);
  expect(spots[0]).toBeDefined();
  expect(spots.filter((spot) => spot === undefined).length).toBeGreaterThan(0);
  const written = spots.flatMap((spot, nth) => (spot ? [`${spot.over} ${spot.side} ${levels[nth]?.height}`] : []));
  expect(new Set(written).size).toBe(written.length);
});

test('an amount that would be cut off at the end of the drawing stands before its point', () => {
  const levels = levelsAt([0.2, 0.3], [0.97, 0.7]);
  expect(spotsOf(labelsOf(levels), levels, 0)[1]).toMatchObject({ side: 'before' });
});

test('an amount whose place is taken on a phone is written on wide screens only', () => {
  const levels = levelsAt([0.2, 0.5], [0.3, 0.5], [0.4, 0.5]);
  expect(spotsOf(labelsOf(levels), levels, 0).map((spot) => spot?.isTight)).toEqual([false, true, false]);
});

test('the end of a price that is near does not cross today, and is written all the same where nothing else is free', () => {
  const levels: Level[] = [{ step, from: 0.3, to: 0.31, height: 0.5 }];
  const labels: Label[] = [
    { text: '₩24,000', at: 0.3, height: 0.5 },
    { text: 'Ends Dec 2, 2026', at: 0.31, height: 0.5, isEnd: true },
  ];
  expect(spotsOf(labels, levels, 0.3)[1]).toMatchObject({ over: 'below', side: 'after' });
  const atTheEdge = labels.map((label) => ({ ...label, at: label.at + 0.68 }));
  expect(spotsOf(atTheEdge, [], 0.95).every(Boolean)).toBe(true);
});
