import { expect, test } from 'vitest';
import { KeptAnswers } from './kept-answers.ts';

const place = { place: '1', head: '1', numbered: null };

test('the last answer kept for an address is found there, and nowhere else', () => {
  const kept = new KeptAnswers(10_000);
  kept.keep('/a', { ...place, tag: 'one', body: 'text' });
  expect(kept.find('/a')).toMatchObject({ tag: 'one', body: 'text' });
  expect(kept.find('/b')).toBeUndefined();
  kept.keep('/a', { ...place, tag: 'two' });
  expect(kept.find('/a')).toEqual({ ...place, tag: 'two' });
});

test('the least recently used answers are evicted first, and one that is too large is not kept', () => {
  const kept = new KeptAnswers(4000);
  const body = 'x'.repeat(500);
  for (const address of ['/a', '/b']) kept.keep(address, { ...place, tag: address, body });
  kept.find('/a');
  kept.keep('/c', { ...place, tag: '/c', body });
  expect(['/a', '/b', '/c'].map((address) => kept.find(address)?.tag)).toEqual(['/a', undefined, '/c']);
  kept.keep(`/${'a'.repeat(2000)}`, { ...place, tag: 'long' });
  expect(kept.find('/a')).toBeUndefined();
  kept.keep('/large', { ...place, tag: 'large', body: 'x'.repeat(4000) });
  expect(kept.find('/large')).toBeUndefined();
});
