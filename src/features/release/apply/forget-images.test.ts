import { afterAll, beforeAll, expect, test } from 'vitest';
import { jpeg } from '#features/image/image.fixture.ts';
import { sweepUnreferencedFiles } from '#kernel/storage/file-sweep.ts';
import { type Office, type Person, startOffice } from '#test/app.ts';

let office: Office;
let ada: Person;
let nights = 0;
beforeAll(async () => {
  office = await startOffice();
  office.clock.set(new Date().toISOString());
  ada = await office.signIn('ada0', true);
  for (const cid of ['a', 'b']) await ada.post('/api/v1/collection', { cid, title: cid });
});
afterAll(() => office.close());

/** Uploads an image for a release. */
async function upload(seed: number): Promise<string> {
  const form = new FormData();
  form.append('collection_image', new File([new Uint8Array(await jpeg(seed))], `${seed}.jpg`));
  return (await ada.upload('/api/v1/collection/a/image/cover?later=1', form)).json.results.files.collection_image[0];
}
const release = async (): Promise<number> =>
  (await ada.post('/api/v1/release', { name: 'Spring' })).json.results.rel_idx;
const put = async (relIdx: number, path: string) => {
  const change = { kind: 'collection', id: 'a', values: { cover_img: path } };
  return (await ada.put(`/api/v1/release/${relIdx}/change`, change)).json.results;
};
const isThere = async (path: string) => (await office.server.inject({ url: `/contents/${path}` })).statusCode === 200;
const undo = async (act: number) => expect((await ada.undo(act)).status).toBe(200);

/** These hours pass, with what happens every night at their end. Sessions end meanwhile. */
async function night(hours = 25): Promise<void> {
  office.clock.advance(hours * 3_600_000);
  await sweepUnreferencedFiles(office.app);
  ada = await office.signIn(`ada${(nights += 1)}`, true);
}

test('an image uploaded for a release goes once no release names it any more, and only then', async () => {
  const [never, named, dropped, shown] = [await upload(1), await upload(2), await upload(3), await upload(4)];
  const [keeping, dropping, applied] = [await release(), await release(), await release()];
  await put(keeping, named);
  const { chg_idx: chgIdx } = await put(dropping, dropped);
  await put(applied, shown);
  const { act_idx: act } = (await ada.post(`/api/v1/release/${applied}/apply`, {})).json.results;
  await night();
  await undo(act);
  const there = async () => Promise.all([never, named, dropped, shown].map(isThere));
  expect(await there()).toEqual([false, true, true, true]);
  const taken = await ada.delete(`/api/v1/release/${dropping}/change/${chgIdx}`);
  await undo(taken.json.results.act_idx);
  await ada.delete(`/api/v1/release/${dropping}`);
  await night(23);
  expect(await there()).toEqual([false, true, true, true]);
  await night();
  expect(await there()).toEqual([false, true, false, true]);
  expect((await ada.post(`/api/v1/release/${keeping}/apply`, {})).status).toBe(200);
  await ada.delete('/api/v1/file', {
    target_ctl: 'collection',
    target_id: 'a',
    file_type: 'collection_cover',
    file_path: named,
  });
  for (let n = 0; n < 2; n += 1) await night();
  expect(await there()).toEqual([false, true, false, true]);
});

test('a release that was cancelled comes back for a day with the files it names; later that is refused, which is said before', async () => {
  const cancel = async (relIdx: number): Promise<number> =>
    (await ada.delete(`/api/v1/release/${relIdx}`)).json.results.act_idx;
  const [naming, plain] = [await release(), await release()];
  await put(naming, await upload(5));
  await ada.put(`/api/v1/release/${plain}/change`, { kind: 'collection', id: 'b', values: { title: 'Lanterns' } });
  await undo(await cancel(naming));
  const [act, other] = [await cancel(naming), await cancel(plain)];
  for (let n = 0; n < 2; n += 1) await night();
  const refusal = { status: 409, json: { error: { code: 'release.files_gone' } } };
  expect(await ada.get(`/api/v1/act/${act}`)).toMatchObject(refusal);
  expect(await ada.undo(act)).toMatchObject(refusal);
  await undo(other);
});

test('the copy of a release has what still can be made: a change whose file went is left out, which the answer says', async () => {
  const from = await release();
  await put(from, await upload(7));
  await ada.put(`/api/v1/release/${from}/change`, { kind: 'collection', id: 'b', values: { title: 'Kites' } });
  const copy = async () => {
    const { rel_idx: copied, left_out: left } = (await ada.post(`/api/v1/release/${from}/copy`)).json.results;
    const { changes } = (await ada.get(`/api/v1/release/${copied}`)).json.results;
    return { copied, left, ids: changes.map(({ id }: { id: string }) => id) };
  };
  const whole = await copy();
  expect(whole).toMatchObject({ left: 0, ids: ['a', 'b'] });
  for (const one of [from, whole.copied]) await ada.delete(`/api/v1/release/${one}`);
  await night();
  const { copied, ...without } = await copy();
  expect(without).toEqual({ left: 1, ids: ['b'] });
  expect((await ada.post(`/api/v1/release/${copied}/apply`, {})).status).toBe(200);
});

test('an image that a release gives a collection is shown as a picture, with its name', async () => {
  const relIdx = await release();
  await put(relIdx, await upload(6));
  const { changes } = (await ada.get(`/api/v1/release/${relIdx}`)).json.results;
  const [field] = changes[0].fields;
  expect(field).toMatchObject({ after: '6.jpg', pictures: { after: [{ name: '6.jpg' }] } });
  expect((await office.server.inject({ url: field.pictures.after[0].href })).statusCode).toBe(200);
});
