import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeDesk } from '#features/code/code.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
const desk = codeDesk(() => office);
let acme: number;
let zenith: number;
let winter: number;
let march: number;

beforeAll(async () => {
  office = await startOffice();
  const cidx = await desk.addCollection('c1');
  acme = await desk.addCustomer('ACME');
  zenith = await desk.addCustomer('ZENITH');
  // 23:30 on 28 February in Seoul, and an hour later: two months there, one in UTC.
  const [late, early] = ['2026-02-28T14:30:00Z', '2026-02-28T15:30:00Z'];
  winter = await desk.addBatch({ created_at: late, cust_idx: acme, cidx, title: 'Winter', count: 3, price: '1.10' });
  await desk.issue(winter, 3);
  march = await desk.addBatch({
    created_at: early,
    cust_idx: acme,
    cidx,
    title: 'March',
    count: 2,
    price: '2.05',
    memo: 'For the fair',
  });
  await desk.issue(march, 2);
  await desk.addBatch({ cust_idx: zenith, cidx, title: 'Won', count: 10, price: '1000', currency: 'KRW' });
  await desk.addBatch({ cust_idx: zenith, cidx, title: 'Never made', count: 10, price: '9', status: 'failed' });
  const [first] = await office.db.selectFrom('code').select('code').where('cg_idx', '=', winter).execute();
  await office.db
    .updateTable('code')
    .set({ activated_date: 1_772_400_000, expired_date: 1_772_400_001 })
    .where('code', '=', first?.code ?? '')
    .execute();
});
afterAll(() => office.close());

const history = async (query: string) => (await office.admin.get(`/api/v5/code/history?${query}`)).json.data.history;
const titles = async (query: string) => (await history(query)).map((row: { title: string }) => row.title);
const propsOf = async (url: string) => {
  const { body } = await office.admin.get(url);
  return JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec(body)?.[1] ?? '{}');
};

describe('The history of batches', () => {
  test('names each batch with its figures, newest first', async () => {
    const rows = await history(`custIdx=${acme}`);
    expect(rows).toMatchObject([
      { cg_idx: march, title: 'March', memo: 'For the fair', count: 2, price: '2.05', activated_codes: 0 },
      { cg_idx: winter, customer: 'Name of ACME', collection: 'Title of c1', activated_codes: 1, expired_codes: 1 },
    ]);
    expect(rows[1]).toMatchObject({ reg_date: Date.parse('2026-02-28T14:30:00Z') / 1000, canceled_codes: 0 });
  });

  test('is that of a year or of a month, which begin at midnight in the office', async () => {
    expect(await titles('year=2026&month=2')).toEqual(['Winter']);
    expect(await titles(`month=2026-03&custIdx=${acme}`)).toEqual(['March']);
    expect(await titles('year=2026')).toHaveLength(4);
    expect(await titles('year=2025')).toEqual([]);
    expect(await titles('month=2')).toEqual(['Winter']);
  });

  test('of one batch has its codes, a page at a time', async () => {
    const { json } = await office.admin.get(`/api/v5/code/history/${winter}`);
    expect(json.data.history).toMatchObject({ activated_codes: 1, expired_codes: 1, canceled_codes: 0, memo: '' });
    expect(json.data.history.codes).toHaveLength(3);
    expect((await office.admin.get(`/api/v5/code/history/${winter}?page=2`)).json.data.history.codes).toEqual([]);
    expect((await office.admin.get('/api/v5/code/history/999')).status).toBe(404);
  });

  test('refuses an invalid month or year', async () => {
    expect((await office.admin.get('/api/v5/code/history?month=13')).status).toBe(400);
    expect((await office.admin.get('/api/v5/code/history?year=none')).status).toBe(400);
    // There is no such year, so pages ignore it like any other invalid part.
    expect((await office.admin.get('/api/v5/code/history?month=0000-01')).status).toBe(400);
    for (const query of ['year=0000', 'month=0000-01'])
      expect((await office.admin.get(`/code/report?${query}`)).status).toBe(200);
  });

  test('is a page and a sheet with the same rows', async () => {
    const { found: batches } = await propsOf(`/code/report?cust_idx=${acme}`);
    expect(batches.rows.map((row: { title: string }) => row.title)).toEqual(['March', 'Winter']);
    const { body, headers } = await office.admin.get(`/code/report/export?cust_idx=${acme}`);
    expect(headers['x-total-count']).toBe('2');
    expect(body.split('\r\n')[1]).toBe(
      '2026-03-01,Name of ACME,Title of c1,March,2,0,2,2.05,4.10,USD,2,0,0,0,0,For the fair',
    );
  });
});

describe('The batches of a collection', () => {
  test('are listed alone, and the page of the collection leads there', async () => {
    const cidx = await desk.addCollection('c2');
    await desk.addBatch({ cust_idx: acme, cidx, title: 'Of another', count: 1, price: '0' });
    const listed = await propsOf(`/code/report?cidx=${cidx}`);
    expect(listed.found.rows.map((row: { title: string }) => row.title)).toEqual(['Of another']);
    expect(listed.choices.collections).toMatchObject([{ title: 'Title of c1' }, { cidx, title: 'Title of c2' }]);
    const { uses } = await propsOf('/collection/c1/uses');
    const [{ count, all }] = uses.kinds.filter((kind: { count: number }) => kind.count > 0);
    expect([count, (await propsOf(all)).found.total]).toEqual([4, 4]);
    await office.db.deleteFrom('code_batch').where('cidx', '=', cidx).execute();
  });
});

describe('Purchases', () => {
  test('leave out empty batches, and are summed by currency', async () => {
    const { found: batches, sums } = await propsOf('/code/purchase');
    expect(batches.rows.map((row: { title: string }) => row.title)).toEqual(['Won', 'March', 'Winter']);
    expect(sums).toEqual([
      { currency: 'KRW', batches: 1, count: 10, amount: '10000' },
      { currency: 'USD', batches: 2, count: 5, amount: '7.40' },
    ]);
  });

  test('of a customer and a month are limited to those', async () => {
    const { sums } = await propsOf(`/code/purchase?cust_idx=${acme}&month=2026-02`);
    expect(sums).toEqual([{ currency: 'USD', batches: 1, count: 3, amount: '3.30' }]);
  });
});

describe("A customer's codes", () => {
  test('are listed by month on the page of the customer, with totals', async () => {
    const { head, figures, batches, months } = await propsOf(`/customer/code/${acme}?month=2026-02`);
    expect(batches.rows).toMatchObject([{ title: 'Winter' }]);
    expect(months).toEqual(['2026-03', '2026-02']);
    const facts = Object.fromEntries(
      head.parts.facts.map(({ label, value }: { label: string; value: unknown }) => [label, value]),
    );
    expect(facts).toEqual({
      Batches: 2,
      Amount: [{ currency: 'USD', amount: '7.40' }],
    });
    expect(figures).toMatchObject({ total: 5, withdrawn: 0, issued: 4, active: 0, expired: 1, canceled: 0 });
    expect(head.parts.tabs).toEqual([
      { label: 'Codes', href: `/customer/code/${acme}` },
      { label: 'Statement', href: `/customer/statement/${acme}` },
      { label: 'Orders', href: `/customer/orders/${acme}` },
    ]);
  });

  test('of a customer have the selector of months on the page, not in a panel', async () => {
    const { body } = await office.admin.get(`/customer/code/${acme}?month=2026-02`);
    expect(body).toShow(/<select name="month" aria-label="Month"/);
    expect(body).not.toShow('<details');
    expect((await office.admin.get('/code/report')).body).toShow(/<details.*<select name="month"/s);
  });

  test('that were free add no zero amount, unless all were', async () => {
    const free = { price: '0', currency: 'KRW', count: 1 };
    const { cidx } = await office.db.selectFrom('collection').select('cidx').executeTakeFirstOrThrow();
    const gifted = await desk.addCustomer('GIFTED');
    const amountOf = async (custIdx: number) =>
      (await propsOf(`/customer/${custIdx}`)).head.parts.facts.find(
        ({ label }: { label: string }) => label === 'Amount',
      ).value;
    await desk.addBatch({ ...free, cust_idx: gifted, cidx, title: 'Gift' });
    expect(await amountOf(gifted)).toEqual([{ currency: 'KRW', amount: '0' }]);
    await desk.addBatch({ cust_idx: gifted, cidx, title: 'Paid', count: 2, price: '2.50' });
    expect(await amountOf(gifted)).toEqual([{ currency: 'USD', amount: '5.00' }]);
  });

  test('lead to the list of customers where the address names none', async () => {
    const { status, headers } = await office.admin.get('/customer/code');
    expect({ status, location: headers['location'] }).toEqual({ status: 303, location: '/customer' });
  });

  test('are available as HTML from the same view, for use elsewhere', async () => {
    const { json } = await office.admin.get(`/api/v1/customer/${acme}/codes?month=2026-03`);
    expect(json.results.html).toShow('March');
    expect(json.results.html).not.toShow('Winter');
    expect((await office.admin.get('/api/v1/customer/999/codes')).status).toBe(404);
  });
});

describe("The codes of a customer's batch", () => {
  test('are on a page of the customer, whose filters apply to that batch alone', async () => {
    const { head, batch, listed } = await propsOf(`/customer/code/${acme}/${winter}?status=issued&cg_idx=${march}`);
    expect(head.customer.cust_id).toBe('ACME');
    expect(batch.title).toBe('Winter');
    expect(listed.found).toMatchObject({ total: 2, rows: [{ cg_idx: winter, state: 'issued' }, { cg_idx: winter }] });
    expect((await office.admin.get(`/customer/code/${zenith}/${winter}`)).status).toBe(404);
  });

  test('are available as HTML too, and for no other customer', async () => {
    const { json } = await office.admin.get(`/api/v1/customer/${acme}/codes/${winter}`);
    const rows = await office.db.selectFrom('code').select('code').where('cg_idx', '=', winter).execute();
    for (const { code } of rows) expect(json.results.html).toShow(code.replace(/(.{4})(?=.)/g, '$1-'));
    expect((await office.admin.get(`/api/v1/customer/${zenith}/codes/${winter}`)).status).toBe(404);
  });
});
