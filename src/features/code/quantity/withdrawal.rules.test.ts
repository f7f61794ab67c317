import { describe, expect, test } from 'vitest';
import { planWithdrawal, tellLots } from './withdrawal.rules.ts';

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
    const more = planWithdrawal(lots, 800);
    expect(tellLots(lots, more)).toEqual([
      { lot: 3, cancel: 300, delivered: 0 },
      { lot: 2, cancel: 400, delivered: 0 },
      { lot: 1, cancel: 100, delivered: 100 },
    ]);
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

  test('of a lot of which some were delivered takes at most as many delivered ones', () => {
    const lots = [lot(1, 50, { delivered: 10 })];
    expect(tellLots(lots, planWithdrawal(lots, 30))).toEqual([{ lot: 1, cancel: 30, delivered: 10 }]);
  });
});
