import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { releaseDesk } from '#features/release/release.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { unitRow } from './unit-info.factory.ts';
import type { UnitRow } from './unit-info.rules.ts';

let office: Office;
const desk = releaseDesk(() => office);
let bid: string;
let bidx: number;
let title: string;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());
beforeEach(async () => {
  await desk.clear();
  const series = await desk.addSeries('First');
  const level = await desk.addLevel(series, 'One');
  await desk.addBooks(series, level, 1);
  bid = `b${level}-1`;
  ({ bidx, title } = await desk.book(bid));
});

const units = (...rows: number[]) => rows.map((n) => unitRow(n));
const save = async (unitInfo: UnitRow[]) => {
  const answer = await office.admin.post('/api/v5/book/unit', { bid, bidx, unitInfo });
  expect(answer.status).toBe(200);
  return answer.json.data;
};
const now = async () => (await office.admin.get(`/api/v5/book/unit?bid=${bid}`)).json.data;
const put = (rel: number, unitInfo: unknown, over: object = {}) => desk.put(rel, 'units', bid, { unitInfo }, over);
const putIn = async (rel: number, unitInfo: unknown) => desk.must(await put(rel, unitInfo)).chg_idx;

describe('The units of a book in a release', () => {
  test('are shown where they differ, apply with it, and the former ones come back with an undo', async () => {
    await save(units(1, 2, 3));
    const rel = await desk.release();
    await putIn(rel, [unitRow(1), unitRow(4), unitRow(2, { subunit_title: '  Hello  again ' })]);
    expect((await now()).unitInfo).toEqual(units(1, 2, 3));
    const [change] = (await desk.read(rel)).changes;
    expect(change).toMatchObject({ kind: 'units', id: bid, title, href: `/book/${bid}`, conflict: null });
    const [field] = change.fields;
    expect(field).toMatchObject({ label: 'Unit info', before: '3 units', after: '3 units', differs: true });
    expect(field.table.columns).toHaveLength(9);
    expect(field.table.rows).toMatchObject(
      [
        { before: null, after: ['2', 'Unit 4', 'Hello 4', 'U4', '16', 'G4', 'S4', 'L4', 'video'] },
        {
          before: ['3', 'Unit 2', 'Hello 2', 'U2', '8', 'G2', 'S2', 'L2', 'video'],
          after: ['3', 'Unit 2', 'Hello again'],
        },
        { before: ['3', 'Unit 3', 'Hello 3', 'U3', '12', 'G3', 'S3', 'L3', 'video'], after: null },
      ].map(({ before, after }) => ({ before, after: after && expect.arrayContaining(after) })),
    );
    expect((await office.admin.get(`/release/${rel}`)).body).toContain('Hello again');
    const { act_idx: act } = desk.must(await desk.apply(rel));
    const applied = [unitRow(1), unitRow(4), unitRow(2, { subunit_title: 'Hello again' })];
    expect((await now()).unitInfo).toEqual(applied);
    expect(desk.must(await desk.undo(act))).toMatchObject({ back: 1, kept: 0 });
    expect((await now()).unitInfo).toEqual(units(1, 2, 3));
  });

  test('are refused as the live call refuses them: with the row and the column, or if they were saved since', async () => {
    const rel = await desk.release();
    const { version } = await save(units(1));
    await save(units(1, 2));
    const empty = await put(rel, [unitRow(1, { unit_title: '' })]);
    expect([empty.status, empty.json.error.code]).toEqual([422, 'book.unit_incomplete']);
    expect((await put(rel, [unitRow(1, { start_page: -1 })])).json.error.code).toBe('book.unit_page');
    expect((await put(rel, [{ ...unitRow(1), more: 'x' }])).status).toBe(400);
    expect((await put(rel, 'all')).status).toBe(400);
    expect((await put(rel, units(3), { version })).json.error.code).toBe('error.stale');
    expect((await desk.put(rel, 'units', 'gone', { unitInfo: units(1) })).status).toBe(404);
    expect((await desk.read(rel)).changes).toEqual([]);
  });

  test('are all deleted by none, which an undo takes back', async () => {
    await save(units(1, 2));
    const rel = await desk.release();
    await putIn(rel, []);
    const [{ fields }] = (await desk.read(rel)).changes;
    expect(fields).toMatchObject([{ before: '2 units', after: '', table: { more: 0 } }]);
    const { act_idx: act } = desk.must(await desk.apply(rel));
    expect((await now()).unitInfo).toEqual([]);
    desk.must(await desk.undo(act));
    expect((await now()).unitInfo).toEqual(units(1, 2));
  });

  test('conflict with what somebody saved since, and either is chosen', async () => {
    const [first, second] = [await desk.release(), await desk.release()];
    for (const rel of [first, second]) await putIn(rel, units(1, 2));
    await save(units(3));
    expect(await desk.conflict(first)).toMatchObject({ fields: [{ before: '1 unit', after: '2 units' }] });
    expect((await desk.apply(first)).json.error).toMatchObject({ code: 'release.undecided' });
    for (const [rel, decision, left] of [
      [second, 'rebase', units(3)],
      [first, 'anyway', units(1, 2)],
    ] as const) {
      const [{ chg_idx: change }] = (await desk.read(rel)).changes;
      desk.must(await desk.decide(rel, change, decision));
      desk.must(await desk.apply(rel));
      expect((await now()).unitInfo).toEqual(left);
    }
  });

  test('an undo keeps units that somebody saved since', async () => {
    await save(units(1));
    const rel = await desk.release();
    await putIn(rel, units(1, 2));
    const { act_idx: act } = desk.must(await desk.apply(rel));
    await save(units(5));
    const undone = await desk.undo(act);
    expect(undone.json.results ?? undone.json.error.code).toMatchObject({ back: 0, kept: 1 });
    expect((await now()).unitInfo).toEqual(units(5));
  });

  test('5,000 of them apply together; the page shows the first that differ and how many more do', async () => {
    await save(units(1));
    const rel = await desk.release();
    const many = Array.from({ length: 5000 }, (_, n) => unitRow(n + 1));
    await putIn(rel, many);
    const [{ fields }] = (await desk.read(rel)).changes;
    expect(fields[0]).toMatchObject({ after: '5,000 units', table: { more: 4989 } });
    expect(fields[0].table.rows).toHaveLength(10);
    desk.must(await desk.apply(rel));
    expect((await now()).unitInfo).toEqual(many);
  });

  test('go with a book that was deleted meanwhile, which the release says', async () => {
    const rel = await desk.release();
    await putIn(rel, units(1));
    desk.must(await office.admin.delete('/api/v1/book', { selection: { ids: [bid] } }));
    expect(await desk.conflict(rel)).toMatchObject({ gone: true });
    expect((await desk.apply(rel)).status).toBe(409);
  });
});
