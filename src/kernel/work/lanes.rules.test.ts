import { expect, test } from 'vitest';
import { inLanes } from './lanes.rules.ts';

/** Work that ends when the test says so. */
function gates(count: number) {
  const all = Array.from({ length: count }, () => Promise.withResolvers<void>());
  const begun: number[] = [];
  const work = async (item: number) => {
    begun.push(item);
    await all[item]?.promise;
  };
  return { begun, work, open: (item: number) => all[item]?.resolve(), fail: (item: number) => all[item]?.reject(item) };
}

/** Lets pending work proceed as far as it can. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('as many items are processed in parallel as there are lanes, each followed by the next', async () => {
  const { begun, work, open } = gates(4);
  const done = inLanes([0, 1, 2, 3], 2, work);
  await settle();
  expect(begun).toEqual([0, 1]);
  open(1);
  await settle();
  expect(begun).toEqual([0, 1, 2]);
  for (const item of [0, 2, 3]) open(item);
  await done;
  expect(begun).toEqual([0, 1, 2, 3]);
});

test('after a failure no more items are started, and it is reported once the running ones have settled', async () => {
  const { begun, work, open, fail } = gates(4);
  let thrown: unknown;
  const done = inLanes([0, 1, 2, 3], 2, work).catch((error: unknown) => {
    thrown = error;
  });
  await settle();
  fail(0);
  await settle();
  expect(thrown).toBeUndefined();
  open(1);
  await done;
  expect(thrown).toBe(0);
  expect(begun).toEqual([0, 1]);
});

test('of two failures the one of the first lane is reported', async () => {
  const { work, fail } = gates(2);
  const done = inLanes([0, 1], 2, work);
  fail(1);
  fail(0);
  await expect(done).rejects.toBe(0);
});

test('items come from any iterable, which is closed after a failure; an empty one means no work', async () => {
  let closed = false;
  function* items() {
    try {
      for (let item = 0; ; item++) yield item;
    } finally {
      closed = true;
    }
  }
  const done = inLanes(items(), 3, async (item) => {
    if (item === 5) throw new Error('five');
  });
  await expect(done).rejects.toThrow('five');
  expect(closed).toBe(true);
  await inLanes([], 3, () => Promise.reject(new Error('never')));
});
