import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeDesk } from '#features/code/code.fixture.ts';
import { differingData } from '#test/differing-data.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
let of: { cust_idx: number; cidx: number };
let key: string;
let cg_idx: number;
const codes = new Map<string, string>();

beforeAll(async () => {
  office = await startOffice();
  office.clock.set('2026-03-02T02:00:00Z');
  office.admin = await office.signIn('ada', true);
  const desk = codeDesk(() => office);
  of = { cust_idx: await desk.addCustomer('ACME'), cidx: await desk.addCollection('c1') };
  cg_idx = await desk.addBatch({ ...of, title: 'Online shop' });
  await desk.issue(cg_idx, 8);
  const sells = { name: 'Shop', scope: 'vend', batches: [cg_idx], quota: 8 };
  key = (await office.admin.post('/api/v1/api_key', sells)).json.results.key;
  office.clock.set('2026-02-28T02:00:00Z');
  await draw('HB-0');
  office.clock.set('2026-03-02T02:00:00Z');
  for (const order of ['HB-1', 'HB-2', 'HB-3', 'HB-4']) await draw(order);
  await office.stranger.send({ method: 'DELETE', url: '/partner/v1/orders/HB-3', headers: keyed() });
  await office.admin.post('/api/v1/code/redeem', { code: codes.get('HB-2'), learner_id: 'mia' });
});
afterAll(() => office.close());

const keyed = () => ({ authorization: `Bearer ${key}` });
async function draw(order: string): Promise<void> {
  const { json } = await office.stranger.post('/partner/v1/orders', { order }, keyed());
  codes.set(order, json.results.code);
}
const shop = async (order: string) => (await office.stranger.get(`/partner/v1/orders/${order}`, keyed())).json.results;
const redeem = (code: string) => office.admin.post('/api/v1/code/redeem', { code, learner_id: 'of the shop' });
const list = async (query = '') =>
  (await office.admin.get(`/api/v1/order?cust_idx=${of.cust_idx}${query}`)).json.results;
const compare = (text: string, name = 'orders.csv', month = '2026-03') => {
  const form = new FormData();
  form.append('file', new File([text], name));
  return office.admin.upload(`/api/v1/order/compare?cust_idx=${of.cust_idx}&month=${month}`, form);
};

describe('The orders of a customer', () => {
  test('are listed by month, the newest first, with what is to bill', async () => {
    const { orders, total, sums, amounts } = await list();
    expect(orders.map((one: { order: string; state: string }) => [one.order, one.state])).toEqual([
      ['HB-4', 'sold'],
      ['HB-3', 'returned'],
      ['HB-2', 'redeemed'],
      ['HB-1', 'sold'],
    ]);
    expect(total).toBe(4);
    expect(sums).toEqual({ sold: 2, redeemed: 1, expired: 0, returned: 1, withdrawn: 0 });
    expect(amounts).toEqual([{ currency: 'USD', orders: 3, amount: '29.70' }]);
    expect((await list('&month=2026-02')).orders.map(({ order }: { order: string }) => order)).toEqual(['HB-0']);
    expect((await office.admin.get('/api/v1/order?cust_idx=999')).status).toBe(404);
  });

  test('are a tab of its page, with the months before', async () => {
    const { body } = await office.admin.get(`/customer/orders/${of.cust_idx}`);
    for (const shown of ['HB-4', 'HB-1', 'Not billed', '$29.70', 'Online shop']) expect(body).toShow(shown);
    expect(body).not.toShow('HB-0');
    expect((await office.admin.get(`/customer/orders/${of.cust_idx}?month=2026-02`)).body).toShow('HB-0');
    const empty = (await office.admin.get(`/customer/orders/${of.cust_idx}?month=2026-01&lang=ko`)).body;
    expect(empty).toShow('이 달에 코드를 가져간 상점이 없습니다.');
  });

  test('are compared with the list of the shop, of which nothing is kept', async () => {
    const lines = [
      'Date;Order number;Voucher code',
      `1;HB-1;${codes.get('HB-1')?.toLowerCase()}`,
      `1;HB-1;${codes.get('HB-1')}`,
      '1;HB-2;ABCDEFGHJKLM',
      '1;HB-3;',
      '1;HB-0;',
      '1;HB-9;',
    ];
    const { status, json } = await compare(lines.join('\n'));
    expect(status).toBe(200);
    const ord_idx = expect.any(Number);
    expect(json.results).toEqual({
      agree: 1,
      differ: [
        { ord_idx, order: 'HB-2', code: 'ABCDEFGHJKLM', here: codes.get('HB-2'), state: 'redeemed', why: 'code' },
        { ord_idx, order: 'HB-3', code: '', here: codes.get('HB-3'), state: 'returned', why: 'returned' },
        { ord_idx, order: 'HB-0', code: '', here: codes.get('HB-0'), state: 'sold', why: 'month' },
      ],
      only_here: [{ ord_idx, order: 'HB-4', code: codes.get('HB-4'), state: 'sold' }],
      only_there: [{ order: 'HB-9', code: '' }],
    });
    const rows = await office.db.selectFrom('code_order').select(['order', 'asked']).execute();
    expect(rows.every(({ asked }) => asked === 1)).toBe(true);
    expect(rows).toHaveLength(5);
  });

  test('agree with a list without a heading that leaves out what was returned', async () => {
    const { json } = await compare('HB-1\nHB-2\nHB-4\n', 'orders.txt');
    expect(json.results).toEqual({ agree: 4, differ: [], only_here: [], only_there: [] });
  });

  test.each([
    ['When,What\n1,2\n', 'orders.csv', 422, 'vending.no_order_column'],
    ['', 'orders.csv', 422, 'vending.list_empty'],
    ['HB-1\n', 'orders.pdf', 415, 'vending.no_list'],
  ])('are not compared with %j in %s', async (text, name, status, code) => {
    const refused = await compare(text, name);
    expect([refused.status, refused.json.error.code]).toEqual([status, code]);
    if (code === 'vending.no_order_column') expect(refused.json.error.message).toContain('When, What');
  });

  test('is returned by staff, with an undo; the shop sees both, and nobody pays meanwhile', async () => {
    const { orders, amounts } = await list();
    const { ord_idx, code } = orders.find(({ order }: { order: string }) => order === 'HB-4');
    const returning = await office.admin.post(`/api/v1/order/${ord_idx}/return`, { memo: 'By telephone' });
    expect(returning.json.results).toMatchObject({ order: 'HB-4', code, state: 'returned' });
    expect((await list()).amounts).toEqual([{ currency: 'USD', orders: 2, amount: '19.80' }]);
    expect(await shop('HB-4')).toMatchObject({ state: 'returned' });
    expect((await redeem(code)).status).not.toBe(200);
    // Done again, it answers the same and is no second act.
    const again = (await office.admin.post(`/api/v1/order/${ord_idx}/return`, {})).json.results;
    expect([again.state, again.act_idx]).toEqual(['returned', undefined]);
    const { act_idx: act } = returning.json.results;
    expect((await office.admin.post(`/api/v1/act/${act}/undo`)).json.results).toMatchObject({ back: 1, kept: 0 });
    expect(await shop('HB-4')).toMatchObject({ state: 'sold', code });
    expect((await list()).amounts).toEqual(amounts);
    expect((await office.admin.post(`/api/v1/act/${act}/undo`)).status).toBe(409);
    expect(await differingData(office)).toEqual([]);
  });

  test('is not returned once its code was redeemed, nor if there is no such order', async () => {
    const { orders } = await list();
    const { ord_idx } = orders.find(({ order }: { order: string }) => order === 'HB-2');
    const refused = await office.admin.post(`/api/v1/order/${ord_idx}/return`, {});
    expect([refused.status, refused.json.error.code]).toEqual([409, 'vending.order_redeemed']);
    const unknown = await office.admin.post('/api/v1/order/99999/return', {});
    expect([unknown.status, unknown.json.error.code]).toEqual([404, 'vending.order_unknown_here']);
  });

  test('that the shop alone knows gets a code from staff, the same for staff and the shop, within the quota', async () => {
    const drawn = (await office.admin.post('/api/v1/order', { cust_idx: of.cust_idx, order: 'HB-9' })).json.results;
    expect(await shop('HB-9')).toMatchObject({ order: 'HB-9', code: drawn.code, state: 'sold' });
    await draw('HB-9');
    expect(codes.get('HB-9')).toBe(drawn.code);
    const both = await Promise.all(
      ['HB-10', 'HB-10'].map((order) => office.admin.post('/api/v1/order', { cust_idx: of.cust_idx, order })),
    );
    expect(new Set(both.map(({ json }) => json.results.code)).size).toBe(1);
    await draw('HB-11');
    const full = await office.admin.post('/api/v1/order', { cust_idx: of.cust_idx, order: 'HB-12' });
    expect([full.status, ['vending.quota_used', 'vending.batch_used'].includes(full.json.error.code)]).toEqual([
      409,
      true,
    ]);
    expect(await differingData(office)).toEqual([]);
  });

  test('for which staff drew a code is returned by the undo of that, unless somebody redeemed it meanwhile', async () => {
    const sums = async () => (await list()).sums;
    await office.db.updateTable('vend_key').set({ quota: 20 }).execute();
    await codeDesk(() => office).issue(cg_idx, 2);
    const before = await sums();
    const drawn = (await office.admin.post('/api/v1/order', { cust_idx: of.cust_idx, order: 'HB-20' })).json.results;
    const again = (await office.admin.post('/api/v1/order', { cust_idx: of.cust_idx, order: 'HB-20' })).json.results;
    expect([again.code, again.act_idx]).toEqual([drawn.code, undefined]);
    expect((await office.admin.post(`/api/v1/act/${drawn.act_idx}/undo`)).json.results).toMatchObject({ back: 1 });
    expect(await shop('HB-20')).toMatchObject({ code: drawn.code, state: 'returned' });
    expect(await sums()).toEqual({ ...before, returned: before.returned + 1 });
    expect((await redeem(drawn.code)).status).not.toBe(200);
    const used = (await office.admin.post('/api/v1/order', { cust_idx: of.cust_idx, order: 'HB-21' })).json.results;
    expect((await redeem(used.code)).status).toBe(200);
    expect((await office.admin.post(`/api/v1/act/${used.act_idx}/undo`)).status).toBe(409);
    expect(await shop('HB-21')).toMatchObject({ code: used.code, state: 'redeemed' });
    expect(await differingData(office)).toEqual([]);
  });

  test('gets no code from staff without a key that sells, or without naming one of several', async () => {
    const other = await codeDesk(() => office).addCustomer('NOSHOP');
    const none = await office.admin.post('/api/v1/order', { cust_idx: other, order: 'X' });
    expect([none.status, none.json.error.code]).toEqual([409, 'vending.no_seller']);
    const { batches } = await office.db.selectFrom('vend_key').select('batches').executeTakeFirstOrThrow();
    const second = { name: 'Second shop', scope: 'vend', batches, quota: 8 };
    const { key_idx } = (await office.admin.post('/api/v1/api_key', second)).json.results;
    const several = await office.admin.post('/api/v1/order', { cust_idx: of.cust_idx, order: 'HB-1' });
    expect([several.status, several.json.error.fields]).toEqual([422, { key_idx: expect.any(String) }]);
    const body = { cust_idx: of.cust_idx, order: 'HB-1', key_idx };
    const used = await office.admin.post('/api/v1/order', body);
    expect([used.status, used.json.error.code]).toEqual([409, 'vending.batch_used']);
    expect((await office.admin.post('/api/v1/order', { ...body, cust_idx: other })).status).toBe(409);
    await office.admin.delete(`/api/v1/api_key/${key_idx}`);
  });
});
