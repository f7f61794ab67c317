import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { guideDesk } from './guide.fixture.ts';

let office: Office;
const desk = guideDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());
beforeEach(desk.clear);

test('a new order of items, a new range and an edit are undone, each with its own act', async () => {
  const [one, two] = [await desk.add('One', { start: 1, length: 2 }), await desk.add('Two')];
  const ordered = await desk.put({ gui_id: 'g', items: [two.itm_idx, one.itm_idx] });
  const ranged = await desk.put({ gui_id: 'g', itm_idx: one.itm_idx, start: 4, length: 3 });
  const edited = await desk.update(one.itm_idx, { title: 'First', description: 'New' });
  for (const { json } of [ordered, ranged, edited])
    expect((await office.admin.undo(json.results.act_idx)).status).toBe(200);
  expect((await desk.read()).items).toMatchObject([
    { title: 'One', description: '', start: 1, length: 2 },
    { title: 'Two' },
  ]);
});

test('a range that somebody else set since is theirs', async () => {
  const { itm_idx } = await desk.add('One');
  const range = { gui_id: 'g', itm_idx };
  const act = (await desk.put({ ...range, start: 2, length: 1 })).json.results.act_idx;
  const ben = await office.signIn('ben', true);
  await ben.put('/api/v1/extra/series_guide', { ...range, start: 5, length: 1 });
  expect(await office.admin.undo(act)).toMatchObject({ status: 409, json: { error: { code: 'undo.changed_since' } } });
  expect((await desk.read()).items).toMatchObject([{ start: 5, length: 1 }]);
});

test('a new item goes again with an undo, and the guide with its last one, as the question before a deletion says', async () => {
  const losses = async (id: number) =>
    (await office.admin.get(`/api/v1/reference/guide_item/${id}`)).json.results.figures;
  const one = await desk.add('One');
  expect(await losses(one.itm_idx)).toEqual(['The guide is deleted too: this is its last item.']);
  const added = await office.admin.form('/api/v1/extra/series_guide', { gui_id: 'g', title: 'Two' });
  expect(await losses(one.itm_idx)).toEqual([]);
  expect((await office.admin.undo(added.json.results.act_idx)).status).toBe(200);
  expect((await desk.read()).items).toMatchObject([{ title: 'One' }]);
});

test('the cover of an item comes back with the edit that replaced it, and after it was deleted', async () => {
  const { json } = await desk.send({ gui_id: 'g', title: 'One' }, await desk.picture(1));
  const { itm_idx, cover } = json.results.item;
  const cover_now = async () => (await desk.read()).items[0].cover?.path ?? null;
  const edited = await desk.update(itm_idx, { title: 'First' }, await desk.picture(2));
  expect((await office.server.inject({ url: `/contents/${cover.path}` })).statusCode).toBe(404);
  const file = { target_ctl: 'series_guide', target_id: itm_idx, file_type: 'cover', file_path: await cover_now() };
  const deleted = await office.admin.delete('/api/v1/file', file);
  expect(await cover_now()).toBeNull();
  expect((await office.admin.undo(deleted.json.results.act_idx)).status).toBe(200);
  expect(await cover_now()).toBe(file.file_path);
  expect((await office.admin.undo(edited.json.results.act_idx)).status).toBe(200);
  expect((await desk.read()).items).toMatchObject([{ title: 'One', cover: { path: cover.path } }]);
  expect((await office.server.inject({ url: `/contents/${cover.path}` })).statusCode).toBe(200);
});
