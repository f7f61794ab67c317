import { type RawBuilder, sql } from 'kysely';
import type { DataCheck } from '#kernel/work/data-check.ts';
import { daySums, recountDays, recounted } from './code-days.store.ts';

/** The sums of each key, without those that are zero. */
const sums = (from: RawBuilder<unknown>, columns: readonly string[]) => sql`
  select cg_idx, lot, day, jsonb_strip_nulls(jsonb_build_object(${sql.join(
    columns.flatMap((name) => [sql`${sql.lit(name)}`, sql`nullif(sum(${sql.ref(name)}), 0)`]),
  )})) as sums from (${from}) rows group by 1, 2, 3`;

const today = sql`(select (to_timestamp(code_now()) at time zone time_zone)::date from code_zone)`;

/** What always holds of codes and their sums. */
export const codeChecks: readonly DataCheck[] = [
  {
    name: 'code_day',
    rule: 'The figures of each lot and day equal a count of its codes.',
    mend: 'If no code was changed by hand, count again.',
    differing: sql`
      select format('batch %s, lot %s, %s', cg_idx, lot, day) as record,
        coalesce(kept.sums, '{}')::text as stored, coalesce(counted.sums, '{}')::text as expected
      from (${sums(sql`select * from code_day`, daySums)}) kept
      full join (${sums(recounted, daySums)}) counted using (cg_idx, lot, day)
      where coalesce(kept.sums, '{}') <> coalesce(counted.sums, '{}')`,
    recount: async (on) => {
      // Blocks changes of codes meanwhile: they would be counted twice.
      await sql`lock table code in share row exclusive mode`.execute(on.db);
      await recountDays(on);
    },
  },
  {
    name: 'code_flow',
    rule: 'What entered the unused codes of each batch less what left them, also by ends to come, are its unused codes without an end.',
    mend: 'Days in the past are booked and sent to customers: find the change in the history of the batch, and book the difference today.',
    differing: sql`
      select format('batch %s', cg_idx) as record, coalesce(booked.codes, 0)::text as stored, coalesce(open.codes, 0)::text as expected
      from (
        select cg_idx, sum(issued + restored - withdrawn - redeemed - canceled - expired) as codes from code_flow group by 1
      ) booked
      full join (
        select cg_idx, count(*) as codes from code
        where cg_idx is not null and activated_date = 0 and is_canceled = 0 and valid_until = 0 group by 1
      ) open using (cg_idx)
      where coalesce(booked.codes, 0) <> coalesce(open.codes, 0)`,
  },
  {
    name: 'code_flow.ends',
    rule: 'The ends that are booked for each day to come are those of the unused codes.',
    mend: 'Find the change in the history of the batch, and book the difference on that day.',
    differing: sql`
      select format('batch %s, %s', cg_idx, day) as record, coalesce(booked.codes, 0)::text as stored, coalesce(open.codes, 0)::text as expected
      from (select cg_idx, day, sum(expired) as codes from code_flow where day > ${today} group by 1, 2) booked
      full join (
        select cg_idx, day, sum(codes) as codes from (
          select cg_idx, (to_timestamp(valid_until - 1) at time zone time_zone)::date as day, count(*) as codes
          from code, code_zone
          where cg_idx is not null and activated_date = 0 and is_canceled = 0 and valid_until > code_now()
          group by cg_idx, valid_until, time_zone
        ) ends where day > ${today} group by 1, 2
      ) open using (cg_idx, day)
      where coalesce(booked.codes, 0) <> coalesce(open.codes, 0)`,
  },
  {
    name: 'code_batch',
    rule: 'The quantity of each issued batch is the number of its codes that are not withdrawn.',
    mend: 'Codes were added or removed by hand. Compare the batch with a backup.',
    differing: sql`
      select format('batch %s', b.cg_idx) as record, b.count::text as stored, (coalesce(c.codes, 0) + b.missing)::text as expected
      from code_batch b
      left join (select cg_idx, count(*) filter (where not withdrawn) as codes from code group by 1) c using (cg_idx)
      where b.status = 'issued' and b.count <> coalesce(c.codes, 0) + b.missing`,
  },
  {
    name: 'code_lot',
    rule: 'Each lot has as many codes as were issued with it.',
    mend: 'Codes were added or removed by hand. Compare the batch with a backup.',
    differing: sql`
      select format('batch %s, lot %s', cg_idx, lot) as record, coalesce(l.issued, 0)::text as stored, coalesce(c.codes, 0)::text as expected
      from code_lot l
      full join (select cg_idx, lot, count(*) as codes from code where cg_idx is not null group by 1, 2) c using (cg_idx, lot)
      where coalesce(l.issued, 0) <> coalesce(c.codes, 0)`,
  },
];
