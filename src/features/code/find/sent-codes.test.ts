import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batchDesk } from '#features/batch/batch.fixture.ts';
import { type Answer, type Office, startOffice } from '#test/app.ts';
import { codeDesk } from '../code.fixture.ts';
import { correctedLots } from './sent-codes.ts';

let office: Office;
const desk = codeDesk(() => office);
const batches = batchDesk(() => office);
let of: { cust_idx: number; cidx: number };
let link: string;

beforeAll(async () => {
  office = await startOffice();
  office.clock.set('2026-03-02T14:00:00Z');
  of = { cust_idx: await desk.addCustomer('ACME'), cidx: await desk.addCollection('first') };
});
afterAll(() => office.close());

const deliveries = async (cg_idx: number) =>
  (await office.admin.get(`/api/v1/code/batch/${cg_idx}/delivery`)).json.results.deliveries;

/** A batch of 25 codes in two lots. */
async function twentyFive(title: string): Promise<number> {
  const cg_idx = await desk.addBatch({ ...of, title });
  await desk.issue(cg_idx, 15);
  await desk.issue(cg_idx, 10);
  const expires_at = office.clock.now().getTime() / 1000 + 86_400;
  link = (await office.admin.post(`/api/v1/code/batch/${cg_idx}/link`, { expires_at })).json.results.href;
  return cg_idx;
}

/** Does something after a file was counted for its record and before its codes are read. */
async function whileCounted(download: () => Promise<Answer>, act: () => Promise<unknown>): Promise<Answer> {
  const { promise: counted, resolve: onCounted } = Promise.withResolvers<void>();
  const { promise: done, resolve: onDone } = Promise.withResolvers<void>();
  const locked = office.db.transaction().execute(async (trx) => {
    // Deliveries can be read, not written.
    await sql`lock table code_delivery in share mode`.execute(trx);
    onCounted();
    await done;
  });
  await counted;
  const answer = download();
  await waiting();
  await act();
  onDone();
  await locked;
  return answer;
}

/** Until a record waits to be written. */
async function waiting(): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from pg_locks where relation = 'code_delivery'::regclass and not granted`.execute(office.db);
    if (rows.length > 0) return;
    await sleep(5);
  }
}

const linesOf = ({ body }: Answer) => body.trim().split('\r\n').slice(1).length;

describe('The record of a file of codes', () => {
  const valid = (cg_idx: number) => `cg_idx=${cg_idx}&status=valid`;
  test.each<[string, (cg_idx: number) => Promise<Answer>]>([
    ['The sheet', (cg_idx) => office.admin.get(`/api/v1/code?${valid(cg_idx)}`)],
    ['The file for a printer', (cg_idx) => office.admin.get(`/api/v1/code?${valid(cg_idx)}&for=printer`)],
    ['The report of all coupons', (cg_idx) => office.admin.get(`/report/all-coupons/export?${valid(cg_idx)}&as=csv`)],
    ['The download of a partner', () => office.stranger.get(`${link}/codes?as=csv&of=unused`)],
  ])('says what is in it where the quantity is lowered meanwhile: %s', async (name, download) => {
    const cg_idx = await twentyFive(name);
    const answer = await whileCounted(
      () => download(cg_idx),
      async () => expect((await batches.change(cg_idx, { count: 13 })).status).toBe(200),
    );
    expect(answer.status).toBe(200);
    expect(linesOf(answer)).toBe(13);
    expect(await deliveries(cg_idx)).toMatchObject([{ codes: 13, lots: [{ lot: 1, codes: 13 }] }]);
    const trail = await batches.trail(cg_idx);
    expect(trail.slice(-1)).toMatchObject([
      { action: 'code_batch.recounted', before: { codes: 25 }, after: { codes: 13 } },
    ]);
  });

  test('says what is on printed pages', async () => {
    const cg_idx = await twentyFive('Printed');
    const answer = await whileCounted(
      () => office.admin.get(`/api/v1/code?${valid(cg_idx)}&as=pdf&layout=sheet`),
      () => batches.change(cg_idx, { count: 13 }),
    );
    expect(answer.status).toBe(200);
    expect(await deliveries(cg_idx)).toMatchObject([{ codes: 13, lots: [{ lot: 1, codes: 13 }] }]);
  });

  test('has the codes that came meanwhile, of a batch without any before too, and no batch without codes', async () => {
    const cust_idx = await desk.addCustomer('MORE');
    const [gone, kept] = [
      await desk.addBatch({ ...of, cust_idx, title: 'Gone' }),
      await desk.addBatch({ ...of, cust_idx, title: 'Kept' }),
    ];
    for (const cg_idx of [gone, kept]) await desk.issue(cg_idx, 4);
    await whileCounted(
      () => office.admin.get(`/api/v1/code?cust_idx=${cust_idx}&status=valid`),
      async () => {
        await office.db.updateTable('code').set({ is_canceled: 1 }).where('cg_idx', '=', gone).execute();
        await desk.issue(kept, 2);
      },
    );
    expect(await deliveries(gone)).toEqual([]);
    expect(await deliveries(kept)).toMatchObject([
      {
        codes: 6,
        lots: [
          { lot: 1, codes: 4 },
          { lot: 2, codes: 2 },
        ],
      },
    ]);
    const trail = await office.db
      .selectFrom('audit')
      .select(['action', 'before', 'after'])
      .where('entity', '=', 'code_delivery')
      .orderBy('audit_idx')
      .execute();
    expect(trail).toEqual([
      { action: 'code_delivery.created', before: null, after: { batches: 2, codes: 8, as: 'csv' } },
      { action: 'code_delivery.recounted', before: { codes: 8 }, after: { codes: 6 } },
    ]);
  });

  test('has the codes of a report in another order, which were chosen before', async () => {
    const cg_idx = await twentyFive('Sorted');
    const answer = await whileCounted(
      () => office.admin.get(`/report/all-coupons/export?${valid(cg_idx)}&as=csv&sort=code`),
      () => batches.change(cg_idx, { count: 13 }),
    );
    const [record] = await deliveries(cg_idx);
    expect(record.codes).toBe(linesOf(answer));
  });

  test('is written once where nothing changes meanwhile', async () => {
    const cg_idx = await twentyFive('Calm');
    await office.admin.get(`/api/v1/code?${valid(cg_idx)}`);
    expect(await deliveries(cg_idx)).toMatchObject([{ codes: 25 }]);
    expect((await batches.trail(cg_idx)).map(({ action }) => action)).not.toContain('code_batch.recounted');
  });
});

describe('The record of a file', () => {
  const lot = (nth: number, codes: number) => ({ cg_idx: 1, lot: nth, codes });

  test('has what was read once all of it was read', () => {
    expect(correctedLots([lot(1, 5)], [lot(1, 5)], true)).toBeUndefined();
    expect(correctedLots([lot(1, 5), lot(2, 3)], [lot(1, 4)], true)).toEqual([lot(1, 4)]);
    expect(correctedLots([lot(1, 5)], [], true)).toEqual([]);
  });

  test('that broke off never has less than was foreseen, or than was read', () => {
    expect(correctedLots([lot(1, 5), lot(2, 3)], [lot(1, 4)], false)).toBeUndefined();
    expect(correctedLots([lot(1, 5)], [], false)).toBeUndefined();
    expect(correctedLots([lot(1, 5)], [lot(1, 7), lot(2, 1)], false)).toEqual([lot(1, 7), lot(2, 1)]);
  });
});
