import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collectionDesk } from '#features/collection/collection.fixture.ts';
import { redeemDesk } from '#features/registration/registration.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
const desk = redeemDesk(() => office);
const collections = collectionDesk(() => office);
let bids: string[];
let codes: string[];
// Milliseconds to the next day in the office's time zone; the session is still valid then.
const toNextDay = 8 * 3_600_000;

/**
 * C1 contains the level One with two books and is the collection of an event; of-0 contains the whole series, and the
 * first book once more, and is sold by codes.
 */
beforeAll(async () => {
  office = await startOffice();
  const tales = await collections.addSeries('Tales');
  const one = await collections.addLevel(tales, 'One');
  const two = await collections.addLevel(tales, 'Two');
  const [first = 0] = await collections.addBooks(tales, one, 2, { author: '=Ann', published_at: office.clock.now() });
  await collections.addBooks(tales, two, 1);
  bids = [`b${one}-1`, `b${one}-2`, `b${two}-1`];
  await desk.addCollection('C1');
  await collections.put('C1', 'level', one);
  codes = await desk.issueCodes(4, { length: 10 });
  await collections.put('of-0', 'series', tales);
  await collections.put('of-0', 'book', first);
  const { age_group } = (await office.admin.post('/api/v1/age_group', { title: 'Ages 4' })).json.results;
  await office.admin.put('/api/v1/roadmap', { target_group: age_group, target_row: 0, bids: [bids[0]] });
  await desk.addEvent(1, { length: 30 });
  for (const learner of ['mia', 'noa']) await desk.redeem('EVENT0000001', learner);
  office.clock.advance(toNextDay);
  for (const [n, learner] of ['mia', 'eli', 'zoe'].entries()) await desk.redeem(codes[n] ?? '', learner);
  await office.admin.post('/customer/code/update/is_canceled', { codes: [codes[1]], is_canceled: 1 });
});
afterAll(() => office.close());

/** The props of a page's view. */
async function props(address: string) {
  const { status, body } = await office.admin.get(address);
  expect(status).toBe(200);
  return JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec(body)?.[1] ?? '');
}
const call = async (address: string) => (await office.admin.get(`/api/v1/report/${address}`)).json;
const sheet = async (address: string): Promise<string[][]> => {
  const { status, body } = await office.admin.get(`/report/${address}`);
  expect(status).toBe(200);
  return body
    .replace('\ufeff', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
};

describe('The report of all books', () => {
  test('has every book with every column, and where it is used', async () => {
    const { results, total } = await call('all-books?sort=bid');
    expect(total).toBe(3);
    expect(results[0]).toMatchObject({ bid: bids[0], author: '=Ann', series: 'Tales', level: 'One', published: true });
    expect(results.map((row: any) => [row.collections, row.roadmaps, row.registrations])).toEqual([
      [2, 1, 5],
      [2, 0, 5],
      [1, 0, 3],
    ]);
    expect(Object.keys(results[0])).toHaveLength(47);
  });

  test('refuses a wrong value of a filter in its call and its sheet, rather than answering every book', async () => {
    for (const at of ['/api/v1/report/all-books', '/report/all-books/export'])
      expect(await office.admin.get(`${at}?status=lost`)).toMatchObject({
        status: 400,
        json: { error: { fields: { status: expect.any(String) } } },
      });
  });

  test('is the list of the library with more columns: its filters, order, views and chosen columns', async () => {
    const { found: books, preferences, views } = await props('/report/all-books?sort=title.desc&status=published');
    expect(books.rows.map((row: any) => row.bid)).toEqual([bids[1], bids[0]]);
    expect(books.rows[1]).toMatchObject({ collections: 2, roadmaps: 1, registrations: 5 });
    expect(preferences.columns).toContain('registrations');
    expect(views.builtIn).toHaveLength(3);
    const headers = { cookie: `${office.admin.cookie}; list_report_all-books=rights_until.remarks~25` };
    const { body } = await office.admin.get('/report/all-books', headers);
    expect(body).toShow('Remarks</th>');
    expect(body).not.toContain('"registrations":');
  });

  test('links each number to the list that holds exactly those', async () => {
    const { body } = await office.admin.get('/report/all-books');
    expect(body).toShow(`href="/collection?book=${bids[2]}">1<`);
    expect(body).toShow(`href="/registration?book=${bids[2]}">3<`);
    expect((await props(`/collection?book=${bids[2]}`)).found.rows.map((row: any) => row.cid)).toEqual(['of-0']);
    expect((await props(`/collection?book=${bids[1]}`)).found.total).toBe(2);
    expect((await props(`/registration?book=${bids[2]}`)).found.total).toBe(3);
    expect((await props(`/registration?book=${bids[1]}`)).found.total).toBe(5);
    expect((await props('/registration?book=none')).found.total).toBe(0);
  });

  test('can be downloaded as a sheet with every column, in its order, and runs no formula', async () => {
    const [heading = [], ...rows] = await sheet('all-books/export?sort=bid.desc&search_val=b');
    expect(heading).toHaveLength(47);
    expect(heading.slice(-3)).toEqual(['Collections', 'Roadmaps', 'Registrations']);
    expect(rows.map(([bid]) => bid)).toEqual(bids.toReversed());
    expect(rows[2]?.slice(-3)).toEqual(['2', '1', '5']);
    expect(rows[2]).toContain("'=Ann");
    expect((await office.admin.get('/report/all-books/export?as=xlsx')).status).toBe(200);
  });
});

const orNone = (value: number) => value || null;
const orEndless = (value: number) => value || Infinity;
/** What each column is sorted by; null is none. */
const couponColumns: Record<string, (row: any) => unknown> = {
  code: ({ code }) => code,
  kind: ({ kind }) => kind,
  state: ({ state }) => ['issued', 'active', 'expired', 'canceled'].indexOf(state),
  batch: ({ batch }) => batch,
  event: ({ event }) => event?.toLowerCase() ?? null,
  customer: ({ customer }) => customer,
  collection: ({ collection }) => collection,
  issued: ({ issued_at }) => issued_at,
  from: ({ valid_from }) => orNone(valid_from),
  valid: ({ valid_until }) => orEndless(valid_until),
  length: ({ length }) => orEndless(length),
  activated: ({ activated_date }) => orNone(activated_date),
  expires: (row) =>
    (row.kind === 'event' ? orNone(row.expired_date) : row.activated_date && orEndless(row.expired_date)) || null,
  canceled: ({ is_canceled }) => orNone(is_canceled),
  learner: ({ learner_id }) => learner_id,
  participants: ({ participants }) => participants,
  price: ({ price }) => (price === null ? null : Number(price)),
};

describe('The report of all coupons', () => {
  const found = async (query: string): Promise<string[]> =>
    (await call(`all-coupons?${query}`)).results.map((row: any) => row.code);

  test('has the codes of events and of batches with all their data', async () => {
    const { results, total } = await call('all-coupons');
    expect(total).toBe(5);
    expect(results[0]).toMatchObject({ code: 'EVENT0000001', kind: 'event', event: 'Event 1', participants: 2 });
    expect(results[0]).toMatchObject({ state: 'active', batch: null, price: null, learner_id: null, cid: 'C1' });
    expect(results.slice(1).map((row: any) => row.code)).toEqual(codes.toSorted());
    const used = results.find((row: any) => row.code === codes[0]);
    expect(used).toMatchObject({ kind: 'access', batch: 'Batch 0', customer: 'Name of CUST-0', learner_id: 'mia' });
    expect(used).toMatchObject({ state: 'active', price: '9.90', currency: 'USD', participants: null, event: null });
  });

  test('is narrowed like the code manager, and by kind', async () => {
    const [, canceled = '', , unused = ''] = codes;
    expect(await found('kind=event')).toEqual(['EVENT0000001']);
    expect(await found('kind=access')).toEqual(codes.toSorted());
    expect(await found('status=canceled')).toEqual([canceled]);
    expect(await found('status=issued')).toEqual([unused]);
    expect(await found('status=active&kind=event')).toEqual(['EVENT0000001']);
    expect(await found('status=activated')).toHaveLength(4);
    expect(await found('code=event')).toEqual(['EVENT0000001']);
    expect(await found('cust_idx=1')).toEqual(codes.toSorted());
    expect(await found('cidx=1')).toEqual(['EVENT0000001']);
    expect(await found('since=2026-03-03')).toEqual([]);
    expect(await found('until=2026-03-02')).toHaveLength(5);
    expect((await office.admin.get('/api/v1/report/all-coupons?kind=gift')).status).toBe(400);
  });

  test('shows the state of an event code as that of the event', async () => {
    const of = (n: number, from: number, until: number) => desk.addEvent(n, { from, until });
    const now = Math.floor(office.clock.now().getTime() / 1000);
    const [waiting, over] = [await of(2, now + 60, now + 600), await of(3, now - 600, now - 60)];
    await office.admin.put(`/api/v1/event/${await of(4, now - 60, now + 60)}/pause`, { paused: true });
    expect(await found('kind=event&status=issued')).toEqual(['EVENT0000002']);
    expect(await found('kind=event&status=expired')).toEqual(['EVENT0000003']);
    expect(await found('kind=event&status=canceled')).toEqual(['EVENT0000004']);
    expect(await found('kind=event&status=invalid')).toEqual(['EVENT0000003', 'EVENT0000004']);
    for (const event of [waiting, over, over + 1]) await office.admin.delete(`/api/v1/event/${event}`);
  });

  test('pages from the codes of events to those of batches, and is the same as a sheet', async () => {
    for (let n = 10; n < 40; n++) await desk.addEvent(n);
    const pages = [await found('size=25&page=1'), await found('size=25&page=2')];
    const listed = pages.flat();
    expect(new Set(listed).size).toBe(35);
    const { headers } = await office.admin.get('/report/all-coupons/export');
    expect(headers['x-total-count']).toBe('35');
    const [heading = [], ...rows] = await sheet('all-coupons/export');
    expect(rows.map(([code]) => code)).toEqual(listed);
    const cellsOf = (code: string | undefined) => rows.find(([one]) => one === code) ?? [];
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([heading.length]));
    expect(cellsOf(codes[0]).slice(1, 3)).toEqual(['Access code', 'Active']);
    expect(cellsOf(codes[0]).slice(-4)).toEqual(['mia', '', '9.90', 'USD']);
    expect(cellsOf('EVENT0000001').slice(-5)).toEqual(['Event 1', '', '2', '', '']);
    expect(await sheet('all-coupons/export?kind=event')).toHaveLength(32);
    expect(await sheet(`all-coupons/export?kind=access&code=${codes[3]}`)).toHaveLength(2);
  });

  test('is sorted by each column, in both directions, codes without a value last, and the sheet as well', async () => {
    const columns = { ...couponColumns };
    for (const [sort, valueOf] of Object.entries(columns)) {
      const { results, total } = await call(`all-coupons?sort=${sort}&size=200`);
      const back = (await call(`all-coupons?sort=${sort}.desc&size=200`)).results;
      expect([results.length, total]).toEqual([35, 35]);
      const values = (rows: any[]) => rows.map(valueOf).filter((value) => value !== null);
      const sorted = values(results).toSorted((a: any, b: any) => (a < b ? -1 : a > b ? 1 : 0));
      expect([sort, values(results)]).toEqual([sort, sorted]);
      expect([sort, values(back)]).toEqual([sort, sorted.toReversed()]);
      for (const rows of [results, back])
        expect([sort, rows.map(valueOf).slice(0, sorted.length).includes(null)]).toEqual([sort, false]);
    }
  });

  test('keeps its order from page to page and in the sheet, and shows it', async () => {
    const listed = [...(await found('sort=event.desc&size=25')), ...(await found('sort=event.desc&size=25&page=2'))];
    expect(new Set(listed).size).toBe(35);
    const [, ...rows] = await sheet('all-coupons/export?sort=event.desc');
    expect(rows.map(([code]) => code)).toEqual(listed);
    expect(rows.find(([code]) => code === codes[0])?.slice(-4)).toEqual(['mia', '', '9.90', 'USD']);
    expect(await found('sort=customer&status=canceled')).toEqual([codes[1]]);
    expect(await found('sort=customer&kind=event')).toHaveLength(31);
    const { body } = await office.admin.get('/report/all-coupons?sort=learner.desc');
    expect(body).toShow(/<th[^>]*aria-sort="descending"/);
    expect(body.match(/<th[^>]*><a href="[^"]*sort=/g)).toHaveLength(9);
    expect(body).toShow('/report/all-coupons/export?sort=learner.desc');
  });

  test('links each code to its event, or to its own page and its learner', async () => {
    const { body } = await office.admin.get('/report/all-coupons?code=EVENT0000001');
    expect(body).toShow('href="/event/1"');
    const page = await office.admin.get(`/report/all-coupons?code=${codes[0]}`);
    expect(page.body).toShow(`href="/code?code=${codes[0]}"`);
    expect(page.body).toMatch(/href="\/learner\/[\w-]+"/);
  });
});

describe('The report of registered collections', () => {
  const rowsOf = async (query = ''): Promise<Record<string, any>[]> =>
    (await call(`registered-collection?${query}`)).results;
  const brief = async (query: string) => (await rowsOf(query)).map((row) => [row['cid'], row['registrations']]);

  test('counts the registrations of each collection by state and way, on which days, and names its owners', async () => {
    await office.admin.put('/api/v5/collection/C1', { owned_by: [1] });
    const [most = {}, other = {}] = await rowsOf();
    expect(most).toMatchObject({
      cid: 'of-0',
      registrations: 3,
      live: 2,
      expired: 0,
      canceled: 1,
      by_code: 3,
      by_event: 0,
    });
    expect(most).toMatchObject({ owners: [], first: '2026-03-03', last: '2026-03-03' });
    expect(other).toMatchObject({
      cid: 'C1',
      registrations: 2,
      live: 2,
      expired: 0,
      canceled: 0,
      by_code: 0,
      by_event: 2,
    });
    expect(other).toMatchObject({ owners: [{ cust_idx: 1, name: 'Name of CUST-0' }], first: '2026-03-02' });
  });

  test('is narrowed by days of the office, customer, collection, book and text, and sorted', async () => {
    expect(await brief('until=2026-03-02')).toEqual([['C1', 2]]);
    expect(await brief('since=2026-03-03&until=2026-03-03')).toEqual([['of-0', 3]]);
    expect(await brief('cust_idx=1')).toEqual([['of-0', 3]]);
    expect(await brief('cidx=1')).toEqual([['C1', 2]]);
    expect(await brief(`book=${bids[2]}`)).toEqual([['of-0', 3]]);
    expect(await brief('search_val=title of c')).toEqual([['C1', 2]]);
    expect(await brief('search_val=OF-0+c1+gone')).toEqual([
      ['of-0', 3],
      ['C1', 2],
    ]);
    const { found } = await props('/report/registered-collection?search_val=OF-0+c1+gone&until=2026-03-02');
    expect(found).toMatchObject({ rows: [{ cid: 'C1' }], missing: ['OF-0', 'gone'] });
    expect(await brief('sort=registrations')).toEqual([
      ['C1', 2],
      ['of-0', 3],
    ]);
    expect(await brief('sort=title.desc&page=2')).toEqual([]);
    expect(await brief('since=2027-01-01')).toEqual([]);
  });

  test('links each figure to the registrations that it counts', async () => {
    for (const filter of ['', 'since=2026-03-03', 'cust_idx=1', 'until=2026-03-02']) {
      const { body } = await office.admin.get(`/report/registered-collection?${filter}`);
      const links = [...body.matchAll(/href="(\/registration\?[^"]+)">([\d,]+)<\/a>/g)];
      expect(links.length).toBeGreaterThan(2);
      for (const [, href = '', shown] of links)
        expect([href, (await props(href.replaceAll('&amp;', '&'))).found.total]).toEqual([href, Number(shown)]);
    }
  });

  test('shows what has ended by now, for the registrations of codes and of events', async () => {
    const now = Math.floor(office.clock.now().getTime() / 1000);
    const { reg_idx } = (await props('/registration?cidx=1')).found.rows[0];
    await office.db.updateTable('registration').set({ expires_at: now }).where('reg_idx', '=', reg_idx).execute();
    await office.db
      .updateTable('code')
      .set({ expired_date: now - 60 })
      .where('code', '=', codes[0] ?? '')
      .execute();
    const [most = {}, other = {}] = await rowsOf();
    expect(most).toMatchObject({ registrations: 3, live: 1, expired: 1, canceled: 1 });
    expect(other).toMatchObject({ registrations: 2, live: 1, expired: 1 });
    office.clock.advance(-7200_000);
    expect((await rowsOf()).map(({ expired }) => expired)).toEqual([0, 0]);
    office.clock.advance(7200_000);
  });

  test('can be downloaded as a sheet of the same rows', async () => {
    const [heading = [], ...rows] = await sheet('registered-collection/export?sort=title');
    expect(heading.slice(0, 4)).toEqual(['Collection ID', 'Title', 'Owners', 'Registrations']);
    expect(rows.map(([cid]) => cid)).toEqual(['C1', 'of-0']);
    expect(rows[0]).toEqual([
      'C1',
      'Title of C1',
      'Name of CUST-0',
      '2',
      '1',
      '1',
      '0',
      '0',
      '2',
      '2026-03-02',
      '2026-03-02',
    ]);
    expect((await office.admin.get('/report/registered-collection/export?as=xlsx')).status).toBe(200);
  });
});

describe('The report of registered books', () => {
  const rowsOf = async (query = ''): Promise<Record<string, any>[]> => (await call(`registered-book?${query}`)).results;
  const brief = async (query: string) =>
    (await rowsOf(query)).map((row) => [row['bid'], row['collections'], row['registrations']]);

  test('counts each collection that reaches a book once, however many ways lead to it', async () => {
    expect(await brief('sort=registrations')).toEqual([
      [bids[2], 1, 3],
      [bids[0], 2, 5],
      [bids[1], 2, 5],
    ]);
    const listed = `search_val=${bids[0]}+${bids[1]}+none-1`;
    expect((await rowsOf(`${listed}&sort=title`)).map((row) => row['bid'])).toEqual(bids.slice(0, 2));
    const { found } = await props(`/report/registered-book?${listed}`);
    expect(found).toMatchObject({ total: 2, missing: ['none-1'] });
    expect((await rowsOf(`search_val=${bids[0]}`))[0]).toMatchObject({
      series: 'Tales',
      level: 'One',
      published: true,
      by_code: 3,
      by_event: 2,
      first: '2026-03-02',
      last: '2026-03-03',
    });
  });

  test('has a book that a collection holds directly, and follows changes of contents', async () => {
    const { rows } = await sql<{ bidx: number }>`select bidx from book where bid = ${bids[2]}`.execute(office.db);
    await collections.put('C1', 'book', rows[0]?.bidx ?? 0);
    expect(await brief(`search_val=${bids[2]}`)).toEqual([[bids[2], 2, 5]]);
    expect(await brief('cidx=1&sort=title')).toEqual(bids.map((bid) => [bid, 1, 2]));
    await collections.take('C1', 'book', rows[0]?.bidx ?? 0);
    expect(await brief('cidx=1&sort=title')).toEqual(bids.slice(0, 2).map((bid) => [bid, 1, 2]));
    expect(await brief('cust_idx=1&until=2026-03-02')).toEqual([]);
  });

  test('links each number to the registrations and collections that it counts', async () => {
    const { body } = await office.admin.get('/report/registered-book?until=2026-03-02');
    const links = [...body.matchAll(/href="(\/(?:registration|report\/registered-collection)\?[^"]+)">([\d,]+)<\/a>/g)];
    expect(links.length).toBeGreaterThan(3);
    for (const [, href = '', shown] of links) {
      const { found } = await props(href.replaceAll('&amp;', '&'));
      expect([href, found.total]).toEqual([href, Number(shown)]);
    }
  });

  test('can be downloaded as a sheet of the same rows', async () => {
    const [heading = [], ...rows] = await sheet('registered-book/export?sort=title');
    expect(heading).toHaveLength(15);
    expect(rows.map(([bid]) => bid)).toEqual(bids);
    expect(rows[0]?.slice(1, 8)).toEqual(['Book b1-1', 'Tales', 'One', 'SPINDLE', 'Published', '2', '5']);
  });
});
