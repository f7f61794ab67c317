import { expect, test } from 'vitest';
import { fold } from '#kernel/text/text-forms.rules.ts';
import { wordSearch } from './word-search.rules.ts';

test.each([
  ['', 'Lantern Street', true],
  ['street lan', 'Lantern Street', true],
  ['lantern road', 'Lantern Street', false],
  ['JOSE ñandu', 'José Ñandú', true],
  ['가', '각하의 정원', false],
])('%j in %j: %s', (typed, text, found) => {
  expect(wordSearch(typed)(fold(text))).toBe(found);
});
