import { expect, test } from 'vitest';
import { markedIn } from './marked.rules.ts';

const marks = (text: string, ...words: string[]) =>
  markedIn(text, words)
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('');

test('the words looked for are marked wherever they stand, whatever their case and accents', () => {
  expect(marks('Harry Potter and the Goblet', 'harry', 'pot')).toBe('[Harry] [Pot]ter and the Goblet');
  expect(marks('El jardín de Ñandú', 'jardin', 'nandu')).toBe('El [jardín] de [Ñandú]');
  expect(marks('Fırtınalı Gece', 'FIRTINALI')).toBe('[Fırtınalı] Gece');
  expect(marks('図書室の幽霊', '幽霊')).toBe('図書室の[幽霊]');
  expect(marks('각과 가', '가')).toBe('각과 [가]');
  expect(marks('banana', 'ana')).toBe('b[anana]');
});

test('nothing is marked without a word, and what does not match stays whole', () => {
  expect(markedIn('Lantern Street', [])).toEqual([{ text: 'Lantern Street', isMatch: false }]);
  expect(markedIn('Lantern Street', ['', 'owl'])).toEqual([{ text: 'Lantern Street', isMatch: false }]);
  expect(markedIn('', ['owl'])).toEqual([]);
});
