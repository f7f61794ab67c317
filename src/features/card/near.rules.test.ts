import { expect, test } from 'vitest';
import { codesNear, slipOf } from './near.rules.ts';

test('codes near a code have one other character or two swapped neighbours, each of them once', () => {
  const near = codesNear('26KSYYRC3GW6');
  // 12 characters with 35 others each, and 11 pairs of neighbours, of which YY is the same swapped.
  expect(near).toHaveLength(12 * 35 + 10);
  expect(new Set(near).size).toBe(near.length);
  expect(near).toContain('26KSYYRC3GV6');
  expect(near).toContain('62KSYYRC3GW6');
  expect(near).not.toContain('26KSYYRC3GW6');
});

test('a slip says where and how a code differs', () => {
  expect(slipOf('26KSYYRC3GV6', '26KSYYRC3GW6')).toEqual({ at: [11], how: 'differs' });
  expect(slipOf('26KSYYRC3GV6', '26KSYYCR3GV6')).toEqual({ at: [7, 8], how: 'swapped' });
});
