import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fileForm, jpeg } from '#features/image/image.fixture.ts';
import { portalDesk } from '#features/portal/portal.fixture.ts';
import { sweepUnreferencedFiles } from '#kernel/storage/file-sweep.ts';
import { type Office, startOffice } from '#test/app.ts';
import { differingData } from '#test/differing-data.ts';
import { emptyTables } from '#test/empty-tables.ts';
import { must } from '#test/must.ts';
import { storedRows } from '#test/stored-rows.ts';

let office: Office;
const desk = portalDesk(() => office);
beforeAll(async () => {
  office = await startOffice({ environment: { PUBLIC_URL: 'https://office.example' } });
  await desk.set('opds', 'key');
});
afterAll(() => office.close());
beforeEach(async () => {
  await desk.clear();
  await emptyTables(office.db, ['act_record', 'act_part', 'audit', 'change', 'series', 'customer']);
});

const remove = async (cid: string): Promise<number> =>
  must(await office.admin.delete(`/api/v5/collection/${cid}`)).act_idx;
async function hoursFromNow(hours: number): Promise<void> {
  office.clock.set(new Date(Date.now() + hours * 3_600_000).toISOString());
  office.admin = await office.signIn('ada', true);
}
const sweep = () => {
  const { work, files } = office.app;
  return sweepUnreferencedFiles({ work, files, storage: office.storage });
};

/** A public collection in the middle of those advertised, with everything that a collection without books can have. */
async function fill(): Promise<void> {
  const owner = await desk.addCustomer('ACME-01');
  const empty = await desk.addSeries('Not yet');
  for (const cid of ['one', 'two', 'three']) {
    const { cidx } = await desk.add(cid, {
      is_public: 'O',
      prices: [{ currency: 'USD', price: '19.90', discounted_price: '9.00', subscription_period: 30 }],
      owned_by: [owner],
      multi_lang_data: { ko: { title: '둘', description: '<p>설명</p>' } },
    });
    await desk.advertise(cidx, true);
  }
  must(await desk.put('two', 'series', empty));
  for (const kind of ['cover', 'thumb'])
    must(
      await office.admin.upload(
        `/api/v1/collection/two/image/${kind}`,
        fileForm('collection_image', { 'a.jpg': await jpeg(kind.length) }),
      ),
    );
  const change = { cid: 'two', target: 'price', value: [{ currency: 'KRW', price: '1' }], apply_at: later() };
  const { res_idx } = must(await office.admin.post('/api/v1/reservation', change));
  must(await office.admin.delete(`/api/v1/reservation/${res_idx}`));
}
const later = () => Math.floor(office.clock.now().getTime() / 1000) + 86_400;

/** What readers are told, without the times of changes. */
async function toReaders(): Promise<unknown> {
  const answers = await Promise.all(
    ['collections', 'collections/two', 'advertised', 'opds/collections'].map((path) => desk.request(path)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  return answers.map(({ status, body }) => [status, body.replaceAll(/"updated_at":[\d.]+/g, '')]);
}

test('A deleted collection comes back with its texts, prices, images, owners and versions, at its place of the advertisement', async () => {
  await fill();
  const [rows, readers, versions] = [await storedRows(office), await toReaders(), await desk.versions('two')];
  const act = await remove('two');
  expect(await differingData(office)).toEqual([]);
  expect((await desk.request('collections/two')).status).not.toBe(200);
  await emptyTables(office.db, ['change']);
  expect(must(await office.admin.undo(act))).toMatchObject({ back: 1, kept: 0 });
  const { version: _v, versioned: _d, ...others } = await storedRows(office);
  const { version: _w, versioned: _e, ...before } = rows;
  expect(others).toEqual(before);
  expect(await desk.versions('two')).toEqual(versions);
  expect(await toReaders()).toEqual(readers);
  expect(await differingData(office)).toEqual([]);
  const kinds = (await office.db.selectFrom('change').select(['kind', 'id']).orderBy('change_idx').execute()).map(
    ({ kind, id }) => `${kind} ${id}`,
  );
  expect(kinds).toContain('collection two');
  expect((await desk.trail('two')).slice(-2).map(({ action }) => action)).toEqual([
    'collection.deleted',
    'collection.undone',
  ]);
  const { json } = await office.admin.put('/api/v5/collection/two', { label: null, is_public: 'X' });
  expect(json.results.cid).toBe('two');
});

test('Its cid is nobody else’s while it is gone', async () => {
  await desk.add('one');
  const act = await remove('one');
  const { json } = await office.admin.post('/api/v1/collection', { cid: 'one', title: 'Another' });
  expect(json.error.code).toBe('collection.cid_taken');
  expect((await office.admin.undo(act)).status).toBe(200);
  expect((await office.admin.undo(act)).json.error.code).toBe('undo.already');
});

test('It does not come back once its images are no longer kept, which is said', async () => {
  await hoursFromNow(0);
  await fill();
  const act = await remove('two');
  const figures = must(await office.admin.get(`/api/v1/act/${act}`)).undo;
  expect(figures).toMatchObject({ back: 1, kept: 0 });
  await hoursFromNow(25);
  await sweep();
  expect((await office.admin.undo(act)).json.error).toMatchObject({
    code: 'undo.no_return',
    message: 'This cannot be restored: its files were kept for a day and are gone.',
  });
  expect(await differingData(office)).toEqual([]);
});

test('It does not come back to an owner that is gone', async () => {
  const owner = await desk.addCustomer('ACME-02');
  await desk.add('one', { owned_by: [owner] });
  const act = await remove('one');
  must(await office.admin.delete(`/api/v1/customer/${owner}`));
  expect((await office.admin.undo(act)).json.error.message).toBe(
    'This cannot be restored: what it refers to was deleted since then.',
  );
});

test('Before, it is told that an undo brings it back for a day, and that preview links end', async () => {
  const { cidx } = await desk.add('one');
  must(await office.admin.post('/api/v1/preview', { of: 'collection', id: 'one', at: later(), days: 7 }));
  const { figures } = must(await office.admin.get(`/api/v1/reference/collection/${cidx}`));
  expect(figures.slice(-2)).toEqual([
    '1 preview link ends, and Undo does not bring it back.',
    'For a day, Undo restores the collection with its ID, texts, prices, images and versions.',
  ]);
  must(await office.admin.undo(await remove('one')));
  expect(await office.db.selectFrom('preview_link').select('link_idx').execute()).toEqual([]);
});

test('A collection that was just added goes when that is undone, and stays once it was edited', async () => {
  const { act_idx: act } = await desk.add('one');
  must(await office.admin.undo(act));
  expect((await office.admin.get('/api/v5/collection/one')).status).toBe(404);
  const { act_idx: other } = await desk.add('two');
  must(await desk.change('two', { title: 'Edited' }));
  expect((await office.admin.undo(other)).json.error.code).toBe('undo.changed_since');
});
