import { type QueryExecutorProvider, sql } from 'kysely';
import type { Kernel } from '#kernel/mount/feature.ts';
import type { Context } from '#kernel/work/context.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';

/*
 * code_day holds the counts of what happened to the codes of each lot of a batch on each day, code_flow what entered and
 * what left the unused codes of each batch. Triggers on `code` maintain both, so that no way of changing codes can miss
 * them.
 */

/** Sets the time zone of the days; if it changed, code_day is counted again from the codes, and code_flow planned again. */
export async function storeCodeZone(ctx: Context): Promise<void> {
  const { rows } = await sql<{ zone: string }>`
    with had as (select time_zone as zone from code_zone where time_zone <> ${ctx.timeZone} for update)
    update code_zone set time_zone = ${ctx.timeZone} from had returning had.zone`.execute(ctx.db);
  const [before] = rows;
  if (!before) return;
  // Blocks changes of codes meanwhile: they would be counted twice, or in the old zone.
  await sql`lock table code in share row exclusive mode`.execute(ctx.db);
  await recountDays(ctx);
  await planAgain(ctx, before.zone);
}

/** Moves the expiries that are ahead to their days in the new zone. What has happened stays, but not on a day to come. */
async function planAgain({ db, timeZone }: Context, zoneBefore: string): Promise<void> {
  const today = sql`(to_timestamp(code_now()) at time zone ${timeZone})::date`;
  await sql`
    with ahead as (delete from code_flow where day > ${today} returning *)
    insert into code_flow as had
    select cg_idx, ${today}, 0, ${summed(flowSums)} from ahead group by 1
    on conflict (cg_idx, day, slot) do update set ${added(flowSums)}`.execute(db);
  await sql`
    insert into code_flow as had (cg_idx, day, slot, expired)
    select cg_idx, day, 0, sum(expired)
    from (
      select cg_idx, to_timestamp(valid_until - 1) as at, count(*) as codes from code
      where cg_idx is not null and activated_date = 0 and is_canceled = 0 and valid_until > code_now()
      group by cg_idx, valid_until
    ) open,
    lateral (values
      (least((at at time zone ${zoneBefore})::date, ${today}), -codes), ((at at time zone ${timeZone})::date, codes)
    ) moved (day, expired)
    group by 1, 2
    on conflict (cg_idx, day, slot) do update set ${added(['expired'])}`.execute(db);
}

const dayKey = ['cg_idx', 'lot', 'day'];
export const daySums = [
  'issued',
  'activated',
  'canceled',
  'canceled_activated',
  'withdrawn',
  'ending',
  'ending_activated',
];
const flowKey = ['cg_idx', 'day'];
const flowSums = ['issued', 'restored', 'restored_withdrawn', 'withdrawn', 'redeemed', 'canceled', 'expired'];

const namesOf = (columns: readonly string[]) => sql.join(columns.map((name) => sql.ref(name)));
const summed = (columns: readonly string[]) => sql.join(columns.map((name) => sql`sum(${sql.ref(name)})`));
/** Adds counts to those a row had. */
const added = (columns: readonly string[]) =>
  sql.join(columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`had.${name}`)} + ${sql.ref(`excluded.${name}`)}`));

/** What code_day must contain, counted from the codes themselves, all in slot 0. */
export const recounted = sql`
  select cg_idx, lot, (to_timestamp(at) at time zone time_zone)::date as day, 0 as slot,
    ${sql.join(daySums.map((name) => sql`sum(${sql.ref(`moments.${name}`)} * codes) as ${sql.ref(name)}`))}
  from (
    select cg_idx, lot, issued_at, activated_date, is_canceled, withdrawn, ends_at, count(*) as codes
    from code where cg_idx is not null
    group by cg_idx, lot, issued_at, activated_date, is_canceled, withdrawn, ends_at
  ) alike,
  lateral code_moments(issued_at, activated_date, is_canceled, alike.withdrawn, ends_at) moments, code_zone
  where at > 0 group by 1, 2, 3`;

/** That of a context, or one without the product's limits. */
interface AnyConnection {
  db: QueryExecutorProvider;
}

/** Counts code_day again from the codes. */
export async function recountDays({ db }: AnyConnection): Promise<void> {
  await sql`delete from code_day`.execute(db);
  await sql`insert into code_day (${namesOf([...dayKey, 'slot', ...daySums])}) ${recounted}`.execute(db);
}

/**
 * Books the flows of these batches, all by default, again from what their codes show. For codes whose past is made up at
 * once, such as those of the sample library: the triggers book a change when it is made.
 */
export async function rebookFlows({ db }: AnyConnection, cgIdxs?: readonly number[]): Promise<void> {
  const which = cgIdxs ? sql`cg_idx = any(${cgIdxs}::integer[])` : sql`cg_idx is not null`;
  const booked = ['issued', 'withdrawn', 'redeemed', 'canceled', 'expired'];
  await sql`delete from code_flow where ${which}`.execute(db);
  await sql`
    insert into code_flow (${namesOf([...flowKey, 'slot', ...booked])})
    select cg_idx, (to_timestamp(at) at time zone time_zone)::date, 0,
      ${sql.join(booked.map((name) => sql`sum(${sql.ref(`flows.${name}`)} * codes)`))}
    from (
      select cg_idx, issued_at, valid_until, activated_date, is_canceled, withdrawn, count(*) as codes
      from code where ${which}
      group by cg_idx, issued_at, valid_until, activated_date, is_canceled, withdrawn
    ) alike,
    lateral code_flows(issued_at, valid_until, activated_date, is_canceled, alike.withdrawn) flows, code_zone
    where at > 0 group by 1, 2`.execute(db);
}

/** Adds the slots of database sessions to slot 0. Slots in use are left for the next run. */
export async function foldCodeDays(ctx: Context): Promise<void> {
  await fold(ctx, 'code_day', dayKey, daySums);
  await fold(ctx, 'code_flow', flowKey, flowSums);
}

async function fold({ db }: Context, of: 'code_day' | 'code_flow', key: readonly string[], sums: readonly string[]) {
  const table = sql.table(of);
  const names = namesOf(key);
  await sql`
    with taken as (
      delete from ${table} where (${names}, slot) in (
        select ${names}, slot from ${table} where slot <> 0 order by ${names}, slot limit 10000 for update skip locked)
      returning *
    )
    insert into ${table} as had (${names}, slot, ${namesOf(sums)})
    select ${names}, 0, ${summed(sums)} from taken group by ${names} order by ${names}
    on conflict (${names}, slot) do update set ${added(sums)}`.execute(db);
}

/** Folds the slots every ten minutes. */
export function foldCodeDaysOften({ jobs, work, config }: Pick<Kernel, 'jobs' | 'work' | 'config'>): void {
  jobs.repeat('code.days', { cron: '*/10 * * * *', timeZone: config.timeZone }, () =>
    work.write(systemCaller('code.days'), foldCodeDays),
  );
}
