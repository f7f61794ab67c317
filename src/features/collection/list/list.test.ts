import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { collectionDesk } from '../collection.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const desk = collectionDesk(() => office);
beforeEach(() => desk.clear());

async function props(query: string, path = '/collection') {
  const { status, body } = await office.admin.get(`${path}?${query}`);
  expect(status).toBe(200);
  return JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec(body)?.[1] ?? '');
}
const cids = async (query: string, path?: string): Promise<string[]> =>
  (await props(query, path)).found.rows.map((row: { cid: string }) => row.cid);

describe('The list of collections', () => {
  test('shows state, languages, books, first price and owners of each, the latest change first', async () => {
    const owner = await desk.addCustomer('ACME');
    const series = await desk.addSeries('S');
    await desk.addBooks(series, await desk.addLevel(series, 'L'), 3);
    await desk.add('old');
    office.clock.advance(60_000);
    await desk.add('new', {
      owned_by: [owner],
      multi_lang_data: { ko: { title: '새', description: '<p>글</p>' }, es: { title: 'Nueva' } },
      prices: [
        { currency: 'KRW', price: '9900', discounted_price: '9000' },
        { currency: 'USD', price: '9' },
      ],
    });
    await desk.put('new', 'series', series);
    const { rows, total } = (await props('')).found;
    expect(total).toBe(2);
    expect(rows.map(({ cid }: { cid: string }) => cid)).toEqual(['new', 'old']);
    expect(rows[0]).toMatchObject({
      title: 'Title of new',
      is_public: 'X',
      lock: false,
      ads: false,
      states: { en: 'begun', ko: 'complete', es: 'begun' },
      price: { currency: 'KRW', price: '9900', discounted_price: '9000' },
      prices: 2,
      owners: ['ACME'],
      web: 3,
      mobile: 0,
      cover: null,
    });
    expect(rows[1]).toMatchObject({ price: null, prices: 0, web: 0 });
    const { body } = await office.admin.get('/collection');
    for (const state of ['empty', 'begun', 'complete']) expect(body).toShow(`<abbr data-state="${state}"`);
    expect(body).toShow('title="Español: Incomplete"');
  });

  test('comes best match first when searched, until an order is chosen', async () => {
    await desk.add('z', { title: 'Moon' });
    await desk.add('a', { title: 'Moonlight' });
    await desk.add('moon', { title: 'Sun' });
    await desk.add('b', { title: 'The moon' });
    expect(await cids('search_val=moon')).toEqual(['moon', 'z', 'a', 'b']);
    expect(await cids('search_val=moon&sort=cid')).toEqual(['a', 'b', 'moon', 'z']);
  });

  test('has the rows of a pasted list of cids, and names the others', async () => {
    await desk.add('summer-1', { title: 'Moon' });
    await desk.add('b', { title: 'The moon' });
    await desk.add('c');
    const { found } = await props('search_val=b,%0aSUMMER-1+nil&sort=cid');
    expect(found).toMatchObject({ rows: [{ cid: 'b' }, { cid: 'summer-1' }], total: 2, missing: ['nil'] });
    const { body } = await office.admin.get('/collection/export?search_val=b+summer-1+nil&sort=cid&as=csv');
    expect(body.match(/^(?:b|c|summer-1),/gm)).toEqual(['b,', 'summer-1,']);
    expect((await props('search_val=the+moon')).found).toMatchObject({ rows: [{ cid: 'b' }], total: 1 });
    expect((await props('search_val=the+moon')).found).not.toHaveProperty('missing');
  });

  test('is empty for a search that is too long', async () => {
    await desk.add('moon', { title: 'Moon' });
    expect(await cids(`search_val=${'moon! '.repeat(41)}`)).toEqual([]);
  });

  test.each(['/collection', '/collection/page', '/collection/search'])('is at %s', async (path) => {
    await desk.add('one');
    expect(await cids('search_val=title', path)).toEqual(['one']);
  });

  test('is narrowed by text, state, exposure, owner, target group, lock, advertisement and missing language', async () => {
    const owner = await desk.addCustomer('ACME');
    const grp_idx = (await office.admin.post('/api/v1/age_group', { title: '3 to 5' })).json.results.age_group;
    const { cidx } = await desk.add('a', {
      is_public: 'O',
      owned_by: [owner],
      multi_lang_data: { ko: { title: '가' } },
    });
    await desk.add('b', { exposed_type: 'lms', label: 'School', grp_idx });
    await desk.lock(cidx, true);
    await office.admin.put('/api/v1/collection/advertisement', { cidx, adsOn: true });
    for (const query of ['is_public=O', `owner=${owner}`, 'lock=on', 'ads=on', 'search_val=title+a', 'search_val=가'])
      expect([query, await cids(query)]).toEqual([query, ['a']]);
    for (const query of ['exposed_type=lms', `age_group=${grp_idx}`, 'lock=off', 'missing=ko', 'search_val=school'])
      expect([query, await cids(query)]).toEqual([query, ['b']]);
    expect(await cids('is_public=nonsense&owner=x&sort=cid')).toEqual(['a', 'b']);
  });

  test('is exported as it is filtered and sorted', async () => {
    await desk.add('b', { is_public: 'O' });
    await desk.add('a', { is_public: 'O' });
    await desk.add('c');
    const { body } = await office.admin.get('/collection/export?is_public=O&sort=cid&as=csv');
    const lines = body.trim().split(/\r?\n/);
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/^a,Title of a,O,all,X,X,,0,0,Incomplete,Missing,Missing,Missing,Missing$/);
  });

  test('is found from the palette', async () => {
    await desk.add('starter');
    const found = (await office.admin.get('/api/v1/search?text=starter')).json.results;
    expect(JSON.stringify(found)).toContain('/collection/starter');
  });
});
