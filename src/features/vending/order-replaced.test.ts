import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeDesk } from '#features/code/code.fixture.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { differingData } from '#test/differing-data.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
const desk = codeDesk(() => office);
let round = 0;
let of: { cust_idx: number; cidx: number };
let cg_idx: number;
let key: string;

beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

/** A batch of four codes from which a shop has sold two. */
beforeEach(async () => {
  round++;
  office.clock.set(`2026-03-02T03:00:0${round}Z`);
  // The statement books by the clock of the database.
  const at = inSeconds(office.clock.now());
  await sql`create or replace function code_now() returns bigint language sql volatile as ${sql.lit(`select ${at}::bigint`)}`.execute(
    office.db,
  );
  of = { cust_idx: await desk.addCustomer(`SHOP-${round}`), cidx: await desk.addCollection(`shop-${round}`) };
  cg_idx = await desk.addBatch({ ...of, title: 'Online shop' });
  await desk.issue(cg_idx, 4);
  const sells = { name: 'Shop', scope: 'vend', batches: [cg_idx], quota: 100 };
  key = (await office.admin.post('/api/v1/api_key', sells)).json.results.key;
  for (const order of ['A', 'B']) await draw(order);
});

const keyed = () => ({ authorization: `Bearer ${key}` });
const draw = async (order: string) =>
  (await office.stranger.post('/partner/v1/orders', { order }, keyed())).json.results;
const read = async (order: string) => (await office.stranger.get(`/partner/v1/orders/${order}`, keyed())).json.results;
const redeem = (code: string) => office.admin.post('/api/v1/code/redeem', { code, learner_id: `of ${code}` });
const replace = async (code: string) => (await office.admin.post(`/api/v1/code/${code}/replace`, {})).json.results;
const undo = async (act: number) => (await office.admin.post(`/api/v1/act/${act}/undo`)).json;
const listed = async () => (await office.admin.get(`/api/v1/order?cust_idx=${of.cust_idx}`)).json.results;
const statement = async () => (await office.admin.get(`/api/v1/customer/${of.cust_idx}/statement`)).json.results;
const unsold = async () =>
  (
    await office.db
      .selectFrom('code as c')
      .select('c.code')
      .where('c.cg_idx', '=', cg_idx)
      .where('c.is_canceled', '=', 0)
      .where((eb) =>
        eb.not(eb.exists(eb.selectFrom('code_order as o').select('o.code').whereRef('o.code', '=', 'c.code'))),
      )
      .orderBy('c.code')
      .execute()
  ).map(({ code }) => code);

describe('An order whose code staff replace', () => {
  test('is the same sale with the new code, in lists, for the shop and on the statement', async () => {
    const [sold, { amounts: paid }, billed] = [await read('A'), await statement(), await listed()];
    const { code: twin } = await replace(sold.code);
    expect(await read('A')).toMatchObject({ order: 'A', code: twin, state: 'sold', at: sold.at });
    expect((await read('A')).replaced_at).toBeGreaterThan(0);
    expect((await draw('A')).code).toBe(twin);
    const now = await listed();
    expect(now.orders.find(({ order }: { order: string }) => order === 'A')).toMatchObject({
      code: twin,
      former: [sold.code],
    });
    expect([now.sums, now.amounts]).toEqual([billed.sums, billed.amounts]);
    expect(await statement()).toMatchObject({ amounts: paid, replaced: 1 });
    expect((await redeem(sold.code)).status).not.toBe(200);
    expect((await redeem(twin)).status).toBe(200);
    expect(await read('A')).toMatchObject({ state: 'redeemed' });
    expect(await differingData(office)).toEqual([]);
  });

  test('has its own code again when that is undone, and keeps the new one once it was redeemed', async () => {
    const [a, b] = [await read('A'), await read('B')];
    const [one, other] = [await replace(a.code), await replace(b.code)];
    await redeem(other.code);
    await undo(one.act_idx);
    expect(await read('A')).toMatchObject({ code: a.code, state: 'sold', replaced_at: 0 });
    expect((await redeem(a.code)).status).toBe(200);
    expect((await undo(other.act_idx)).results).toMatchObject({ back: 0, kept: 1 });
    expect(await read('B')).toMatchObject({ code: other.code, state: 'redeemed' });
    expect(await differingData(office)).toEqual([]);
  });

  test('follows two replacements, taken back one after the other', async () => {
    const first = await read('A');
    const one = await replace(first.code);
    const two = await replace(one.code);
    expect((await read('A')).code).toBe(two.code);
    await undo(two.act_idx);
    expect((await read('A')).code).toBe(one.code);
    await undo(one.act_idx);
    expect(await read('A')).toMatchObject({ code: first.code, replaced_at: 0 });
    expect(await differingData(office)).toEqual([]);
  });
});

test('a code issued in place of an unsold one stays with the order that drew it since, though the replacement is undone', async () => {
  const [first = '', second = ''] = await unsold();
  const replaced = await replace(first);
  await replace(second);
  await draw('C');
  await draw('D');
  const drawn = [(await read('C')).code, (await read('D')).code];
  expect(drawn).toContain(replaced.code);
  expect((await undo(replaced.act_idx)).results).toMatchObject({ back: 0, kept: 1 });
  expect([(await read('C')).state, (await read('D')).state]).toEqual(['sold', 'sold']);
  expect(await differingData(office)).toEqual([]);
});
