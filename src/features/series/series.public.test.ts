import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { beginAct } from '#kernel/records/acts.ts';
import type { Context } from '#kernel/work/context.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type Office, startOffice } from '#test/app.ts';
import { seriesDesk } from './series.fixture.ts';
import {
  addLevels,
  addSeries,
  findLevelIds,
  findSeriesIds,
  listLevelOptions,
  listSeriesOptions,
  removeEmptySeries,
  removeLevels,
} from './series.public.ts';

let office: Office;
const desk = seriesDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());
beforeEach(desk.clear);

const bulk = <T>(run: (ctx: Context, act: number) => Promise<T>) =>
  office.app.work.write(systemCaller('bulk'), async (ctx) => run(ctx, await beginAct(ctx)));

test('a bulk act adds the missing series at the end, in their given order, and answers those it created', async () => {
  const old = await desk.addSeries('Old');
  await office.db.deleteFrom('audit').execute();
  const made = await bulk((ctx, act) => addSeries(ctx, act, ['Zebra', 'Old', 'Ant', 'Zebra']));
  expect([...made.keys()].toSorted()).toEqual(['Ant', 'Zebra']);
  expect(await desk.order()).toEqual([old, made.get('Zebra'), made.get('Ant')]);
  expect(await desk.places()).toEqual([1, 2, 3]);
  expect(await desk.trail()).toEqual([]);
  const ids = await bulk((ctx) => findSeriesIds(ctx, ['Old', 'Ant', 'ant', 'Nobody']));
  expect(ids).toEqual(
    new Map([
      ['Old', old],
      ['Ant', made.get('Ant')],
    ]),
  );
});

test('bulk acts and single ones that add series at the same moment share the order without a gap', async () => {
  const answers = await Promise.all([
    bulk((ctx, act) => addSeries(ctx, act, ['A', 'B', 'C'])),
    office.admin.post('/api/v1/series', { title: 'Single' }),
    bulk((ctx, act) => addSeries(ctx, act, ['C', 'B', 'D'])),
  ]);
  expect(answers[0].size + answers[2].size).toBe(4);
  expect(await desk.places()).toEqual([1, 2, 3, 4, 5]);
});

test('a bulk act adds the missing levels at the end of each series', async () => {
  const [one, two] = [await desk.addSeries('One'), await desk.addSeries('Two')];
  const first = await desk.addLevel(one, 'First');
  const made = await bulk((ctx, act) =>
    addLevels(ctx, act, [
      { ser_idx: one, title: 'Third' },
      { ser_idx: two, title: 'First' },
      { ser_idx: one, title: 'First' },
      { ser_idx: one, title: 'Second' },
    ]),
  );
  const idOf = (serIdx: number, title: string) =>
    made.find((level) => level.ser_idx === serIdx && level.title === title)?.lev_idx;
  expect(await desk.levelOrder(one)).toEqual([first, idOf(one, 'Third'), idOf(one, 'Second')]);
  expect(await desk.levelOrder(two)).toEqual([idOf(two, 'First')]);
  const found = await bulk((ctx) =>
    findLevelIds(ctx, [
      { ser_idx: one, title: 'First' },
      { ser_idx: two, title: 'Second' },
    ]),
  );
  expect(found).toEqual([{ lev_idx: first, ser_idx: one, title: 'First' }]);
});

test('levels for a deleted series are refused, and nothing of the bulk act remains', async () => {
  const refused = bulk(async (ctx, act) => {
    await addSeries(ctx, act, ['New']);
    await addLevels(ctx, act, [{ ser_idx: 999_999, title: 'A' }]);
  });
  await expect(refused).rejects.toMatchObject({ constraint: 'level__ser_idx_fkey' });
  expect(await desk.order()).toEqual([]);
});

test('series created by a bulk act are removed without a gap; a series that has levels stays', async () => {
  const ids = await desk.addManySeries(4);
  const [a = 0, b = 0, c = 0, d = 0] = ids;
  const levels = await desk.addManyLevels(b, 3);
  await bulk((ctx, act) => removeEmptySeries(ctx, act, [a, b, d]));
  expect(await desk.order()).toEqual([b, c]);
  expect(await desk.places()).toEqual([1, 2]);
  await bulk((ctx, act) => removeLevels(ctx, act, [levels[0] ?? 0]));
  expect(await desk.levelOrder(b)).toEqual(levels.slice(1));
  expect(await desk.levelPlaces(b)).toEqual([1, 2]);
});

test('selectors get series and levels in their order', async () => {
  const [a = 0, b = 0] = await desk.addManySeries(2);
  await office.admin.put('/api/v1/series/difficulty', [b, a]);
  const level = await desk.addLevel(a, 'Level 1');
  expect(await bulk(listSeriesOptions)).toEqual([
    { id: b, title: 'Series 2' },
    { id: a, title: 'Series 1' },
  ]);
  expect(await bulk((ctx) => listLevelOptions(ctx, a))).toEqual([{ id: level, title: 'Level 1' }]);
  expect(await bulk((ctx) => listLevelOptions(ctx, 999_999))).toEqual([]);
});
