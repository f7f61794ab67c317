import { expect, test } from 'vitest';
import { KeptAnswers } from './kept-answers.ts';

test('an answer is found at the place it was read at, and at no other', () => {
  const kept = new KeptAnswers(10_000);
  kept.keep('/a', '1', { tag: 'one', body: 'text' });
  expect(kept.find('/a', '1')).toMatchObject({ tag: 'one', body: 'text' });
  expect(kept.find('/a', '2')).toBeUndefined();
  expect(kept.find('/b', '1')).toBeUndefined();
  kept.keep('/a', '2', { tag: 'two' });
  expect(kept.find('/a', '1')).toBeUndefined();
  expect(kept.find('/a', '2')).toMatchObject({ tag: 'two' });
});

test('the longest unused go first, and one that is too large for all stays away', () => {
  const kept = new KeptAnswers(4000);
  const body = 'x'.repeat(500);
  for (const address of ['/a', '/b']) kept.keep(address, '1', { tag: address, body });
  kept.find('/a', '1');
  kept.keep('/c', '1', { tag: '/c', body });
  expect(['/a', '/b', '/c'].map((address) => kept.find(address, '1')?.tag)).toEqual(['/a', undefined, '/c']);
  kept.keep(`/${'a'.repeat(2000)}`, '1', { tag: 'long' });
  expect(kept.has('/a')).toBe(false);
  kept.keep('/large', '1', { tag: 'large', body: 'x'.repeat(4000) });
  expect(kept.find('/large', '1')).toBeUndefined();
});
