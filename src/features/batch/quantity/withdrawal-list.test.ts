import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeDesk } from '#features/code/code.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { batchDesk } from '../batch.fixture.ts';

let office: Office;
const desk = codeDesk(() => office);
const batches = batchDesk(() => office);
let cg_idx: number;
let codes: string[];

beforeAll(async () => {
  office = await startOffice();
  office.clock.set('2026-03-02T14:00:00Z');
  const of = { cust_idx: await desk.addCustomer('ACME'), cidx: await desk.addCollection('c1') };
  cg_idx = await desk.addBatch({ ...of, title: 'Autumn reading' });
  await desk.issue(cg_idx, 10);
  await desk.issue(cg_idx, 2);
  const stored = await office.db
    .selectFrom('code')
    .select('code')
    .where('cg_idx', '=', cg_idx)
    .where('lot', '=', 1)
    .orderBy('code')
    .execute();
  codes = stored.map(({ code }) => code);
  // Of the first lot, two codes left, one of them twice.
  for (const code of [codes[1], codes[8], codes[1]]) {
    await office.admin.get(`/api/v1/code?cg_idx=${cg_idx}&code=${code}`);
    office.clock.advance(60_000);
  }
});
afterAll(() => office.close());

const list = async (query: string) => {
  const answer = await office.admin.get(`/api/v1/code/batch/${cg_idx}/withdrawal?${query}`);
  return { ...answer, lines: answer.body.replace('\ufeff', '').trim().split('\r\n') };
};
const deliveries = async () =>
  (await office.admin.get(`/api/v1/code/batch/${cg_idx}/delivery`)).json.results.deliveries.length;

describe('A lower quantity that takes delivered codes', () => {
  test('tells exactly how many of them had left, also of a lot that was delivered in part', async () => {
    const would = async (count: number) => (await batches.change(cg_idx, { count, dry_run: true })).json.results.lots;
    expect(await would(5)).toEqual([
      { lot: 2, cancel: 2, delivered: 0 },
      { lot: 1, cancel: 5, delivered: 1 },
    ]);
    expect(await would(1)).toContainEqual({ lot: 1, cancel: 9, delivered: 2 });
    expect(await would(9)).toContainEqual({ lot: 1, cancel: 1, delivered: 0 });
  });

  test('lists them with whom each went to first, and when; the list is in the audit trail and no further delivery', async () => {
    const before = await deliveries();
    const { status, headers, lines } = await list('count=5');
    expect(status).toBe(200);
    expect(headers['x-total-count']).toBe('1');
    expect(headers['content-disposition']).toMatch(/acme-autumn-reading-codes-2026-03-02\.csv/);
    expect(lines).toEqual(['Code,Lot,Customer,Delivered', `${codes[1]},1,Name of ACME,2026-03-02 23:00:00`]);
    expect((await list('count=1')).lines.map((line) => line.slice(0, 12))).toEqual([
      'Code,Lot,Cus',
      codes[1],
      codes[8],
    ]);
    expect((await list('count=9')).lines).toHaveLength(1);
    expect(await deliveries()).toBe(before);
    const trail = (await batches.trail(cg_idx)).slice(-2);
    expect(trail).toMatchObject([
      { action: 'code_batch.delivered', actor: 'ada', after: { codes: 1, as: 'csv' } },
      { action: 'code_batch.delivered', actor: 'ada', after: { codes: 2, as: 'csv' } },
    ]);
  });

  test('keeps in its history how many had left of those it took', async () => {
    const { lots, act_idx } = (await batches.change(cg_idx, { count: 5 })).json.results;
    expect(lots).toContainEqual({ lot: 1, cancel: 5, delivered: 1 });
    const history = (await office.admin.get(`/api/v1/code/batch/${cg_idx}/history`)).json.results;
    expect(JSON.stringify(history)).toContain('{"lot":1,"codes":5,"delivered":1}');
    expect((await office.admin.undo(act_idx)).json.results).toMatchObject({ back: 7, kept: 0 });
  });

  test('is listed for a batch that exists only', async () => {
    expect((await office.admin.get('/api/v1/code/batch/999999/withdrawal?count=1')).status).toBe(404);
  });
});
