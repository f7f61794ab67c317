import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { batchDesk } from '#features/batch/batch.fixture.ts';
import { redeemDesk } from '#features/registration/registration.fixture.ts';
import { type Answer, type Office, startOffice } from '#test/app.ts';
import { type Receiver, startReceiver } from './receiver.fixture.ts';

let office: Office;
let receiver: Receiver;
const desk = redeemDesk(() => office);
const batches = batchDesk(() => office);
beforeAll(async () => {
  receiver = await startReceiver();
  office = await startOffice({ jobs: true });
});
afterAll(async () => {
  await office.close();
  await receiver.close();
});
beforeEach(async () => {
  await office.db.deleteFrom('webhook').execute();
  receiver.received = [];
});

const add = async (kinds: string[]): Promise<number> =>
  (await office.admin.post('/api/v1/webhook', { name: 'Shop', url: receiver.url, kinds })).json.results.wh_idx;
const messages = () => receiver.received.map(({ message: { type, data } }) => ({ type, data }));
/** How many registrations wait to be told. */
const waiting = async () => {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(registrations), 0)::integer as count from webhook_registration`.execute(office.db);
  return rows[0]?.count;
};

describe('A webhook about codes', () => {
  test('is told of each batch issued and of codes changed, and never gets a code or a learner', async () => {
    await add(['code.batch_issued', 'code.changed', 'registration.created']);
    const of = { cust_idx: await desk.addCustomer('SHOP'), cidx: await desk.addCollection('shop') };
    const { cg_idx } = await batches.issued(of, { count: 3 });
    const codes = (await batches.codes(cg_idx)).map(({ code }) => code);
    await expect
      .poll(messages)
      .toEqual([{ type: 'code.batch_issued', data: { kind: 'code_batch', id: String(cg_idx) } }]);
    await office.admin.post('/customer/code/update/is_canceled', { codes: codes.slice(0, 1), is_canceled: 1 });
    const changed = { kind: 'code', id: null, batches: [String(cg_idx)] };
    await expect.poll(() => messages().at(-1)).toEqual({ type: 'code.changed', data: changed });
    await desk.redeem(codes[1] ?? '', 'learner-1');
    const payload = { kind: 'registration', id: null, collections: [{ cid: 'shop', registrations: 1 }] };
    await expect.poll(() => messages().at(-1)).toEqual({ type: 'registration.created', data: payload });
    const sent = receiver.received.map(({ body }) => body).join();
    for (const secret of [...codes, 'learner-1']) expect(sent).not.toContain(secret);
  });

  test('is told that codes changed by a lowered quantity, by a replacement, and by the undo of each', async () => {
    const of = { cust_idx: await desk.addCustomer('LOWER'), cidx: await desk.addCollection('lower') };
    const { cg_idx } = await batches.issued(of, { count: 3 });
    await add(['code.changed']);
    const codeChanged = { type: 'code.changed', data: { kind: 'code', id: null, batches: [String(cg_idx)] } };
    let count = 0;
    const isNotified = async (act: Promise<Answer>) => {
      const { status, json } = await act;
      expect(status).toBe(200);
      await expect.poll(messages).toEqual(Array.from({ length: ++count }, () => codeChanged));
      return json.results;
    };
    const lowered = await isNotified(office.admin.put(`/api/v1/code/batch/${cg_idx}`, { count: 2 }));
    await isNotified(office.admin.undo(lowered.act_idx));
    const [code] = await batches.codes(cg_idx);
    const replaced = await isNotified(office.admin.post(`/api/v1/code/${code?.code}/replace`, {}));
    await isNotified(office.admin.undo(replaced.act_idx));
  });

  test('is told of registrations as counts by collection, at most once a minute', async () => {
    await add(['registration.created']);
    const [first = '', ...others] = await desk.issueCodes(4);
    const [second = ''] = await desk.issueCodes(1);
    await desk.redeem(first, 'l-0');
    await expect.poll(messages).toHaveLength(1);
    for (const [n, code] of [...others, second].entries()) await desk.redeem(code, `l-${n + 1}`);
    await expect.poll(waiting).toBe(4);
    office.clock.advance(59_000);
    await desk.redeem(first, 'somebody else');
    expect(messages()).toHaveLength(1);
    office.clock.advance(1000);
    await expect.poll(messages).toHaveLength(2);
    expect(messages()[1]?.data).toMatchObject({
      collections: [{ registrations: 3 }, { registrations: 1 }],
    });
    expect(await waiting()).toBe(0);
  });

  test('is told nothing of codes unless it asks for them', async () => {
    await add(['series']);
    const [code = ''] = await desk.issueCodes(1);
    await desk.redeem(code, 'quiet');
    await office.admin.post('/api/v1/series', { title: 'Last' });
    await expect.poll(messages).toMatchObject([{ type: 'series.changed' }]);
    expect(await waiting()).toBe(0);
    const added = await office.admin.post('/api/v1/webhook', { name: 'All', url: receiver.url });
    const { kinds } = (await office.admin.get(`/api/v1/webhook/${added.json.results.wh_idx}`)).json.results;
    expect(kinds).not.toContain('code.changed');
  });
});
