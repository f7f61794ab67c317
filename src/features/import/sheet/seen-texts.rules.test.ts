import { expect, test } from 'vitest';
import { SeenTexts } from './seen-texts.rules.ts';

const many = 100_000;

test('a hundred thousand texts that differ are told apart, however alike they are', () => {
  const seen = new SeenTexts(2 * many);
  for (let n = 0; n < many; n++) {
    seen.add(String(9_780_000_000_000 + n));
    seen.add(`Book-${n}`);
  }
  expect(seen.allDiffer).toBe(true);
});

test('a text that stands twice is noticed, wherever it is', () => {
  const seen = new SeenTexts(many);
  for (let n = 1; n < many; n++) seen.add(`Book-${n}`);
  seen.add('Book-77');
  expect(seen.allDiffer).toBe(false);
});

test('empty and cleared cells are no texts', () => {
  const seen = new SeenTexts(4);
  for (const text of ['', '', null, null, undefined, 'one']) seen.add(text);
  expect(seen.allDiffer).toBe(true);
});
