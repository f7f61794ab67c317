import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turns } from './task-queue.ts';

test('acts under one key run one after the other, in order, also after one fails', async () => {
  const turns = new Turns();
  const seen: string[] = [];
  const act = (name: string) => async () => {
    seen.push(`${name} starts`);
    await pause(5);
    seen.push(`${name} ends`);
    if (name === 'one') throw new Error('one failed');
    return name;
  };
  const [one, two] = await Promise.allSettled([turns.take('a', act('one')), turns.take('a', act('two'))]);
  expect(one).toMatchObject({ status: 'rejected', reason: new Error('one failed') });
  expect(two).toEqual({ status: 'fulfilled', value: 'two' });
  expect(seen).toEqual(['one starts', 'one ends', 'two starts', 'two ends']);
});

test('acts under different keys do not wait for each other', async () => {
  const turns = new Turns();
  const first = Promise.withResolvers<void>();
  const waiting = turns.take('a', () => first.promise);
  expect(await turns.take('b', async () => 'done')).toBe('done');
  first.resolve();
  await waiting;
});
