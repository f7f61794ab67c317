import { describe, expect, test } from 'vitest';
import { conflictsOf } from './reservation-values.rules.ts';

const hour = 3600;
const at = Date.parse('2026-03-02T12:00:00Z') / 1000;
const waits = (res_idx: number, apply_at: number, over: object = {}) => ({
  res_idx,
  target: 'price' as const,
  locale: null,
  apply_at,
  zone: 'UTC',
  anyway: false,
  follows: null,
  ...over,
});
const typed = { target: 'price', locale: 'en', zone: 'UTC', local: '2026-03-02T12:00', isSecond: false } as const;
const found = (...given: Parameters<typeof conflictsOf>) => conflictsOf(...given).map(({ res_idx }) => res_idx);

describe('A change that is being written conflicts with', () => {
  test('the changes of its field just before and just after its time, and no other', () => {
    const waiting = [waits(1, at - 2 * hour), waits(2, at - hour), waits(3, at + hour), waits(4, at + 2 * hour)];
    expect(found(typed, waiting, null)).toEqual([2, 3]);
    expect(found({ ...typed, local: '2026-03-02T15:00' }, waiting, null)).toEqual([4]);
    expect(found({ ...typed, target: 'cover_img' }, waiting, null)).toEqual([]);
  });

  test('one of the same text only in its language', () => {
    const waiting = [waits(1, at - hour, { target: 'description', locale: 'ko' })];
    expect(found({ ...typed, target: 'description', locale: 'ko' }, waiting, null)).toEqual([1]);
    expect(found({ ...typed, target: 'description' }, waiting, null)).toEqual([]);
  });

  test('none where somebody has decided, nor with itself', () => {
    const own = { res_idx: 5, anyway: false, follows: 2 };
    const waiting = [waits(2, at - hour), waits(5, at), waits(6, at + hour, { follows: 5 })];
    expect(found(typed, waiting, own)).toEqual([]);
    expect(found({ ...typed, local: '2026-03-02T14:00' }, waiting, own)).toEqual([6]);
    expect(found({ ...typed, local: '2026-03-02T14:00' }, waiting, { ...own, anyway: true })).toEqual([]);
  });

  test('none while its time cannot be read; at the same time, the one created first is the earlier one', () => {
    const waiting = [waits(2, at, { anyway: true })];
    expect(found({ ...typed, local: '' }, waiting, null)).toEqual([]);
    expect(found(typed, waiting, null)).toEqual([2]);
    expect(found(typed, waiting, { res_idx: 1, anyway: false, follows: null })).toEqual([]);
  });
});
