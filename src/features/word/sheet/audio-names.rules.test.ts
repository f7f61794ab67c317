import { expect, test } from 'vitest';
import { rowsOf } from '../list/word-rows.rules.ts';
import { matchAudio } from './audio-names.rules.ts';

const sentence = (sent_idx: number, word_idx: number, text: string, audio_path: string | false = false) => ({
  sent_idx,
  word_idx,
  bid: 'B1',
  word: '',
  sentence: text,
  mdr_targeted: 'Y' as const,
  audio_path,
  files: [],
  version: 1,
});

const rows = rowsOf(
  ['été', 'ice_cream', 'lantern', 'moon', '가을'].map((word, index) => ({ word_idx: index + 1, word, version: 1 })),
  [
    sentence(1, 1, 'It is summer.'),
    sentence(2, 2, 'I like ice cream.'),
    sentence(3, 3, 'The lantern is lit.', '/a.mp3'),
    sentence(4, 3, 'He carried a lantern, downhill!'),
    sentence(5, 5, '가을이 왔다.'),
  ],
);
const match = (name: string) => {
  const [found] = matchAudio([name], 'B1', rows);
  return found && ('row' in found ? found.row + 1 : found.key);
};

test.each([
  ['Ice Cream.mp3', 2],
  ['ice_cream.MP3', 2],
  ['  ice-cream .mp3', 2],
  ['ETE.mp3', 1],
  ['e\u0301te\u0301.mp3', 1],
  ['가을.mp3'.normalize('NFD'), 6],
  ['B1_ice_cream.mp3', 2],
  ['07 - Ice Cream.mp3', 2],
  ['lantern_1.mp3', 3],
  ['lantern 02.mp3', 4],
  ['B1_lantern_2.mp3', 4],
  ['he carried a lantern downhill.mp3', 4],
  ['03 The lantern is lit.mp3', 3],
  ['2.mp3', 2],
  ['006.mp3', 6],
])('the file %j is for line %i', (name, line) => {
  expect(match(name)).toBe(line);
});

test('a word of several sentences is for the only one without audio', () => {
  expect(match('lantern.mp3')).toBe(4);
});

test.each([
  ['kitchen_01.mp3', 'book.audio_name_unknown'],
  ['REC0042.mp3', 'book.audio_name_unknown'],
  ['99.mp3', 'book.audio_name_unknown'],
  ['lantern_3.mp3', 'book.audio_name_number'],
  ['moon.mp3', 'book.audio_name_silent'],
  ['5.mp3', 'book.audio_name_unknown'],
])('the file %j matches no line, and the reason is said', (name, key) => {
  expect(match(name)).toBe(key);
});

test('a word of several sentences without audio needs a number', () => {
  const silent = rows.map((row) => ({
    ...row,
    sentence: row.sentence && { ...row.sentence, audio_path: false as const },
  }));
  expect(matchAudio(['lantern.mp3'], 'B1', silent)).toEqual([
    { key: 'book.audio_name_several', values: { word: 'lantern', count: 2, number: 0 } },
  ]);
});

test('two files for the same line match neither', () => {
  const found = matchAudio(['2.mp3', 'ice cream.mp3', 'ete.mp3'], 'B1', rows);
  expect(found).toEqual([
    { key: 'book.audio_name_twice', values: { line: 2 } },
    { key: 'book.audio_name_twice', values: { line: 2 } },
    { row: 0 },
  ]);
});
