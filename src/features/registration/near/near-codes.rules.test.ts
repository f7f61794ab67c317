import { expect, test } from 'vitest';
import { codesNear, slipOf } from './near-codes.rules.ts';

test('codes near a code have one other character, two look-alikes or two swapped neighbours, each of them once', () => {
  // Without a character that looks like another, there are no look-alikes.
  const near = codesNear('XRKXKKRCXFWE');

  // 12 characters with 35 others each, and 11 pairs of neighbours, of which KK is the same swapped.
  expect(near).toHaveLength(12 * 35 + 10);
  expect(near).toContain('XRKXKKRCXFVE');
  expect(near).toContain('RXKXKKRCXFWE');
  expect(near).not.toContain('XRKXKKRCXFWE');
  const alike = codesNear('26KSYYRC3GW8');
  expect(new Set(alike).size).toBe(alike.length);
  expect(alike).toContain('Z6KSYYRC3GWB');
  expect(alike).not.toContain('36KSYYRC3GW9');
});

test('a slip says where and how a code differs', () => {
  expect(slipOf('26KSYYRC3GV6', '26KSYYRC3GW6')).toEqual({ at: [11], how: 'differs' });
  expect(slipOf('26KSYYRC3GV6', '26KSYYCR3GV6')).toEqual({ at: [7, 8], how: 'swapped' });
  expect(slipOf('8BCDEFGH2KMN', 'BBCDEFGHZKMN')).toEqual({ at: [1, 9], how: 'alike' });
});
