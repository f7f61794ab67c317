import { expect, test } from 'vitest';
import { Budget } from './budget.ts';

test('acts run in parallel while they fit, and the others wait in order', async () => {
  const budget = new Budget(10);
  const seen: string[] = [];
  const ends = new Map<string, () => void>();
  const act = (name: string, need: number) =>
    budget.spend(need, () => {
      seen.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
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
  const budget = new Budget(10);
  await expect(budget.spend(99, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await budget.spend(10, async () => 'done')).toBe('done');
});
