import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeDesk } from '#features/code/code.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
let cust_idx: number;
let cidx: number;
let round = 0;
const desk = codeDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
  cidx = await desk.addCollection('c1');
});
beforeEach(async () => {
  cust_idx = await desk.addCustomer(`SHOP-${++round}`);
});
afterAll(() => office.close());

async function stock(count: number, title = 'Online shop'): Promise<number> {
  const cg_idx = await desk.addBatch({ cust_idx, cidx, title });
  await desk.issue(cg_idx, count);
  return cg_idx;
}
async function sells(batches: number[], quota: number): Promise<{ key: string; key_idx: number }> {
  const body = { name: `Shop ${round}`, scope: 'vend', batches, quota };
  return (await office.admin.post('/api/v1/api_key', body)).json.results;
}
const put = (key_idx: number, body: object) => office.admin.put(`/api/v1/api_key/${key_idx}`, body);
const draw = async (key: string, order: string) =>
  (await office.stranger.post('/partner/v1/orders', { order }, { authorization: `Bearer ${key}` })).json;
const home = async () => (await office.admin.get('/')).body;

describe('A key that sells', () => {
  test('gets another quota and other batches, and draws from them at once', async () => {
    const [first, second] = [await stock(1), await stock(2, 'Second')];
    const { key, key_idx } = await sells([first], 1);
    await draw(key, 'A');
    expect((await draw(key, 'B')).error.code).toBe('vending.quota_used');
    const changed = await put(key_idx, { batches: [first, second], quota: 3, version: 1 });
    expect(changed.json.results).toMatchObject({ version: 2 });
    expect((await draw(key, 'B')).results.order).toBe('B');
    const [listed] = (await office.admin.get('/api/v1/api_key')).json.results;
    expect(listed.vend).toMatchObject({
      quota: 3,
      drawn: 2,
      version: 2,
      batches: [{ cg_idx: first }, { title: 'Second' }],
    });
    expect((await office.admin.get(`/audit/of/api_key/${key_idx}`)).body).toShow('Quota');
  });

  test('keeps what it has if the change is refused: less than it drew, of another customer, stale, or no such key', async () => {
    const cg_idx = await stock(5);
    const { key, key_idx } = await sells([cg_idx], 5);
    for (const order of ['A', 'B']) await draw(key, order);
    const other = await desk.addBatch({ cust_idx: await desk.addCustomer(`OTHER-${round}`), cidx, title: 'Other' });
    const refusals = [
      [{ batches: [cg_idx], quota: 1 }, 422, 'apikey.quota_drawn'],
      [{ batches: [cg_idx, other], quota: 5 }, 422, 'apikey.one_customer'],
      [{ batches: [987_654], quota: 5 }, 422, 'apikey.batch_gone'],
      [{ batches: [], quota: 5 }, 400, 'invalid.input'],
      [{ batches: [cg_idx], quota: 6, version: 7 }, 409, 'error.stale'],
    ] as const;
    for (const [body, status, code] of refusals) {
      const { status: got, json } = await put(key_idx, { version: 1, ...body });
      expect([got, json.error.code]).toEqual([status, code]);
    }
    expect((await put(987_654, { batches: [cg_idx], quota: 5 })).status).toBe(404);
    const [listed] = (await office.admin.get('/api/v1/api_key')).json.results;
    expect(listed.vend).toMatchObject({ quota: 5, version: 1 });
  });

  test('does not get a batch of which codes have left in a file', async () => {
    const [first, second] = [await stock(2), await stock(2, 'Sent')];
    const { key_idx } = await sells([first], 2);
    await office.admin.get(`/api/v1/code?cg_idx=${second}&as=csv`);
    const { json } = await put(key_idx, { batches: [first, second], quota: 2, version: 1 });
    expect(json.error.code).toBe('apikey.batch_in_file');
    expect(json.error.fields.batches).toContain('Codes of Sent have left in a file');
  });

  test('is told of on Home, and on the pages of its customer and its batch, once 90 % of its quota is used', async () => {
    const cg_idx = await stock(100);
    const { key } = await sells([cg_idx], 10);
    const page = async (path: string) => (await office.admin.get(path)).body;
    for (let n = 0; n < 8; n++) await draw(key, `Q-${n}`);
    expect(await home()).not.toShow(`Shop ${round} may draw`);
    await draw(key, 'Q-8');
    const said = `Shop ${round} may draw 1 code more`;
    for (const path of ['/', `/customer/${cust_idx}`, `/code/batch/${cg_idx}`]) expect(await page(path)).toShow(said);
    await draw(key, 'Q-9');
    expect(await home()).toShow('its quota is used up');
  });

  test('is told of once 90 % of the codes of its batches are sold; a code that was returned is not sold again', async () => {
    const cg_idx = await stock(10);
    const { key } = await sells([cg_idx], 1000);
    for (let n = 0; n < 8; n++) await draw(key, `S-${n}`);
    expect(await home()).not.toShow(`left for Shop ${round}`);
    await draw(key, 'S-8');
    expect(await home()).toShow(`1 code is left for Shop ${round}`);
    expect((await office.admin.get(`/code/batch/${cg_idx}?lang=ko`)).body).toShow('코드가 1개 남았습니다');
    await draw(key, 'S-9');
    expect(await home()).toShow('its batches are sold');
  });
});
