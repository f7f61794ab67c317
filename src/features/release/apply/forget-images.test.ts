import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jpeg } from '#features/image/image.fixture.ts';
import { sweepUnreferencedFiles } from '#kernel/storage/file-sweep.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type Office, type Person, startOffice } from '#test/app.ts';

let office: Office;
let ada: Person;
let nights = 0;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
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
const undo = async (act: number) => expect((await ada.post(`/api/v1/act/${act}/undo`, {})).status).toBe(200);

const done = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pgboss.job where name = 'release.images' and state = 'completed'`.execute(
    office.db,
  );
  return rows[0]?.count ?? 0;
};

/** A day passes, with what happens at its end. Sessions end meanwhile. */
async function night(): Promise<void> {
  office.clock.advance(25 * 3_600_000);
  const before = await done();
  await office.app.work.write(systemCaller('test'), (ctx) => office.app.jobs.send(ctx, 'release.images', {}));
  await expect.poll(done, { timeout: 20_000 }).toBe(before + 1);
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
  await night();
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
