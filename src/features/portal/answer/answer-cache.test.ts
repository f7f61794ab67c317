import { expect, test } from 'vitest';
import { answerCache } from './answer-cache.ts';

const position = { position: '1', head: '1', numbered: null, tags: 'book' };

test('the last answer kept for an address is found there, and nowhere else', () => {
  const kept = answerCache(10_000);
  kept.set('/a', { ...position, tag: 'one', body: 'text' });
  expect(kept.get('/a')).toMatchObject({ tag: 'one', body: 'text' });
  expect(kept.get('/b')).toBeUndefined();
  kept.set('/a', { ...position, tag: 'two' });
  expect(kept.get('/a')).toEqual({ ...position, tag: 'two' });
});

test('the least recently used answers are evicted first, and one that is too large is not kept', () => {
  const kept = answerCache(4000);
  const body = 'x'.repeat(500);
  for (const address of ['/a', '/b']) kept.set(address, { ...position, tag: address, body });
  kept.get('/a');
  kept.set('/c', { ...position, tag: '/c', body });
  expect(['/a', '/b', '/c'].map((address) => kept.get(address)?.tag)).toEqual(['/a', undefined, '/c']);
  kept.set(`/${'a'.repeat(1000)}`, { ...position, tag: 'long' });
  expect(kept.get('/a')).toBeUndefined();
  kept.set('/large', { ...position, tag: 'large', body: 'x'.repeat(4000) });
  expect(kept.get('/large')).toBeUndefined();
});
