import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shopDesk } from '#features/vending/vending.fixture.ts';
import { differingData } from '#test/differing-data.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
const shop = shopDesk(() => office);
const { draw, keyed, listed, read, redeem, statement } = shop;
let cust_idx: number;
let cg_idx: number;

beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

/** A batch of six codes from which a shop has sold three, one of which was redeemed. */
beforeEach(async () => {
  ({ cust_idx, cg_idx } = await shop.sell(6, ['A', 'B', 'C']));
  await redeem((await read('C')).code);
  office.clock.advance(60_000);
});

const leak = async (body: object = {}) =>
  (await office.admin.post(`/api/v1/code/batch/${cg_idx}/leak`, body)).json.results;
const undo = async (act: number) => (await office.admin.post(`/api/v1/act/${act}/undo`)).json.results;
const share = async () =>
  (await office.admin.post(`/api/v1/code/batch/${cg_idx}/link`, { expires_at: '2026-05-01' })).json.results.href;

describe('An order whose code leaked', () => {
  test('gets the code in its place, at the same price, when the shop asks again or asks what became of it', async () => {
    const [before, billed] = [await read('A'), await listed()];
    const paid = (await statement()).amounts;
    expect(await leak({ dry_run: true })).toMatchObject({ frozen: 5, orders: 2 });
    const done = await leak({ memo: 'On a forum' });
    expect(done).toMatchObject({ frozen: 5, replaced: 5, orders: 2, redeemed: 1 });
    const after = await read('A');
    expect(after).toMatchObject({ order: 'A', state: 'sold', at: before.at, replaced_at: before.at + 60 });
    expect(after.code).not.toBe(before.code);
    expect((await draw('A')).code).toBe(after.code);
    expect(await read('C')).toMatchObject({ state: 'redeemed', replaced_at: 0 });
    expect((await redeem(before.code)).json.error.code).toBe('registration.code_canceled');
    const now = await listed();
    expect(now.orders.find(({ order }: { order: string }) => order === 'A')).toMatchObject({
      code: after.code,
      former: [before.code],
      state: 'sold',
    });
    expect([now.total, now.sums, now.amounts]).toEqual([billed.total, billed.sums, billed.amounts]);
    expect((await statement()).amounts).toEqual(paid);
    const { lines } = (await office.admin.get(`/api/v1/code/batch/${cg_idx}/history`)).json.results;
    expect(lines[0]).toMatchObject({ kind: 'leaked', codes: 5 });
    expect((await office.admin.get('/audit')).body).toShow('Orders of shops');
    const page = (await office.admin.get(`/customer/orders/${cust_idx}`)).body;
    expect(page).toShow('instead of');
    expect((await redeem(after.code)).status).toBe(200);
    expect(await read('A')).toMatchObject({ state: 'redeemed' });
    expect(await differingData(office)).toEqual([]);
  });

  test('is compared with the list of the shop by either code, and the old one is told apart', async () => {
    const [a, b] = [await read('A'), await read('B')];
    await leak();
    const form = new FormData();
    const lines = ['Order;Code', `A;${a.code}`, `B;${(await read('B')).code}`, `C;${(await read('C')).code}`];
    form.append('file', new File([lines.join('\n')], 'orders.csv'));
    const { json } = await office.admin.upload(`/api/v1/order/compare?cust_idx=${cust_idx}&month=2026-03`, form);
    expect(json.results).toMatchObject({
      agree: 2,
      differ: [{ order: 'A', code: a.code, here: (await read('A')).code, why: 'replaced' }],
      only_here: [],
      only_there: [],
    });
    expect(b.code).not.toBe((await read('B')).code);
  });

  test('has its old code again when the leak is undone, unless the new one was redeemed or sold anew', async () => {
    const [a, b] = [await read('A'), await read('B')];
    const { act_idx: act } = await leak();
    const redeemed = await read('B');
    await redeem(redeemed.code);
    const sold = await draw('D');
    office.clock.advance(60_000);
    expect((await office.admin.get(`/api/v1/act/${act}`)).json.results.undo).toMatchObject({ back: 3, kept: 2 });
    expect(await undo(act)).toMatchObject({ back: 3, kept: 2 });
    expect(await read('A')).toMatchObject({ code: a.code, state: 'sold', replaced_at: 0 });
    expect((await redeem(a.code)).status).toBe(200);
    expect(await read('B')).toMatchObject({ code: redeemed.code, state: 'redeemed' });
    expect((await redeem(b.code)).status).toBe(422);
    expect(await read('D')).toMatchObject({ code: sold.code, state: 'sold' });
    expect(await differingData(office)).toEqual([]);
  });

  test('follows two leaks one after the other, and their undos', async () => {
    const first = await read('A');
    const one = await leak();
    const second = await read('A');
    office.clock.advance(60_000);
    const two = await leak({ lot: one.lot });
    const third = await read('A');
    expect(new Set([first.code, second.code, third.code]).size).toBe(3);
    await undo(two.act_idx);
    expect((await read('A')).code).toBe(second.code);
    await undo(one.act_idx);
    expect(await read('A')).toMatchObject({ code: first.code, replaced_at: 0 });
    expect(await differingData(office)).toEqual([]);
  });

  test('that was returned before stays returned, and one returned since keeps the new code withdrawn', async () => {
    await office.stranger.send({ method: 'DELETE', url: '/partner/v1/orders/A', headers: keyed() });
    const { act_idx: act, orders } = await leak();
    expect(orders).toBe(1);
    await office.stranger.send({ method: 'DELETE', url: '/partner/v1/orders/B', headers: keyed() });
    expect(await undo(act)).toMatchObject({ back: 3, kept: 1 });
    expect([(await read('A')).state, (await read('B')).state]).toEqual(['returned', 'returned']);
    expect(await differingData(office)).toEqual([]);
  });
});

describe("The links to a leaked batch's page", () => {
  test('close with the leak, which says so, and open again with its undo', async () => {
    const [open, revoked] = [await share(), await share()];
    const { links } = (await office.admin.get(`/api/v1/code/batch/${cg_idx}/link`)).json.results;
    await office.admin.delete(`/api/v1/code/link/${links[0].link_idx}`);
    const status = async (href: string) => (await office.stranger.get(href)).status;
    expect([await status(open), await status(revoked)]).toEqual([200, 410]);
    expect(await leak({ dry_run: true })).toMatchObject({ links: 1 });
    expect(await status(open)).toBe(200);
    const { act_idx: act, links: closed } = await leak();
    expect([closed, await status(open)]).toEqual([1, 410]);
    const fresh = await share();
    expect((await office.admin.get(`/code/leak/${act}`)).body).toShow('Closed links');
    await undo(act);
    expect([await status(open), await status(revoked), await status(fresh)]).toEqual([200, 410, 200]);
  });
});
