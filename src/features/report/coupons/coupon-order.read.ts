import { type RawBuilder, sql } from 'kysely';
import { stateColumn } from '#features/code/code.public.ts';
import { codeMatches } from '#features/code/code-find.public.ts';
import { type Sort, sortDirection, sortReader } from '#kernel/db/list-page.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { couponSortKeys } from './coupon.rules.ts';
import type { CouponFilter } from './coupon-filter.contract.ts';
import { codesOfEvents, eventState } from './event-codes.read.ts';

type Key = (typeof couponSortKeys)[number];
export type CouponOrder = Sort<Key>;

/** Codes of events first, then the newest batch: the order whose pages are found without reading other codes. */
const fixed = { key: 'kind', descending: true } as const;

/** Reads an order from a URL. */
export const readCouponOrder = sortReader(couponSortKeys, fixed);

export const isFixed = ({ key, descending }: CouponOrder): boolean => key === fixed.key && descending;

/** What codes `c` are sorted by: for those of batches, with the tables it is in, and for those of events `e`. */
interface SortColumn {
  access: RawBuilder<unknown>;
  from?: RawBuilder<unknown>;
  event: RawBuilder<unknown>;
}

const batch = sql`join code_batch b on b.cg_idx = c.cg_idx`;
const text = sql`null::text`;
const number = sql`null::bigint`;
// 0 is none, which comes last in both directions; but no end comes after every end.
const given = (seconds: string) => sql`nullif(${sql.ref(seconds)}, 0)::bigint`;
const orEndless = (seconds: string) => sql`coalesce(${given(seconds)}, 9223372036854775807)`;
const rank = (state: RawBuilder<unknown>) =>
  sql`array_position(array['issued', 'active', 'expired', 'canceled'], ${state})`;
const collection = (cidx: string) => sql`join collection o on o.cidx = ${sql.ref(cidx)}
  left join collection_text t on t.cidx = o.cidx and t.locale = 'en'`;
const collectionTitle = sql`strip(coalesce(t.title, o.cid))`;

const columns = (now: number): Record<Key, SortColumn> => ({
  code: { access: sql`c.code`, event: sql`c.code` },
  kind: { access: sql`1`, event: sql`2` },
  state: { access: rank(stateColumn(now)), event: rank(eventState(now)) },
  batch: { access: sql`strip(b.title)`, from: batch, event: text },
  event: { access: text, event: sql`strip(e.name)` },
  customer: { access: sql`strip(u.name)`, from: sql`${batch} join customer u on u.cust_idx = b.cust_idx`, event: text },
  collection: { access: collectionTitle, from: sql`${batch} ${collection('b.cidx')}`, event: collectionTitle },
  issued: { access: sql`c.issued_at`, event: sql`c.issued_at` },
  from: { access: given('c.valid_from'), event: given('e.from') },
  valid: { access: orEndless('c.valid_until'), event: orEndless('e.until') },
  length: { access: orEndless('c.length'), event: orEndless('e.length') },
  activated: { access: given('c.activated_date'), event: number },
  expires: {
    access: sql`case when c.activated_date > 0 then ${orEndless('c.expired_date')} end`,
    event: given('e.forced_expired_date'),
  },
  canceled: { access: given('c.is_canceled'), event: number },
  learner: { access: sql`r.learner_id`, from: sql`left join registration r on r.code = c.code`, event: text },
  participants: { access: number, event: sql`e.participants::bigint` },
  price: { access: sql`b.price`, from: batch, event: sql`null::numeric` },
});

/** A query for the codes that match a filter, in an order; equal ones are in the fixed order. */
function inOrder(ctx: Context, { kind, ...filter }: CouponFilter, order: CouponOrder): RawBuilder<unknown> {
  const { access, from = sql``, event } = columns(inSeconds(ctx.now))[order.key];
  const ofEvents = sql`
    select c.code, null::integer as cg_idx, ${event} as key
    from ${codesOfEvents(ctx, { ...filter, kind }, order.key === 'collection' ? collection('e.cidx') : sql``)}`;
  const ofBatches = sql`
    select c.code, c.cg_idx, ${access} as key from code c ${from} where ${codeMatches(ctx, filter)}`;
  return sql`
    (${kind === 'event' ? ofEvents : sql`${ofBatches} union all ${ofEvents}`}) k
    order by k.key ${sortDirection(order)} nulls last, k.cg_idx desc, k.code`;
}

/** The codes of a page. Reads all that match, since no index has this order. */
export async function findSorted(
  ctx: Context,
  filter: CouponFilter,
  { order, skip, take }: { order: CouponOrder; skip: number; take: number },
): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select k.code from ${inOrder(ctx, filter, order)} limit ${take} offset ${skip}`.execute(ctx.db);
  return rows.map(({ code }) => code);
}

/** All codes as one text of 12 characters each: millions fit in memory, and the order is that of one moment. */
export async function readSorted(ctx: Context, filter: CouponFilter, order: CouponOrder): Promise<string> {
  const { rows } = await sql<{ codes: string | null }>`
    select string_agg(sorted.code, '') as codes from (select k.code from ${inOrder(ctx, filter, order)}) sorted`.execute(
    ctx.db,
  );
  return rows[0]?.codes ?? '';
}
