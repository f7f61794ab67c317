import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { releaseDesk } from '#features/release/release.fixture.ts';
import { type Office, type Person, startOffice } from '#test/app.ts';
import { must } from '#test/must.ts';
import { approvalDesk, wonPrice } from './approval.fixture.ts';

let office: Office;
let minji: Person;
let jun: Person;
let cid: string;
let sequence = 0;
const desk = approvalDesk(() => office);
const releases = releaseDesk(() => office);
const { meaningOf, planned, rules, save } = desk;

beforeAll(async () => {
  office = await startOffice();
  minji = await office.signIn('minji', true);
  jun = await office.signIn('jun', true);
});
afterAll(() => office.close());

beforeEach(async () => {
  await rules({});
  cid = `C${++sequence}`;
  await desk.addCollection(cid, `First steps ${sequence}`, { is_public: 'O' });
});

test('a plan says what readers will see: how many collections get which prices', async () => {
  await rules({ prices: true });
  const idx = await planned(save(minji, cid, '10400'));
  expect(await meaningOf(idx)).toEqual({
    readers: ['1 collection gets new prices', 'In KRW: +₩500', 'Readers who have access pay nothing more'],
    previews: [
      { title: `First steps ${sequence}`, href: `/preview/create?of=collection&id=${cid}&plan=${idx}` },
      { title: 'Advertised collections', href: `/preview/create?of=advertisement&id=order&plan=${idx}` },
    ],
    no_preview: null,
    rivals: [],
  });
  const page = await jun.get(`/approval/${idx}`);
  expect(page.body).toContain('What readers will see');
  expect(page.body).toContain('In KRW: +₩500');
});

test('prices of a collection that readers do not see mean nothing for them', async () => {
  await desk.addCollection(`P${cid}`, 'Private');
  await rules({ prices: true });
  const { readers } = await meaningOf(await planned(save(minji, `P${cid}`, '10400')));
  expect(readers).toEqual(['Nothing appears or disappears']);
});

test('a collection that is deleted disappears for readers', async () => {
  await rules({ delete_collection: true });
  const { readers } = await meaningOf(await planned(minji.delete(`/api/v5/collection/${cid}`)));
  expect(readers).toEqual(['1 collection disappears']);
});

test('books that are published by the hundred are counted whole, though the plan shows the first of them', async () => {
  const series = await releases.addSeries(`S${sequence}`);
  const level = await releases.addLevel(series, 'One');
  await releases.addBooks(series, level, 230);
  const bids = Array.from({ length: 230 }, (_, nth) => `b${level}-${nth + 1}`);
  await office.db.updateTable('book').set({ published_at: null }).where('bid', 'in', bids).execute();
  await rules({ records_above: 3 });
  const idx = await planned(minji.put('/api/v1/book', { bids }));
  const { plan } = await desk.read(idx);
  expect(plan.changes).toHaveLength(200);
  expect(plan.meaning.readers).toEqual(['230 books become visible']);
});

test('a plan names what else is scheduled for the same values, and leads to it', async () => {
  const later = releases.seconds() + 3600;
  must(await minji.post('/api/v1/reservation', { cid, target: 'price', value: wonPrice('8900'), apply_at: later }));
  await rules({ prices: true });
  const idx = await planned(save(minji, cid, '10400'));
  const { rivals } = await meaningOf(idx);
  expect(rivals).toMatchObject([{ title: `First steps ${sequence}`, name: 'a scheduled change', at: later }]);
  expect((await jun.get(rivals[0].href)).status).toBe(200);
  expect((await jun.get(`/approval/${idx}`)).body).toContain('Approving this does not change that.');
});

test('a release says what readers will see then, and each of its records can be previewed', async () => {
  const { rel_idx: rel } = must(await minji.post('/api/v1/release', { name: 'Winter launch' }));
  const values = { is_public: 'X', prices: wonPrice('8900') };
  must(await minji.put(`/api/v1/release/${rel}/change`, { kind: 'collection', id: cid, values }));
  await rules({ release: true });
  const own = await planned(minji.put(`/api/v1/release/${rel}`, { apply_at: releases.seconds() + 3600, version: 1 }));
  const { readers, previews } = await meaningOf(own);
  expect(readers).toEqual(['1 collection disappears']);
  expect(previews).toEqual([
    { title: `First steps ${sequence}`, href: `/preview/create?of=collection&id=${cid}&release=${rel}` },
  ]);
  expect((await jun.get(previews[0].href)).status).toBe(200);
  must(await minji.delete(`/api/v1/release/${rel}`, { version: (await read(rel)).version }));
  expect(await meaningOf(own)).toBeNull();
});

const read = async (rel: number) => must(await minji.get(`/api/v1/release/${rel}`));

test('what a scheduled price means is told before its time', async () => {
  await rules({ prices: true });
  const value = wonPrice('7900');
  const idx = await planned(
    minji.post('/api/v1/reservation', { cid, target: 'price', value, apply_at: releases.seconds() + 3600 }),
  );
  const { readers, rivals, previews } = await meaningOf(idx);
  expect(readers).toContain('In KRW: -₩2,000');
  expect(rivals).toEqual([]);
  expect(previews).toMatchObject([{ href: `/preview/create?of=collection&id=${cid}&when=later` }]);
});
