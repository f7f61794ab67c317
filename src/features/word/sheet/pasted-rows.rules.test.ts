import { expect, test } from 'vitest';
import { rowsOf } from '../list/word-rows.rules.ts';
import { isRows, readPaste } from './pasted-rows.rules.ts';

const listed = rowsOf(
  [{ word_idx: 1, word: 'ice_cream', version: 1 }],
  [
    {
      sent_idx: 1,
      word_idx: 1,
      bid: 'B1',
      word: 'ice_cream',
      sentence: 'I like ice cream.',
      version: 1,
      mdr_targeted: 'N',
      audio_path: false,
      files: [],
    },
  ],
);
const read = (text: string) =>
  readPaste(text, 'B1', listed).map(({ cells, state, problem }) => [cells.word, cells.sentence, problem?.key ?? state]);

test('rows of a spreadsheet are told from the text of one cell', () => {
  expect(isRows('sun\tThe sun rises.\n')).toBe(true);
  expect(isRows('The sun rises.\n')).toBe(false);
  expect(isRows('The sun rises.\t')).toBe(false);
});

test('a row is new, there already, or refused with the reason', () => {
  const rows = [
    'Ice Cream\tI like ice cream.',
    'sun\tThe sun rises.\ty',
    'sun\tThe sun rises.',
    'moon\t',
    'sea\tBlue.\tx',
  ];
  expect(read(rows.join('\r\n'))).toEqual([
    ['Ice Cream', 'I like ice cream.', 'known'],
    ['sun', 'The sun rises.', 'new'],
    ['sun', 'The sun rises.', 'known'],
    ['moon', '', 'book.row_required'],
    ['sea', 'Blue.', 'invalid.choice'],
  ]);
});

test('a heading is skipped, and a row without a word belongs to the word above it', () => {
  expect(read('Word\tSentence\nsun\tThe sun rises.\n\tThe sun sets.\n\n')).toEqual([
    ['sun', 'The sun rises.', 'new'],
    ['sun', 'The sun sets.', 'new'],
  ]);
});

test('rows may begin with the bid, and those of another book are refused', () => {
  expect(read('B1\tsun\tThe sun rises.\tY\nB2\tsun\tThe sun sets.\tY')).toEqual([
    ['sun', 'The sun rises.', 'new'],
    ['sun', 'The sun sets.', 'book.paste_other_book'],
  ]);
});

test('a quoted cell may have tabs, line breaks and quotes in it', () => {
  expect(read('sun\t"He said ""sun""\nand\tleft."\nmoon\t"Moon" is a word.')).toEqual([
    ['sun', 'He said "sun" and left.', 'new'],
    ['moon', '"Moon" is a word.', 'new'],
  ]);
});
