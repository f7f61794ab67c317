import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { redeemDesk } from '#features/registration/registration.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { capture, explain } from '../../../bench/statements.ts';

let office: Office;
const desk = redeemDesk(() => office);

beforeAll(async () => {
  office = await startOffice();
  const cidx = await desk.addCollection('C1');
  const customers = [await desk.addCustomer('ACME'), await desk.addCustomer('BRIGHT')];
  for (let n = 0; n < 10; n++) await desk.addBatch({ cust_idx: customers[n % 2] ?? 0, cidx, title: `Batch ${n}` });
  await desk.addEvent(1);
  const now = Math.floor(office.clock.now().getTime() / 1000);
  await sql`
    insert into code (code, cg_idx, issued_at, activated_date, expired_date)
    select upper(substr(md5(n::text), 1, 12)), 1 + n % 10, ${now} - 86400 * 90, case when n % 2 = 0 then ${now} - n * 60 else 0 end,
      case when n % 2 = 0 then ${now} - n * 60 + 86400 * 30 else 0 end
    from generate_series(1, 100000) n on conflict do nothing`.execute(office.db);
  await sql`
    insert into registration (registered_at, cidx, learner_id, code)
    select activated_date, b.cidx, 'L', code from code join code_batch b using (cg_idx) where activated_date > 0`.execute(
    office.db,
  );
  await sql`
    insert into registration (registered_at, expires_at, cidx, learner_id, event_idx)
    select ${now} - n * 60, ${now} - n * 60 + 86400 * 30, ${cidx}::integer, 'E' || n, 1 from generate_series(1, 50000) n`.execute(
    office.db,
  );
  await sql`vacuum analyze`.execute(office.db);
}, 120_000);
afterAll(() => office.close());

test.each([
  'platform',
  'platform?since=2026-01-01&until=2026-03-02',
  'registered-collection',
  'registered-collection?since=2026-02-01&until=2026-02-03&cust_idx=1',
  'registered-book',
  'registered-book?cust_idx=2&since=2026-02-01',
  'all-coupons',
  'all-coupons?page=90&status=active',
  'all-coupons?code=ABC',
  'all-books',
])('the report %s never reads all codes or registrations', async (report) => {
  const statements = await capture(async () => {
    expect((await office.admin.get(`/api/v1/report/${report}`)).status).toBe(200);
  });
  const read = statements.filter(({ text }) => /\b(code|registration|registration_day)\b/.test(text));
  expect(read).not.toEqual([]);
  const plans = await Promise.all(read.map((statement) => explain(office.db, statement)));
  expect(plans.filter((plan) => /Seq Scan on (code|registration)\b(?!_)/.test(plan))).toEqual([]);
});
