import { type RawBuilder, sql } from 'kysely';
import { isSelected, type Selection } from '#kernel/records/selection.ts';
import type { Context } from '#kernel/work/context.ts';
import { type CodeStatus, codeStatuses } from '../code-state.read.ts';
import type { CodeFilter } from '../find/code-filter.contract.ts';
import type { DeliveredCodes } from './code-change.contract.ts';
import { selectableCodes } from './code-change.store.ts';

// As many as a dialog tells; the rest would be history.
const mostShown = 3;

/**
 * How many of the selected codes have left, by customer and day, newest first: "410 of these went to Acme on Nov 23". A
 * code was in a file if the file had codes of its lot and the code met the file's filter at that time. States are judged as
 * of then; only what was changed back or re-dated since may be counted wrongly.
 */
export async function deliveredOf(ctx: Context, selection: Selection<CodeFilter>): Promise<DeliveredCodes[]> {
  const { rows } = await sql<DeliveredCodes>`
    with sent as materialized (${sentFiles(ctx, areOf(selection))})
    select s."to", s.day, count(distinct c.code)::integer as codes
    from sent s join code c on c.cg_idx = s.cg_idx and c.lot = s.lot
    where c.cg_idx is not null and ${isSelected(selectableCodes(ctx), selection)} and ${wasIn(ctx)}
    group by s."to", s.day order by s.day desc, codes desc limit ${mostShown}`.execute(ctx.db);
  return rows;
}

/** A query of the deliveries `d` that meet a condition, a row for each lot of which they had codes. */
export const sentFiles = (ctx: Context, condition: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  select d.cg_idx, l.lot, d.filter, d."to", floor(extract(epoch from d.at))::bigint as at,
    to_char(d.at at time zone ${ctx.timeZone}, 'YYYY-MM-DD') as day
  from code_delivery d join code_delivery_lot l using (del_idx) where ${condition}`;

/** The deliveries `d` that may have codes of a selection. */
function areOf(selection: Selection<CodeFilter>): RawBuilder<boolean> {
  if ('ids' in selection)
    return sql<boolean>`d.cg_idx in (select cg_idx from code where code = any(${selection.ids}::text[]))`;
  const { cg_idx, cust_idx, cidx } = selection.filter;
  return sql<boolean>`d.cg_idx in (
    select b.cg_idx from code_batch b where (${cg_idx ?? null}::integer is null or b.cg_idx = ${cg_idx ?? null})
      and (${cust_idx ?? null}::integer is null or b.cust_idx = ${cust_idx ?? null})
      and (${cidx ?? null}::integer is null or b.cidx = ${cidx ?? null}))`;
}

/** The condition that a code `c` met the filter of a file `s` with codes of its lot when the file left. */
export function wasIn({ timeZone }: Pick<Context, 'timeZone'>): RawBuilder<boolean> {
  const filtered = (field: keyof CodeFilter) => sql`s.filter ->> ${sql.lit(field)}`;
  const moment = sql`(case ${filtered('on')} when 'activated' then c.activated_date when 'expired' then c.ends_at
    when 'canceled' then c.is_canceled when 'withdrawn' then c.is_canceled else c.issued_at end)`;
  const day = sql`(to_timestamp(${moment}) at time zone ${timeZone})::date`;
  return sql<boolean>`c.issued_at <= s.at
    and (${filtered('code')} is null or case when ${filtered('code')} like '% %'
      then c.code = any(string_to_array(${filtered('code')}, ' ')) else starts_with(c.code, ${filtered('code')}) end)
    and (${filtered('on')} is null or ${moment} between 1 and s.at)
    and (${filtered('since')} is null or ${day} >= (${filtered('since')})::date)
    and (${filtered('until')} is null or ${day} <= (${filtered('until')})::date)
    and case ${filtered('status')} ${sql.join(codeStatuses.map(wasInState), sql` `)} else true end`;
}

/** One branch of that condition: a code's state is what its times say of that moment. */
function wasInState(status: CodeStatus): RawBuilder<unknown> {
  const activated = sql`(c.activated_date between 1 and s.at)`;
  const cancelled = sql`(c.is_canceled between 1 and s.at)`;
  const end = sql`(case when ${activated} then c.expired_date else c.valid_until end)`;
  const ended = sql`(${end} > 0 and ${end} <= s.at)`;
  const states: Record<CodeStatus, RawBuilder<unknown>> = {
    canceled: cancelled,
    canceled_only: sql`${cancelled} and not c.withdrawn`,
    withdrawn: sql`${cancelled} and c.withdrawn`,
    quantity: sql`not (${cancelled} and c.withdrawn)`,
    expired: sql`not ${cancelled} and ${ended}`,
    active: sql`not ${cancelled} and not ${ended} and ${activated}`,
    issued: sql`not ${cancelled} and not ${ended} and not ${activated}`,
    valid: sql`not ${cancelled} and not ${ended} and not ${activated}`,
    invalid: sql`(${cancelled} or ${ended})`,
    activated,
    unactivated: sql`not ${activated}`,
  };
  return sql`when ${sql.lit(status)} then ${states[status]}`;
}
