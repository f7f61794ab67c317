import { type RawBuilder, sql } from 'kysely';
import { inSeconds, readCode } from '#features/code/code.public.ts';
import type { Context } from '#kernel/context.ts';
import { countFound, sortDirection } from '#kernel/db/list-page.ts';
import { offsetOf, type Page, pagingLimit } from '#kernel/db/paging.ts';
import { inBatches, type SheetExport } from '#kernel/http/export.ts';
import { localTime } from '#kernel/zoned-time.rules.ts';
import type { RegistrationWords } from '../registration.messages.ts';
import type { RegistrationStatus } from '../registration.rules.ts';
import type { RegistrationFilter } from './registration-filter.rules.ts';

export interface RegistrationRow {
  reg_idx: number;
  learner_id: string;
  cid: string;
  collection: string;
  /** The access code; null of one by an event. */
  code: string | null;
  event_idx: number | null;
  event: string | null;
  cust_idx: number | null;
  customer: string | null;
  /** Seconds. */
  registered_at: number;
  /** Seconds, 0 is never. */
  expires_at: number;
  status: RegistrationStatus;
}

export interface RegistrationOrder {
  key: 'registered';
  descending: boolean;
}

// One by access code is cancelled, and ends, with its code `k`.
const expires = sql`coalesce(k.expired_date, r.expires_at)`;
const status = (now: number) => sql<RegistrationStatus>`
  case when k.is_canceled > 0 then 'canceled' when ${expires} > 0 and ${expires} <= ${now} then 'expired' else 'active' end`;

const withCode = sql`registration r left join code k on k.code = r.code`;

function matches(filter: RegistrationFilter, now: number): RawBuilder<unknown> {
  const { search_val: text, learner_id, cidx, event_idx, kind, status: wanted } = filter;
  const conditions = [
    sql`true`,
    ...(text ? [sql`(r.learner_id = ${text} or r.code = ${readCode(text)})`] : []),
    ...(learner_id ? [sql`r.learner_id = ${learner_id}`] : []),
    ...(cidx ? [sql`r.cidx = ${cidx}`] : []),
    ...(event_idx ? [sql`r.event_idx = ${event_idx}`] : []),
    ...(kind ? [kind === 'event' ? sql`r.event_idx is not null` : sql`r.event_idx is null`] : []),
    ...(wanted ? [sql`${status(now)} = ${wanted}`] : []),
  ];
  return sql.join(conditions, sql` and `);
}

/** What a row shows, of the registrations that `page (reg_idx)` selects. */
const rowsOf = (page: RawBuilder<unknown>, order: RegistrationOrder, now: number) => sql<RegistrationRow>`
  select r.reg_idx, r.learner_id, c.cid, coalesce(t.title, c.cid) as collection, r.code, r.event_idx, e.name as event,
    u.cust_idx, u.name as customer, r.registered_at, ${expires} as expires_at, ${status(now)} as status
  from (${page}) page join ${withCode} using (reg_idx) join collection c on c.cidx = r.cidx
  left join collection_text t on t.cidx = c.cidx and t.locale = 'en'
  left join event e on e.event_idx = r.event_idx
  left join code_batch b on b.cg_idx = k.cg_idx left join customer u on u.cust_idx = b.cust_idx
  order by r.reg_idx ${sortDirection(order)}`;

interface PageOf {
  order: RegistrationOrder;
  page: number;
  size: number;
}

/** One page of the list. */
export async function listRegistrations(
  ctx: Context,
  filter: RegistrationFilter,
  { order, page, size }: PageOf,
): Promise<Page<RegistrationRow>> {
  const now = inSeconds(ctx.now);
  const found = await findFew(ctx, filter, now);
  const keys = sql`
    select r.reg_idx from ${found ? few(found) : sql`${withCode} where ${matches(filter, now)}`}
    order by r.reg_idx ${sortDirection(order)} limit ${size} offset ${offsetOf(page, size)}`;
  const [total, { rows }] = await Promise.all([
    found?.length ?? countOf(ctx, filter, now),
    rowsOf(keys, order, now).execute(ctx.db),
  ]);
  return { rows, total, page };
}

/** How many a filter leaves, in bounds. */
export async function countRegistrationsOf(ctx: Context, filter: RegistrationFilter): Promise<number> {
  const now = inSeconds(ctx.now);
  const found = await findFew(ctx, filter, now);
  return found?.length ?? countOf(ctx, filter, now);
}

const countOf = (ctx: Context, filter: RegistrationFilter, now: number) =>
  countFound(ctx.db, sql`select 1 from ${withCode} where ${matches(filter, now)}`);

const few = (found: readonly number[]) => sql`unnest(${found}::bigint[]) r (reg_idx)`;

/**
 * The registrations of a state that no more have than a list counts, found by what ends them, instead of looked for among
 * all; null if there are more, or something else of the filter leaves fewer.
 */
async function findFew(ctx: Context, filter: RegistrationFilter, now: number): Promise<number[] | null> {
  const { search_val: text, learner_id, event_idx, status: wanted } = filter;
  if (!wanted || text || learner_id || event_idx) return null;
  const { rows } = await sql<{ reg_idx: number; fits: boolean }>`
    select r.reg_idx, ${matches(filter, now)} as fits
    from (${inState(wanted, now)} limit ${pagingLimit + 1}) s join ${withCode} on r.reg_idx = s.reg_idx`.execute(
    ctx.db,
  );
  return rows.length > pagingLimit ? null : rows.flatMap(({ reg_idx, fits }) => (fits ? [reg_idx] : []));
}

/** The registrations of a state, by the indexes of codes and events that say so. */
function inState(wanted: RegistrationStatus, now: number): RawBuilder<unknown> {
  if (wanted === 'canceled')
    return sql`select r.reg_idx from code k join registration r on r.code = k.code where k.is_canceled > 0 and k.activated_date > 0`;
  const ends = (at: RawBuilder<unknown>) =>
    wanted === 'expired' ? [sql`${at} > 0 and ${at} <= ${now}`] : [sql`${at} = 0`, sql`${at} > ${now}`];
  const parts = [
    ...ends(sql`k.ends_at`).map(
      (condition) => sql`
        select r.reg_idx from code_batch b
        join code k on k.cg_idx = b.cg_idx and k.activated_date > 0 and k.is_canceled = 0 and ${condition}
        join registration r on r.code = k.code`,
    ),
    ...ends(sql`r.expires_at`).map(
      (condition) => sql`select r.reg_idx from registration r where r.event_idx is not null and ${condition}`,
    ),
  ];
  return sql.join(parts, sql` union all `);
}

const batch = 1000;

/** The registrations of a list as a sheet, in its order; those made meanwhile are left out. */
export async function exportRegistrations(
  ctx: Context,
  filter: RegistrationFilter,
  order: RegistrationOrder,
): Promise<Pick<SheetExport, 'heading' | 'total' | 'batches'>> {
  const t = ctx.translate<RegistrationWords>();
  const now = inSeconds(ctx.now);
  const time = (seconds: number) => (seconds === 0 ? '' : localTime(ctx.timeZone, seconds).replace('T', ' '));
  const { rows } = await sql<{ total: number; newest: number }>`
    select count(*) as total, coalesce(max(r.reg_idx), 0) as newest
    from ${withCode} where ${matches(filter, now)}`.execute(ctx.db);
  const { total = 0, newest = 0 } = rows[0] ?? {};
  const follows = (last: RegistrationRow | undefined) =>
    last ? (order.descending ? sql`and r.reg_idx < ${last.reg_idx}` : sql`and r.reg_idx > ${last.reg_idx}`) : sql``;
  const read = async (last: RegistrationRow | undefined) => {
    const keys = sql`
      select r.reg_idx from ${withCode} where ${matches(filter, now)} and r.reg_idx <= ${newest} ${follows(last)}
      order by r.reg_idx ${sortDirection(order)} limit ${batch}`;
    return (await rowsOf(keys, order, now).execute(ctx.db)).rows;
  };
  return {
    heading: [
      t('registration.learner_id'),
      t('registration.cid'),
      t('registration.collection'),
      t('registration.code'),
      t('registration.event'),
      t('registration.customer'),
      t('registration.registered_at'),
      t('registration.expires_at'),
      t('registration.status'),
    ],
    total,
    batches: inBatches(read, {
      size: batch,
      cells: (row) => [
        row.learner_id,
        row.cid,
        row.collection,
        row.code ?? '',
        row.event ?? '',
        row.customer ?? '',
        time(row.registered_at),
        time(row.expires_at),
        t(`registration.status_${row.status}`),
      ],
    }),
  };
}

/** What the filters offer: the collections that have registrations, and the name of the event it is narrowed to. */
export async function listRegistrationChoices(
  ctx: Context,
  { event_idx }: RegistrationFilter,
): Promise<RegistrationChoices> {
  const { rows } = await sql<RegistrationChoices>`
    select
      (select coalesce(json_agg(json_build_object('value', c.cidx, 'label', coalesce(t.title, c.cid))
          order by coalesce(t.title, c.cid)), '[]')
        from collection c left join collection_text t on t.cidx = c.cidx and t.locale = 'en'
        where exists (select from registration r where r.cidx = c.cidx)) as collections,
      (select name from event where event_idx = ${event_idx ?? null}::integer) as event`.execute(ctx.db);
  return rows[0] ?? { collections: [], event: null };
}

export interface RegistrationChoices {
  collections: { value: number; label: string }[];
  event: string | null;
}
