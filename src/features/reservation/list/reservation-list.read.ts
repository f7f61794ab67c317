import { type RawBuilder, sql } from 'kysely';
import type { ChangeSets } from '#kernel/changesets/change-sets.ts';
import { problemText } from '#kernel/changesets/problem-text.ts';
import { countFound, sortDirection } from '#kernel/db/list-page.ts';
import { offsetOf, type Page } from '#kernel/db/paging.ts';
import { byKeys, type Sheet, sheetOf } from '#kernel/http/export.ts';
import type { PageRequest } from '#kernel/mount/list.ts';
import { timeValues } from '#kernel/sheets/sheet-value.ts';
import { plainTextOf } from '#kernel/text/rich-text.ts';
import type { Context } from '#kernel/work/context.ts';
import type { ReservationWords } from '../reservation.messages.ts';
import { type ReservationRead, readReservations } from '../reservation.read.ts';
import { hasConflict } from '../conflict.rules.ts';
import { isImage } from '../reservation.rules.ts';
import type { ReservationFilter, ReservationOrder } from '../reservation-filter.contract.ts';
import { matches, selected } from './reservation-filter.read.ts';

const orders: Record<ReservationOrder['key'], RawBuilder<unknown>> = {
  time: sql`r.apply_at`,
  collection: sql`strip(coalesce(t.title, r.cid))`,
  target: sql`r.target`,
  status: sql`r.status`,
  created: sql`r.created_at`,
  ended: sql`r.ended_at`,
};

function inOrder(order: ReservationOrder): RawBuilder<unknown> {
  const direction = sortDirection(order);
  return sql`${orders[order.key]} ${direction} nulls last, r.res_idx ${direction}`;
}

/** One page of the list. */
export async function listReservations(
  ctx: Context,
  changeSets: ChangeSets,
  filter: ReservationFilter,
  { order, page, size }: PageRequest<ReservationOrder['key']>,
): Promise<Page<ReservationRead>> {
  const keys = sql`(
    select r.res_idx, row_number() over (order by ${inOrder(order)}) as nth
    from ${selected} where ${matches(ctx, changeSets, filter)}
    order by nth limit ${sql.lit(size)} offset ${sql.lit(offsetOf(page, size))}) page`;
  const [total, rows] = await Promise.all([
    countReservations(ctx, changeSets, filter),
    readReservations(ctx, changeSets, keys),
  ]);
  return { rows, total, page };
}

/** How many reservations match a filter, up to a bound. */
export const countReservations = (ctx: Context, changeSets: ChangeSets, filter: ReservationFilter): Promise<number> =>
  countFound(ctx.db, sql`select 1 from ${selected} where ${matches(ctx, changeSets, filter)}`);

/** The reservations of a list as a sheet, in list order. */
export async function exportReservations(
  ctx: Context,
  changeSets: ChangeSets,
  filter: ReservationFilter,
  order: ReservationOrder,
): Promise<Sheet> {
  const t = ctx.translate<ReservationWords>();
  const { rows } = await sql<{ res_idx: number }>`
    select r.res_idx from ${selected} where ${matches(ctx, changeSets, filter)} order by ${inOrder(order)}`.execute(
    ctx.db,
  );
  const keys = rows.map(({ res_idx }) => res_idx);
  const times = new Map<string, ReturnType<typeof timeValues>>();
  const timeIn = (zone: string) => times.getOrInsertComputed(zone, timeValues);
  const stateOf = ({ conflicts, status }: ReservationRead) =>
    hasConflict(conflicts) && status === 'scheduled'
      ? 'reservation.conflict'
      : (`reservation.status_${status}` as const);
  return sheetOf<ReservationRead>(
    [
      [t('reservation.field_number'), (row) => row.res_idx],
      [t('reservation.field_cid'), (row) => row.cid],
      [t('reservation.field_collection'), (row) => row.title],
      [t('reservation.field_target'), (row) => t(`reservation.target_${row.target}`)],
      [t('reservation.field_locale'), (row) => row.locale ?? ''],
      [t('reservation.field_value'), valueText],
      [t('reservation.field_apply_at'), (row) => timeIn(row.zone)(String(row.apply_at))],
      [t('reservation.field_zone'), (row) => row.zone],
      [t('reservation.field_status'), (row) => t(stateOf(row))],
      [t('reservation.field_problem'), (row) => problemText(ctx, row.problem) ?? ''],
      [t('reservation.field_based_on'), (row) => row.based_on_number ?? ''],
      [t('reservation.field_applied_version'), (row) => row.applied_number ?? ''],
      [t('reservation.field_created_by'), (row) => row.created_by ?? ''],
    ],
    keys.length,
    byKeys(keys, (some) =>
      readReservations(ctx, changeSets, sql`unnest(${some}::integer[]) with ordinality as page (res_idx, nth)`),
    ),
  );
}

function valueText({ target, value }: ReservationRead): string {
  if (isImage(target) || value === null) return '';
  if (typeof value === 'string') return plainTextOf(value);
  return (value as { currency: string; price: string; discounted_price: string | null }[])
    .map(({ currency, price, discounted_price: discounted }) => `${currency} ${discounted ?? price}`)
    .join(', ');
}
