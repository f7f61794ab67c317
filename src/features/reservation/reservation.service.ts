import { collectionEntity } from '#features/collection/collection.public.ts';
import { findImages, insertForLater, noteUnnamed } from '#features/collection/collection-images.public.ts';
import { getCollection } from '#features/collection/collection-record.public.ts';
import { versionsOf } from '#features/collection/collection-versions.public.ts';
import type { ChangeSets } from '#kernel/changesets/change-sets.ts';
import { editSet, insertSet, requireFuture, restoreSet } from '#kernel/changesets/stored-sets.ts';
import type { StoredImage } from '#kernel/images/image-files.ts';
import { lockRecord, recordCreated } from '#kernel/records/change-record.ts';
import type { Json } from '#kernel/records/version-changes.rules.ts';
import { findVersionRow, newestVersion } from '#kernel/records/versions.ts';
import { fileGone } from '#kernel/storage/set-aside.ts';
import type { Context } from '#kernel/work/context.ts';
import type { NewReservation, ReservationChange } from './reservation.contract.ts';
import { reservationMessages } from './reservation.messages.ts';
import { collectionField, imageKindOf, isImage, reservationEntity, type Target } from './reservation.rules.ts';
import type { ReservationRow } from './reservation.store.ts';
import { reservationKind } from './reservation-record.service.ts';
import { readValue } from './reserved-value.service.ts';

type Given = Omit<NewReservation, 'value' | 'target'> & { target: Target };

/** Schedules a change of a collection. Its image, if any, is already stored. */
export async function addReservation(
  ctx: Context,
  { cid, cidx, target, locale, apply_at, zone, based_on }: Given,
  given: { value: unknown } | { image: StoredImage },
): Promise<ReservationRow> {
  const collection = await getCollection(ctx, cid);
  if (cidx !== undefined && cidx !== collection.cidx)
    throw reservationMessages.errorWith(409, 'reservation.other_cidx', { field: 'cidx' });
  requireFuture(ctx, reservationKind, apply_at);
  const value =
    'image' in given
      ? await storeImage(ctx, collection.cidx, target, given.image)
      : await readValue(ctx, collection.cidx, target, given.value);
  const resIdx = await insertSet(ctx, reservationKind, {
    cid,
    cidx: collection.cidx,
    target,
    locale: target === 'description' ? (locale ?? 'en') : null,
    value,
    has_image: 'image' in given,
    apply_at,
    zone: zone ?? ctx.timeZone,
    based_on: await baseOf(ctx, cid, based_on),
  });
  return recordCreated(ctx, reservationKind, resIdx);
}

/** Changes a scheduled or failed reservation; for the effect on a failed one, see the call. */
export async function changeReservation(
  ctx: Context,
  changeSets: ChangeSets,
  resIdx: number,
  change: ReservationChange,
): Promise<ReservationRow> {
  // Locked first: it may be applied or fail meanwhile, and what is saved depends on that.
  const before = await lockRecord(ctx, reservationKind, resIdx);
  const { apply_at: time, decide } = change;
  if (time !== undefined && time !== before.apply_at) requireFuture(ctx, reservationKind, time);
  const isReopened =
    before.status === 'failed' && (time !== undefined || decide !== undefined || change.based_on !== undefined);
  const values = {
    ...(change.value !== undefined && (await newValue(ctx, before, change.value))),
    ...(change.locale !== undefined && before.target === 'description' && { locale: change.locale }),
    ...(time !== undefined && { apply_at: time }),
    ...(change.zone !== undefined && { zone: change.zone }),
    ...(await decided(ctx, changeSets, before, change)),
    ...(isReopened && { status: 'scheduled' as const, problem: null, ended_at: null }),
  };
  return edit(ctx, before, { version: change.version, values });
}

/** Undoes a change of a reservation, see {@link restoreSet}; refused if its image is gone. */
export async function restoreEdited(ctx: Context, id: string, former: Partial<ReservationRow>): Promise<void> {
  const isThere = typeof former.value !== 'number' || (await findImages(ctx.db, [former.value])).length > 0;
  if (former.has_image && !isThere) throw fileGone();
  await restoreSet(ctx, reservationKind, Number(id), former);
}

/** Replaces the image of a reservation by another one that is already stored. */
export async function changeImage(ctx: Context, resIdx: number, image: StoredImage): Promise<ReservationRow> {
  const before = await lockRecord(ctx, reservationKind, resIdx);
  const { cidx, target } = before;
  if (cidx === null) throw reservationMessages.error(409, 'reservation.collection_gone');
  if (!isImage(target)) throw reservationMessages.errorWith(422, 'reservation.no_image', { field: 'image' });
  const value = await storeImage(ctx, cidx, target, image);
  return edit(ctx, before, { version: undefined, values: { value, has_image: true } });
}

/** Edits a reservation; an image that it no longer sets is kept for a day, for the undo. */
async function edit(
  ctx: Context,
  { res_idx: resIdx, value }: ReservationRow,
  change: { version: number | undefined; values: Partial<ReservationRow> },
): Promise<ReservationRow> {
  const after = await editSet(ctx, reservationKind, resIdx, change);
  if (typeof value === 'number' && value !== after.value) await noteUnnamed(ctx, value);
  return after;
}

async function newValue(ctx: Context, { cidx, target, value: had }: ReservationRow, given: unknown) {
  if (cidx === null) throw reservationMessages.error(409, 'reservation.collection_gone');
  const value = await readValue(ctx, cidx, target, given);
  return { value, ...(isImage(target) && value !== had && { has_image: false }) };
}

async function storeImage(ctx: Context, cidx: number, target: Target, image: StoredImage): Promise<Json> {
  if (!isImage(target)) throw reservationMessages.errorWith(422, 'reservation.no_image', { field: 'image' });
  return insertForLater(ctx, cidx, imageKindOf(target), image);
}

/** The version a reservation is based on: an existing one of its collection, the newest by default. */
async function baseOf(ctx: Context, cid: string, given: number | undefined): Promise<number> {
  if (given === undefined) return (await newestVersion(ctx, versionsOf(cid))) ?? 0;
  if (!(await findVersionRow(ctx, versionsOf(cid), given)))
    throw reservationMessages.errorWith(422, 'reservation.base_unknown', { field: 'based_on' });
  return given;
}

async function decided(
  ctx: Context,
  changeSets: ChangeSets,
  { res_idx: set, cid, apply_at, ...field }: ReservationRow,
  { decide, based_on }: ReservationChange,
) {
  if (decide === 'anyway') return { anyway: true };
  if (decide === undefined) return based_on === undefined ? {} : { based_on: await baseOf(ctx, cid, based_on) };
  const coming = await changeSets.coming(ctx, [{ kind: collectionEntity, ids: [cid] }], {
    apply_at,
    before: { source: reservationEntity, set },
  });
  const before = coming.findLast(({ name }) => name === collectionField(field));
  const isOwn = before?.source === reservationEntity;
  return {
    based_on: await baseOf(ctx, cid, based_on),
    follows: before && isOwn ? before.set : null,
    foreseen: before && !isOwn ? ([before.value] satisfies [Json]) : null,
    anyway: false,
  };
}
