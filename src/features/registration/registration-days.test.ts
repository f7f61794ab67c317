import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type Office, startOffice } from '#test/app.ts';
import { redeemDesk } from './registration.fixture.ts';
import { foldRegistrationDays, recountedRegistrations, storeRegistrationZone } from './registration-days.store.ts';

let office: Office;
const desk = redeemDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
  await desk.addCollection('C1');
  await desk.addEvent(1);
  for (const count of [150, 250]) await desk.issueCodes(count);
});
afterAll(() => office.close());

const act = (run: Parameters<typeof office.app.work.write>[1]) => office.app.work.write(systemCaller('test'), run);

/** A seeded generator of pseudo-random numbers below `end`. */
function numbers(seed: number) {
  let state = seed;
  return (end: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * end);
  };
}

const days = async (from: typeof recountedRegistrations) => {
  const { rows } = await sql`
    select cidx, cg_idx, event_idx, day::text, ends::text, canceled, sum(registrations)::integer as registrations
    from (${from}) days group by 1, 2, 3, 4, 5, 6 having sum(registrations) <> 0 order by 1, 2, 3, 4, 5, 6`.execute(
    office.db,
  );
  return rows;
};
const kept = sql`select * from registration_day`;

describe('The figures of registrations', () => {
  test('equal a recount after any acts on codes and registrations, folded or not, in another time zone too', async () => {
    const next = numbers(11);
    const now = () => Math.floor(office.clock.now().getTime() / 1000);
    const some = () => sql`abs(hashtext(code)) % 7 = ${next(7)}`;
    const acts = [
      () => sql`
        with used as (
          update code set activated_date = ${now() - next(9e5)}, expired_date = ${next(3) * (now() + next(4e6) - 2e6)}
          where activated_date = 0 and cg_idx is not null and ${some()} returning code, cg_idx, activated_date)
        select 1`,
      () => sql`
        insert into registration (registered_at, cidx, learner_id, code)
        select c.activated_date, b.cidx, 'L', c.code from code c join code_batch b using (cg_idx)
        where c.activated_date > 0 and not exists (select from registration r where r.code = c.code)`,
      () => sql`
        insert into registration (registered_at, expires_at, cidx, learner_id, event_idx)
        select ${now() - next(9e5)}, ${next(2) * (now() + next(4e6))}, cidx, 'E' || ${next(1e9)}::text, event_idx from event`,
      () => sql`update code set is_canceled = ${now()} where ${some()}`,
      () => sql`update code set is_canceled = 0 where ${some()}`,
      () => sql`update code set expired_date = ${now() + next(4e6) - 2e6} where activated_date > 0 and ${some()}`,
      () =>
        sql`update registration set expires_at = ${now() + next(4e6)} where event_idx is not null and reg_idx % 3 = 0`,
      () => sql`delete from registration where reg_idx % 11 = ${next(11)}`,
    ];
    for (let turn = 0; turn < 80; turn++)
      await act(async (ctx) => {
        await acts[next(acts.length)]?.().execute(ctx.db);
        if (turn % 10 === 9) await foldRegistrationDays(ctx);
      });
    expect((await days(kept)).length).toBeGreaterThan(10);
    expect(await days(kept)).toEqual(await days(recountedRegistrations));
    await act(foldRegistrationDays);
    expect(await days(kept)).toEqual(await days(recountedRegistrations));
    expect((await sql`select from registration_day where registrations = 0`.execute(office.db)).rows).toEqual([]);
    await act((ctx) => storeRegistrationZone({ ...ctx, timeZone: 'America/New_York' }));
    expect(await days(kept)).toEqual(await days(recountedRegistrations));
  });

  test('follow a code that is redeemed, cancelled and restored by calls', async () => {
    const [code = ''] = await desk.issueCodes(1, { length: 3 });
    await desk.redeem(code, 'mia');
    const change = (is_canceled: number) =>
      office.admin.post('/customer/code/update/is_canceled', { codes: [code], is_canceled });
    await change(1);
    expect(await days(kept)).toEqual(await days(recountedRegistrations));
    await change(0);
    expect(await days(kept)).toEqual(await days(recountedRegistrations));
  });
});
