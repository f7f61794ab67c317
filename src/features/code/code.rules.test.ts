import { expect, test } from 'vitest';
import { readCode } from './code.rules.ts';

test.each([
  ['abcd efgh-jkmn'],
  ['ＡＢＣＤ－ＥＦＧＨ－ＪＫＭＮ'],
  ['ａｂｃｄーｅｆｇｈｰｊｋｍｎ'],
  ['ABCD\u2212EFGH\u2014JKMN'],
  ['"ABCD-EFGH-JKMN"'],
  ['“ABCD-EFGH-JKMN”'],
  ['„ABCDEFGHJKMN‘'],
  ["'ABCDEFGHJKMN"],
  ['«\u00a0ABCDEFGHJKMN\u00a0»'],
  ['\u200bABCD\u00adEFGH\u3000JKMN\ufeff'],
])('a code is read however it is written: %s', (typed) => {
  expect(readCode(typed)).toBe('ABCDEFGHJKMN');
});

test('a capital i of a Turkish keyboard is the letter I', () => {
  expect(readCode('SPRİNG')).toBe('SPRING');
  expect(readCode('sprıng')).toBe('SPRING');
});
