import { expect, test } from 'vitest';
import { diffWords, isReadable, shortened } from './word-diff.rules.ts';

const described = (before: string, after: string, language = 'en') =>
  diffWords(before, after, language)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'old' ? `[-${text}]` : `[+${text}]`))
    .join('');

test('a changed word is marked between the words that stay', () => {
  expect(described('The fox jumps over the dog.', 'The fox leaps over the dog.')).toBe(
    'The fox [-jumps][+leaps] over the dog.',
  );
});

test('words that are added, removed or moved are marked where they are', () => {
  expect(described('One two three', 'One three')).toBe('One [-two ]three');
  expect(described('One three', 'One two three')).toBe('One [+two ]three');
  expect(described('', 'New')).toBe('[+New]');
  expect(described('Same', 'Same')).toBe('Same');
});

test('languages without spaces have words too', () => {
  expect(described('私は本を読みます', '私は本を書きます', 'ja')).toMatch(/^私は本を\[-.+\]\[\+.+\]/);
});

test('the old and the new text can be read from the difference, whatever they are', () => {
  const texts = ['a b c a b b a', 'c b a b a c', 'The 😀 cat. ', '가나다 라마바', '  ', 'x'.repeat(50), ''];
  for (const before of texts) {
    for (const after of texts) {
      const pieces = diffWords(before, after, 'en');
      const side = (other: string) => pieces.flatMap(({ kind, text }) => (kind === other ? [] : text)).join('');
      expect([side('new'), side('old')]).toEqual([before, after]);
    }
  }
});

test('a long text changed at its beginning and at its end keeps what is between', () => {
  const middle = 'One word after another. '.repeat(3000);
  expect(diffWords(`Old ${middle}cat`, `New ${middle}dog`, 'en').map(({ kind }) => kind)).toEqual([
    'old',
    'new',
    'same',
    'old',
    'new',
  ]);
});

test('two long texts with nothing in common are quickly shown as replaced', () => {
  const long = (word: string) => Array.from({ length: 5000 }, (_, n) => `${word}${n}`).join(' ');
  expect(diffWords(long('a'), long('b'), 'en')).toHaveLength(2);
});

test('unchanged text is shortened to what surrounds the changes', () => {
  const text = 'word '.repeat(100);
  const pieces = shortened(diffWords(`${text}old ${text}`, `${text}new ${text}`, 'en'), 10);
  expect(pieces.map((piece) => piece.text)).toEqual(['…word word ', 'old', 'new', ' word word…']);
});

test('a difference is only more useful than the two texts if most of the text stays', () => {
  expect(isReadable(diffWords('The fox jumps over the dog', 'The fox leaps over the dog', 'en'))).toBe(true);
  expect(isReadable(diffWords('All of this goes', 'Nothing here remains', 'en'))).toBe(false);
});
