import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeDesk } from '#features/code/code.fixture.ts';
import type { Context } from '#kernel/work/context.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type Office, startOffice } from '#test/app.ts';
import { drawCode } from './vending.store.ts';

let office: Office;
let [shop, rare, seller] = [0, 0, 0];

beforeAll(async () => {
  office = await startOffice();
  const desk = codeDesk(() => office);
  const of = { cust_idx: await desk.addCustomer('ACME'), cidx: await desk.addCollection('c1') };
  [shop, rare] = [await desk.addBatch(of), await desk.addBatch(of)];
  for (const cg_idx of [shop, rare]) await desk.issue(cg_idx, 600);
  const sells = { name: 'Shop', scope: 'vend', batches: [shop], quota: 1000 };
  const { key_idx: key } = (await office.admin.post('/api/v1/api_key', sells)).json.results;
  seller = key;
  await sql`
    insert into code_order (at, key_idx, cg_idx, lot, price, currency, "order", code, sold_by)
    select 1, ${key}, cg_idx, lot, 1, 'USD', row_number() over (order by code desc), code, 'Shop'
    from code where cg_idx = ${shop} order by code desc limit 400`.execute(office.db);
});
afterAll(() => office.close());

/** How many rows of codes and orders a connection has read. */
async function countRead({ db }: Context): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as read from pg_stat_xact_user_tables
    where relname in ('code', 'code_order')`.execute(db);
  return rows[0]?.read ?? 0;
}

/** How many of them are read to draw a code of a batch. */
const rowsRead = (cg_idx: number) =>
  office.app.work.write(systemCaller('test'), async (ctx) => {
    const { rows } = await sql<{ code: string }>`
      select c.code from code c where c.cg_idx = ${cg_idx} and not exists (select from code_order o where o.code = c.code)
      order by c.code desc limit 1`.execute(ctx.db);
    const before = await countRead(ctx);
    const drawn = await drawCode(ctx, cg_idx, { key: seller, order: rows[0]?.code ?? '', by: 'Shop' });
    expect(drawn).toMatchObject({ code: rows[0]?.code, ord_idx: expect.any(Number) });
    return (await countRead(ctx)) - before;
  });

test.each([
  [
    'before the database has statistics of any',
    sql`delete from pg_statistic where starelid = any(${'{code,code_order}'}::regclass[]::oid[])`,
  ],
  ['with statistics', sql`analyze code, code_order`],
])('a code is drawn by the order of its batch, not by reading the others, %s', async (_, known) => {
  await sql`alter table code set (autovacuum_enabled = false)`.execute(office.db);
  await known.execute(office.db);
  expect(await rowsRead(shop)).toBeLessThan(10);
  expect(await rowsRead(rare)).toBeLessThan(10);
});
