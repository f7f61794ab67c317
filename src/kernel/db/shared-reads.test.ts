import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SharedReads } from './shared-reads.ts';

test('reads in the same turn share a query, and reads after it has started share the next', async () => {
  const reads = new SharedReads<number>();
  let queries = 0;
  const answers = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  const query = () => answers[queries++]?.promise ?? Promise.reject(new Error('no further query'));
  const [one, two] = [reads.read('a', query), reads.read('a', query)];
  expect(queries).toBe(0);
  await nextTurn();
  expect(queries).toBe(1);
  const [three, four] = [reads.read('a', query), reads.read('a', query)];
  answers[0]?.resolve(1);
  answers[1]?.resolve(2);
  expect(await Promise.all([one, two, three, four])).toEqual([1, 1, 2, 2]);
});

test('a query that does not end does not block anybody for long', async () => {
  const reads = new SharedReads<string>();
  void reads.read('a', () => new Promise(() => undefined));
  await nextTurn();
  expect(await reads.read('a', async () => 'the next')).toBe('the next');
});

test('reads under different names are separate', async () => {
  const reads = new SharedReads<string>();
  const read = (name: string) => reads.read(name, async () => name);
  expect(await Promise.all([read('a'), read('b')])).toEqual(['a', 'b']);
});

test('a failure reaches all who shared it, and the next read tries again', async () => {
  const reads = new SharedReads<string>();
  const fail = () => Promise.reject(new Error('away'));
  const failed = await Promise.allSettled([reads.read('a', fail), reads.read('a', fail)]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await reads.read('a', async () => 'back')).toBe('back');
});
