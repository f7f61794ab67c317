import { type RawBuilder, sql } from 'kysely';
import { secondsOf } from '#kernel/db/seconds.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { startOfDay, today } from '#kernel/work/days.ts';

/**
 * The ledger of a batch or a lot: total = withdrawn + issued + active + expired + canceled. All but the withdrawn ones
 * are its quantity.
 */
export interface CodeFigures {
  /** Ever issued. */
  total: number;
  /** Taken by lowering the quantity; never among the cancelled ones. */
  withdrawn: number;
  /** Ever activated, whatever the state is now. */
  activated: number;
  /** Unused. */
  issued: number;
  active: number;
  expired: number;
  canceled: number;
}

/** The condition that codes ended today, up to now: only these are counted one by one. */
const hasEndedToday = (ctx: Pick<Context, 'now' | 'timeZone'>) => sql`
  is_canceled = 0 and ends_at > 0 and ends_at <= ${inSeconds(ctx.now)}
    and ends_at >= ${secondsOf(startOfDay(today(ctx), ctx.timeZone))}`;

/**
 * A query of one row: how many codes of batch `b`, or of one lot of it, ended today, up to now, and how many of those
 * were activated. Unused and used codes are counted separately, since each has its own index; not at all unless `any`,
 * a condition on the batch, holds.
 */
export function endedToday(
  ctx: Pick<Context, 'now' | 'timeZone'>,
  lot?: number | RawBuilder<unknown>,
  any: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  const ended = sql`${any} and code.cg_idx = b.cg_idx ${isOfLot(lot)} and ${hasEndedToday(ctx)}`;
  return sql`
    select unused.expired + used.expired as expired, used.expired as expired_activated
    from (select count(*) as expired from code where activated_date = 0 and ${ended}) unused,
      (select count(*) as expired from code where activated_date > 0 and ${ended}) used`;
}

const isOfLot = (lot: number | RawBuilder<unknown> | undefined) => (lot === undefined ? sql`` : sql`and lot = ${lot}`);

/** When the next code that is not cancelled ends, in seconds; null if none does. */
export async function findNextEnd({ db, now }: Pick<Context, 'db' | 'now'>): Promise<number | null> {
  const next = sql`is_canceled = 0 and cg_idx = b.cg_idx and ends_at > ${inSeconds(now)} order by ends_at limit 1`;
  const { rows } = await sql<{ at: number | null }>`
    select min(least(
      (select ends_at from code where activated_date = 0 and ${next}),
      (select ends_at from code where activated_date > 0 and ${next}))) as at
    from code_batch b`.execute(db);
  return rows[0]?.at ?? null;
}

/** The sums of code_day on which the figures of a day are based. */
const sumsBefore = (day: string) => sql`
  sum(issued) as total, sum(withdrawn) as withdrawn, sum(activated) as activated, sum(canceled) as canceled,
  sum(canceled_activated) as canceled_activated,
  coalesce(sum(ending) filter (where day < ${day}::date), 0) as expired,
  coalesce(sum(ending_activated) filter (where day < ${day}::date), 0) as expired_activated,
  coalesce(sum(ending) filter (where day = ${day}::date), 0) as ending_today`;

// Few batches have codes that end today: those of all others need not be looked for.
const someEndToday = sql`d.ending_today > 0`;

/** The figures, from those sums and the codes that ended today. */
const figures = sql`
  total, withdrawn, activated, canceled, expired, activated - canceled_activated - expired_activated as active,
  total - withdrawn - canceled - expired - (activated - canceled_activated - expired_activated) as issued`;

/**
 * A query, to join or to sum, for the current figures of the batches `b` that meet a condition, one row each; with
 * `lot`, for those of that lot. Its cost depends on days and batches, not on the number of codes; only those that end
 * today are counted one by one.
 */
export function figuresOf(
  ctx: Pick<Context, 'now' | 'timeZone'>,
  condition: RawBuilder<boolean>,
  lot?: number,
): RawBuilder<unknown> {
  return sql`
    select cg_idx, ${figures}
    from (
      select b.cg_idx, coalesce(d.total, 0) as total, coalesce(d.withdrawn, 0) as withdrawn,
        coalesce(d.activated, 0) as activated, coalesce(d.canceled, 0) as canceled,
        coalesce(d.canceled_activated, 0) as canceled_activated, d.expired + t.expired as expired,
        d.expired_activated + t.expired_activated as expired_activated
      from code_batch b
      cross join lateral (
        select ${sumsBefore(today(ctx))} from code_day where code_day.cg_idx = b.cg_idx ${isOfLot(lot)}
      ) d
      cross join lateral (${endedToday(ctx, lot, someEndToday)}) t
      where ${condition}
    ) counted`;
}

/** A query for the figures of each lot of a batch, and of its never activated codes those that expired or were cancelled. */
export function lotFiguresOf(ctx: Pick<Context, 'now' | 'timeZone'>, cg_idx: number): RawBuilder<unknown> {
  return sql`
    select lot, ${figures}, expired - expired_activated as expired_unused, canceled - canceled_activated as canceled_unused
    from (
      select d.lot, d.total, d.withdrawn, d.activated, d.canceled, d.canceled_activated,
        d.expired + t.expired as expired, d.expired_activated + t.expired_activated as expired_activated
      from code_batch b
      cross join lateral (
        select lot, ${sumsBefore(today(ctx))} from code_day where code_day.cg_idx = b.cg_idx group by lot
      ) d
      cross join lateral (${endedToday(ctx, sql`d.lot`, someEndToday)}) t
      where b.cg_idx = ${cg_idx}
    ) counted where total > 0`;
}
