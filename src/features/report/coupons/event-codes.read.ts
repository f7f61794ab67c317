import { type RawBuilder, sql } from 'kysely';
import type { CodeStatus } from '#features/code/code.public.ts';
import { beginsWith } from '#features/code/code-find.public.ts';
import { countFound } from '#kernel/db/list-page.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { type Conditions, conditionsOf, every, onDays } from '#kernel/work/filter.ts';
import type { CouponRow } from './coupon.rules.ts';
import type { CouponFilter } from './coupon-filter.contract.ts';

type Clock = Pick<Context, 'now' | 'timeZone'>;

/** The state of an event's code follows that of the event. */
export const eventState = (now: number) => sql`
  case when e.paused then 'canceled' when e."from" > ${now} then 'issued' when e.until > ${now} then 'active' else 'expired' end`;

const isInState: Record<CodeStatus, (now: number) => RawBuilder<unknown>> = {
  issued: (now) => sql`${eventState(now)} = 'issued'`,
  valid: (now) => sql`${eventState(now)} = 'issued'`,
  active: (now) => sql`${eventState(now)} = 'active'`,
  expired: (now) => sql`${eventState(now)} = 'expired'`,
  canceled: () => sql`e.paused`,
  canceled_only: () => sql`e.paused`,
  withdrawn: () => sql`false`,
  quantity: () => sql`false`,
  invalid: (now) => sql`${eventState(now)} in ('canceled', 'expired')`,
  activated: () => sql`e.participants > 0`,
  unactivated: () => sql`e.participants = 0`,
};

/** Events have neither a customer, nor a batch with lots. */
const conditions: Conditions<CouponFilter, Clock> = {
  kind: (kind) => (kind === 'access' ? sql`false` : sql`true`),
  cust_idx: () => sql`false`,
  cg_idx: () => sql`false`,
  lot: () => sql`false`,
  code: beginsWith,
  cidx: (cidx) => sql`e.cidx = ${cidx}`,
  status: (status, { now }) => isInState[status](inSeconds(now)),
  on: () => sql`false`,
  ...onDays(sql`c.issued_at`),
};

/** The codes `c` of events `e` that match a filter, with more tables joined if wanted. */
export const codesOfEvents = (clock: Clock, filter: CouponFilter, joined = sql``): RawBuilder<unknown> =>
  sql`event e join code c on c.code = e.code ${joined} where ${every(conditionsOf(conditions, clock, filter))}`;

/** How many codes of events match a filter, up to a bound. */
export const countEventCodes = (ctx: Context, filter: CouponFilter): Promise<number> =>
  countFound(ctx.db, sql`select 1 from ${codesOfEvents(ctx, filter)}`);

/** How many in all, for exports. */
export async function countAllEventCodes(ctx: Context, filter: CouponFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from ${codesOfEvents(ctx, filter)}`.execute(ctx.db);
  return rows[0]?.count ?? 0;
}

/** The codes of events that match a filter, ordered by code: from an offset, after a given code, or only given ones. */
export async function readEventCodes(
  ctx: Context,
  filter: CouponFilter,
  { skip = 0, after = '', only, take }: { skip?: number; after?: string | undefined; only?: string[]; take: number },
): Promise<CouponRow[]> {
  const named = only ? sql`and c.code = any(${only}::text[])` : sql``;
  const { rows } = await sql<CouponRow>`
    select k.code, 'event' as kind, k.state, null as cg_idx, null as batch, null as lot, false as withdrawn, false as leaked, null as cust_idx, null as customer,
      null as price, null as currency, k.event_idx, k.name as event, null as learner_id, null as ref, k.participants, o.cid,
      coalesce(t.title, o.cid) as collection, k.issued_at, k."from" as valid_from, k.until as valid_until,
      0 as activated_date, k.forced_expired_date as expired_date, 0 as is_canceled, k.length
    from (
      select e.*, c.issued_at, ${eventState(inSeconds(ctx.now))} as state from ${codesOfEvents(ctx, filter)} and c.code > ${after} ${named}
      order by c.code offset ${skip} limit ${take}
    ) k join collection o using (cidx) left join collection_text t on t.cidx = o.cidx and t.locale = 'en'
    order by k.code`.execute(ctx.db);
  return rows;
}
