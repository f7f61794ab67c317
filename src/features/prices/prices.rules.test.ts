import { expect, test } from 'vitest';
import { drawnIn, lanesOf, levelsOf, monthsIn, type Pricing, windowOf } from './prices.rules.ts';

const day = 86_400;
const now = Date.UTC(2026, 10, 23) / 1000;

const price = (currency: string, amount: string, list: string | null = null, days = 30) => ({
  currency,
  price: list ?? amount,
  discounted_price: list === null ? null : amount,
  subscription_period: days,
  display_order: 0,
});

const pricing = (at: number, ...prices: ReturnType<typeof price>[]): Pricing => ({
  at,
  prices,
  by: 'ada',
  why: { kind: 'version', ver_idx: at, number: 1, text: '' },
});

const stepsOf = (pricings: Pricing[]) =>
  lanesOf(pricings, now).map(({ currency, days, steps }) => [
    `${currency} ${days}`,
    ...steps.map(({ before, after, state }) => `${before?.pays ?? 'none'} to ${after?.pays ?? 'none'}: ${state}`),
  ]);

test('a price is one step from its first day, and a currency that ends is an end', () => {
  expect(
    stepsOf([
      pricing(now - 300 * day, price('USD', '7.90'), price('JPY', '980')),
      pricing(now - 200 * day, price('USD', '8.90'), price('JPY', '980')),
      pricing(now - 50 * day, price('USD', '8.9')),
      pricing(now + 7 * day, price('USD', '9.90')),
    ]),
  ).toEqual([
    ['USD 30', 'none to 7.90: past', '7.90 to 8.90: now', '8.90 to 9.90: coming'],
    ['JPY 30', 'none to 980: past', '980 to none: now'],
  ]);
});

test('two periods in one currency are two lanes, and a discount is what readers pay', () => {
  const lanes = lanesOf([pricing(now - day, price('KRW', '8900', '9900'), price('KRW', '50000', null, 365))], now);
  expect(lanes.map(({ days }) => days)).toEqual([30, 365]);
  expect(lanes[0]?.steps[0]?.after).toEqual({ pays: '8900', list: '9900' });
});

test('a currency that comes back is drawn with a gap between', () => {
  const [lane] = lanesOf(
    [pricing(now - 90 * day, price('EUR', '5')), pricing(now - 60 * day), pricing(now - 30 * day, price('EUR', '6'))],
    now,
  );
  if (!lane) throw new Error('There is no lane.');
  const levels = levelsOf(lane, windowOf([lane], 'all', now));
  expect(levels.map(({ height }) => height)).toEqual([0.28, 0.7]);
  expect(levels[0]?.to).toBeLessThan(levels[1]?.from ?? 0);
});

test('a collection that is new is drawn from a month ago, not with a year of nothing', () => {
  const [lane] = lanesOf([pricing(now - 3 * day, price('USD', '8')), pricing(now + 2 * day, price('USD', '9'))], now);
  if (!lane) throw new Error('There is no lane.');
  expect(windowOf([lane], '15', now)).toEqual({ from: now - 30 * day, until: now + 90 * day });
});

test('any length of time has at most fifteen months on its axis', () => {
  for (const years of [0.2, 1, 3, 10, 100]) {
    const months = monthsIn({ from: now - years * 365 * day, until: now });
    expect(months.length).toBeGreaterThan(0);
    expect(months.length).toBeLessThanOrEqual(15);
  }
});

test('of thousands of steps, those are drawn that a screen tells apart, and the newest always', () => {
  const pricings = Array.from({ length: 5000 }, (_, n) => pricing(now - (5000 - n) * day, price('USD', String(n + 1))));
  const [lane] = lanesOf(pricings, now);
  if (!lane) throw new Error('no lane');
  const drawn = drawnIn(lane, windowOf([lane], 'all', now));
  expect(drawn.steps.length).toBeLessThanOrEqual(501);
  expect(drawn.steps.length).toBeGreaterThan(400);
  expect(drawn.steps.at(-1)).toEqual(lane.steps.at(-1));
  // A month has each of its days, and the price with which it begins.
  const window = { from: now - 40 * day - 1, until: now - 10 * day - 1 };
  expect(drawnIn(lane, window).steps.map(({ at }) => (now - at) / day)).toEqual(
    Array.from({ length: 32 }, (_, n) => 41 - n),
  );
});
