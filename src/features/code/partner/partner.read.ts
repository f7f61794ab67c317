import { sql } from 'kysely';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { today } from '#kernel/work/days.ts';
import { readBatch } from '../batch/batch.read.ts';
import { findPrintedBatches } from '../print/print.read.ts';
import { mostPrinted } from '../print/print.rules.ts';
import type { OpenedLink } from './link.store.ts';

/** How many codes were redeemed in a month, 'YYYY-MM'. */
export interface MonthCount {
  month: string;
  count: number;
}

/** What a partner sees of a batch: nothing else of the house. Times in seconds, 0 is none. */
export interface PartnerBatch {
  title: string;
  customer: string;
  collection: string;
  length: number;
  valid_until: number;
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
}

/** The batch of a link. */
export async function readPartnerBatch(ctx: Context, link: OpenedLink): Promise<PartnerBatch> {
  const { cg_idx, expires_at: closes, downloads } = link;
  const batch = await readBatch(ctx, cg_idx);
  const titles = await findPrintedBatches(ctx, [cg_idx], ctx.locale);
  const counts = await countByMonth(ctx, cg_idx);
  const first = counts[0]?.month;
  const { unused_codes: unused, active_codes: active, expired_codes: expired, canceled_codes: canceled } = batch;
  return {
    title: batch.title,
    customer: batch.customer,
    collection: titles.get(cg_idx)?.title ?? batch.collection,
    length: batch.length,
    valid_until: batch.valid_until,
    unused,
    active,
    expired,
    canceled,
    months: first === undefined ? [] : lastMonths(counts, first, today(ctx).slice(0, 7)),
    redeemed: first === undefined ? null : { month: first, count: counts.reduce((sum, { count }) => sum + count, 0) },
    closes_at: closes,
    closes_in: Math.floor((closes - inSeconds(ctx.now)) / daySeconds),
    downloads,
    canPrint: unused > 0 && unused <= mostPrinted,
  };
}

const daySeconds = 86_400;

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
  for (let month = last; month >= first && months.length < shown; month = before(month))
    months.unshift({ month, count: known.get(month) ?? 0 });
  return months;
}

function before(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`;
}
