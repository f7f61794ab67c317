import { describe, expect, test } from 'vitest';
import { describeLots, planWithdrawal } from './withdrawal.rules.ts';

const lot = (number: number, unused: number, over: object = {}) => ({
  lot: number,
  unused,
  expired: 0,
  canceled: 0,
  delivered: 0,
  ...over,
});

describe('A lower quantity', () => {
  test('takes unused codes of lots that were not delivered first, of the newest lot first', () => {
    const lots = [lot(1, 371, { delivered: 800 }), lot(2, 400), lot(3, 300)];
    expect(planWithdrawal(lots, 600)).toEqual([
      { lot: 3, state: 'unused', codes: 300 },
      { lot: 2, state: 'unused', codes: 300 },
    ]);
    expect(planWithdrawal(lots, 800).at(-1)).toEqual({ lot: 1, state: 'unused', codes: 100 });
  });

  test('takes a delivered lot before expired codes of any, and these before cancelled ones', () => {
    const lots = [lot(1, 2, { delivered: 10, canceled: 5 }), lot(2, 0, { expired: 3, canceled: 1 })];
    expect(planWithdrawal(lots, 10)).toEqual([
      { lot: 1, state: 'unused', codes: 2 },
      { lot: 2, state: 'expired', codes: 3 },
      { lot: 2, state: 'canceled', codes: 1 },
      { lot: 1, state: 'canceled', codes: 4 },
    ]);
  });

  test('is told lot by lot, the newest first, with the codes of all states together', () => {
    const taken = [
      { lot: 1, state: 'unused', codes: 2, delivered: 2 },
      { lot: 2, state: 'expired', codes: 3, delivered: 0 },
      { lot: 1, state: 'canceled', codes: 4, delivered: 1 },
    ] as const;
    expect(describeLots(taken)).toEqual([
      { lot: 2, cancel: 3, delivered: 0 },
      { lot: 1, cancel: 6, delivered: 3 },
    ]);
  });
});
