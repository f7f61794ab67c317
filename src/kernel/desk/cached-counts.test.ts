import { EventEmitter } from 'node:events';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { inSeconds } from '../text/seconds.rules.ts';
import { systemCaller } from '../work/unit-of-work.ts';
import { CachedCounts } from './cached-counts.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());
afterEach(() => void vi.restoreAllMocks());

/** Counts under manual control: each count ends when the test resolves it. */
function counted({ altersAt, retentionMs }: { altersAt?: () => number | null; retentionMs?: number } = {}) {
  const waiting: PromiseWithResolvers<number>[] = [];
  const errors: unknown[] = [];
  const count = () => {
    const one = Promise.withResolvers<number>();
    waiting.push(one);
    return one.promise;
  };
  const feed = new EventEmitter();
  const changes = {
    isConnected: true,
    onWake: (listener: () => void) => {
      feed.on('wake', listener);
      return () => feed.off('wake', listener);
    },
  };
  const onError = (error: unknown) => errors.push(error);
  const counts = new CachedCounts({ work: office.app.work, changes, clock: office.clock.now, onError, retentionMs });
  stop = async () => {
    for (const one of waiting) one.resolve(0);
    await counts.stop();
  };
  const kinds = ['series'];
  const counter = { kinds, count, ...(altersAt && { altersAt: async () => altersAt() }) };
  /** Waits until this many counts have begun. */
  const begun = (times: number) => expect.poll(() => waiting).toHaveLength(times);
  const change = async (kind: string) => {
    await office.app.work.write(systemCaller('test'), async (ctx) => ctx.changed(kind));
    feed.emit('wake');
  };
  return { counts, changes, waiting, errors, begun, change, shown: () => counts.get('series', counter) };
}

test('a page shows the counts that are known and never waits for the others', async () => {
  const { waiting, begun, shown } = counted();
  expect(shown()).toBeUndefined();
  expect(shown()).toBeUndefined();
  await begun(1);
  waiting[0]?.resolve(7);
  await expect.poll(shown).toBe(7);
  expect(waiting).toHaveLength(1);
});

test('a caller that needs counts at the start can wait for them for a while', async () => {
  const { counts, waiting, begun, shown } = counted();
  expect(shown()).toBeUndefined();
  await begun(1);
  await counts.settle(1);
  expect([shown(), counts.missed]).toEqual([undefined, 2]);
  waiting[0]?.resolve(7);
  await counts.settle(60_000);
  expect([shown(), counts.missed]).toEqual([7, 2]);
});

test('quick counts do not wait for slow ones, and whoever could wait is told how long the rest after those is', async () => {
  const { counts, waiting, begun, change, shown } = counted();
  const now = performance.now.bind(performance);
  let ahead = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
  let levels = 3;
  const quick = () => counts.latest('quick', { kinds: ['series'], count: async () => levels });
  shown();
  quick();
  await begun(1);
  // It takes two seconds.
  ahead += 2000;
  waiting[0]?.resolve(7);
  await expect.poll(() => quick()?.count).toBe(3);
  await expect.poll(() => counts.resumesIn).toBeGreaterThan(3000);
  ahead += 60_000;
  levels = 4;
  await change('series');
  quick();
  await begun(2);
  expect(quick()).toMatchObject({ count: 4, isOld: false });
  expect(counts.resumesIn).toBeGreaterThan(0);
});

test('what is shown is counted again after a change to its kind, and only then', async () => {
  const { waiting, begun, change, shown } = counted();
  shown();
  await begun(1);
  waiting[0]?.resolve(1);
  await expect.poll(shown).toBe(1);
  await change('customer');
  await change('series');
  await begun(2);
  waiting[1]?.resolve(2);
  await expect.poll(shown).toBe(2);
  expect(waiting).toHaveLength(2);
});

test('a count that cannot keep up with the changes is not shown, rather than an old one', async () => {
  const { counts, waiting, begun, change, shown } = counted();
  const notified: (number | undefined)[] = [];
  shown();
  await begun(1);
  waiting[0]?.resolve(1);
  await expect.poll(shown).toBe(1);
  counts.listen(() => notified.push(shown()));
  await change('series');
  await begun(2);
  await expect.poll(shown, { timeout: 5000 }).toBeUndefined();
  await expect.poll(() => notified, { timeout: 5000 }).toContain(undefined);
  waiting[1]?.resolve(2);
  await expect.poll(shown).toBe(2);
});

test('without the feed a count is not shown for long, until it is compared with the library again', async () => {
  const { changes, waiting, begun, shown } = counted();
  shown();
  await begun(1);
  waiting[0]?.resolve(1);
  await expect.poll(shown).toBe(1);
  changes.isConnected = false;
  // Changes that nobody told of.
  await office.app.work.write(systemCaller('test'), async (ctx) => ctx.changed('series'));
  await expect.poll(shown, { timeout: 5000 }).toBeUndefined();
  await begun(2);
  waiting[1]?.resolve(2);
  await expect.poll(shown).toBe(2);
});

test('a count that alters as time passes is made again at that time', async () => {
  let at: number | null = inSeconds(office.clock.now()) + 3600;
  const { waiting, begun, shown } = counted({ altersAt: () => at });
  shown();
  await begun(1);
  waiting[0]?.resolve(1);
  await expect.poll(shown).toBe(1);
  at = null;
  office.clock.advance(3_700_000);
  expect(shown()).toBeUndefined();
  await begun(2);
  waiting[1]?.resolve(0);
  await expect.poll(shown).toBe(0);
});

test('a count that fails is reported and not shown, and is tried again', async () => {
  const { waiting, errors, begun, change, shown } = counted();
  shown();
  await begun(1);
  waiting[0]?.resolve(1);
  await expect.poll(shown).toBe(1);
  await change('series');
  await begun(2);
  waiting[1]?.reject(new Error('The table is gone.'));
  await expect.poll(() => errors).toHaveLength(1);
  await expect.poll(shown, { timeout: 5000 }).toBeUndefined();
  await begun(3);
  waiting[2]?.resolve(3);
  await expect.poll(shown).toBe(3);
});

test('a count that nobody asks for any more is not counted again after a change', async () => {
  const { counts, waiting, begun, shown, change } = counted({ retentionMs: 0 });
  shown();
  await begun(1);
  waiting[0]?.resolve(7);
  await expect.poll(shown).toBe(7);
  let others = 3;
  const other = { kinds: ['series'], count: async () => others };
  counts.listen(() => counts.get('other', other));
  await expect.poll(() => counts.get('other', other)).toBe(3);
  const before = waiting.length;
  others = 4;
  await change('series');
  await expect.poll(() => counts.get('other', other), { timeout: 10_000 }).toBe(4);
  expect(waiting).toHaveLength(before);
});
