import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeDesk } from '#features/code/code.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
let of: { cust_idx: number; cidx: number };
const desk = codeDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
  of = { cust_idx: await desk.addCustomer('ACME'), cidx: await desk.addCollection('c1') };
  const rows = [
    { currency: 'KRW', price: '9900', discounted_price: null, subscription_period: 30 },
    { currency: 'USD', price: '9.90', discounted_price: '8.50', subscription_period: 0 },
  ];
  await office.db
    .insertInto('collection_price')
    .values(rows.map((row, nth) => ({ ...row, cidx: of.cidx, display_order: nth })))
    .execute();
});
afterAll(() => office.close());

const terms = async (query: string) => (await office.admin.get(`/api/v1/code/batch/terms?${query}`)).json.results;

test('The terms of a new batch are the prices of its collection, and beside them what the customer paid last', async () => {
  const prices = [
    { price: '9900', currency: 'KRW', length: 30 },
    { price: '8.50', currency: 'USD', length: 0 },
  ];
  expect(await terms(`cidx=${of.cidx}&cust_idx=${of.cust_idx}`)).toEqual({ prices, orders: [] });
  for (const price of ['7000', '8900', '8000'])
    await desk.addBatch({ ...of, price, currency: 'KRW', length: 30, count: 400 });
  await desk.addBatch({ ...of, price: '1', status: 'cancelled' });
  const { body } = await office.admin.get(`/code/batch/create?cust_idx=${of.cust_idx}`, { 'x-fragment': '1' });
  expect(body).toShow('Today’s price is ₩1,900 more than last time.');
  const other = await desk.addCustomer('OTHER');
  const { orders } = await terms(`cidx=${of.cidx}&cust_idx=${of.cust_idx}`);
  expect(orders).toMatchObject([
    { price: '8000', currency: 'KRW', length: 30, count: 400 },
    { price: '8900', currency: 'KRW', length: 30, count: 400 },
  ]);
  expect((await terms(`cidx=${of.cidx}&cust_idx=${other}`)).orders).toEqual([]);
  expect((await terms(`cidx=${of.cidx}`)).orders).toEqual([]);
});

test('The form of a new batch begins with the collection of the last order at the price of today', async () => {
  const { body } = await office.admin.get(`/code/batch/create?cust_idx=${of.cust_idx}`, { 'x-fragment': '1' });
  expect(body).toShow('₩9,900 · 30 days');
  expect(body).toShow('400 × ₩8,000, 30 days');
  expect(body).toShow(/name="price"[^>]*value="9900"|value="9900"[^>]*name="price"/);
});
