import { type RawBuilder, sql } from 'kysely';
import type { CollectionPrice } from '#features/collection/collection.public.ts';
import { type CollectionImage, findImages } from '#features/collection/collection-images.public.ts';
import type { ChangeSets } from '#kernel/changesets/change-sets.ts';
import type { Rival } from '#kernel/changesets/coming.ts';
import { problemText } from '#kernel/changesets/problem-text.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import { pathOf } from '#kernel/images/image-paths.rules.ts';
import { type ShownImage, shownImage } from '#kernel/images/shown-image.ts';
import type { Json } from '#kernel/records/version-changes.rules.ts';
import { versionNumber } from '#kernel/records/versions.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Conflicts, ReservationRecord } from './reservation.contract.ts';
import { isImage } from './reservation.rules.ts';
import { columns, type ReservationRow } from './reservation.store.ts';
import { conflictColumns, conflictsIn, type ReadConflicts, withConflicts } from './reservation-conflict.read.ts';

/** A reservation with the title of its collection and its conflicts. */
export interface ReservationRead extends ReservationRow {
  title: string;
  /** Of its collection, whose title is part of it; null once that is deleted. */
  collection_version: number | null;
  collection_changed: number | null;
  /** The numbers of its versions among those of its collection; null if there is none. */
  based_on_number: number | null;
  applied_number: number | null;
  /** What sets its field just before it, if anything scheduled does. */
  before: Rival | null;
  conflicts: Conflicts;
}

/** The reservations whose keys `page (res_idx, nth)` holds, with their conflicts, in the order of `nth`. */
export const readReservations = async (
  ctx: Context,
  changeSets: ChangeSets,
  page: RawBuilder<unknown>,
): Promise<ReservationRead[]> => {
  const { rows } = await sql<Omit<ReservationRead, 'conflicts'> & ReadConflicts>`
    with listed as materialized (select r.*, page.nth from ${page} join reservation r using (res_idx))
    select ${columns}, coalesce(t.title, r.cid) as title, ${conflictColumns},
      ${versionNumber(sql`r.based_on`)} as based_on_number, ${versionNumber(sql`r.applied_version`)} as applied_number,
      c.version as collection_version, ${secondsOf('c.updated_at')} as collection_changed
    from listed r ${withConflicts(changeSets, sql`listed`)}
    left join collection c on c.cidx = r.cidx
    left join collection_text t on t.cidx = r.cidx and t.locale = 'en'
    order by r.nth`.execute(ctx.db);
  return rows.map(({ edited, earlier, later, ...row }) => ({
    ...row,
    conflicts: conflictsIn({ edited, earlier, later }),
  }));
};

/** One reservation, if there is one with this number. */
export async function readReservation(
  ctx: Context,
  changeSets: ChangeSets,
  resIdx: number,
): Promise<ReservationRead | undefined> {
  const [row] = await readReservations(ctx, changeSets, sql`(select ${resIdx}::integer as res_idx, 1 as nth) page`);
  return row;
}

/** What stays inside, and what each answer makes of the value. */
type Inner =
  | 'value'
  | 'has_image'
  | 'field'
  | 'foreseen'
  | 'before'
  | 'problem'
  | 'collection_version'
  | 'collection_changed';

/** Reservations without what stays inside, each with what `show` makes of its value, and of its image if it has one. */
async function answerOf<T>(
  ctx: Context,
  rows: readonly ReservationRead[],
  show: (row: Pick<ReservationRead, 'target' | 'value'>, image: CollectionImage | undefined) => T,
): Promise<(Omit<ReservationRead, Inner> & { problem: string | null } & T)[]> {
  const ids = rows.flatMap(({ target, value }) => (isImage(target) && typeof value === 'number' ? [value] : []));
  const found = ids.length === 0 ? [] : await findImages(ctx.db, ids);
  const images = new Map<Json, CollectionImage>(found.map((image) => [image.img_idx, image]));
  return rows.map(
    ({
      has_image: _has,
      field: _field,
      foreseen: _foreseen,
      before: _before,
      collection_version: _version,
      collection_changed: _changed,
      value,
      problem,
      ...row
    }) => ({
      ...row,
      problem: problemText(ctx, problem),
      ...show({ target: row.target, value }, images.get(value)),
    }),
  );
}

/** Reservations as returned by calls. */
export const recordsOf = (ctx: Context, rows: readonly ReservationRead[]): Promise<ReservationRecord[]> =>
  answerOf(ctx, rows, ({ target, value }, image) => ({
    value: (isImage(target) ? (image ? pathOf(image) : null) : value) as ReservationRecord['value'],
  }));

/** A reservation as shown on screens; the image is null if it is removed, or no longer exists. */
export interface ShownReservation extends Omit<ReservationRead, Inner> {
  text: string;
  prices: CollectionPrice[];
  image: ShownImage | null;
  problem: string | null;
}

export const showReservations = (
  ctx: Context,
  storage: Storage,
  rows: readonly ReservationRead[],
): Promise<ShownReservation[]> =>
  answerOf(ctx, rows, ({ value }, image) => ({
    text: typeof value === 'string' ? value : '',
    prices: Array.isArray(value) ? (value as CollectionPrice[]) : [],
    image: image ? shownImage(storage, image) : null,
  }));
