import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { releaseDesk } from '../release.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const desk = releaseDesk(() => office);
beforeEach(() => desk.clear());

const putSelected = (rel: number, body: object) =>
  office.admin.put(`/api/v1/release/${rel}/change/selected`, { values: {}, ...body });
const contained = async (cid: string) =>
  (await office.admin.get(`/api/v5/collection/${cid}/contents`)).json.results.map(
    ({ content_type, content_idx }: { content_type: string; content_idx: number }) => `${content_type} ${content_idx}`,
  );

describe('Selected books', () => {
  test('are added to a collection by a release, beside what it adds already; those that are gone are refused', async () => {
    const series = await desk.addSeries('First');
    const level = await desk.addLevel(series, 'One');
    await desk.addBooks(series, level, 3);
    await desk.add('one');
    const rel = await desk.release();
    const bid = (n: number) => `b${level}-${n}`;
    desk.must(await putSelected(rel, { selection: { ids: [bid(1)] }, collection: 'one' }));
    const more = { selection: { filter: { level }, except: [bid(1)] }, collection: 'one' };
    expect(desk.must(await putSelected(rel, more))).toMatchObject({ count: 2 });
    expect((await putSelected(rel, { selection: { ids: ['gone'] }, collection: 'one' })).status).toBe(404);
    expect((await putSelected(rel, { selection: { ids: [bid(1)] }, collection: 'gone' })).status).toBe(404);
    expect((await desk.read(rel)).changes).toHaveLength(1);
    expect(await contained('one')).toEqual([]);
    const { act_idx: act } = desk.must(await desk.apply(rel));
    expect(await contained('one')).toHaveLength(3);
    desk.must(await desk.undo(act));
    expect(await contained('one')).toEqual([]);
  });
});

describe('Advertising in a release', () => {
  test('joins what it advertises already: one after the other is added, left out or moved', async () => {
    const add = (cid: string) => desk.add(cid, { is_public: 'O' });
    const [a, b, c, d] = [await add('a'), await add('b'), await add('c'), await add('d')];
    await desk.advertise(a.cidx, true);
    await desk.advertise(b.cidx, true);
    const rel = await desk.release();
    const into = async (...sequence: { cidx: number }[]) =>
      desk.must(
        await desk.put(rel, 'advertisement', 'order', { sequence: sequence.map(({ cidx }) => cidx) }, { merge: true }),
      );
    await into(a, b, c);
    await into(a, b, d);
    await into(b);
    await into(b, a);
    desk.must(await desk.apply(rel));
    const cids = (await desk.results('advertised')).map(({ cid }: { cid: string }) => cid);
    expect(cids).toEqual(['b', 'c', 'd']);
  });
});

describe('The page', () => {
  test('names the release that the person works on, for the buttons that save into it', async () => {
    const rel = await desk.release('Winter & spring');
    const page = async (cookie: string) => (await office.admin.get('/series_guide', { cookie })).body;
    const { cookie } = office.admin;
    expect(await page(`${cookie}; release=${rel}`)).toContain('data-working="Winter &amp; spring"');
    expect(await page(cookie)).not.toContain('data-working');
  });

  test('names that release in the panel beside a list too, so that the browser goes on from the same markup', async () => {
    await desk.add('one');
    const rel = await desk.release('Winter');
    const cookie = `${office.admin.cookie}; release=${rel}`;
    const { body } = await office.admin.get('/collection/update/one', { cookie, 'x-part': 'view' });
    expect(body).toContain('Add to Winter');
    expect(body).not.toContain('data-working');
  });
});
