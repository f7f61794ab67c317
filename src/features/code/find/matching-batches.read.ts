import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#kernel/work/context.ts';
import { today } from '#kernel/work/days.ts';
import { endedToday, figuresOf } from '../code-figures.read.ts';
import type { CodeStatus } from '../code-state.read.ts';
import type { CodeFilter } from './code-filter.contract.ts';
import { countsMoments, figureOfMoment, isInWindow, mayMatch, needsCounting, restMatches } from './code-filter.read.ts';

/** A batch with codes that match a filter. */
export interface MatchingBatch {
  cg_idx: number;
  /** How many match. */
  found: number;
  /** How many codes it has in all. */
  total: number;
  /** The filter may cover only some of its lots or days. */
  part: boolean;
  /** The state that the filter selects in this batch: of cancelled and expired codes it may have only one kind. */
  status: CodeStatus | null;
}

/** The figure of a batch for each status. */
const figures: Record<CodeStatus | 'all', RawBuilder<unknown>> = {
  all: sql`f.total`,
  issued: sql`f.issued`,
  valid: sql`f.issued`,
  active: sql`f.active`,
  expired: sql`f.expired`,
  canceled: sql`f.canceled + f.withdrawn`,
  canceled_only: sql`f.canceled`,
  withdrawn: sql`f.withdrawn`,
  quantity: sql`f.total - f.withdrawn`,
  invalid: sql`f.canceled + f.withdrawn + f.expired`,
  activated: sql`f.activated`,
  unactivated: sql`f.total - f.activated`,
};

/**
 * The batches with codes that match a filter, newest first, until they hold more than `enough` codes. The stored
 * figures say how many match, without reading codes. Codes are counted only where a filter splits a batch, by the
 * beginning of its codes or by days of issue with a state, and only up to `enough`.
 */
export async function findMatchingBatches(ctx: Context, filter: CodeFilter, enough: number): Promise<MatchingBatch[]> {
  const { on, since, until, lot, status = 'all' } = filter;
  const isCounted = needsCounting(filter);
  const countOfState = (state: CodeStatus | undefined) => sql`(
    select count(*) from (
      select from code c where c.cg_idx = next.cg_idx and ${restMatches(ctx, { ...filter, status: state })}
      limit ${enough}::bigint + 1
    ) found)`;
  // Cancelled codes have an index; looking for expired ones in a batch without any would scan all of it.
  const counted =
    status === 'invalid'
      ? sql`(case when f.expired = 0 then ${countOfState('canceled')} else ${countOfState('invalid')} end)`
      : countOfState(filter.status);
  const meant =
    status === 'invalid'
      ? sql`case when f.expired = 0 then 'canceled' when f.canceled + f.withdrawn = 0 then 'expired' else 'invalid' end`
      : sql`${filter.status ?? null}::text`;
  const hasWindow = since !== undefined || until !== undefined;
  const inWindow = hasWindow
    ? sql`(select sum(d.issued) from code_day d where d.cg_idx = next.cg_idx and ${isInWindow(filter)})`
    : sql`f.total`;
  const isPart = lot === undefined && on === undefined ? sql`w.issued <> f.total` : sql`true`;
  // If none are in the state, there is nothing to count.
  const split = sql`case when ${figures[status]} = 0 then 0
    ${isCounted ? sql`` : sql`when w.issued = f.total then ${figures[status]}`} else ${counted} end`;
  const ofState = hasWindow || isCounted ? split : figures[status];
  const found = countsMoments(filter) ? happenedIn(ctx, filter) : ofState;
  const { rows } = await sql<MatchingBatch>`
    with recursive walk as (
      select 2147483647 as cg_idx, 0::bigint as found, 0::bigint as total, false as part, null::text as status,
        0::bigint as so_far
      union all
      select next.cg_idx, n.found, n.total, n.part, n.status, so_far + n.found
      from walk
      cross join lateral (
        select b.cg_idx from code_batch b where b.cg_idx < walk.cg_idx and ${mayMatch(filter)}
        order by b.cg_idx desc limit 1
      ) next
      cross join lateral (
        select f.total::bigint as total, ${isPart} as part, ${meant} as status,
          (${found})::bigint as found
        from (${figuresOf(ctx, sql<boolean>`b.cg_idx = next.cg_idx`, lot)}) f cross join lateral (select ${inWindow} as issued) w
      ) n
      where walk.so_far <= ${enough}::bigint
    )
    select cg_idx, found, total, part, status from walk where found > 0 order by cg_idx desc`.execute(ctx.db);
  return rows;
}

/** How many codes of batch `next` the moment of a filter came for, as code_day has it; those that ended today are counted. */
function happenedIn(ctx: Context, filter: CodeFilter): RawBuilder<unknown> {
  const { on, since, until, status, lot } = filter;
  const summed = (days: RawBuilder<unknown>) => sql`
    (select coalesce(sum(${figureOfMoment(filter)}), 0) from code_day d
      where d.cg_idx = next.cg_idx and ${isInWindow(filter)} ${days})`;
  if (on !== 'expired') return summed(sql``);
  const day = today(ctx);
  const before = summed(sql`and d.day < ${day}::date`);
  if ((since !== undefined && since > day) || (until !== undefined && until < day)) return before;
  const ended = status === 'unactivated' ? sql`t.expired - t.expired_activated` : sql`t.expired`;
  return sql`${before} + (select ${ended} from (select next.cg_idx) b cross join lateral (${endedToday(ctx, lot)}) t)`;
}

/** How many codes match in these batches. */
export const countOf = (batches: readonly MatchingBatch[]): number =>
  batches.reduce((sum, { found }) => sum + found, 0);
