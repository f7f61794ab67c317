import { type RawBuilder, sql } from 'kysely';
import { countFound, type Sort, sortDirection } from '#kernel/db/list-page.ts';
import { offsetOf, type Page } from '#kernel/db/paging.ts';
import { byKeys, type SheetExport } from '#kernel/http/export.ts';
import { languageTag } from '#kernel/messages/locale.ts';
import { plainTextOf } from '#kernel/text/rich-text.ts';
import { zonedText } from '#kernel/text/zoned-time.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { ReservationWords } from '../reservation.messages.ts';
import { type ReservationRead, readReservations } from '../reservation.read.ts';
import { hasConflict, isImage } from '../reservation.rules.ts';
import { problemText } from '../reservation-record.service.ts';
import type { ReservationFilter } from './reservation-filter.contract.ts';
import { matches, selected } from './reservation-filter.read.ts';
import type { sortKeys } from './reservation-list.contract.ts';

export type ReservationOrder = Sort<(typeof sortKeys)[number]>;

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
  filter: ReservationFilter,
  { order, page, size }: { order: ReservationOrder; page: number; size: number },
): Promise<Page<ReservationRead>> {
  const keys = sql`(
    select r.res_idx, row_number() over (order by ${inOrder(order)}) as nth
    from ${selected} where ${matches(ctx, filter)}
    order by nth limit ${sql.lit(size)} offset ${sql.lit(offsetOf(page, size))}) page`;
  const [total, rows] = await Promise.all([countReservations(ctx, filter), readReservations(ctx, keys)]);
  return { rows, total, page };
}

/** How many reservations match a filter, up to a bound. */
export const countReservations = (ctx: Context, filter: ReservationFilter): Promise<number> =>
  countFound(ctx.db, sql`select 1 from ${selected} where ${matches(ctx, filter)}`);

const batch = 500;

/** The reservations of a list as a sheet, in list order. */
export async function exportReservations(
  ctx: Context,
  filter: ReservationFilter,
  order: ReservationOrder,
): Promise<Pick<SheetExport, 'heading' | 'total' | 'batches'>> {
  const t = ctx.translate<ReservationWords>();
  const { rows } = await sql<{ res_idx: number }>`
    select r.res_idx from ${selected} where ${matches(ctx, filter)} order by ${inOrder(order)}`.execute(ctx.db);
  return {
    heading: [
      t('reservation.field_number'),
      t('reservation.field_cid'),
      t('reservation.field_collection'),
      t('reservation.field_target'),
      t('reservation.field_locale'),
      t('reservation.field_value'),
      t('reservation.field_apply_at'),
      t('reservation.field_zone'),
      t('reservation.field_status'),
      t('reservation.field_problem'),
      t('reservation.field_based_on'),
      t('reservation.field_applied_version'),
      t('reservation.field_created_by'),
    ],
    total: rows.length,
    batches: byKeys(
      rows.map((row) => row.res_idx),
      { size: batch, read: (some) => readCells(ctx, some) },
    ),
  };
}

async function readCells(ctx: Context, keys: readonly number[]): Promise<(string | number)[][]> {
  const t = ctx.translate<ReservationWords>();
  const page = sql`unnest(${keys}::integer[]) with ordinality as page (res_idx, nth)`;
  const rows = await readReservations(ctx, page);
  return rows.map((row) => [
    row.res_idx,
    row.cid,
    row.title,
    t(`reservation.target_${row.target}`),
    row.locale ?? '',
    valueText(row),
    zonedText(languageTag(ctx.locale), row.zone, row.apply_at),
    row.zone,
    t(
      hasConflict(row.conflicts) && row.status === 'scheduled'
        ? 'reservation.conflict'
        : `reservation.status_${row.status}`,
    ),
    problemText(ctx, row.problem) ?? '',
    row.based_on_number ?? '',
    row.applied_number ?? '',
    row.created_by ?? '',
  ]);
}

function valueText({ target, value }: ReservationRead): string {
  if (isImage(target) || value === null) return '';
  if (typeof value === 'string') return plainTextOf(value);
  return (value as { currency: string; price: string; discounted_price: string | null }[])
    .map(({ currency, price, discounted_price: discounted }) => `${currency} ${discounted ?? price}`)
    .join(', ');
}
