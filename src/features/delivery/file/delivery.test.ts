import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeDesk } from '#features/code/code.fixture.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
const desk = codeDesk(() => office);
let of: { cust_idx: number; cidx: number };

beforeAll(async () => {
  office = await startOffice();
  office.clock.set('2026-03-02T14:00:00Z');
  of = { cust_idx: await desk.addCustomer('ACME'), cidx: await desk.addCollection('first') };
});
afterAll(() => office.close());

const deliveries = async (cg_idx: number) =>
  (await office.admin.get(`/api/v1/code/batch/${cg_idx}/delivery`)).json.results.deliveries;
const take = (query: string) => office.admin.get(`/api/v1/code?${query}`);

/** A batch with two lots, and the codes of each. */
async function twoLots(title: string) {
  const cg_idx = await desk.addBatch({ ...of, title });
  await desk.issue(cg_idx, 8);
  await desk.issue(cg_idx, 4);
  const codes = await office.db.selectFrom('code').select(['code', 'lot']).where('cg_idx', '=', cg_idx).execute();
  const ofLot = (wanted: number) => codes.filter(({ lot }) => lot === wanted).map(({ code }) => code);
  return { cg_idx, first: ofLot(1), later: ofLot(2) };
}

describe('A file of codes that leaves', () => {
  test.each(['/api/v1/code?as=csv&', '/report/all-coupons/export?as=csv&'])(
    'is not sent, or recorded, for a link of another site: %s',
    async (address) => {
      const { cg_idx } = await twoLots(`Linked ${address.length}`);
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
      const refused = await office.admin.get(`${address}cg_idx=${cg_idx}`, headers);
      expect(refused.status).toBe(403);
      expect(await deliveries(cg_idx)).toEqual([]);
      const own = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' };
      expect((await office.admin.get(`${address}cg_idx=${cg_idx}`, own)).status).toBe(200);
      expect(await deliveries(cg_idx)).toHaveLength(1);
    },
  );

  test('is recorded with who took it, for whom, how many codes and of which lots, newest first', async () => {
    const { cg_idx, later } = await twoLots('Autumn reading');
    expect(await deliveries(cg_idx)).toEqual([]);
    await office.db
      .updateTable('code')
      .set({ is_canceled: 1 })
      .where('code', '=', later[0] ?? '')
      .execute();
    expect((await take(`cg_idx=${cg_idx}&status=valid`)).status).toBe(200);
    office.clock.advance(60_000);
    expect((await take(`cg_idx=${cg_idx}&as=xlsx`)).status).toBe(200);
    const now = inSeconds(office.clock.now());
    const sent = { del_idx: expect.any(Number), by: 'ada', to: 'Name of ACME' };
    expect(await deliveries(cg_idx)).toEqual([
      {
        ...sent,
        at: now,
        as: 'xlsx',
        codes: 12,
        lots: [
          { lot: 1, codes: 8 },
          { lot: 2, codes: 4 },
        ],
      },
      {
        ...sent,
        at: now - 60,
        as: 'csv',
        codes: 11,
        lots: [
          { lot: 1, codes: 8 },
          { lot: 2, codes: 3 },
        ],
      },
    ]);
    const trail = await office.db
      .selectFrom('audit')
      .select(['actor', 'after'])
      .where('action', '=', 'code_batch.delivered')
      .where('entity_id', '=', String(cg_idx))
      .orderBy('audit_idx')
      .execute();
    expect(trail).toEqual([
      { actor: 'ada', after: { codes: 11, as: 'csv' } },
      { actor: 'ada', after: { codes: 12, as: 'xlsx' } },
    ]);
    const { lots } = (await office.admin.get(`/api/v1/code/batch/${cg_idx}/lot`)).json.results;
    expect(lots).toMatchObject([{ downloaded_by: 'ada' }, { downloaded_by: 'ada' }]);
    expect((await office.admin.get(`/code/batch/${cg_idx}`)).body).toShow('downloaded by ada');
  });

  test('is one delivery for each batch in it, with one audit row for all', async () => {
    const cust_idx = await desk.addCustomer('MANY');
    const batches: number[] = [];
    for (let at = 0; at < 5; at++) {
      batches.push(await desk.addBatch({ cust_idx, cidx: of.cidx, title: `Batch ${at}` }));
      await desk.issue(batches[at] ?? 0, at + 1);
    }
    const { headers } = await take(`cust_idx=${cust_idx}`);
    expect(headers['content-disposition']).toContain('filename="many-codes-2026-03-02.csv"');
    for (const [at, cg_idx] of batches.entries())
      expect(await deliveries(cg_idx)).toMatchObject([{ codes: at + 1, lots: [{ lot: 1, codes: at + 1 }] }]);
    const trail = await office.db.selectFrom('audit').select('after').where('entity', '=', 'code_delivery').execute();
    expect(trail).toEqual([{ after: { batches: 5, codes: 15, as: 'csv' } }]);
  });

  test('is none if nothing leaves: a page of JSON, a HEAD request, a filter without codes, a refused one', async () => {
    const { cg_idx } = await twoLots('Kept');
    await take(`cg_idx=${cg_idx}&as=json`);
    await take(`cg_idx=${cg_idx}&status=active`);
    await office.admin.send({ method: 'HEAD', url: `/api/v1/code?cg_idx=${cg_idx}` });
    expect((await office.stranger.get(`/api/v1/code?cg_idx=${cg_idx}`)).status).toBe(401);
    expect(await deliveries(cg_idx)).toEqual([]);
  });

  test('of the report of all coupons is recorded too', async () => {
    const cust_idx = await desk.addCustomer('REPORT');
    const cg_idx = await desk.addBatch({ cust_idx, cidx: of.cidx });
    await desk.issue(cg_idx, 3);
    expect((await office.admin.get(`/report/all-coupons/export?cust_idx=${cust_idx}&as=csv`)).status).toBe(200);
    expect(await deliveries(cg_idx)).toMatchObject([{ codes: 3, as: 'csv' }]);
  });

  test('tells the lot of each code, also in the report of all coupons', async () => {
    const { cg_idx } = await twoLots('Lots');
    for (const url of [`/api/v1/code?cg_idx=${cg_idx}`, `/report/all-coupons/export?cg_idx=${cg_idx}&as=csv`]) {
      const { body } = await office.admin.get(url);
      const [heading = '', ...lines] = body.trim().split('\r\n');
      const at = heading.split(',').indexOf('Lot');
      const lots = lines.map((line: string) => line.split(',')[at]);
      expect(lots.toSorted((one, other) => Number(one) - Number(other))).toEqual([
        ...Array(8).fill('1'),
        ...Array(4).fill('2'),
      ]);
    }
  });

  test('is named after customer and batch, also in Korean', async () => {
    const cg_idx = await desk.addBatch({ ...of, title: '가을 독서/2026' });
    await desk.issue(cg_idx, 1);
    const { headers } = await take(`cg_idx=${cg_idx}`);
    expect(headers['content-disposition']).toBe(
      `attachment; filename="acme-__-__-2026-codes-2026-03-02.csv"; filename*=UTF-8''${encodeURIComponent('acme-가을-독서-2026-codes-2026-03-02.csv')}`,
    );
  });

  test('has a sheet for a printer: the code with dashes, its address and its terms in two languages', async () => {
    const cg_idx = await desk.addBatch({ ...of, title: 'Printer' });
    await desk.issue(cg_idx, 2, { length: 90 });
    await office.admin.put('/api/v1/setting/code_url', { value: 'https://read.example.com/{code}' });
    const { body } = await take(`cg_idx=${cg_idx}&for=printer`);
    const [heading, line = ''] = body.trim().split('\r\n');
    expect(heading).toContain('Code,"Code, with dashes",Address of the QR code');
    expect(line).toMatch(/^(\w{12}),\w{4}-\w{4}-\w{4},https:\/\/read\.example\.com\/\1,Title of first,90 days from/);
    expect(line).toContain('등록한 날부터 90일');
  });
});

describe('An act on codes that have left', () => {
  const foreseen = async (body: object) =>
    (await office.admin.post('/customer/code/update/is_canceled', { is_canceled: 1, dry_run: true, ...body })).json
      .results;

  test('says first how many of them went to whom, and on which day', async () => {
    const { cg_idx, first, later } = await twoLots('Told');
    expect((await foreseen({ filter: { cg_idx } })).delivered).toEqual([]);
    // Only the first lot leaves; then a code of it is activated, and one is cancelled.
    await take(`cg_idx=${cg_idx}&lot=1&status=valid`);
    const [one = '', two = ''] = first;
    const now = inSeconds(office.clock.now());
    await office.db
      .updateTable('code')
      .set({ activated_date: now + 5 })
      .where('code', '=', one)
      .execute();
    await office.db
      .updateTable('code')
      .set({ is_canceled: now + 5 })
      .where('code', '=', two)
      .execute();
    office.clock.advance(10_000);
    const acme = { to: 'Name of ACME', day: '2026-03-02' };
    expect((await foreseen({ filter: { cg_idx } })).delivered).toEqual([{ ...acme, codes: 8 }]);
    expect((await foreseen({ codes: [one, later[0]] })).delivered).toEqual([{ ...acme, codes: 1 }]);
    expect((await foreseen({ codes: later })).delivered).toEqual([]);
    // Downloaded twice on a day, a code is still one code.
    await take(`cg_idx=${cg_idx}`);
    expect((await foreseen({ filter: { cg_idx } })).delivered).toEqual([{ ...acme, codes: 12 }]);
    office.clock.advance(2 * 3_600_000);
    await take(`cg_idx=${cg_idx}&lot=2&status=valid`);
    expect((await foreseen({ filter: { cg_idx } })).delivered).toEqual([
      { ...acme, day: '2026-03-03', codes: 4 },
      { ...acme, codes: 12 },
    ]);
  });
});
