import { expect, test } from 'vitest';
import { wordDiff } from './word-diff.rules.ts';

const shown = (before: string, after: string) =>
  wordDiff(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `[+${text}]` : `[-${text}]`))
    .join('');

test.each([
  ['the same', 'the same', 'the same'],
  ['a red lamp', 'a green lamp', 'a [-red][+green] lamp'],
  ['one two', 'one two three', 'one two[+ three]'],
  ['', 'new', '[+new]'],
  ['gone', '', '[-gone]'],
  ['', '', ''],
  ['赤いランプ', '青いランプ', '[-赤い][+青い]ランプ'],
])('%j beside %j is %j', (before, after, diff) => {
  expect(shown(before, after)).toBe(diff);
});

test('the parts make up both texts, however long they are', () => {
  const text = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `w${from + n}`).join(' ');
  for (const [before, after] of [
    [text(0, 900), text(300, 1200)],
    [text(0, 5000), text(6000, 11_000)],
  ] as const) {
    const parts = wordDiff(before, after);
    const side = (without: string) =>
      parts
        .filter(({ kind }) => kind !== without)
        .map((part) => part.text)
        .join('');
    expect(side('added')).toBe(before);
    expect(side('removed')).toBe(after);
  }
});
