import { type QueryExecutorProvider, sql } from 'kysely';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';

/* registration_day is maintained by triggers on `registration` and `code`, as code_day is by those on `code` alone. */

/** Sets the time zone of the days; if it changed, the registrations are counted again. */
export async function storeRegistrationZone(ctx: Context): Promise<void> {
  const { rows } = await sql`
    update registration_zone set time_zone = ${ctx.timeZone} where time_zone <> ${ctx.timeZone} returning one`.execute(
    ctx.db,
  );
  if (rows.length === 0) return;
  // Blocks registrations and changes of codes meanwhile: they would be counted twice, or in the old zone.
  await sql`lock table code, registration in share row exclusive mode`.execute(ctx.db);
  await recountRegistrations(ctx);
}

/** Counts registration_day again from the registrations. */
export async function recountRegistrations({ db }: { db: QueryExecutorProvider }): Promise<void> {
  await sql`delete from registration_day`.execute(db);
  await sql`insert into registration_day (${counted}, slot, registrations) ${recountedRegistrations}`.execute(db);
}

/** The columns that registrations are grouped by. */
const counted = sql`cidx, cg_idx, event_idx, day, ends, canceled`;

/** What registration_day must contain, counted from the registrations themselves, all in slot 0. */
export const recountedRegistrations = sql`
  select r.cidx, coalesce(c.cg_idx, 0) as cg_idx, coalesce(r.event_idx, 0) as event_idx,
    (to_timestamp(r.registered_at) at time zone time_zone)::date as day,
    end_day(coalesce(c.expired_date, r.expires_at), time_zone) as ends, coalesce(c.is_canceled > 0, false) as canceled,
    0 as slot, count(*) as registrations
  from registration r left join code c using (code), registration_zone group by 1, 2, 3, 4, 5, 6`;

/** Adds the slots of database sessions to slot 0. Slots in use are left for the next run; zero sums are deleted. */
export async function foldRegistrationDays({ db }: Context): Promise<void> {
  await sql`
    with taken as (
      delete from registration_day where (${counted}, slot) in (
        select ${counted}, slot from registration_day where slot <> 0
        order by ${counted}, slot limit 10000 for update skip locked)
      returning *
    )
    insert into registration_day as had (${counted}, slot, registrations)
    select ${counted}, 0, sum(registrations) from taken group by ${counted} order by ${counted}
    on conflict (${counted}, slot) do update set registrations = had.registrations + excluded.registrations`.execute(
    db,
  );
  await sql`delete from registration_day where slot = 0 and registrations = 0`.execute(db);
}

/** Folds the slots every ten minutes. */
export function foldRegistrationDaysOften({ jobs, work, config }: Pick<Kernel, 'jobs' | 'work' | 'config'>): void {
  jobs.repeat('registration.days', { cron: '*/10 * * * *', timeZone: config.timeZone }, () =>
    work.write(systemCaller('registration.days'), foldRegistrationDays),
  );
}
