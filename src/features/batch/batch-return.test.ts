import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeDesk } from '#features/code/code.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { differingData } from '#test/differing-data.ts';
import { must } from '#test/must.ts';
import { storedRows } from '#test/stored-rows.ts';

let office: Office;
let of: { cust_idx: number; cidx: number };
const desk = codeDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
  of = { cust_idx: await desk.addCustomer('ACME'), cidx: await desk.addCollection('c1') };
});
afterAll(() => office.close());

const remove = async (batch: number): Promise<number> =>
  must(await office.admin.delete(`/api/v1/code/batch/${batch}`)).act_idx;

test('A deleted batch comes back under its number with its lots and deliveries, but without links for partners', async () => {
  const batch = await desk.addBatch({ ...of, title: 'Empty' });
  await sql`
    with delivered as (
      insert into code_delivery (cg_idx, at, "to", "as", codes) values (${batch}, now(), 'Ann', 'csv', 3) returning del_idx)
    insert into code_delivery_lot (del_idx, lot, codes) select del_idx, 1, 3 from delivered`.execute(office.db);
  const rows = await storedRows(office);
  await sql`
    insert into code_link (cg_idx, token_hash, lang, created_at, expires_at)
    values (${batch}, '\\x00', 'en', now(), now() + interval '1 day')`.execute(office.db);
  const { figures } = must(await office.admin.get(`/api/v1/reference/code_batch/${batch}`));
  expect(figures).toEqual([
    '1 link for partners is deleted too.',
    'Undo brings the batch back, but no links for partners.',
  ]);
  const act = await remove(batch);
  expect(await office.db.selectFrom('code_delivery').selectAll().execute()).toEqual([]);
  expect(must(await office.admin.undo(act))).toMatchObject({ back: 1, kept: 0 });
  expect(await storedRows(office)).toEqual(rows);
  expect((await office.admin.undo(act)).json.error.code).toBe('undo.already');
  expect((await differingData(office)).filter((one) => one.startsWith('act_'))).toEqual([]);
  await sql`delete from code_delivery`.execute(office.db);
});

test('It does not come back to a customer that is gone by then', async () => {
  const cust_idx = await desk.addCustomer('GONE');
  const act = await remove(await desk.addBatch({ ...of, cust_idx, title: 'Other' }));
  must(await office.admin.delete(`/api/v1/customer/${cust_idx}`));
  expect((await office.admin.undo(act)).json.error).toMatchObject({
    code: 'undo.no_return',
    message: 'This cannot be restored: what it refers to was deleted since then.',
  });
});
