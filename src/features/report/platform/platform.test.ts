import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeDesk } from '#features/code/code.fixture.ts';
import { collectionDesk } from '#features/collection/collection.fixture.ts';
import { foldRegistrationDays } from '#features/registration/registration-days.store.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
const codes = codeDesk(() => office);
const collections = collectionDesk(() => office);
const batches: number[] = [];
const cidxs: number[] = [];
let tales: number;

beforeAll(async () => {
  office = await startOffice();
  tales = await collections.addSeries('Tales');
  const { cidx } = await collections.add('held');
  await collections.put('held', 'series', tales);
  cidxs.push(cidx, await codes.addCollection('bare'));
  const customers = [await codes.addCustomer('ACME'), await codes.addCustomer('ZENITH')];
  for (let n = 0; n < 4; n++)
    batches.push(await codes.addBatch({ cust_idx: customers[n % 2] ?? 0, cidx: cidxs[n < 2 ? 0 : 1] ?? 0 }));
});
afterAll(() => office.close());

/** A seeded generator of pseudo-random numbers below `end`. */
function numbers(seed: number) {
  let state = seed;
  return (end: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * end);
  };
}

const now = () => Math.floor(office.clock.now().getTime() / 1000);
const period = 'since=2026-01-02&until=2026-03-02';
const report = async (query = period) => (await office.admin.get(`/api/v1/report/platform?${query}`)).json.results;

/** The figures counted from the rows themselves. */
async function recount(by: string) {
  const at = (name: string) => sql`(to_timestamp(${sql.ref(name)}) at time zone 'Asia/Seoul')::date`;
  const moments = sql`
    select cidx, cust_idx, day, count(*) filter (where what = 'issued') as issued,
      count(*) filter (where what = 'activated') as activated, count(*) filter (where what = 'expired') as expired,
      count(*) filter (where what = 'canceled') as canceled, count(*) filter (where what = 'withdrawn') as withdrawn,
      count(*) filter (where what = 'registrations') as registrations
    from (
      select b.cidx, b.cust_idx, m.what, m.day from code c join code_batch b using (cg_idx), lateral (values
        ('issued', ${at('issued_at')}, true), ('activated', ${at('activated_date')}, activated_date > 0),
        ('expired', ${at('ends_at')}, is_canceled = 0 and ends_at > 0 and ends_at <= ${now()}),
        ('canceled', ${at('is_canceled')}, is_canceled > 0 and not withdrawn),
        ('withdrawn', ${at('is_canceled')}, withdrawn)) m (what, day, holds) where m.holds
      union all
      select r.cidx, b.cust_idx, 'registrations', ${at('registered_at')}
      from registration r join code c using (code) join code_batch b using (cg_idx)
    ) all_moments where day between '2026-01-02' and '2026-03-02' group by 1, 2, 3`;
  const { rows } = await sql`
    select ${sql.raw(by)} as key, sum(issued)::integer as issued, sum(activated)::integer as activated,
      sum(expired)::integer as expired, sum(canceled)::integer as canceled,
      sum(withdrawn)::integer as withdrawn, sum(registrations)::integer as registrations
    from (${moments}) m group by 1 order by 1`.execute(office.db);
  return rows;
}

const keyed = (rows: { id?: number; day?: string }[]) =>
  rows
    .map(({ id, day, issued, activated, expired, canceled, withdrawn, registrations }: Record<string, unknown>) => {
      return { key: id ?? day, issued, activated, expired, canceled, withdrawn, registrations };
    })
    .toSorted((a, b) => (String(a.key) < String(b.key) ? -1 : 1));

describe('The platform report', () => {
  test('equals a plain recount of the rows after 5,000 acts on codes', async () => {
    const next = numbers(7);
    for (const cg_idx of batches)
      await codes.issue(cg_idx, 1250, { issued_at: now() - next(60) * 86_400, valid_until: now() + next(9e5) - 6e5 });
    // Each code in some combination: activated or not, cancelled or not, ended or not.
    await sql`
      update code set activated_date = ${now()} - (hashtext(code) & 63) * 86400 - 7,
        expired_date = ${now()} + ((hashtext(code) >> 6) & 127) * 86400 - 50 * 86400
      where (hashtext(code) & 3) <> 0`.execute(office.db);
    await sql`
      update code set is_canceled = ${now()} - ((hashtext(code) >> 9) & 31) * 86400,
        withdrawn = activated_date = 0 and (hashtext(code) >> 17) & 1 = 1
      where (hashtext(code) >> 14) & 7 = 1`.execute(office.db);
    await sql`
      insert into registration (registered_at, cidx, learner_id, code)
      select activated_date, cidx, 'L' || (hashtext(code) & 255), code
      from code join code_batch using (cg_idx) where activated_date > 0`.execute(office.db);
    await office.app.work.write(systemCaller('test'), foldRegistrationDays);
    const { days, groups, totals } = await report();
    const isBusy = (row: Record<string, unknown>) =>
      ['issued', 'activated', 'expired', 'canceled', 'withdrawn', 'registrations'].some((name) => row[name] !== 0);
    expect(keyed(days.filter(isBusy))).toEqual(await recount('day::text'));
    expect(keyed(groups.customer)).toEqual(await recount('cust_idx'));
    expect(keyed(groups.collection)).toEqual(await recount('cidx'));
    expect(keyed(groups.series)).toEqual(
      (await recount('cidx')).slice(0, 1).map((row) => ({ ...(row as object), key: tales })),
    );
    expect(totals.withdrawn).toBeGreaterThan(0);
    expect(days).toHaveLength(60);
    expect(totals.registrations).toBe(days.reduce((sum: number, day: any) => sum + day.registrations, 0));
  });

  test('is compared with the period of the same length before', async () => {
    const later = await report('since=2026-02-01&until=2026-02-28');
    const earlier = await report('since=2026-01-04&until=2026-01-31');
    expect(later.before).toEqual(earlier.totals);
    expect(later.totals.activated).toBeGreaterThan(0);
  });

  test('covers the last 30 days by default', async () => {
    expect(await report('')).toMatchObject({ since: '2026-02-01', until: '2026-03-02' });
  });

  test('covers at most 90 days, and refuses an end before its beginning', async () => {
    const read = (query: string) => office.admin.get(`/api/v1/report/platform?${query}`);
    expect((await read('since=2026-01-01&until=2026-03-31')).status).toBe(200);
    const { status, json } = await read('since=2026-01-01&until=2026-04-01');
    expect({ status, ...json.error }).toMatchObject({
      status: 422,
      code: 'report.period_rule',
      fields: { since: 'The report period is at most 90 days.' },
    });
    expect((await read('since=2026-02-01&until=2026-01-01')).json.error.code).toBe('report.period_order');
    expect((await read('since=yesterday')).status).toBe(400);
    const page = await office.admin.get('/report/platform?since=2025-01-01&until=2026-03-01');
    expect(page.status).toBe(422);
    expect(page.body).toShow('The report period is at most 90 days.');
    // The longest periods at both ends of the requested one.
    for (const nearest of ['since=2025-12-02&until=2026-03-01', 'since=2025-01-01&until=2025-03-31'])
      expect(page.body).toContain(`/report/platform?${nearest.replace('&', '&amp;')}`);
  });

  test('can be downloaded as a sheet by day and by customer', async () => {
    const days = await office.admin.get(`/report/platform/export?${period}`);
    expect(days.body.split('\r\n').filter(Boolean)).toHaveLength(61);
    const customers = await office.admin.get(`/report/platform/export?${period}&by=customer`);
    expect(customers.body).toShow('Name of ACME,');
  });
});
