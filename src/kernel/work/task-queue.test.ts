import { expect, onTestFinished, test, vi } from 'vitest';
import { overloaded, TaskQueue } from './task-queue.ts';

const act = () => Promise.withResolvers<void>();

test('only a limited number run at a time; the others go in order of arrival, told how many are ahead', async () => {
  const queue = new TaskQueue(2);
  const acts = [act(), act(), act(), act()];
  const began: number[] = [];
  const positions: string[] = [];
  const runs = acts.map(({ promise }, index) =>
    queue.run(
      () => {
        began.push(index);
        return promise;
      },
      { onPosition: (ahead) => positions.push(`${index}: ${ahead}`) },
    ),
  );
  expect(began).toEqual([0, 1]);
  acts[1]?.resolve();
  await runs[1];
  await Promise.resolve();
  expect(began).toEqual([0, 1, 2]);
  for (const { resolve } of acts) resolve();
  await Promise.all(runs);
  expect(began).toEqual([0, 1, 2, 3]);
  expect(positions).toEqual(['2: 1', '3: 2', '3: 1', '2: 0', '3: 0']);
});

test('one that fails gives its place to the next', async () => {
  const queue = new TaskQueue(1);
  const failing = queue.run(() => Promise.reject(new Error('no')));
  const next = queue.run(async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
  expect(await queue.run(async () => 'again')).toBe('again');
});

test('a line that is too long refuses newcomers, and says so', async () => {
  const queue = new TaskQueue(1);
  const { promise, resolve } = act();
  const runs = Array.from({ length: 101 }, () => queue.run(() => promise));
  await expect(queue.run(() => promise)).rejects.toMatchObject({ status: 503, code: 'error.busy' });
  resolve();
  await Promise.all(runs);
});

test('one that waits longer than its limit is refused with the time to try again, and loses its place', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const queue = new TaskQueue(1, { withinMs: 1000, refusal: overloaded });
  const { promise, resolve } = act();
  const first = queue.run(() => promise);
  const late = queue.run(async () => 'late');
  const refused = expect(late).rejects.toMatchObject({
    status: 503,
    code: 'error.crowded',
    options: { retryAfter: 5 },
  });
  await vi.advanceTimersByTimeAsync(600);
  const next = queue.run(async () => 'in time');
  await vi.advanceTimersByTimeAsync(600);
  await refused;
  resolve();
  await first;
  expect(await next).toBe('in time');
  expect(queue.isIdle).toBe(true);
});
