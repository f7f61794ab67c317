import { type RawBuilder, sql } from 'kysely';
import type { CollectionPrice } from '#features/collection/collection.public.ts';
import { type CollectionImage, findImages } from '#features/collection/collection-images.public.ts';
import { pathOf } from '#kernel/images/image-paths.rules.ts';
import { type ShownImage, shownImage } from '#kernel/images/shown-image.ts';
import { versionNumber } from '#kernel/records/versions.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import type { ReservationRecord } from './reservation.contract.ts';
import { type Conflicts, isImage } from './reservation.rules.ts';
import { columns, type ReservationRow } from './reservation.store.ts';
import { conflictColumns, withConflicts } from './reservation-conflict.read.ts';
import { problemText } from './reservation-record.service.ts';

/** A reservation with the title of its collection and its conflicts. */
export interface ReservationRead extends ReservationRow {
  title: string;
  /** The numbers of its versions among those of its collection; null if there is none. */
  based_on_number: number | null;
  applied_number: number | null;
  conflicts: Conflicts;
}

/** The reservations whose keys `page (res_idx, nth)` holds, with their conflicts, in the order of `nth`. */
export const readReservations = async (ctx: Context, page: RawBuilder<unknown>): Promise<ReservationRead[]> => {
  const { rows } = await sql<ReservationRead>`
    select ${columns}, coalesce(t.title, r.cid) as title, ${conflictColumns},
      ${versionNumber(sql`r.based_on`)} as based_on_number, ${versionNumber(sql`r.applied_version`)} as applied_number
    from ${page} join reservation r using (res_idx) ${withConflicts}
    left join collection_text t on t.cidx = r.cidx and t.locale = 'en'
    order by page.nth`.execute(ctx.db);
  return rows;
};

/** One reservation, if there is one with this number. */
export async function readReservation(ctx: Context, resIdx: number): Promise<ReservationRead | undefined> {
  const [row] = await readReservations(ctx, sql`(select ${resIdx}::integer as res_idx, 1 as nth) page`);
  return row;
}

type Images = ReadonlyMap<number, CollectionImage>;

async function imagesOf(ctx: Context, rows: readonly ReservationRow[]): Promise<Images> {
  const ids = rows.flatMap(({ target, value }) => (isImage(target) && typeof value === 'number' ? [value] : []));
  const found = ids.length === 0 ? [] : await findImages(ctx.db, ids);
  return new Map(found.map((image) => [image.img_idx, image]));
}

/** Reservations as returned by calls. */
export async function recordsOf(ctx: Context, rows: readonly ReservationRead[]): Promise<ReservationRecord[]> {
  const images = await imagesOf(ctx, rows);
  return rows.map(({ has_image: _has, field: _field, value, problem, ...row }) => {
    const image = typeof value === 'number' ? images.get(value) : undefined;
    const shown = isImage(row.target) ? (image ? pathOf(image) : null) : value;
    return { ...row, value: shown as ReservationRecord['value'], problem: problemText(ctx, problem) };
  });
}

/** A reservation as shown on screens; the image is null if it is removed, or no longer exists. */
export interface ShownReservation extends Omit<ReservationRead, 'value' | 'has_image' | 'field' | 'problem'> {
  text: string;
  prices: CollectionPrice[];
  image: ShownImage | null;
  problem: string | null;
}

export async function showReservations(
  ctx: Context,
  storage: Storage,
  rows: readonly ReservationRead[],
): Promise<ShownReservation[]> {
  const images = await imagesOf(ctx, rows);
  return rows.map(({ has_image: _has, field: _field, value, problem, ...row }) => {
    const image = typeof value === 'number' ? images.get(value) : undefined;
    return {
      ...row,
      text: typeof value === 'string' ? value : '',
      prices: Array.isArray(value) ? (value as unknown as CollectionPrice[]) : [],
      image: image ? shownImage(storage, image) : null,
      problem: problemText(ctx, problem),
    };
  });
}
