import { expect, test } from 'vitest';
import { readCodes } from './code-search.rules.ts';

const [one, two] = ['ABCDEFGHJKMN', 'PQRSTUVWXYZ2'];

test.each([
  ['spaces', `${one} ${two}`],
  ['commas', `${one},${two}`],
  ['line breaks', `${one}\r\n${two}\n`],
  ['dashes within', 'abcd-efgh-jkmn pqrs-tuvw-xyz2'],
  ['spaces within and between', 'ABCD EFGH JKMN PQRS TUVW XYZ2'],
  ['quotes around', `"${one}"\n"${two}"`],
])('codes are read from a list with %s', (_, text) => {
  expect(readCodes(text)).toEqual([one, two]);
});

test('what is no code stays in its place', () => {
  expect(readCodes(`${one} ABC ${two} ABCDEFGHJKMNP`)).toEqual([one, 'ABC', two, 'ABCDEFGHJKMNP']);
});

test('one code or the beginning of one is no list', () => {
  for (const text of ['abcd efgh jkmn', 'AB CD', '---']) expect(readCodes(text)).toBeNull();
});
