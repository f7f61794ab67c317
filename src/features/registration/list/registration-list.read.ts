import { type RawBuilder, sql } from 'kysely';
import { reachingOf } from '#features/collection/collection-reach.public.ts';
import { listCustomerNames } from '#features/customer/customer.public.ts';
import { countFound, sortDirection } from '#kernel/db/list-page.ts';
import type { Listed } from '#kernel/db/listed-ids.ts';
import { offsetOf, type Page, pagingLimit } from '#kernel/db/paging.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import { inBatches, type Sheet, sheetOf } from '#kernel/http/export.ts';
import type { PageRequest } from '#kernel/mount/list.ts';
import { momentValue } from '#kernel/sheets/sheet-value.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { endWriter, timeWriter } from '#kernel/text/sheet-times.ts';
import type { Context } from '#kernel/work/context.ts';
import { startOfDay, today } from '#kernel/work/days.ts';
import { type Conditions, conditionsOf, every, onDays } from '#kernel/work/filter.ts';
import type { RegistrationWords } from '../registration.messages.ts';
import { type RegistrationRow, readRows, statusAt, withCode } from '../registration-rows.read.ts';
import type { RegistrationFilter, RegistrationOrder } from './registration-filter.contract.ts';
import { registrationSearch } from './registration-search.read.ts';

type Clock = Pick<Context, 'now' | 'timeZone'>;

const conditions: Conditions<RegistrationFilter, Clock> = {
  search_val: (text) => registrationSearch.matches(text),
  learner_id: (learner) => sql`r.learner_id = ${learner}`,
  cidx: (cidx) => sql`r.cidx = ${cidx}`,
  event_idx: (event) => sql`r.event_idx = ${event} and not r.placeless`,
  kind: (kind) => (kind === 'event' ? sql`r.event_idx is not null` : sql`r.event_idx is null`),
  status: (wanted, { now }) => sql`${statusAt(inSeconds(now))} = ${wanted}`,
  ...onDays(sql`r.registered_at`),
  cust_idx: (customer) => sql`
    k.activated_date > 0 and k.cg_idx in (select b.cg_idx from code_batch b where b.cust_idx = ${customer})`,
  book: (bid) => sql`r.cidx in (${reachingOf(bid)})`,
};

// The sums by day have no other fields.
const { kind: _kind, status: _status, ...others } = conditions;
const withoutSums: Conditions<Omit<RegistrationFilter, 'kind' | 'status'>, Clock> = others;

const matches = (clock: Clock, filter: RegistrationFilter) => every(conditionsOf(conditions, clock, filter));

/**
 * The order of a list of registrations `r`. A filter by days orders by time, whose index finds the rows; otherwise the
 * order is by key, which is in every index and assigned in time order.
 */
function inOrder({ since, until }: RegistrationFilter, order: RegistrationOrder): RawBuilder<unknown> {
  const direction = sortDirection(order);
  return since || until ? sql`r.registered_at ${direction}, r.reg_idx ${direction}` : sql`r.reg_idx ${direction}`;
}

/** One page of the list. */
export async function listRegistrations(
  ctx: Context,
  filter: RegistrationFilter,
  { order, page, size }: PageRequest<RegistrationOrder['key']>,
): Promise<Page<RegistrationRow>> {
  const by = inOrder(filter, order);
  const found = await findFew(ctx, filter);
  const among = amongOf(ctx, filter, found);
  const keys = sql`select r.reg_idx from ${among} order by ${by} limit ${size} offset ${offsetOf(page, size)}`;
  const [total, rows] = await Promise.all([found?.length ?? countOthers(ctx, filter), readRows(ctx, keys, by)]);
  return { rows, total, page };
}

/** Which learners and codes of a pasted list have a registration that the filter finds; null if none were pasted. */
export const findListed = (ctx: Context, { search_val, ...rest }: RegistrationFilter): Promise<Listed | null> =>
  registrationSearch.listed(ctx.db, search_val, matches(ctx, rest), withCode);

/** The registrations `r` that match a filter, by their keys if those are known. */
const amongOf = (ctx: Context, filter: RegistrationFilter, found: number[] | null) =>
  found
    ? sql`registration r where r.reg_idx = any(${found}::bigint[])`
    : sql`${withCode} where ${matches(ctx, filter)}`;

/** How many registrations match a filter, up to a bound. */
export const countRegistrationsOf = async (ctx: Context, filter: RegistrationFilter): Promise<number> =>
  (await findFew(ctx, filter))?.length ?? countOthers(ctx, filter);

function countOthers(ctx: Context, filter: RegistrationFilter): Promise<number> {
  const { kind, status: wanted } = filter;
  const hasMore = conditionsOf(withoutSums, ctx, filter).length > 0;
  const isInSums = !hasMore && (wanted === 'active' || (wanted === undefined && kind !== undefined));
  return isInSums
    ? countInSums(ctx, filter)
    : countFound(ctx.db, sql`select 1 from ${withCode} where ${matches(ctx, filter)}`);
}

/**
 * How many registrations match a filter, from the sums by day, so that it costs no more with many; only those that end
 * today are read one by one.
 */
async function countInSums(ctx: Context, { kind, status: wanted }: RegistrationFilter): Promise<number> {
  const now = inSeconds(ctx.now);
  const day = today(ctx);
  const isOfKind = (of: RawBuilder<unknown>) => (kind ? sql`(${of}) = ${kind === 'event'}` : sql`true`);
  const sums = sql`select coalesce(sum(d.registrations), 0) from registration_day d where ${isOfKind(sql`d.event_idx <> 0`)}`;
  const endedToday = sql`
    select count(*) from (${ended('expired', now, secondsOf(startOfDay(day, ctx.timeZone)))}) e
    join registration r using (reg_idx) where ${isOfKind(sql`r.event_idx is not null`)}`;
  const found = wanted
    ? sql`(${sums} and not d.canceled and d.ends >= ${day}::date) - (${endedToday})`
    : sql`(${sums})`;
  const { rows } = await sql<{ total: number }>`select least(${found}, ${pagingLimit + 1})::integer as total`.execute(
    ctx.db,
  );
  return rows[0]?.total ?? 0;
}

/**
 * The keys of the cancelled or expired registrations that match a filter, found by the indexes of cancellations and
 * ends rather than by a scan of all; null if there are more than lists count, or if another part of the filter is
 * selective enough.
 */
async function findFew(ctx: Context, filter: RegistrationFilter): Promise<number[] | null> {
  const { search_val: text, learner_id, event_idx, status: wanted } = filter;
  if (!wanted || wanted === 'active' || text || learner_id || event_idx) return null;
  const { rows } = await sql<{ reg_idx: number; fits: boolean }>`
    select r.reg_idx, ${matches(ctx, filter)} as fits
    from (${ended(wanted, inSeconds(ctx.now))} limit ${pagingLimit + 1}) few join ${withCode} on r.reg_idx = few.reg_idx`.execute(
    ctx.db,
  );
  return rows.length > pagingLimit ? null : rows.flatMap(({ reg_idx, fits }) => (fits ? [reg_idx] : []));
}

/** Cancelled or expired registrations, found by the indexes of codes and of registrations by events. */
const ended = (wanted: 'canceled' | 'expired', now: number, since = sql`1`): RawBuilder<unknown> =>
  wanted === 'canceled'
    ? sql`
      select r.reg_idx from code k join registration r on r.code = k.code
      where k.is_canceled > 0 and k.activated_date > 0`
    : sql`
      select r.reg_idx from code_batch b join code k on k.cg_idx = b.cg_idx and k.activated_date > 0
        and k.is_canceled = 0 and k.ends_at between ${since} and ${now} join registration r on r.code = k.code
      union all select r.reg_idx from registration r where r.expires_at > 0 and r.expires_at between ${since} and ${now}`;

const batch = 1000;

/** The registrations of a list as a sheet, in list order, without those made meanwhile. */
export async function exportRegistrations(
  ctx: Context,
  filter: RegistrationFilter,
  order: RegistrationOrder,
): Promise<Sheet> {
  const t = ctx.translate<RegistrationWords>();
  const toMinute = (write: (seconds: string) => string) => (seconds: number) =>
    momentValue(write(String(seconds)).slice(0, -3));
  const time = toMinute(timeWriter(ctx.timeZone));
  const end = toMinute(endWriter(ctx.timeZone));
  const among = amongOf(ctx, filter, await findFew(ctx, filter));
  const { rows } = await sql<{ total: number; newest: number }>`
    select count(*) as total, coalesce(max(r.reg_idx), 0) as newest from ${among}`.execute(ctx.db);
  const { total = 0, newest = 0 } = rows[0] ?? {};
  const by = inOrder(filter, order);
  const key = filter.since || filter.until ? sql`(r.registered_at, r.reg_idx)` : sql`(r.reg_idx)`;
  const keyOf = ({ registered_at, reg_idx }: RegistrationRow) =>
    filter.since || filter.until ? sql`(${registered_at}::bigint, ${reg_idx}::bigint)` : sql`(${reg_idx}::bigint)`;
  const follows = (last: RegistrationRow | undefined) =>
    last ? sql`and ${key} ${order.descending ? sql`<` : sql`>`} ${keyOf(last)}` : sql``;
  const read = async (last: RegistrationRow | undefined) => {
    const keys = sql`
      select r.reg_idx from ${among} and r.reg_idx <= ${newest} ${follows(last)}
      order by ${by} limit ${batch}`;
    return readRows(ctx, keys, by);
  };
  return sheetOf(
    [
      [t('registration.learner_id'), (row) => row.learner_id],
      [t('registration.cid'), (row) => row.cid],
      [t('registration.collection'), (row) => row.collection],
      [t('registration.code'), (row) => row.code ?? ''],
      [t('registration.event'), (row) => row.event ?? ''],
      [t('registration.customer'), (row) => row.customer ?? ''],
      [t('registration.registered_at'), (row) => time(row.registered_at)],
      [t('registration.expires_at'), (row) => end(row.expires_at)],
      [t('registration.status'), (row) => t(`registration.status_${row.status}`)],
    ],
    total,
    inBatches(batch, read),
  );
}

/** The choices of the filters: the collections that have registrations, and the name of the filter's event. */
export async function listRegistrationChoices(
  ctx: Context,
  { event_idx }: RegistrationFilter,
): Promise<RegistrationChoices> {
  const { rows } = await sql<Omit<RegistrationChoices, 'customers'>>`
    select
      (select coalesce(json_agg(json_build_object('value', c.cidx, 'label', coalesce(t.title, c.cid))
          order by coalesce(t.title, c.cid)), '[]')
        from collection c left join collection_text t on t.cidx = c.cidx and t.locale = 'en'
        where exists (select from registration r where r.cidx = c.cidx)) as collections,
      (select name from event where event_idx = ${event_idx ?? null}::integer) as event`.execute(ctx.db);
  const customers = (await listCustomerNames(ctx)).map(({ cust_idx, name }) => ({ value: cust_idx, label: name }));
  return { collections: [], event: null, ...rows[0], customers };
}

export interface RegistrationChoices {
  collections: { value: number; label: string }[];
  event: string | null;
  customers: { value: number; label: string }[];
}
