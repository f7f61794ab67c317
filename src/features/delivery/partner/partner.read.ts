import { sql } from 'kysely';
import { codeMessages, type EndEvent } from '#features/code/code-batch.public.ts';
import { figuresOf } from '#features/code/code-figures.public.ts';
import { monthAfter } from '#kernel/text/calendar-months.rules.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { thisMonth } from '#kernel/work/days.ts';
import { findPrintedBatches } from '../print/print.read.ts';
import { mostPrinted } from '../print/print.rules.ts';
import type { OpenedLink } from './partner-link.store.ts';
import { type PartnerOrders, readPartnerOrders } from './partner-orders.read.ts';

/** How many codes were redeemed in a month, 'YYYY-MM'. */
export interface MonthCount {
  month: string;
  count: number;
}

/** What a partner sees of a batch: nothing else of the library. Times in seconds, 0 is none. */
export interface PartnerBatch {
  title: string;
  customer: string;
  collection: string;
  length: number;
  valid_until: number;
  /** With `valid_days`, when a code ends that nobody has used; null if it ends at `valid_until` or never. */
  valid_after: EndEvent | null;
  valid_days: number;
  unused: number;
  active: number;
  expired: number;
  canceled: number;
  /** The months since the first was redeemed, the last twelve of them, up to now. */
  months: MonthCount[];
  /** How many were redeemed in all, since the first month of all. */
  redeemed: MonthCount | null;
  /** When the page closes, and in how many days. */
  closes_at: number;
  closes_in: number;
  downloads: number;
  canPrint: boolean;
  /** What shops sell of it one by one: then there are no files. Null if none does. */
  orders: PartnerOrders | null;
}

/** The batch of a link. */
export async function readPartnerBatch(ctx: Context, link: OpenedLink, page: number): Promise<PartnerBatch> {
  const { cg_idx, expires_at: closes, downloads } = link;
  const batch = await findSharedBatch(ctx, cg_idx);
  const counts = await countByMonth(ctx, cg_idx);
  const first = counts[0]?.month;
  return {
    ...batch,
    months: first === undefined ? [] : lastMonths(counts, first, thisMonth(ctx)),
    redeemed: first === undefined ? null : { month: first, count: counts.reduce((sum, { count }) => sum + count, 0) },
    closes_at: closes,
    closes_in: Math.floor((closes - inSeconds(ctx.now)) / daySeconds),
    downloads,
    canPrint: batch.unused > 0 && batch.unused <= mostPrinted,
    orders: await readPartnerOrders(ctx, cg_idx, page),
  };
}

const daySeconds = 86_400;

type SharedBatch = Pick<
  PartnerBatch,
  | 'title'
  | 'customer'
  | 'collection'
  | 'length'
  | 'valid_until'
  | 'valid_after'
  | 'valid_days'
  | 'unused'
  | 'active'
  | 'expired'
  | 'canceled'
>;

/** The batch, with its collection in the language of the page, and the figures of its codes. */
async function findSharedBatch(ctx: Context, cg_idx: number): Promise<SharedBatch> {
  const { rows } = await sql<Omit<SharedBatch, 'customer' | 'collection'>>`
    select b.title, b.length, b.valid_until, b.valid_after, b.valid_days, f.issued as unused, f.active, f.expired, f.canceled
    from code_batch b join (${figuresOf(ctx, sql<boolean>`b.cg_idx = ${cg_idx}`)}) f using (cg_idx)
    where b.cg_idx = ${cg_idx}`.execute(ctx.db);
  const [found] = rows;
  const named = (await findPrintedBatches(ctx, [cg_idx], ctx.locale)).get(cg_idx);
  if (!found || !named) throw codeMessages.error(404, 'code.batch_not_found');
  return { ...found, customer: named.customer, collection: named.title };
}

/** Redemptions are booked on the day they are made, so no code is counted. */
async function countByMonth({ db }: Context, cg_idx: number): Promise<MonthCount[]> {
  const { rows } = await sql<MonthCount>`
    select to_char(day, 'YYYY-MM') as month, sum(redeemed)::integer as count
    from code_flow where cg_idx = ${cg_idx} group by 1 having sum(redeemed) > 0 order by 1`.execute(db);
  return rows;
}

// As many as fit beside each other.
const shown = 12;

/** Every month from the first to the last, also those in which none was redeemed. */
function lastMonths(counts: readonly MonthCount[], first: string, last: string): MonthCount[] {
  const known = new Map(counts.map(({ month, count }) => [month, count]));
  const months: MonthCount[] = [];
  for (let month = last; month >= first && months.length < shown; month = monthAfter(month, -1))
    months.unshift({ month, count: known.get(month) ?? 0 });
  return months;
}
