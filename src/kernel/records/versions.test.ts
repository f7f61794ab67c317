import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWork, type TestWork } from '#test/work.ts';
import type { Context } from '../work/context.ts';
import { systemCaller } from '../work/unit-of-work.ts';
import type { Json } from './version-changes.rules.ts';
import {
  editMemo,
  getVersion,
  listVersions,
  newestVersion,
  saveVersion,
  type Versioned,
  type VersionNote,
} from './versions.ts';
import { compareVersions, stateAt } from './version-states.ts';

let office: TestWork;
beforeAll(async () => {
  office = await startWork();
});
afterAll(() => office.close());

const ada = {
  ...systemCaller('test'),
  actor: { staffIdx: 1, staffId: 'ada', name: 'Ada', isAdmin: true, sessionId: 's' },
};
type VersionState = { [field: string]: Json };
const record = (id: string): Versioned<VersionState> => ({ entity: 'shelf', id });
const save = (id: string, state: VersionState, note?: VersionNote) =>
  office.work.write(ada, (ctx) => saveVersion(ctx, record(id), state, note));
const read = <T>(act: (ctx: Context) => Promise<T>) => office.work.read(ada, act);

const first: VersionState = {
  title: 'One',
  prices: [{ USD: '1.00' }],
  contents: { 'book:1': 'A', 'book:2': 'B' },
  texts: { en: { notice: '' } },
};
const second: VersionState = {
  ...first,
  contents: { 'book:2': 'B', 'series:9': 'C' },
  texts: { en: { notice: 'New' }, ko: { notice: '새' } },
};
const third: VersionState = { ...second, title: 'Two', prices: [{ USD: '1.00' }, { KRW: '900' }] };

describe('The versions of a record', () => {
  test('show who changed what, when and why, as differences', async () => {
    const one = await save('told', first, { reason: 'begun' });
    office.clock.advance(60_000);
    const two = await save('told', second, { memo: 'for May' });
    expect(await read((ctx) => getVersion(ctx, record('told'), one))).toMatchObject({ actor: 'ada', reason: 'begun' });
    expect(await read((ctx) => getVersion(ctx, record('told'), two))).toEqual({
      ver_idx: two,
      number: 2,
      at: office.clock.now().getTime() / 1000,
      actor: 'ada',
      reason: null,
      memo: 'for May',
      memo_version: 1,
      restores: null,
      restores_number: null,
      summary: {
        'contents.book:1': { removed: 1 },
        'contents.series:9': { added: 1 },
        'texts.en': { changed: 1 },
        'texts.ko': { added: 1 },
      },
      changes: [
        { path: ['contents', 'book:1'], before: 'A' },
        { path: ['contents', 'series:9'], after: 'C' },
        { path: ['texts', 'en', 'notice'], before: '', after: 'New' },
        { path: ['texts', 'ko'], after: { notice: '새' } },
      ],
    });
  });

  test('are numbered across all records, and an unchanged state makes none', async () => {
    const one = await save('a', first);
    const other = await save('b', first);
    expect(other).toBeGreaterThan(one);
    expect(await save('a', structuredClone(first))).toBe(one);
    expect(await save('a', second)).toBeGreaterThan(other);
    expect(await read((ctx) => newestVersion(ctx, record('nobody')))).toBeNull();
  });

  test('give the state at each, and any two can be compared, forwards and backwards', async () => {
    const [one, two, three] = [await save('c', first), await save('c', second), await save('c', third)];
    for (const [version, state] of [
      [one, first],
      [two, second],
      [three, third],
    ] as const) {
      expect(await read((ctx) => stateAt(ctx, record('c'), version))).toEqual(state);
    }
    const compare = (from: number, to: number) => read((ctx) => compareVersions(ctx, record('c'), from, to));
    expect(await compare(two, three)).toEqual([
      { path: ['prices'], before: second.prices, after: third.prices },
      { path: ['title'], before: 'One', after: 'Two' },
    ]);
    expect(await compare(three, two)).toEqual([
      { path: ['prices'], before: third.prices, after: second.prices },
      { path: ['title'], before: 'Two', after: 'One' },
    ]);
    expect(await compare(three, three)).toEqual([]);
  });

  test('are restored by saving an old state, which makes a new version', async () => {
    const one = await save('d', first);
    await save('d', second);
    const restored = await save('d', await read((ctx) => stateAt(ctx, record('d'), one)), { restores: one });
    expect(await read((ctx) => stateAt(ctx, record('d'), restored))).toEqual(first);
    expect(await read((ctx) => getVersion(ctx, record('d'), restored))).toMatchObject({ restores: one });
    expect(await read((ctx) => newestVersion(ctx, record('d')))).toBe(restored);
  });

  test('are listed a page at a time, the newest first', async () => {
    for (let n = 0; n < 103; n++) await save('many', { n });
    const page = (number: number) => read((ctx) => listVersions(ctx, record('many'), number));
    const { rows, total } = await page(1);
    expect([rows.length, total, (await page(2)).rows.length]).toEqual([100, 103, 3]);
    expect(rows.map(({ ver_idx }) => ver_idx)).toEqual(rows.map(({ ver_idx }) => ver_idx).toSorted((a, b) => b - a));
  });

  test('store only the changes of growing parts, which count as one part, and can rebuild them', async () => {
    const versioned = (contents: VersionState): Versioned<VersionState> => ({
      ...record('grown'),
      grown: () => sql`select ${JSON.stringify({ contents })}::json`,
    });
    const saveGrown = (contents: VersionState, title: string, given: VersionNote) =>
      office.work.write(ada, (ctx) => saveVersion(ctx, versioned(contents), { title }, given));
    const one = await saveGrown({}, 'One', {});
    const two = await saveGrown({ a: 1, b: 2 }, 'One', {
      grown: [
        { path: ['contents', 'a'], after: 1 },
        { path: ['contents', 'b'], after: 2 },
      ],
    });
    const three = await saveGrown({ b: 2 }, 'Two', { grown: [{ path: ['contents', 'a'], before: 1 }] });
    const at = (version: number) => read((ctx) => stateAt(ctx, versioned({ b: 2 }), version));
    expect([await at(one), await at(two), await at(three)]).toEqual([
      { title: 'One', contents: {} },
      { title: 'One', contents: { a: 1, b: 2 } },
      { title: 'Two', contents: { b: 2 } },
    ]);
    const { rows } = await read((ctx) => listVersions(ctx, record('grown'), 1));
    expect(rows.map(({ summary }) => summary)).toEqual([
      { title: { changed: 1 }, contents: { removed: 1 } },
      { contents: { added: 2 } },
      { title: { added: 1 } },
    ]);
  });

  test('are compared by what changed of a growing part, without reading the rest of it', async () => {
    const queried: boolean[] = [];
    const now = { a: 'A', c: 'C', unchanged: 'U' };
    const versioned: Versioned<VersionState> = {
      ...record('compared'),
      grown: (keys) => {
        queried.push(keys !== undefined);
        return sql`
          select json_build_object('contents', coalesce(json_object_agg(key, value), '{}'))
          from json_each(${JSON.stringify(now)}::json) where ${keys ? sql`key in (${keys})` : sql`true`}`;
      },
    };
    const saveCompared = (n: number, grown: VersionNote['grown'] = []) =>
      office.work.write(ada, (ctx) => saveVersion(ctx, versioned, { n }, { grown }));
    const one = await saveCompared(1);
    const two = await saveCompared(2, [{ path: ['contents', 'b'], after: 'B' }]);
    const three = await saveCompared(3, [
      { path: ['contents', 'b'], before: 'B' },
      { path: ['contents', 'c'], after: 'C' },
    ]);
    const compare = (from: number, to: number) => read((ctx) => compareVersions(ctx, versioned, from, to));
    expect(await compare(one, two)).toEqual([
      { path: ['contents', 'b'], after: 'B' },
      { path: ['n'], before: 1, after: 2 },
    ]);
    expect(await compare(three, one)).toEqual([
      { path: ['contents', 'c'], before: 'C' },
      { path: ['n'], before: 3, after: 1 },
    ]);
    expect(queried).toEqual([true, true]);
    const missing = { status: 404, code: 'error.version_not_found' };
    await expect(compare(one, three + 1000)).rejects.toMatchObject(missing);
  });

  test('follow one another when several are made at once', async () => {
    await save('race', { n: 0 });
    await Promise.all(Array.from({ length: 8 }, (_, n) => save('race', { n: n + 1, [`by${n}`]: true })));
    const { rows } = await read((ctx) => listVersions(ctx, record('race'), 1));
    expect(rows).toHaveLength(9);
    expect(await read((ctx) => stateAt(ctx, record('race'), rows.at(-1)?.ver_idx ?? 0))).toEqual({ n: 0 });
  });

  test('have a memo that can be edited, with an audit row when it changes', async () => {
    const one = await save('memo', first);
    const edit = (memo: string) => office.work.write(ada, (ctx) => editMemo(ctx, record('memo'), one, memo));
    await edit('agreed');
    await edit('agreed');
    const late = office.work.write(ada, (ctx) => editMemo(ctx, record('memo'), one, 'late', 1));
    await expect(late).rejects.toMatchObject({ status: 409, values: { name: 'ada' } });
    expect(await read((ctx) => getVersion(ctx, record('memo'), one))).toMatchObject({ memo: 'agreed' });
    const trail = await office.db.selectFrom('audit').select(['action', 'before', 'after']).execute();
    expect(trail).toEqual([
      {
        action: 'shelf.updated',
        before: { version: { ver_idx: one, memo: '' } },
        after: { version: { ver_idx: one, memo: 'agreed' } },
      },
    ]);
  });

  test('of another record are not found', async () => {
    const one = await save('mine', first);
    const missing = { status: 404, code: 'error.version_not_found' };
    await expect(read((ctx) => getVersion(ctx, record('yours'), one))).rejects.toMatchObject(missing);
    await expect(read((ctx) => stateAt(ctx, record('yours'), one))).rejects.toMatchObject(missing);
  });

  test('leave no trace where the change they belong to is rolled back', async () => {
    const failing = office.work.write(ada, async (ctx) => {
      await saveVersion(ctx, record('undone'), first);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await read((ctx) => newestVersion(ctx, record('undone')))).toBeNull();
  });
});
