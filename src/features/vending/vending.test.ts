import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { batchDesk } from '#features/batch/batch.fixture.ts';
import { codeDesk } from '#features/code/code.fixture.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { inLanes } from '#kernel/work/lanes.rules.ts';
import { type Office, startOffice } from '#test/app.ts';
import { whileLocked } from '#test/while-locked.ts';

let office: Office;
let other: Office;
let of: { cust_idx: number; cidx: number };
const desk = codeDesk(() => office);
const batches = batchDesk(() => office);

beforeAll(async () => {
  office = await startOffice();
  other = await startOffice({ beside: office });
  of = { cust_idx: await desk.addCustomer('ACME'), cidx: await desk.addCollection('c1') };
});
beforeEach(async () => {
  office.clock.set('2026-03-02T02:00:00Z');
  office.admin = await office.signIn('ada', true);
});
afterAll(async () => {
  await other.close();
  await office.close();
});

/** A batch with codes to sell. */
async function stock(count: number, over: object = {}): Promise<number> {
  const cg_idx = await desk.addBatch({ ...of, title: 'Online shop', ...over });
  await desk.issue(cg_idx, count);
  return cg_idx;
}

const makeKey = async (sold: number[], over: object = {}): Promise<string> =>
  (await office.admin.post('/api/v1/api_key', { name: 'Shop', scope: 'vend', batches: sold, quota: 1000, ...over }))
    .json.results.key;

/** The calls of a shop with a key. */
function shop(key: string, at: () => Office = () => office) {
  const headers = { authorization: `Bearer ${key}` };
  const path = (order: string) => `/partner/v1/orders/${encodeURIComponent(order)}`;
  return {
    draw: (order: string, over: object = {}) => at().stranger.post('/partner/v1/orders', { order, ...over }, headers),
    read: (order: string) => at().stranger.get(path(order), headers),
    list: (query = '') => at().stranger.get(`/partner/v1/orders?${query}`, headers),
    giveBack: (order: string) => at().stranger.send({ method: 'DELETE', url: path(order), headers }),
  };
}
const redeem = (code: string) => office.admin.post('/api/v1/code/redeem', { code, learner_id: `of ${code}` });
const now = () => inSeconds(office.clock.now());

describe('A shop that draws a code for an order', () => {
  test('gets one with its price, and the same one however often it asks', async () => {
    const cg_idx = await stock(3);
    const { draw, list } = shop(await makeKey([cg_idx]));
    const first = await draw(' HB-21911 ');
    expect(first).toMatchObject({
      status: 200,
      json: {
        results: {
          order: 'HB-21911',
          code: expect.stringMatching(/^[A-Z0-9]{12}$/),
          valid_until: 0,
          price: '9.90',
          currency: 'USD',
        },
      },
    });
    office.clock.advance(60_000);
    expect((await draw('HB-21911')).json).toEqual(first.json);
    expect((await draw('hb-21911')).json.results.code).not.toBe(first.json.results.code);
    expect((await list()).json.results).toHaveLength(2);
  });

  test('gets no code twice and loses none, on two instances that are asked for each order at once', async () => {
    const cg_idx = await stock(60);
    const key = await makeKey([cg_idx]);
    const shops = [shop(key), shop(key, () => other)];
    const wanted = Array.from({ length: 50 * 4 }, (_, n) => ({ order: `R-${n % 50}`, at: n % 2 }));
    const codes = new Map<string, Set<string>>();
    await inLanes(wanted, 16, async ({ order, at }) => {
      const answer = await shops[at]?.draw(order);
      expect(answer?.status).toBe(200);
      codes.set(order, (codes.get(order) ?? new Set()).add(answer?.json.results.code));
    });
    expect([...codes.values()].map((some) => some.size)).toEqual(Array.from({ length: 50 }, () => 1));
    expect(new Set([...codes.values()].flatMap((some) => [...some])).size).toBe(50);
    const left = Array.from({ length: 12 }, (_, n) => `L-${n}`);
    const statuses: number[] = [];
    await inLanes(left, 12, async (order) => {
      statuses.push((await shops[order.length % 2]?.draw(order))?.status ?? 0);
    });
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 409)).toHaveLength(2);
  });

  test('is refused with 409 beyond its quota, exactly, and keeps what it has', async () => {
    const key = await makeKey([await stock(20)], { quota: 5 });
    const statuses: number[] = [];
    await inLanes(
      Array.from({ length: 12 }, (_, n) => `Q-${n}`),
      12,
      async (order) => {
        statuses.push((await shop(key).draw(order)).status);
      },
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect((await shop(key).list()).json.results).toHaveLength(5);
    const [{ order, code }] = (await shop(key).list()).json.results;
    expect((await shop(key).draw(order)).json.results.code).toBe(code);
    expect((await shop(key).draw('Q-new')).json.error.code).toBe('vending.quota_used');
  });

  test('sells the next of its batches once one is used up, or the one that it names', async () => {
    const [first, second, foreign] = [await stock(1), await stock(2), await stock(1)];
    const { draw } = shop(await makeKey([first, second]));
    const batchOf = async (code: string) => (await office.admin.get(`/api/v1/code/${code}`)).json.results.code.cg_idx;
    expect(await batchOf((await draw('1', { batch: second })).json.results.code)).toBe(second);
    expect(await batchOf((await draw('2')).json.results.code)).toBe(first);
    expect(await batchOf((await draw('3')).json.results.code)).toBe(second);
    expect((await draw('4')).json.error.code).toBe('vending.batch_used');
    expect(await draw('5', { batch: foreign })).toMatchObject({
      status: 422,
      json: { error: { code: 'vending.batch_foreign' } },
    });
  });

  test.each(['', '   ', 'a\nb', 'x'.repeat(65)])('is refused with 422 for the order %j', async (order) => {
    const { draw } = shop(await makeKey([await stock(1)]));
    expect(await draw(order)).toMatchObject({
      status: 422,
      json: { error: { fields: { order: expect.any(String) } } },
    });
  });

  test('begins the days of codes that end some days after the order', async () => {
    const cg_idx = await stock(2, { valid_days: 60, valid_after: 'vend' });
    const { draw } = shop(await makeKey([cg_idx]));
    const { code, valid_until: until } = (await draw('V-1')).json.results;
    expect(until).toBe(Date.parse('2026-05-01T15:00:00Z') / 1000);
    const [waiting, sold] = (await batches.codes(cg_idx)).toSorted((a, b) => a.valid_until - b.valid_until);
    expect([waiting?.valid_until, sold?.code]).toEqual([0, code]);
    office.clock.advance(86_400_000);
    expect((await draw('V-1')).json.results.valid_until).toBe(until);
  });

  test('gets none that was redeemed, cancelled or is over', async () => {
    const cg_idx = await stock(4);
    const [a, b, c, last] = (await batches.codes(cg_idx)).map(({ code }) => code).toReversed();
    await redeem(a ?? '');
    const set = office.db.updateTable('code');
    await set
      .set({ is_canceled: now() })
      .where('code', '=', b ?? '')
      .execute();
    await set
      .set({ valid_until: now() - 1 })
      .where('code', '=', c ?? '')
      .execute();
    const { draw } = shop(await makeKey([cg_idx]));
    expect((await draw('only')).json.results.code).toBe(last);
    expect((await draw('none')).status).toBe(409);
  });

  test('finds a code again whose sale failed', async () => {
    const cg_idx = await stock(2);
    const { draw } = shop(await makeKey([cg_idx]));
    const codes = (await batches.codes(cg_idx)).map(({ code }) => code);
    // The last code is drawn first: as if its sale had failed while that of the one below it was stored.
    await office.db
      .updateTable('code')
      .set({ is_canceled: now() })
      .where('code', '=', codes[1] ?? '')
      .execute();
    expect((await draw('1')).json.results.code).toBe(codes[0]);
    await office.db
      .updateTable('code')
      .set({ is_canceled: 0 })
      .where('code', '=', codes[1] ?? '')
      .execute();
    expect((await draw('2')).json.results.code).toBe(codes[1]);
  });
});

describe('An order', () => {
  test('is sold, redeemed, expired or withdrawn, and says since when', async () => {
    const cg_idx = await stock(4);
    const { draw, read } = shop(await makeKey([cg_idx]));
    const codes: string[] = [];
    for (const order of ['sold', 'redeemed', 'expired', 'withdrawn']) codes.push((await draw(order)).json.results.code);
    const sold = now();
    office.clock.advance(60_000);
    await redeem(codes[1] ?? '');
    await office.db
      .updateTable('code')
      .set({ valid_until: now() - 5 })
      .where('code', '=', codes[2] ?? '')
      .execute();
    await office.admin.post('/customer/code/update/is_canceled', { codes: [codes[3]], is_canceled: 1 });
    const states = await Promise.all(['sold', 'redeemed', 'expired', 'withdrawn'].map(read));
    expect(states.map(({ json }) => [json.results.state, json.results.at])).toEqual([
      ['sold', sold],
      ['redeemed', now()],
      ['expired', now() - 5],
      ['withdrawn', now()],
    ]);
    expect((await read('never')).status).toBe(404);
  });

  test('is returned while nobody has redeemed it; its code is never sold again, and nobody pays for it', async () => {
    const cg_idx = await stock(3);
    const { draw, read, giveBack } = shop(await makeKey([cg_idx]));
    const { code } = (await draw('A/1 é')).json.results;
    const returned = await giveBack('A/1 é');
    expect(returned).toMatchObject({
      status: 200,
      json: { results: { order: 'A/1 é', code, state: 'returned', at: now() } },
    });
    office.clock.advance(60_000);
    expect((await giveBack('A/1 é')).json).toEqual(returned.json);
    expect((await read('A/1 é')).json).toEqual(returned.json);
    // The order keeps its code for ever.
    expect((await draw('A/1 é')).json.results.code).toBe(code);
    expect((await redeem(code)).status).toBe(422);
    const others = [(await draw('2')).json.results.code, (await draw('3')).json.results.code];
    expect(others).not.toContain(code);
    expect((await draw('4')).status).toBe(409);
    expect(await batches.read(cg_idx)).toMatchObject({ count: 2, issued: 3, withdrawn_codes: 1, unused_codes: 2 });
    await redeem(others[0]);
    expect(await giveBack('2')).toMatchObject({ status: 409, json: { error: { code: 'vending.order_redeemed' } } });
  });

  test('is returned or redeemed, never both, when both happen at once', async () => {
    const cg_idx = await stock(12);
    const key = await makeKey([cg_idx]);
    for (let n = 0; n < 12; n++) {
      const { code } = (await shop(key).draw(`B-${n}`)).json.results;
      const [back, used] = await Promise.all([shop(key, () => other).giveBack(`B-${n}`), redeem(code)]);
      expect([
        [200, 422],
        [409, 200],
      ]).toContainEqual([back.status, used.status]);
    }
    const { count, withdrawn_codes: withdrawn, activated_codes: activated } = await batches.read(cg_idx);
    expect([count + withdrawn, activated + withdrawn]).toEqual([12, 12]);
  });

  test('is listed page by page from a time on, and told in the trail', async () => {
    const cg_idx = await stock(5);
    const { draw, list } = shop(await makeKey([cg_idx], { name: 'Harbour' }));
    for (let n = 0; n < 5; n++) {
      await draw(`P-${n}`);
      office.clock.advance(1000);
    }
    const since = now() - 4;
    const first = (await list(`since=${since}&limit=3`)).json;
    const rest = (await list(`since=${since}&limit=3&after=${first.next}`)).json;
    expect([...first.results, ...rest.results].map(({ order }) => order)).toEqual(['P-1', 'P-2', 'P-3', 'P-4']);
    expect(rest.next).toBeNull();
    expect(first.results[0]).toMatchObject({ state: 'sold', price: '9.90', currency: 'USD', sold_at: since });
    const acts = await office.db
      .selectFrom('audit')
      .select(['actor', 'action', 'after'])
      .where('entity', '=', 'code_order')
      .orderBy('audit_idx', 'desc')
      .limit(1)
      .execute();
    expect(acts).toMatchObject([
      { action: 'code_order.sold', actor: expect.stringMatching(/^Harbour \(lib_/), after: { order: 'P-4' } },
    ]);
  });
});

describe('A batch from which shops draw', () => {
  const file = (query: string) => office.admin.get(`/api/v1/code?${query}`);

  test('leaves in no file of unused codes, in words, from the moment on at which a key has it', async () => {
    const cg_idx = await stock(3, { title: 'Harbour' });
    const key = await makeKey([cg_idx]);
    for (const query of ['as=csv', 'as=xlsx&status=valid', 'as=pdf&layout=cards', 'as=csv&for=printer']) {
      const refused = await file(`cg_idx=${cg_idx}&${query}`);
      expect([refused.status, refused.json.error.code]).toEqual([409, 'code.sold_by_orders']);
      expect(refused.json.error.message).toContain('Harbour');
    }
    const { code } = (await shop(key).draw('F-1')).json.results;
    await redeem(code);
    const used = await file(`cg_idx=${cg_idx}&status=activated&as=csv`);
    expect([used.status, used.body.includes(code)]).toEqual([200, true]);
    expect((await file(`cg_idx=${cg_idx}&as=json`)).status).toBe(200);
    const { json } = await office.admin.post(`/api/v1/code/batch/${cg_idx}/link`, { expires_at: '2026-05-01' });
    expect((await office.stranger.get(json.results.href)).body).not.toContain('/codes?');
    const [{ key_idx }] = (await office.admin.get('/api/v1/api_key')).json.results;
    await office.admin.delete(`/api/v1/api_key/${key_idx}`);
    expect((await file(`cg_idx=${cg_idx}&as=csv`)).status).toBe(409);
  });

  test('is not one of which unused codes have left already', async () => {
    const cg_idx = await stock(3, { title: 'Lantern' });
    const sells = { name: 'Shop', scope: 'vend', batches: [cg_idx], quota: 5 };
    expect((await file(`cg_idx=${cg_idx}&status=activated&as=csv`)).status).toBe(200);
    expect((await file(`cg_idx=${cg_idx}&as=csv`)).status).toBe(200);
    const refused = await office.admin.post('/api/v1/api_key', sells);
    expect([refused.status, refused.json.error.fields]).toEqual([
      422,
      { batches: 'Codes of Lantern have left in a file, and others may have them. Make a new batch to sell from.' },
    ]);
  });

  test('is given to a key before a file is recorded, or after it, never beside it', async () => {
    const cg_idx = await stock(2);
    const sells = { name: 'Shop', scope: 'vend', batches: [cg_idx], quota: 5 };
    const lock = async (trx: Office['db']) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('way of sale', 0))`.execute(trx);
    };
    const [sent, made] = await whileLocked(office.db, lock, [
      () => file(`cg_idx=${cg_idx}&as=csv`),
      () => office.admin.post('/api/v1/api_key', sells),
    ]);
    expect([
      [200, 422],
      [409, 200],
    ]).toContainEqual([sent?.status, made?.status]);
  });
});

describe('A key that sells', () => {
  test('opens the calls of shops and nothing else, and only its own orders', async () => {
    const cg_idx = await stock(3);
    const [key, second] = [await makeKey([cg_idx]), await makeKey([cg_idx])];
    await shop(key).draw('mine');
    expect((await shop(second).read('mine')).status).toBe(404);
    expect((await shop(second).giveBack('mine')).status).toBe(404);
    const headers = { authorization: `Bearer ${key}` };
    expect((await office.stranger.get('/portal/v1/books', headers)).status).toBe(403);
    const code = { code: 'ABCDEFGHJKLM', learner_id: 'x' };
    expect((await office.stranger.post('/portal/v1/redeem', code, headers)).status).toBe(403);
    expect((await office.stranger.get('/api/v1/code?as=csv', headers)).status).toBe(403);
    const reader = (await office.admin.post('/api/v1/api_key', { name: 'R', scope: 'read' })).json.results.key;
    expect((await shop(reader).draw('x')).status).toBe(403);
    expect((await shop('lib_unknown').draw('x')).status).toBe(401);
    expect((await office.admin.post('/partner/v1/orders', { order: 'x' })).status).toBe(401);
  });

  test('sells nothing more once it is revoked or over, and its orders stay', async () => {
    const cg_idx = await stock(3);
    const key = await makeKey([cg_idx], { expires_at: now() + 60 });
    await shop(key).draw('kept');
    office.clock.advance(60_000);
    expect((await shop(key).draw('late')).status).toBe(401);
    const orders = await office.db.selectFrom('code_order').select('order').where('cg_idx', '=', cg_idx).execute();
    expect(orders).toEqual([{ order: 'kept' }]);
  });

  test.each([
    [{}, 400, ['batches', 'quota']],
    [{ batches: [], quota: 1 }, 400, ['batches']],
    [{ batches: [999_999], quota: 1 }, 422, ['batches']],
    [{ scope: 'read', batches: [1], quota: 1 }, 400, ['batches', 'quota']],
  ])('is refused without what it needs: %j', async (over, status, fields) => {
    const refused = await office.admin.post('/api/v1/api_key', { name: 'Shop', scope: 'vend', ...over });
    expect([refused.status, Object.keys(refused.json.error.fields)]).toEqual([status, fields]);
  });

  test('sells for one customer, and is listed with what it sold', async () => {
    const cg_idx = await stock(2);
    const elsewhere = await desk.addBatch({ ...of, cust_idx: await desk.addCustomer('OTHER') });
    const mixed = { name: 'Shop', scope: 'vend', batches: [cg_idx, elsewhere], quota: 1 };
    expect((await office.admin.post('/api/v1/api_key', mixed)).json.error.code).toBe('apikey.one_customer');
    await shop(await makeKey([cg_idx], { quota: 7 })).draw('one');
    const [{ vend }] = (await office.admin.get('/api/v1/api_key')).json.results;
    expect(vend).toEqual({ batches: [{ cg_idx, title: 'Online shop' }], quota: 7, drawn: 1, version: 1 });
    expect((await office.admin.get('/settings/keys')).body).toShow('Sells 1 of 7');
  });
});

describe("The partner's page of a batch that a shop sells from", () => {
  test('lists what became of the orders instead of files, and never a code', async () => {
    const cg_idx = await stock(3);
    const { draw, giveBack } = shop(await makeKey([cg_idx]));
    const link = await office.admin.post(`/api/v1/code/batch/${cg_idx}/link`, { expires_at: now() + 86_400 });
    const { href } = link.json.results;
    const page = async () => (await office.stranger.get(`${href}?lang=en`)).body;
    expect(await page()).not.toShow('Download your codes');
    const codes = [await draw('A-1'), await draw('A-2'), await draw('A-3')].map(({ json }) => json.results.code);
    await redeem(codes[0]);
    await giveBack('A-2');
    const body = await page();
    for (const text of ['3 orders', 'A-1', 'Redeemed', 'A-2', 'Returned', 'A-3', 'Sold']) expect(body).toShow(text);
    expect(codes.filter((code) => body.includes(code))).toEqual([]);
    expect(body).not.toContain('Download your codes');
    const file = await office.stranger.get(`${href}/codes?as=csv&lang=en`);
    expect(file.status).toBe(409);
    expect(file.body).toContain('There is no file of them.');
  });
});

describe('The finder', () => {
  const find = async (text: string) =>
    (await office.admin.get(`/api/v1/search?text=${encodeURIComponent(text)}`)).json.card;

  test('knows the number of an order, also of a key revoked since, and none that two shops have', async () => {
    const cg_idx = await stock(4);
    const { draw } = shop(await makeKey([cg_idx], { name: 'Finder' }));
    const { code } = (await draw('PHONE 1')).json.results;
    await draw('PHONE 2');
    await shop(await makeKey([cg_idx])).draw('PHONE 2');
    expect(await find('PHONE 1')).toBe(`/card?text=${code}`);
    expect(await find('PHONE 2')).toBeNull();
    expect(await find('PHONE 3')).toBeNull();
    const { key_idx } = await office.db
      .selectFrom('api_key')
      .select('key_idx')
      .where('name', '=', 'Finder')
      .executeTakeFirstOrThrow();
    const revoked = await office.admin.send({ method: 'DELETE', url: `/api/v1/api_key/${key_idx}` });
    expect(revoked.status).toBe(200);
    expect(await find('PHONE 1')).toBe(`/card?text=${code}`);
  });
});
