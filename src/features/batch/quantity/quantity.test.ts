import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeDesk } from '#features/code/code.fixture.ts';
import { activateCode } from '#features/code/code.store.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { type Office, startOffice } from '#test/app.ts';
import { batchDesk } from '../batch.fixture.ts';

let office: Office;
let of: { cust_idx: number; cidx: number };
const desk = codeDesk(() => office);
const batches = batchDesk(() => office);
beforeAll(async () => {
  office = await startOffice({ jobs: true });
  of = { cust_idx: await desk.addCustomer('ACME'), cidx: await desk.addCollection('c1') };
});
afterAll(() => office.close());

/** A batch whose first codes are activated. */
async function batchWith(activated: number, over: object = {}) {
  const { cg_idx } = await batches.issued(of, over);
  const codes = (await batches.codes(cg_idx)).map(({ code }) => code);
  for (const code of codes.slice(0, activated)) await activateCode(office.db, code, inSeconds(office.clock.now()));
  return { cg_idx, codes };
}

const post = async (field: string, body: object) =>
  (await office.admin.post(`/customer/code/update/${field}`, body)).json.results;
describe('The quantity of a batch', () => {
  test('is raised by issuing the difference into the same batch', async () => {
    const { cg_idx, codes } = await batchWith(2);
    const { status, json } = await batches.change(cg_idx, { count: 14, memo: 'Four more' });
    expect(status).toBe(200);
    expect(json.results).toMatchObject({ success: true, issue: 4, cancel: 0, activated: 2, act_idx: null });
    expect(await batches.settled(cg_idx)).toMatchObject({
      status: 'issued',
      count: 14,
      issued: 14,
      memo: 'Four more',
      activated_codes: 2,
    });
    const now = (await batches.codes(cg_idx)).map(({ code }) => code);
    expect(codes.filter((code) => !now.includes(code))).toEqual([]);
    expect((await batches.trail(cg_idx)).map(({ action }) => action)).toEqual([
      'code_batch.created',
      'code_batch.issued',
      'code_batch.raised',
      'code_batch.issued',
    ]);
  });

  test('is lowered by withdrawing codes never activated; undo restores them', async () => {
    const { cg_idx, codes } = await batchWith(3);
    const { results } = (await batches.change(cg_idx, { count: 4 })).json;
    expect(results).toMatchObject({ issue: 0, cancel: 6, activated: 3 });
    expect(await batches.read(cg_idx)).toMatchObject({
      count: 4,
      withdrawn_codes: 6,
      canceled_codes: 0,
      unused_codes: 1,
      issued: 10,
    });
    const stored = await batches.codes(cg_idx);
    expect(stored.filter((code) => code.activated_date > 0 && code.is_canceled > 0)).toEqual([]);
    const cancelled = stored.filter((code) => code.is_canceled > 0).map(({ code }) => code);
    const history = await office.admin.get(`/api/v1/audit/of/code/${cancelled[0]}`);
    expect(history.json.results.lines).toHaveLength(1);

    // One of them was restored meanwhile and stays as it is.
    await office.db
      .updateTable('code')
      .set({ is_canceled: 0, withdrawn: false })
      .where('code', '=', cancelled[0] ?? '')
      .execute();
    expect((await office.admin.undo(results.act_idx)).json.results).toMatchObject({ back: 5, kept: 1 });
    expect(await batches.read(cg_idx)).toMatchObject({ count: 10, withdrawn_codes: 0, unused_codes: 7 });
    expect((await office.admin.undo(results.act_idx)).status).toBe(409);
    expect((await batches.trail(cg_idx)).at(-1)).toMatchObject({
      action: 'code_batch.undone',
      after: { restored: 5, kept: 1, count: 10 },
    });
    expect((await batches.codes(cg_idx)).map(({ code }) => code)).toEqual(codes);
  });

  test('is lowered to the number of activated codes, and no further', async () => {
    const { cg_idx } = await batchWith(3);
    expect(await batches.change(cg_idx, { count: 2 })).toMatchObject({
      status: 422,
      json: {
        error: { code: 'code.below_activated', fields: { count: '3 codes were activated: there cannot be fewer.' } },
      },
    });
    expect((await batches.change(cg_idx, { count: 3 })).json.results).toMatchObject({ cancel: 7 });
    expect(await batches.read(cg_idx)).toMatchObject({ count: 3, active_codes: 3, unused_codes: 0 });
  });

  test('is lowered by exactly as many codes: those cancelled one by one still count, and go last', async () => {
    const { cg_idx, codes } = await batchWith(2);
    await office.db.updateTable('code').set({ is_canceled: 1 }).where('code', 'in', codes.slice(6)).execute();
    expect((await batches.change(cg_idx, { count: 8, dry_run: true })).json.results).toMatchObject({ cancel: 2 });
    expect((await batches.change(cg_idx, { count: 8 })).json.results).toMatchObject({ cancel: 2 });
    expect(await batches.read(cg_idx)).toMatchObject({ count: 8, withdrawn_codes: 2, canceled_codes: 4 });
    const { act_idx } = (await batches.change(cg_idx, { count: 3 })).json.results;
    expect(await batches.read(cg_idx)).toMatchObject({
      count: 3,
      withdrawn_codes: 7,
      canceled_codes: 1,
      unused_codes: 0,
      active_codes: 2,
    });
    // Those cancelled before are cancelled again, not unused.
    expect((await office.admin.undo(act_idx)).json.results).toMatchObject({ back: 5, kept: 0 });
    expect(await batches.read(cg_idx)).toMatchObject({ count: 8, withdrawn_codes: 2, canceled_codes: 4 });
  });

  test('can be previewed without a trace', async () => {
    const { cg_idx } = await batchWith(1);
    const before = await batches.read(cg_idx);
    const would = await batches.change(cg_idx, { count: 5, price: '1', dry_run: true });
    expect(would.json.results).toMatchObject({ issue: 0, cancel: 5, activated: 1, act_idx: null, work_idx: null });
    expect(await batches.read(cg_idx)).toEqual(before);
    expect(await batches.trail(cg_idx)).toHaveLength(2);
  });

  test('is not previewed over a version that somebody has replaced', async () => {
    const { cg_idx } = await batchWith(0);
    const { version } = await batches.read(cg_idx);
    await batches.change(cg_idx, { count: 15 });
    await batches.settled(cg_idx);
    // Announced over the present one, it would cancel three codes; but this form cannot save it.
    expect(await batches.change(cg_idx, { count: 12, version, dry_run: true })).toMatchObject({
      status: 409,
      json: { error: { code: 'error.stale', details: { name: 'ada', record: { count: 15 } } } },
    });
  });

  test('is changed only with the effect that was announced', async () => {
    const { cg_idx, codes } = await batchWith(0);
    await desk.issue(cg_idx, 3);
    const { version } = await batches.read(cg_idx);
    const body = { count: 6, version };
    const foreseen = async () => {
      const { issue, cancel, lots } = (await batches.change(cg_idx, { ...body, dry_run: true })).json.results;
      return { issue, cancel, lots };
    };
    const expects = await foreseen();
    expect(expects).toEqual({
      issue: 0,
      cancel: 7,
      lots: [
        { lot: 2, cancel: 3, delivered: 0 },
        { lot: 1, cancel: 4, delivered: 0 },
      ],
    });
    // Codes that are cancelled one by one do not change the batch itself.
    const second = (await batches.codes(cg_idx)).map(({ code }) => code).filter((code) => !codes.includes(code));
    await office.admin.post('/customer/code/update/is_canceled', { codes: second.slice(0, 2), is_canceled: 1 });
    expect(await batches.change(cg_idx, { ...body, expects })).toMatchObject({
      status: 409,
      json: { error: { code: 'code.figures_changed', details: { issue: 0, cancel: 7, activated: 0 } } },
    });
    expect(await batches.read(cg_idx)).toMatchObject({ count: 13, withdrawn_codes: 0 });
    expect((await batches.change(cg_idx, { ...body, expects: await foreseen() })).status).toBe(200);
    expect(await batches.read(cg_idx)).toMatchObject({ count: 6, withdrawn_codes: 7, canceled_codes: 2 });
  });

  test('of thousands is lowered by a job that says when it is done', async () => {
    const { cg_idx } = await batches.issued(of, { count: 6000 });
    const { results } = (await batches.change(cg_idx, { count: 10 })).json;
    expect(results).toMatchObject({ cancel: 5990, act_idx: null, work_idx: expect.any(Number) });
    const work = async () => (await office.admin.get(`/api/v1/work/${results.work_idx}`)).json.results;
    await expect.poll(async () => (await work()).status).toBe('done');
    expect(await batches.read(cg_idx)).toMatchObject({ count: 10, withdrawn_codes: 5990, unused_codes: 10 });
    const { changed, act_idx } = await work();
    expect(changed).toBe(5990);
    // So is its undo: one of those who ask for it at once gets the job, the rest are refused.
    expect((await office.admin.get(`/api/v1/act/${act_idx}`)).json.results.undo).toMatchObject({
      back: 5990,
      kept: 0,
      long: true,
    });
    const answers = await Promise.all(Array.from({ length: 6 }, () => office.admin.undo(act_idx)));
    const refused = answers.filter(({ json }) => json.error?.code === 'undo.under_way');
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409]);
    const undoing = answers.find(({ status }) => status === 200)?.json.results.work_idx;
    const undone = async () => (await office.admin.get(`/api/v1/work/${undoing}`)).json.results;
    await expect.poll(async () => (await undone()).status).toBe('done');
    expect((await undone()).changed).toBe(5990);
    expect(await batches.read(cg_idx)).toMatchObject({ count: 6000, withdrawn_codes: 0 });
  });

  test('lowered and raised again is not lifted further by undoing the first', async () => {
    const { cg_idx } = await batchWith(1, { count: 20 });
    const { act_idx } = (await batches.change(cg_idx, { count: 5 })).json.results;
    await batches.change(cg_idx, { count: 20 });
    await batches.settled(cg_idx);
    const refusal = {
      status: 409,
      json: { error: { code: 'code.count_set_since', message: expect.stringContaining('was set to 20 by ada') } },
    };
    expect(await office.admin.undo(act_idx)).toMatchObject(refusal);
    expect(await office.admin.get(`/api/v1/act/${act_idx}`)).toMatchObject(refusal);
    expect((await office.admin.get(`/audit/act/${act_idx}`)).status).toBe(200);
    expect(await batches.read(cg_idx)).toMatchObject({ count: 20, unused_codes: 19, withdrawn_codes: 15 });
  });

  test('lowered twice is undone step by step, the last one first', async () => {
    const { cg_idx } = await batchWith(1);
    const first = (await batches.change(cg_idx, { count: 8 })).json.results.act_idx;
    const second = (await batches.change(cg_idx, { count: 3 })).json.results.act_idx;
    expect((await office.admin.undo(first)).json.error.code).toBe('code.count_set_since');
    expect((await office.admin.undo(second)).json.results).toMatchObject({ back: 5, kept: 0 });
    expect((await office.admin.undo(first)).json.results).toMatchObject({ back: 2, kept: 0 });
    expect(await batches.read(cg_idx)).toMatchObject({ count: 10, withdrawn_codes: 0, unused_codes: 9 });
  });

  test('withdraws codes that no other act brings back or changes', async () => {
    const { cg_idx, codes } = await batchWith(0);
    const cancelled = await post('is_canceled', { codes: codes.slice(0, 9), is_canceled: 1 });
    await batches.change(cg_idx, { count: 4 });
    expect(await batches.read(cg_idx)).toMatchObject({ withdrawn_codes: 6, canceled_codes: 4, unused_codes: 0 });
    const restore = { filter: { cg_idx }, is_canceled: 0 };
    expect(await post('is_canceled', { ...restore, dry_run: true })).toMatchObject({
      changed: 4,
      left: { withdrawn: 6 },
    });
    expect(await post('length', { filter: { cg_idx, status: 'withdrawn' }, length: 5 })).toMatchObject({
      changed: 0,
      left: { withdrawn: 6 },
    });
    expect((await office.admin.undo(cancelled.act_idx)).json.results).toMatchObject({ back: 4, kept: 5 });
    expect(await batches.read(cg_idx)).toMatchObject({ count: 4, withdrawn_codes: 6, unused_codes: 4, issued: 10 });
  });

  test('lowered by two people at once is lowered by one of them', async () => {
    const { cg_idx } = await batchWith(0, { count: 50 });
    const { version } = await batches.read(cg_idx);
    const answers = await Promise.all([40, 30].map((count) => batches.change(cg_idx, { count, version })));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    const { count, withdrawn_codes, unused_codes } = await batches.read(cg_idx);
    expect([unused_codes, withdrawn_codes]).toEqual([count, 50 - count]);
  });
});

describe('A batch', () => {
  test('is not given a price with more decimals than its currency has', async () => {
    const { cg_idx } = await batchWith(0, { price: '10', currency: 'KRW' });
    expect(await batches.change(cg_idx, { price: '10.55' })).toMatchObject({
      status: 422,
      json: { error: { fields: { price: 'Amounts in KRW have no decimals.' } } },
    });
    expect((await batches.change(cg_idx, { price: '11' })).status).toBe(200);
  });

  test('is changed in its texts and price, over the version that was loaded', async () => {
    const { cg_idx } = await batchWith(0);
    const { version } = await batches.read(cg_idx);
    const saved = await batches.change(cg_idx, { title: 'Winter', price: '8', version });
    expect(saved.json.results).toMatchObject({ success: true, version: version + 1, issue: 0, cancel: 0 });
    expect(await batches.read(cg_idx)).toMatchObject({ title: 'Winter', price: '8', count: 10, status: 'issued' });
    expect(await batches.change(cg_idx, { count: 2, version })).toMatchObject({
      status: 409,
      json: { error: { code: 'error.stale', details: { name: 'ada', version: version + 1 } } },
    });
    expect(await batches.read(cg_idx)).toMatchObject({ count: 10, canceled_codes: 0 });
    // Saving the same again changes nothing and leaves no trace.
    expect((await batches.change(cg_idx, { price: '8', version: version + 1 })).json.results.version).toBe(version + 1);
    expect((await batches.trail(cg_idx)).at(-1)).toMatchObject({
      action: 'code_batch.updated',
      before: { title: 'Autumn term', price: '9.90' },
      after: { title: 'Winter', price: '8' },
    });
  });

  test('gets back a price and a memo from its history', async () => {
    const { cg_idx } = await batchWith(0);
    await batches.change(cg_idx, { price: '1', memo: 'Cheap' });
    const entries = (await office.admin.get(`/api/v1/audit/of/code_batch/${cg_idx}`)).json.results.lines;
    const url = `/api/v1/audit/of/code_batch/${cg_idx}/restore`;
    expect((await office.admin.put(url, { audit_idx: entries[0].audit_idx })).status).toBe(200);
    expect(await batches.read(cg_idx)).toMatchObject({ price: '9.90', memo: '' });
  });

  test('is not changed where it does not exist, the value is invalid, or the account has no right to', async () => {
    expect((await batches.change(999_999, { count: 5 })).status).toBe(404);
    const { cg_idx } = await batchWith(0);
    expect((await batches.change(cg_idx, { count: 0 })).status).toBe(400);
    expect((await batches.change(cg_idx, { status: 'issued' })).status).toBe(400);
    expect((await office.staff.put(`/api/v1/code/batch/${cg_idx}`, { count: 5 })).status).toBe(403);
    expect(await batches.trail(cg_idx)).toHaveLength(2);
  });
});
