import { expect, test } from 'vitest';
import { readBookIds } from './book-ids.rules.ts';

test.each([
  ['the words of a title', 'the little prince'],
  ['words of which only one has a figure', 'level 2'],
  ['one bid', 'B-1'],
  ['one ISBN with spaces', '978 0 306 40615 7'],
  ['more than 200', Array.from({ length: 201 }, (_, n) => `B${n}`).join(' ')],
])('%s are no list of ids', (_, text) => {
  expect(readBookIds(text)).toBeNull();
});

test('a list of ids has each once, with an ISBN as it is written', () => {
  expect(readBookIds('B-1, 978 0 306 40615 7,\tB_2\nB-1；'.replace('；', ';'))).toEqual([
    'B-1',
    '978 0 306 40615 7',
    'B_2',
  ]);
});
