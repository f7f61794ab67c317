import { expect, test } from 'vitest';
import { TaskQueue } from './task-queue.ts';

test('acts run in parallel while they fit, and the others wait in order', async () => {
  const queue = new TaskQueue(10);
  const seen: string[] = [];
  const ends = new Map<string, () => void>();
  const act = (name: string, need: number) =>
    queue.run(
      () => {
        seen.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      },
      { need },
    );
  const all = [act('a', 6), act('b', 4), act('c', 5), act('d', 1)];
  await Promise.resolve();
  expect(seen).toEqual(['a', 'b']);
  ends.get('b')?.();
  await all[1];
  expect(seen).toEqual(['a', 'b']);
  ends.get('a')?.();
  await all[0];
  await Promise.resolve();
  expect(seen).toEqual(['a', 'b', 'c', 'd']);
});

test('an act that exceeds the budget runs alone, and one that fails gives back what it took', async () => {
  const queue = new TaskQueue(10);
  await expect(queue.run(() => Promise.reject(new Error('no')), { need: 99 })).rejects.toThrow('no');
  expect(await queue.run(async () => 'done', { need: 10 })).toBe('done');
});
