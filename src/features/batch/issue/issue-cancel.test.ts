import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeDesk } from '#features/code/code.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { batchDesk } from '../batch.fixture.ts';

let office: Office;
const desk = codeDesk(() => office);
const batches = batchDesk(() => office);
beforeAll(async () => {
  office = await startOffice({ jobs: true });
});
afterAll(() => office.close());

const cancel = (cg_idx: number) => office.admin.post(`/api/v1/code/batch/${cg_idx}/cancel`);

test('cancelled issuing leaves no new code; codes from before stay', async () => {
  const of = { cust_idx: await desk.addCustomer('ACME'), cidx: await desk.addCollection('c1') };
  const raised = await desk.addBatch(of);
  await office.db.updateTable('code_batch').set({ count: 3 }).where('cg_idx', '=', raised).execute();
  await desk.issue(raised, 3);
  let untouched = 0;
  let fresh = 0;
  await office.db.transaction().execute(async (gate) => {
    // Blocks all issuing meanwhile: the first batch waits for this lock, and the others for the first.
    await sql`lock table code in share mode`.execute(gate);
    untouched = await batches.create(of, { title: 'Goes on' });
    fresh = await batches.create(of);
    expect((await batches.change(raised, { count: 5 })).json.results).toMatchObject({ issue: 2, cancel: 0 });
    for (const cg_idx of [fresh, raised, untouched]) expect((await batches.read(cg_idx)).status).toBe('issuing');
    // A batch cannot be changed while its codes are issued.
    for (const body of [{ count: 9 }, { memo: 'x' }])
      expect(await batches.change(fresh, body)).toMatchObject({
        status: 409,
        json: { error: { code: 'code.batch_issuing' } },
      });
    expect(await office.admin.delete(`/api/v1/code/batch/${fresh}`)).toMatchObject({ status: 409 });
    for (const cg_idx of [fresh, raised]) expect((await cancel(cg_idx)).status).toBe(200);
  });

  expect(await batches.settled(fresh)).toMatchObject({ status: 'cancelled', issued: 0, count: 10, missing: 10 });
  expect(await batches.settled(raised)).toMatchObject({ status: 'issued', issued: 3, count: 3, missing: 0 });
  expect(await batches.settled(untouched)).toMatchObject({ status: 'issued', issued: 10 });
  expect((await batches.trail(fresh)).map(({ action }) => action)).toEqual([
    'code_batch.created',
    'code_batch.stopped',
    'code_batch.cancelled',
  ]);
  // It can still be issued later.
  expect((await office.admin.post(`/api/v1/code/batch/${fresh}/issue`)).status).toBe(200);
  expect(await batches.settled(fresh)).toMatchObject({ status: 'issued', issued: 10 });
});
