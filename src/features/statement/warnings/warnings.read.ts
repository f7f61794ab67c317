import { type RawBuilder, sql } from 'kysely';
import { isSoldByOrders } from '#features/vending/sold-batches.public.ts';
import type { CodeWords } from '#features/code/code.public.ts';
import { batchHref } from '#features/code/code-batch.public.ts';
import { figuresOf } from '#features/code/code-figures.public.ts';
import { shownTasks, type Task } from '#kernel/desk/home.ts';
import type { Context } from '#kernel/work/context.ts';
import { today } from '#kernel/work/days.ts';

// How long before unused codes expire staff are told. Days.
const notice = 14;
// Staff are told of a customer's stock while the customer redeems: within so many days. Days.
const recently = 30;
// From a day after its issue, for so long, staff are told that a batch was not delivered. Days.
const undelivered = 30;

/** What staff should know early about codes, of one customer or of all, most urgent first. */
export async function findWarnings(ctx: Context, custIdx?: number): Promise<Task[]> {
  const isOfCustomer = custIdx === undefined ? sql<boolean>`true` : sql<boolean>`b.cust_idx = ${custIdx}`;
  const found = await Promise.all([
    findEnding(ctx, isOfCustomer),
    findUsedUp(ctx, isOfCustomer),
    findUndelivered(ctx, isOfCustomer),
  ]);
  return found.flat();
}

/** By the days on which codes end, from code_day: an end at midnight is counted on the day after the last valid one. */
async function findEnding(ctx: Context, isOfCustomer: RawBuilder<boolean>): Promise<Task[]> {
  const t = ctx.translate<CodeWords>();
  const day = today(ctx);
  const { rows } = await sql<{ cg_idx: number; title: string; customer: string; count: number; days: number }>`
    select b.cg_idx, b.title, customer.name as customer, e.count, e.first - ${day}::date - 1 as days
    from (
      select cg_idx, sum(ending - ending_activated) as count,
        min(day) filter (where ending > ending_activated) as first
      from code_day join code_batch b using (cg_idx)
      where day > ${day}::date and day <= ${day}::date + ${sql.lit(notice)}::integer and ${isOfCustomer}
      group by cg_idx having sum(ending - ending_activated) > 0
      order by first, cg_idx limit ${sql.lit(shownTasks)}
    ) e join code_batch b using (cg_idx) join customer using (cust_idx)
    order by e.first, b.cg_idx`.execute(ctx.db);
  return rows.map(({ cg_idx, title, customer, count, days }) => ({
    kind: 'code.tasks_ending',
    id: cg_idx,
    name: title,
    count,
    level: 'warning',
    title: t('code.task_ending', { title, count }),
    line: t('code.task_ending_line', { customer, days }),
    href: `/code?${new URLSearchParams({ cg_idx: String(cg_idx), status: 'issued' })}`,
    act: t('code.warning_unused'),
  }));
}

/** Customers who redeem and have used 90 % of the codes they could use. */
async function findUsedUp(ctx: Context, isOfCustomer: RawBuilder<boolean>): Promise<Task[]> {
  const t = ctx.translate<CodeWords>();
  const since = sql`${today(ctx)}::date - ${sql.lit(recently)}::integer`;
  const redeeming = sql`
    select b.cust_idx from code_day join code_batch b using (cg_idx)
    where day > ${since} and activated > 0 and ${isOfCustomer}`;
  const { rows } = await sql<{ cust_idx: number; name: string; unused: number; share: number }>`
    select cust_idx, customer.name, used.unused, floor(100 * used.activated / (used.activated + used.unused))::integer as share
    from (
      select b.cust_idx, sum(f.issued)::bigint as unused, sum(f.activated)::bigint as activated
      from code_batch b join (${figuresOf(ctx, sql<boolean>`b.cust_idx in (${redeeming})`)}) f using (cg_idx)
      group by b.cust_idx having sum(f.activated) >= 9 * sum(f.issued)
    ) used join customer using (cust_idx)
    order by used.unused, cust_idx limit ${sql.lit(shownTasks)}`.execute(ctx.db);
  return rows.map(({ cust_idx, name, unused, share }) => ({
    kind: 'code.warnings_used',
    id: cust_idx,
    name,
    level: 'warning',
    title: t('code.warning_used', { name, share }),
    line: t('code.warning_used_line', { count: unused }),
    href: `/code/batch/create?cust_idx=${cust_idx}`,
    act: t('code.batch_new'),
  }));
}

/**
 * Batches with unused codes that nobody said were delivered and no partner took, except those that shops draw from. A file of
 * staff is no delivery.
 */
async function findUndelivered(ctx: Context, isOfCustomer: RawBuilder<boolean>): Promise<Task[]> {
  const t = ctx.translate<CodeWords>();
  const now = sql`${ctx.now.toISOString()}::timestamptz`;
  const { rows } = await sql<{ cg_idx: number; title: string; customer: string; days: number }>`
    select b.cg_idx, b.title, customer.name as customer, extract(day from ${now} - b.created_at)::integer as days
    from code_batch b join customer using (cust_idx)
    where b.status = 'issued' and b.valid_after is distinct from 'vend' and ${isOfCustomer}
      and b.created_at between ${now} - interval '1 day' * ${sql.lit(undelivered)} and ${now} - interval '1 day'
      and not exists (select from code_delivery d where d.cg_idx = b.cg_idx and d.by is null)
      and not exists (select from code_lot l where l.cg_idx = b.cg_idx and l.handed_on is not null)
      and not ${isSoldByOrders(sql`b.cg_idx`)}
      and exists (select from code c where c.cg_idx = b.cg_idx and c.activated_date = 0 and c.is_canceled = 0)
    order by b.created_at, b.cg_idx limit ${sql.lit(shownTasks)}`.execute(ctx.db);
  return rows.map(({ cg_idx, title, customer, days }) => ({
    kind: 'code.warnings_undelivered',
    id: cg_idx,
    name: title,
    level: 'note',
    title: t('code.warning_undelivered', { title }),
    line: t('code.warning_undelivered_line', { customer, days }),
    href: batchHref(cg_idx),
    act: t('code.task_open'),
  }));
}
