import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { BackgroundCounts } from './background-counts.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

/** Counts under manual control: each count ends when the test resolves it. */
function counted() {
  const waiting: PromiseWithResolvers<number>[] = [];
  const errors: unknown[] = [];
  const count = () => {
    const one = Promise.withResolvers<number>();
    waiting.push(one);
    return one.promise;
  };
  const parts = { work: office.app.work, clock: office.clock.now, onError: (error: unknown) => errors.push(error) };
  const counts = new BackgroundCounts(parts);
  /** Waits until this many counts have begun. */
  const begun = (times: number) => expect.poll(() => waiting).toHaveLength(times);
  return { counts, waiting, errors, begun, shown: () => counts.get('series', count) };
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

test('the counts are renewed after a minute, and soon after a change', async () => {
  const { counts, waiting, begun, shown } = counted();
  shown();
  await begun(1);
  waiting[0]?.resolve(1);
  await expect.poll(shown).toBe(1);
  counts.changed();
  shown();
  expect(waiting).toHaveLength(1);
  office.clock.advance(5000);
  shown();
  await begun(2);
  waiting[1]?.resolve(2);
  await expect.poll(shown).toBe(2);
  office.clock.advance(59_000);
  shown();
  expect(waiting).toHaveLength(2);
  office.clock.advance(1000);
  shown();
  await begun(3);
  waiting[2]?.resolve(3);
  await expect.poll(shown).toBe(3);
});

test('a count that takes longer than it stays fresh is still used, and is not started again meanwhile', async () => {
  const { counts, waiting, begun, shown } = counted();
  shown();
  await begun(1);
  counts.changed();
  office.clock.advance(60_000);
  expect(shown()).toBeUndefined();
  waiting[0]?.resolve(7);
  await expect.poll(shown).toBe(7);
  await begun(2);
});

test('a count that fails is reported, and the last one is kept', async () => {
  const { counts, waiting, errors, begun, shown } = counted();
  shown();
  await begun(1);
  waiting[0]?.resolve(1);
  await expect.poll(shown).toBe(1);
  office.clock.advance(60_000);
  shown();
  await begun(2);
  waiting[1]?.reject(new Error('The table is gone.'));
  await expect.poll(() => errors).toHaveLength(1);
  expect(shown()).toBe(1);
  await counts.stop();
});

test('the menu shows how many books and series there are', async () => {
  await office.db.insertInto('series').values({ title: 'Lantern Street', position: 1 }).execute();
  const count = async () =>
    /href="\/series"[^>]*>(?:(?!<\/a>).)*<small[^>]*>(\d+)<\/small><\/a>/s.exec(
      (await office.admin.get('/agegroup')).body,
    )?.[1];
  await expect.poll(count).toBe('1');
});
