import { sql } from 'kysely';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';

/*
 * code_day holds the counts of what happened to the codes of each lot of a batch on each day. Triggers on `code` maintain it, so
 * that no way of changing codes can miss it.
 */

/** Sets the time zone of the days; if it changed, the days are counted again from the codes. */
export async function keepCodeZone(ctx: Context): Promise<void> {
  const { rows } = await sql`
    update code_zone set time_zone = ${ctx.timeZone} where time_zone <> ${ctx.timeZone} returning one`.execute(ctx.db);
  if (rows.length === 0) return;
  // Blocks changes of codes meanwhile: they would be counted twice, or in the old zone.
  await sql`lock table code in share row exclusive mode`.execute(ctx.db);
  await sql`delete from code_day`.execute(ctx.db);
  await sql`insert into code_day (${columns}) ${recounted}`.execute(ctx.db);
}

const key = ['cg_idx', 'lot', 'day', 'slot'];
const sums = ['issued', 'activated', 'canceled', 'canceled_activated', 'withdrawn', 'ending', 'ending_activated'];
const columns = sql.join([...key, ...sums].map((name) => sql.ref(name)));
const added = sql.join(
  sums.map((name) => sql`${sql.ref(name)} = ${sql.ref(`had.${name}`)} + ${sql.ref(`excluded.${name}`)}`),
);

/** What code_day must contain, counted from the codes themselves, all in slot 0. */
export const recounted = sql`
  select cg_idx, lot, (to_timestamp(at) at time zone time_zone)::date as day, 0 as slot,
    ${sql.join(sums.map((name) => sql`sum(${sql.ref(`moments.${name}`)} * codes) as ${sql.ref(name)}`))}
  from (
    select cg_idx, lot, issued_at, activated_date, is_canceled, withdrawn, ends_at, count(*) as codes
    from code where cg_idx is not null
    group by cg_idx, lot, issued_at, activated_date, is_canceled, withdrawn, ends_at
  ) alike,
  lateral code_moments(issued_at, activated_date, is_canceled, alike.withdrawn, ends_at) moments, code_zone
  where at > 0 group by 1, 2, 3`;

/** Adds the slots of database sessions to slot 0. Slots in use are left for the next run. */
export async function foldCodeDays({ db }: Context): Promise<void> {
  await sql`
    with taken as (
      delete from code_day where (cg_idx, lot, day, slot) in (
        select cg_idx, lot, day, slot from code_day where slot <> 0
        order by cg_idx, lot, day, slot limit 10000 for update skip locked)
      returning *
    )
    insert into code_day as had (${columns})
    select cg_idx, lot, day, 0, ${sql.join(sums.map((name) => sql`sum(${sql.ref(name)})`))}
    from taken group by 1, 2, 3 order by 1, 2, 3
    on conflict (cg_idx, lot, day, slot) do update set ${added}`.execute(db);
}

/** Folds the slots every ten minutes. */
export function foldCodeDaysOften({ jobs, work, config }: Pick<Kernel, 'jobs' | 'work' | 'config'>): void {
  jobs.repeat('code.days', { cron: '*/10 * * * *', timeZone: config.timeZone }, () =>
    work.write(systemCaller('code.days'), foldCodeDays),
  );
}
