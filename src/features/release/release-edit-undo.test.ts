import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { releaseDesk } from './release.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());
const desk = releaseDesk(() => office);
beforeEach(() => desk.clear());

const save = async (relIdx: number, body: object): Promise<number> =>
  desk.must(await office.admin.put(`/api/v1/release/${relIdx}`, body)).act_idx;

test('the name and the time of a release are undone, unless anything was done to it since', async () => {
  const relIdx = await desk.release('Winter');
  const named = await save(relIdx, { name: 'Spring' });
  const timed = await save(relIdx, { apply_at: desk.seconds() + 3600 });
  desk.must(await desk.undo(timed));
  expect(await desk.read(relIdx)).toMatchObject({ name: 'Spring', status: 'draft', apply_at: 0 });
  desk.must(await desk.undo(named));
  expect(await desk.read(relIdx)).toMatchObject({ name: 'Winter', status: 'draft' });
  const again = await save(relIdx, { name: 'Spring' });
  desk.must(await office.admin.delete(`/api/v1/release/${relIdx}`, {}));
  expect((await desk.undo(again)).json.error.code).toBe('undo.changed_since');
});

test('adding a release is undone by cancelling it, while nothing was put in', async () => {
  await desk.add('one');
  const add = async () => desk.must(await office.admin.post('/api/v1/release', { name: 'Winter' }));
  const [one, two] = [await add(), await add()];
  desk.must(await desk.undo(one.act_idx));
  expect((await desk.read(one.rel_idx)).status).toBe('cancelled');
  await desk.putIn(two.rel_idx, 'collection', 'one', { title: 'New' });
  expect((await desk.undo(two.act_idx)).json.error.code).toBe('undo.changed_since');
});
