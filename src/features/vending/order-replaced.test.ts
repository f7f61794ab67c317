import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shopDesk } from './vending.fixture.ts';
import { differingData } from '#test/differing-data.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
const shop = shopDesk(() => office);
const { draw, listed, read, redeem, statement } = shop;
let cg_idx: number;

beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

/** A batch of four codes from which a shop has sold two. */
beforeEach(async () => {
  ({ cg_idx } = await shop.sell(4, ['A', 'B']));
});

const replace = async (code: string) => (await office.admin.post(`/api/v1/code/${code}/replace`, {})).json.results;
const undo = async (act: number) => (await office.admin.post(`/api/v1/act/${act}/undo`)).json;
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
