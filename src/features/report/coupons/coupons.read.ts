import { sql } from 'kysely';
import { findCodes } from '#features/code/code-list.public.ts';
import type { Context } from '#kernel/context.ts';
import { type Page, pagingLimit } from '#kernel/db/paging.ts';
import type { CouponFilter, CouponRow } from './coupon.rules.ts';
import { countEventCodes, readEventCodes } from './event-codes.read.ts';

/** One page of all codes: those of events by code, then those of batches in the order of the code manager. */
export async function listCoupons(
  ctx: Context,
  filter: CouponFilter,
  page: number,
  size: number,
): Promise<Page<CouponRow>> {
  const skip = (page - 1) * size;
  const before = await countEventCodes(ctx, filter);
  const ofEvents = before > skip ? await readEventCodes(ctx, filter, { skip, take: size }) : [];
  const { rows, total } =
    filter.kind === 'event'
      ? { rows: [], total: 0 }
      : await findCodes(ctx, filter, Math.max(0, skip - before), size - ofEvents.length);
  const learners = await findLearners(
    ctx,
    rows.filter((row) => row.activated_date > 0).map(({ code }) => code),
  );
  const ofBatches = rows.map((row): CouponRow => {
    const learner_id = learners.get(row.code) ?? null;
    return { ...row, kind: 'access', event_idx: null, event: null, learner_id, participants: null };
  });
  return { rows: [...ofEvents, ...ofBatches], total: Math.min(before + total, pagingLimit + 1), page };
}

/** How many codes match a filter, up to the bound of lists. */
export const countCoupons = async (ctx: Context, filter: CouponFilter): Promise<number> =>
  (await listCoupons(ctx, filter, 1, 1)).total;

/** The learners who redeemed these codes. */
export async function findLearners(ctx: Context, codes: readonly string[]): Promise<Map<string, string>> {
  if (codes.length === 0) return new Map();
  const { rows } = await sql<{ code: string; learner_id: string }>`
    select code, learner_id from registration where code = any(${codes}::text[])`.execute(ctx.db);
  return new Map(rows.map(({ code, learner_id }) => [code, learner_id]));
}
