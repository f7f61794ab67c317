import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeDesk } from '#features/code/code.fixture.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { type Office, startOffice } from '#test/app.ts';
import { batchDesk } from '../batch.fixture.ts';
import type { Lot } from './lot.contract.ts';

let office: Office;
let of: { cust_idx: number; cidx: number };
const desk = codeDesk(() => office);
const batches = batchDesk(() => office);
beforeAll(async () => {
  office = await startOffice({ jobs: true });
  of = { cust_idx: await desk.addCustomer('ACME'), cidx: await desk.addCollection('c1') };
});
afterAll(() => office.close());

const results = async (url: string) => (await office.admin.get(url)).json.results;
const lotsOf = async (cg_idx: number): Promise<Lot[]> => (await results(`/api/v1/code/batch/${cg_idx}/lot`)).lots;
const propsOf = async (url: string) => {
  const { body } = await office.admin.get(url);
  return JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec(body)?.[1] ?? '{}');
};
const cancel = async (filter: object) =>
  (await office.admin.post('/customer/code/update/is_canceled', { filter, is_canceled: 1 })).json.results;
const deliver = async (cg_idx: number, lot: number, codes: number) => {
  const at = office.clock.now().toISOString();
  const { del_idx } = await office.db
    .insertInto('code_delivery')
    .values({ cg_idx, at, by: 'ada', to: 'Acme', as: 'csv', codes })
    .returning('del_idx')
    .executeTakeFirstOrThrow();
  await office.db.insertInto('code_delivery_lot').values({ del_idx, lot, codes }).execute();
};

/** A batch of three lots whose codes are in every state, after all that can happen to them. */
async function livedBatch(): Promise<number> {
  const { cg_idx } = await batches.issued(of, { count: 20, length: 1, title: 'Autumn' });
  for (const count of [30, 36]) {
    await batches.change(cg_idx, { count });
    await batches.settled(cg_idx);
  }
  const codes = (await results(`/api/v1/code?cg_idx=${cg_idx}&lot=1&as=json`)).rows.map(
    ({ code }: { code: string }) => code,
  );
  for (const code of codes.slice(0, 4))
    expect((await office.admin.post('/api/v1/code/redeem', { code, learner_id: `L-${code}` })).status).toBe(200);
  const ended = { activated_date: 1, expired_date: inSeconds(office.clock.now()) - 1 };
  await office.db.updateTable('code').set(ended).where('code', '=', codes[0]).execute();
  await office.admin.post('/customer/code/update/is_canceled', { codes: codes.slice(3, 6), is_canceled: 1 });
  const undone = await cancel({ cg_idx, lot: 2 });
  expect((await office.admin.undo(undone.act_idx)).status).toBe(200);
  const first = (await batches.change(cg_idx, { count: 30 })).json.results;
  expect(first.lots).toEqual([{ lot: 3, cancel: 6, delivered: 0 }]);
  expect((await office.admin.undo(first.act_idx)).status).toBe(200);
  await deliver(cg_idx, 1, 20);
  await deliver(cg_idx, 3, 6);
  await batches.change(cg_idx, { count: 24 });
  return cg_idx;
}

const ledger = {
  issued: 36,
  withdrawn_codes: 12,
  count: 24,
  unused_codes: 18,
  active_codes: 2,
  expired_codes: 1,
  canceled_codes: 3,
};

describe('The ledger of a batch', () => {
  test('is the same in every call, on every screen and in every sheet', async () => {
    const cg_idx = await livedBatch();
    expect(await batches.read(cg_idx)).toMatchObject(ledger);
    const lots = await lotsOf(cg_idx);
    // Lots 1 and 3 were delivered, so that lot 2 goes first, and two codes of lot 3 only once it is used up.
    expect(lots).toMatchObject([
      { lot: 3, issued: 6, withdrawn_codes: 2, unused_codes: 4, delivered_at: expect.any(Number), issued_by: 'ada' },
      { lot: 2, issued: 10, withdrawn_codes: 10, unused_codes: 0, delivered_at: 0 },
      {
        lot: 1,
        issued: 20,
        withdrawn_codes: 0,
        unused_codes: 14,
        active_codes: 2,
        expired_codes: 1,
        canceled_codes: 3,
      },
    ]);

    const rows = (await office.admin.get(`/api/v5/code/history?custIdx=${of.cust_idx}`)).json.data.history;
    expect(rows).toMatchObject([ledger]);
    const one = (await office.admin.get(`/api/v5/code/history/${cg_idx}`)).json.data.history;
    expect(one).toMatchObject(ledger);
    const row = { total: 36, withdrawn: 12, count: 24, issued: 18, active: 2, expired: 1, canceled: 3, activated: 4 };
    expect((await propsOf('/code/report')).found.rows).toMatchObject([row]);
    expect((await propsOf('/code/purchase')).found.rows).toMatchObject([row]);
    expect((await propsOf('/code/purchase')).sums).toMatchObject([{ count: 24, amount: '237.60' }]);
    const customer = await propsOf(`/customer/code/${of.cust_idx}`);
    expect(customer.batches.rows).toMatchObject([row]);
    expect(await propsOf(`/code/batch/${cg_idx}`)).toMatchObject({ batch: ledger, lots });
    const page = (await office.admin.get(`/customer/code/${of.cust_idx}`)).body.replaceAll(/<[^>]*>/g, ' ');
    expect(page).toShow(
      /Issued\s+36[\s=]+Quantity\s+24[\s+]+Withdrawn\s+12.*Unused\s+18[\s+]+Active\s+2[\s+]+Expired\s+1[\s+]+Cancelled\s+3/s,
    );
    const [, sheet = ''] = (await office.admin.get('/code/report/export')).body.trim().split('\r\n');
    expect(sheet).toContain(',36,12,24,9.90,237.60,USD,18,2,4,1,3,');
  });

  test('is the same in the statement, on the partner’s page and in every file', async () => {
    const now = inSeconds(office.clock.now());
    await sql`create or replace function code_now() returns bigint language sql as ${sql.lit(`select ${now}::bigint`)}`.execute(
      office.db,
    );
    const own = of;
    of = { ...of, cust_idx: await desk.addCustomer('OTHER') };
    const { cust_idx } = of;
    const cg_idx = await livedBatch();
    of = own;
    const flows = {
      opening: 0,
      issued: 36,
      // The bulk change of ten codes and the first lowering were undone.
      restored: 16,
      withdrawn: 18,
      redeemed: 4,
      expired: 0,
      // Of the three cancelled codes, one had been redeemed.
      canceled: 12,
      closing: ledger.unused_codes,
    };
    const amounts = [{ currency: 'USD', amount: '237.60' }];
    expect(await results(`/api/v1/customer/${cust_idx}/statement`)).toEqual({ ...flows, replaced: 0, amounts });
    const { statement } = await propsOf(`/customer/statement/${cust_idx}`);
    expect(statement).toMatchObject({ figures: flows, batches: [flows], amounts: [{ amount: '237.60' }] });

    const { href } = (await office.admin.post(`/api/v1/code/batch/${cg_idx}/link`, { expires_at: now + 9999 })).json
      .results;
    const { batch } = await propsOf(href);
    expect(batch).toMatchObject({ unused: 18, active: 2, expired: 1, canceled: 3, redeemed: { count: 4 } });
    const rowsOf = async (url: string) => (await office.admin.get(url)).body.trim().split('\r\n').slice(1);
    expect(await rowsOf(`${href}/codes?as=csv&of=unused`)).toHaveLength(ledger.unused_codes);
    expect(await rowsOf(`${href}/codes?as=csv&of=all`)).toHaveLength(ledger.count);
    expect(await rowsOf(`/api/v1/code?cg_idx=${cg_idx}&status=valid&for=printer`)).toHaveLength(ledger.unused_codes);
    const coupons = await rowsOf(`/report/all-coupons/export?kind=access&cg_idx=${cg_idx}`);
    const states = coupons.map((entry) => entry.split(',')[2]);
    const count = (state: string) => states.filter((one) => one === state).length;
    expect(['Withdrawn', 'Unused', 'Active', 'Expired', 'Cancelled'].map(count)).toEqual([12, 18, 2, 1, 3]);
    const purchases = await rowsOf(`/code/purchase/export?custIdx=${cust_idx}`);
    expect(purchases.find((entry) => entry.includes('OTHER'))).toContain('24,9.90,237.60,USD');
  });

  test('has a list for each of its figures', async () => {
    const cg_idx = await livedBatch();
    const statuses = {
      withdrawn: 12,
      quantity: 24,
      issued: 18,
      valid: 18,
      active: 2,
      expired: 1,
      canceled_only: 3,
      // As the state of a withdrawn code is cancelled, so is the filter's.
      canceled: 15,
      invalid: 16,
      activated: 4,
    };
    for (const [status, count] of Object.entries({ ...statuses, '': 36 })) {
      const address = `/api/v1/code?cg_idx=${cg_idx}&status=${status}`;
      const { total, rows: listed } = await results(`${address}&as=json`);
      expect([status, total, listed.length]).toEqual([status, count, count]);
      const sheet = await office.admin.get(address);
      expect([status, sheet.body.trim().split('\r\n').length - 1]).toEqual([status, count]);
      let sum = 0;
      for (const { lot } of await lotsOf(cg_idx)) sum += (await results(`${address}&lot=${lot}&as=json`)).total;
      expect([status, sum]).toEqual([status, count]);
    }
    const withdrawn = await results(`/api/v1/code?cg_idx=${cg_idx}&status=withdrawn&as=json`);
    expect(withdrawn.rows[0]).toMatchObject({ state: 'canceled', withdrawn: true, cg_idx });
    expect(withdrawn.rows.filter(({ lot }: { lot: number }) => lot === 2)).toHaveLength(10);
    const { body } = await office.admin.get(`/api/v1/code?cg_idx=${cg_idx}`);
    expect(body.match(/,Withdrawn,/g)).toHaveLength(12);
    expect(body.match(/,Cancelled,/g)).toHaveLength(3);
  });

  test('shows what is missing while codes are issued', async () => {
    const { cg_idx } = await batches.issued(of, { count: 5 });
    await batches.change(cg_idx, { count: 3 });
    await office.db
      .updateTable('code_batch')
      .set({ status: 'failed', count: 9, missing: 6 })
      .where('cg_idx', '=', cg_idx)
      .execute();
    const { issued, withdrawn_codes, count, missing } = await batches.read(cg_idx);
    expect(issued).toBe(count - missing + withdrawn_codes);
    // What is missing is the next lot.
    await office.admin.post(`/api/v1/code/batch/${cg_idx}/issue`);
    expect(await batches.settled(cg_idx)).toMatchObject({ issued: 11, count: 9, withdrawn_codes: 2, missing: 0 });
    expect((await lotsOf(cg_idx)).map(({ lot, issued: size }) => [lot, size])).toEqual([
      [2, 6],
      [1, 5],
    ]);
  });

  test('has one history, of issues, raises, lowerings, changes, undos and deliveries', async () => {
    const cg_idx = await livedBatch();
    const { lines, total } = await results(`/api/v1/code/batch/${cg_idx}/history`);
    expect(total).toBe(lines.length);
    expect(lines.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
      'changed',
      'changed',
      'delivered',
      'delivered',
      'issued',
      'lowered',
      'lowered',
      'raised',
      'raised',
      'undone',
      'undone',
    ]);
    const find = (kind: string) => lines.filter((entry: { kind: string }) => entry.kind === kind);
    expect(find('issued')).toMatchObject([
      { codes: 20, to: 20, lots: [{ lot: 1, codes: 20 }], actor: 'ada', undo: null },
    ]);
    expect(find('lowered')).toContainEqual(
      expect.objectContaining({
        from: 36,
        to: 24,
        codes: 12,
        undo: expect.any(Number),
        lots: [
          { lot: 3, codes: 2, delivered: 2 },
          { lot: 2, codes: 10, delivered: 0 },
        ],
      }),
    );
    expect(find('lowered')).toContainEqual(expect.objectContaining({ from: 36, to: 30, codes: 6, undo: null }));
    expect(find('changed')).toContainEqual(expect.objectContaining({ codes: 3, field: 'is_canceled', left: {} }));
    expect(find('undone')).toContainEqual(expect.objectContaining({ codes: 6, to: 36 }));
    expect(find('delivered')).toContainEqual(
      expect.objectContaining({
        codes: 6,
        recipient: 'Acme',
        format: 'csv',
        lots: [{ lot: 3, codes: 6, delivered: 0 }],
      }),
    );
    const again = { filter: { cg_idx }, length: 7, memo: 'Longer' };
    await office.admin.post('/customer/code/update/length', again);
    const [entry] = (await results(`/api/v1/code/batch/${cg_idx}/history`)).lines;
    expect(entry).toMatchObject({ kind: 'changed', codes: 20, left: { withdrawn: 12, activated: 4 }, memo: 'Longer' });
    expect((await office.admin.get('/api/v1/code/batch/999999/history')).status).toBe(404);
  });

  test('tells a replacement with its undo, and counts its twin as no issue', async () => {
    const { cg_idx } = await batches.issued(of, { count: 4 });
    office.clock.advance(1000);
    await batches.change(cg_idx, { count: 6 });
    await batches.settled(cg_idx);
    const [{ code }] = (await results(`/api/v1/code?cg_idx=${cg_idx}&lot=2&as=json`)).rows;
    office.clock.advance(1000);
    const replaced = (await office.admin.post(`/api/v1/code/${code}/replace`, { memo: 'lost letter' })).json.results;
    const lots = [{ lot: 2, codes: 1, delivered: 0 }];
    const entries = async () => (await results(`/api/v1/code/batch/${cg_idx}/history`)).lines;
    const before = await entries();
    expect(before).toMatchObject([
      { kind: 'replaced', codes: 1, lots, undo: replaced.act_idx, memo: 'lost letter', actor: 'ada' },
      { kind: 'raised', codes: 2, from: 4, to: 6 },
      { kind: 'issued', codes: 4, to: 4 },
    ]);
    expect((await office.admin.get(`/code/batch/${cg_idx}`)).body).toShow('code replaced');
    office.clock.advance(1000);
    await office.admin.undo(replaced.act_idx);
    const [undone, ...earlier] = await entries();
    expect(undone).toMatchObject({ kind: 'replacement_undone', codes: 1, lots, undo: null });
    expect(earlier).toEqual(before.map((entry: object, nth: number) => (nth === 0 ? { ...entry, undo: null } : entry)));
  });
});

test('a lot is a filter only beside its batch', async () => {
  const refusal = { status: 400, json: { error: { code: 'code.lot_of_batch' } } };
  for (const url of ['/api/v1/code?lot=1', '/api/v1/code?lot=1&as=json', '/api/v1/report/all-coupons?lot=1'])
    expect(await office.admin.get(url)).toMatchObject(refusal);
  const request = { filter: { lot: 1 }, is_canceled: 1 };
  expect(await office.admin.post('/customer/code/update/is_canceled', request)).toMatchObject(refusal);
});
