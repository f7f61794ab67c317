import { type RawBuilder, sql } from 'kysely';
import { type CodeFigures, figuresOf } from '#features/code/code-figures.public.ts';
import { countFound } from '#kernel/db/list-page.ts';
import { offsetOf, type Page, pageSize } from '#kernel/db/paging.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import { amountText } from '#kernel/text/money.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { startOfDay } from '#kernel/work/days.ts';
import { type Conditions, conditionsOf, every } from '#kernel/work/filter.ts';
import type { BatchFilter } from './batch-filter.contract.ts';

/** The batches of a list. */
export interface ListedBatches extends BatchFilter {
  /** Only those with codes: neither failed nor cancelled. */
  bought?: boolean;
}

/** A batch as shown in lists. */
export interface BatchRow extends CodeFigures {
  cg_idx: number;
  cust_idx: number;
  customer: string;
  cid: string;
  collection: string;
  title: string;
  memo: string;
  status: 'issuing' | 'issued' | 'failed' | 'cancelled';
  /** Seconds. */
  created_at: number;
  count: number;
  /** Decimals. */
  price: string;
  amount: string;
  currency: string;
}

type Zone = Pick<Context, 'timeZone'>;

const conditions: Conditions<BatchFilter, Zone> = {
  cust_idx: (customer) => sql`b.cust_idx = ${customer}`,
  cidx: (cidx) => sql`b.cidx = ${cidx}`,
  // A month says its year itself.
  year: (year, zone, { month }) => (month ? sql`true` : isWithin(`${year}-01-01`, '1 year', zone)),
  month: (month, zone) => isWithin(`${month}-01`, '1 month', zone),
};

const isWithin = (first: string, length: string, { timeZone }: Zone) => sql`
  b.created_at >= ${startOfDay(first, timeZone)}
  and b.created_at < ((${first}::date + ${length}::interval) at time zone ${timeZone})`;

/** The condition that batches `b` match. */
const isBatchOf = (zone: Zone, { bought, ...filter }: ListedBatches): RawBuilder<boolean> =>
  every([...conditionsOf(conditions, zone, filter), ...(bought ? [sql`b.status in ('issuing', 'issued')`] : [])]);

const columns = sql`
  b.cg_idx, b.cust_idx, u.name as customer, c.cid, coalesce(t.title, c.cid) as collection, b.title, b.memo, b.status,
  ${secondsOf('b.created_at')} as created_at, b.count, b.price::text as price,
  (b.count * b.price)::text as amount, b.currency, f.total, f.withdrawn, f.activated, f.issued, f.active,
  f.expired, f.canceled`;

/** The batches of a query, newest first; figures are read only for these. */
async function readRows(ctx: Context, found: RawBuilder<unknown>): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    with found as materialized (${found})
    select ${columns}
    from code_batch b
    join customer u using (cust_idx)
    join collection c using (cidx)
    left join collection_text t on t.cidx = c.cidx and t.locale = 'en'
    join (${figuresOf(ctx, sql<boolean>`b.cg_idx in (select cg_idx from found)`)}) f on f.cg_idx = b.cg_idx
    order by b.created_at desc, b.cg_idx desc`.execute(ctx.db);
  return rows.map((row) => ({
    ...row,
    price: amountText(row.price, row.currency),
    amount: amountText(row.amount, row.currency),
  }));
}

/** One page of the batches that match, newest first. */
export async function listBatchRows(ctx: Context, filter: ListedBatches, page: number): Promise<Page<BatchRow>> {
  const matches = isBatchOf(ctx, filter);
  const [total, rows] = await Promise.all([
    countFound(ctx.db, sql`select 1 from code_batch b where ${matches}`),
    readRows(
      ctx,
      sql`select b.cg_idx from code_batch b where ${matches} order by b.created_at desc, b.cg_idx desc
        limit ${pageSize} offset ${offsetOf(page)}`,
    ),
  ]);
  return { rows, total, page };
}

/** The batches with these keys, newest first. */
export const readBatchRows = (ctx: Context, keys: readonly number[]): Promise<BatchRow[]> =>
  readRows(ctx, sql`select unnest(${keys}::integer[]) as cg_idx`);

/** The keys of all batches that match, newest first, for exports. */
export async function batchKeys(ctx: Context, filter: ListedBatches): Promise<number[]> {
  const { rows } = await sql<{ cg_idx: number }>`
    select b.cg_idx from code_batch b where ${isBatchOf(ctx, filter)} order by b.created_at desc, b.cg_idx desc`.execute(
    ctx.db,
  );
  return rows.map((row) => row.cg_idx);
}

/** The totals of the matching batches in one currency. */
export interface BatchSum {
  currency: string;
  batches: number;
  count: number;
  amount: string;
}

/** The totals of all matching batches, by currency. */
export async function sumBatches(ctx: Context, filter: ListedBatches): Promise<BatchSum[]> {
  const { rows } = await sql<BatchSum>`
    select b.currency, count(*) as batches, sum(b.count) as count, sum(b.count * b.price)::text as amount
    from code_batch b where ${isBatchOf(ctx, filter)} group by b.currency order by b.currency`.execute(ctx.db);
  return rows.map((row) => ({ ...row, amount: amountText(row.amount, row.currency) }));
}

/** The months that have batches, of one customer or of all, newest first: 'YYYY-MM'. */
export async function monthsOfBatches(ctx: Context, custIdx?: number): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select distinct to_char(b.created_at at time zone ${ctx.timeZone}, 'YYYY-MM') as month
    from code_batch b where ${isBatchOf(ctx, { cust_idx: custIdx })} order by month desc`.execute(ctx.db);
  return rows.map((row) => row.month);
}

/** The collections that have batches, by title. */
export async function collectionsOfBatches(ctx: Context): Promise<{ cidx: number; title: string }[]> {
  const { rows } = await sql<{ cidx: number; title: string }>`
    select c.cidx, coalesce(t.title, c.cid) as title
    from collection c left join collection_text t on t.cidx = c.cidx and t.locale = 'en'
    where exists (select from code_batch b where b.cidx = c.cidx) order by title, c.cidx`.execute(ctx.db);
  return rows;
}
