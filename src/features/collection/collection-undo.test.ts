import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Office, type Person, startOffice } from '#test/app.ts';
import { collectionDesk } from './collection.fixture.ts';

let office: Office;
let ben: Person;
const desk = collectionDesk(() => office);
let cidxs: number[];
beforeAll(async () => {
  office = await startOffice();
  ben = await office.signIn('ben', true);
});
afterAll(() => office.close());
beforeEach(async () => {
  await desk.clear();
  cidxs = [];
  for (const cid of ['a', 'b', 'c']) cidxs.push((await desk.add(cid)).cidx);
});

const ads = '/api/v1/collection/advertisement';
const undo = (act: number) => office.admin.post(`/api/v1/act/${act}/undo`, {});
const done = async (answer: ReturnType<Person['put']>): Promise<number> => (await answer).json.results.act_idx;
const advertise = (cidx: number | undefined, adsOn: boolean, who: Person = office.admin) =>
  done(who.put(ads, { cidx, adsOn }));
const advertised = async () =>
  (
    await office.db
      .selectFrom('collection')
      .select('cid')
      .where('ads_place', 'is not', null)
      .orderBy('ads_place')
      .execute()
  )
    .map(({ cid }) => cid)
    .join('');
const theirs = { status: 409, json: { error: { code: 'undo.changed_since' } } };

describe('An advertisement', () => {
  test('that was removed comes back to its place, and one that was added goes', async () => {
    const [first] = [await advertise(cidxs[0], true), await advertise(cidxs[1], true)];
    await advertise(cidxs[2], true);
    const act = await advertise(cidxs[1], false);
    expect(await undo(act)).toMatchObject({ status: 200, json: { results: { back: 1 } } });
    expect(await advertised()).toBe('abc');
    expect((await undo(first)).status).toBe(200);
    expect(await advertised()).toBe('bc');
  });

  test('that somebody else removed and added since is left to them', async () => {
    const act = await advertise(cidxs[0], true);
    await advertise(cidxs[0], false, ben);
    await advertise(cidxs[0], true, ben);
    expect(await undo(act)).toMatchObject(theirs);
    expect(await advertised()).toBe('a');
  });

  test('is put back where it was by undoing a new order', async () => {
    for (const cidx of cidxs) await advertise(cidx, true);
    const act = await done(office.admin.put(`${ads}/order`, { sequence: cidxs.toReversed() }));
    await advertise(cidxs[1], false, ben);
    expect((await undo(act)).status).toBe(200);
    expect(await advertised()).toBe('ac');
  });
});

test('a lock is undone as a new version, unless it was unlocked since', async () => {
  const lock = (wanted: boolean) => done(desk.lock(cidxs[0] ?? 0, wanted));
  const act = await lock(true);
  expect((await undo(act)).status).toBe(200);
  expect((await desk.get('a')).lock).toBe(false);
  expect(await desk.versions('a')).toHaveLength(3);
  const again = await lock(true);
  await lock(false);
  expect(await undo(again)).toMatchObject(theirs);
});

test('the memo of a version is undone, whatever happened to the memos of others', async () => {
  await desk.lock(cidxs[0] ?? 0, true);
  const [newest, oldest] = (await desk.versions('a')).map((row: { ver_idx: number }) => row.ver_idx);
  const write = (version: number, memo: string, who: Person = office.admin) =>
    done(who.put(`/api/v1/collection/memo/${version}`, { memo }));
  const act = await write(oldest, 'before the fair');
  await write(newest, 'locked for the fair', ben);
  expect((await undo(act)).status).toBe(200);
  expect((await desk.versions('a')).map((row: { memo: string }) => row.memo)).toEqual(['locked for the fair', '']);
  const second = await write(oldest, 'first');
  await write(oldest, 'the first', ben);
  expect(await undo(second)).toMatchObject(theirs);
});

test('a save is undone as a new version; fields that somebody else changed since stay theirs, and that is said', async () => {
  const save = (body: object, who: Person = office.admin) => done(who.put('/api/v5/collection/a', body));
  const act = await save({ title: 'Lanterns', is_public: 'O', cefr_level: 'A1' });
  await save({ is_public: 'X' }, ben);
  const { undo: foreseen } = (await office.admin.get(`/api/v1/act/${act}`)).json.results;
  expect(foreseen).toMatchObject({ back: 1, kept: 1, first: [{ reason: 'changed since, and kept in part' }] });
  expect((await undo(act)).json.results).toMatchObject({ back: 1, kept: 1 });
  expect(await desk.get('a')).toMatchObject({ default_title: 'Title of a', is_public: 'X', cefr_level: null });
});
