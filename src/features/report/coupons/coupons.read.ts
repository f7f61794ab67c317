import { sql } from 'kysely';
import { type CodeListRow, findCodeRows, findCodes, listedCodes } from '#features/code/code-find.public.ts';
import type { Listed } from '#kernel/db/listed-ids.ts';
import { type Page, pagingLimit } from '#kernel/db/paging.ts';
import type { PageRequest } from '#kernel/mount/list.ts';
import { mostListed } from '#kernel/text/search-text.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { CouponRow } from './coupon.rules.ts';
import type { CouponFilter } from './coupon-filter.contract.ts';
import { type CouponOrder, findSorted, isFixed } from './coupon-order.read.ts';
import { countEventCodes, readEventCodes } from './event-codes.read.ts';

/** One page of all codes. */
export async function listCoupons(
  ctx: Context,
  filter: CouponFilter,
  { order, page, size }: PageRequest<CouponOrder['key']>,
): Promise<Page<CouponRow>> {
  const skip = (page - 1) * size;
  if (isFixed(order)) return { ...(await findInFixedOrder(ctx, filter, skip, size)), page };
  const codes = await findSorted(ctx, filter, { order, skip, take: size });
  const [ofEvents, ofBatches, { total }] = await Promise.all([
    readEventCodes(ctx, {}, { only: codes, take: size }),
    findCodeRows(ctx, codes),
    findInFixedOrder(ctx, filter, 0, 0),
  ]);
  const found = new Map([...ofEvents, ...(await withLearners(ctx, ofBatches))].map((row) => [row.code, row]));
  return { rows: codes.flatMap((code) => found.get(code) ?? []), total, page };
}

/** Some codes in the fixed order: those of events by code, then those of batches in the order of the code manager. */
async function findInFixedOrder(
  ctx: Context,
  filter: CouponFilter,
  skip: number,
  size: number,
): Promise<Omit<Page<CouponRow>, 'page'>> {
  const before = await countEventCodes(ctx, filter);
  const ofEvents = before > skip ? await readEventCodes(ctx, filter, { skip, take: size }) : [];
  const { rows, total } =
    filter.kind === 'event'
      ? { rows: [], total: 0 }
      : await findCodes(ctx, filter, Math.max(0, skip - before), size - ofEvents.length);
  const ofBatches = await withLearners(ctx, rows);
  return { rows: [...ofEvents, ...ofBatches], total: Math.min(before + total, pagingLimit + 1) };
}

async function withLearners(ctx: Context, rows: readonly CodeListRow[]): Promise<CouponRow[]> {
  const learners = await findLearners(
    ctx,
    rows.filter((row) => row.activated_date > 0).map(({ code }) => code),
  );
  return rows.map((row) => {
    const learner_id = learners.get(row.code) ?? null;
    const ref = learner_id === null ? null : ctx.refs.of(learner_id);
    return { ...row, kind: 'access', event_idx: null, event: null, learner_id, ref, participants: null };
  });
}

/** How many codes match a filter, up to the bound of lists. */
export const countCoupons = async (ctx: Context, filter: CouponFilter): Promise<number> =>
  (await findInFixedOrder(ctx, filter, 0, 1)).total;

/** Which codes of a pasted list the filter finds; null if none were pasted. */
export const findListed = (ctx: Context, filter: CouponFilter): Promise<Listed | null> =>
  listedCodes(filter, async () => (await findInFixedOrder(ctx, filter, 0, mostListed)).rows);

/** The learners who redeemed these codes. */
export async function findLearners(ctx: Context, codes: readonly string[]): Promise<Map<string, string>> {
  if (codes.length === 0) return new Map();
  const { rows } = await sql<{ code: string; learner_id: string }>`
    select code, learner_id from registration where code = any(${codes}::text[])`.execute(ctx.db);
  return new Map(rows.map(({ code, learner_id }) => [code, learner_id]));
}
