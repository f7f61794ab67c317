import type { CollectionPrice } from '#features/collection/collection.public.ts';
import {
  changeCollection,
  claimCollection,
  collectionEntity,
  showImage,
  versionsOf,
} from '#features/collection/collection.public.ts';
import type { Context } from '#kernel/context.ts';
import { timeText } from '#kernel/i18n/time-text.ts';
import type { DueActs, DueKind } from '#kernel/jobs/due.ts';
import { inSeconds } from '#kernel/seconds.rules.ts';
import { newestVersion } from '#kernel/versions.ts';
import { findFieldState } from '../conflict.read.ts';
import { reservationMessages } from '../reservation.messages.ts';
import { imageKindOf, isImage, reasonOf, reservationEntity } from '../reservation.rules.ts';
import { dueKind } from '../reservation.service.ts';
import {
  findReservation,
  isBehindAnother,
  lockReservation,
  type ReservationRow,
  rebaseFollowers,
  updateReservation,
} from '../reservation.store.ts';
import { requireValid } from '../reserved-value.service.ts';

// The retry delay of a reservation that has to wait for its turn. Milliseconds.
const turnMs = 50;

/** Applies due reservations, those of one collection in the order of their times. */
export const applying = (due: DueActs): DueKind => ({
  run: async (ctx, key) => {
    const resIdx = Number(key);
    const seen = await findReservation(ctx.db, resIdx);
    if (!seen || !isDue(ctx, seen)) return;
    if (seen.cidx === null) throw reservationMessages.error(409, 'reservation.collection_gone');
    // Never waits for a collection's row lock: a batch of due acts holds many of them, taken in any order.
    if ((await isBehindAnother(ctx, seen)) || !(await claimCollection(ctx.db, seen.cidx)))
      return due.at(ctx, dueKind, key, new Date(ctx.now.getTime() + turnMs));
    const row = await lockReservation(ctx.db, resIdx);
    if (row && isDue(ctx, row)) await apply(ctx, row);
  },
  failed: async (ctx, key, problem) => {
    const row = await lockReservation(ctx.db, Number(key));
    if (row?.status !== 'scheduled') return;
    await updateReservation(ctx, row.res_idx, { status: 'failed', problem, ended_at: inSeconds(ctx.now) });
    tell(ctx, row, 'failed', { problem: problem.key });
  },
});

const isDue = (ctx: Context, { status, apply_at }: ReservationRow) =>
  status === 'scheduled' && apply_at * 1000 <= ctx.now.getTime();

async function apply(ctx: Context, row: ReservationRow): Promise<void> {
  const { res_idx: resIdx, cid } = row;
  requireValid(row.target, row.value);
  const state = await findFieldState(ctx, resIdx);
  if (state?.conflicts.edited) {
    const { name, at } = state.conflicts.edited;
    throw reservationMessages.error(409, 'reservation.edited', { name: name ?? '', time: timeText(ctx, at), at });
  }
  await write(ctx, row, reasonOf(row));
  const made = await newestVersion(ctx, versionsOf(cid));
  await updateReservation(ctx, resIdx, { status: 'applied', applied_version: made, ended_at: inSeconds(ctx.now) });
  if (made !== null) await rebaseFollowers(ctx.db, resIdx, made);
  tell(ctx, row, 'applied', { applied_version: made });
}

/** Writes the value through the collection's own services, which keep its version and audit trail. */
async function write(ctx: Context, { cid, target, locale, value }: ReservationRow, reason: string): Promise<void> {
  if (isImage(target)) return showImage(ctx, cid, imageKindOf(target), { imgIdx: value as number | null, reason });
  if (target === 'price') {
    await changeCollection(ctx, cid, { prices: value as unknown as CollectionPrice[] }, { reason });
    return;
  }
  await changeCollection(
    ctx,
    cid,
    { multi_lang_data: { [locale ?? 'en']: { description: value as string } } },
    { reason },
  );
}

function tell(ctx: Context, row: ReservationRow, verb: 'applied' | 'failed', after: Record<string, unknown>): void {
  ctx.audit({
    entity: reservationEntity,
    id: row.res_idx,
    action: `${reservationEntity}.${verb}`,
    before: { status: row.status },
    after: { status: verb, ...after },
    of: { entity: collectionEntity, id: row.cid },
  });
  ctx.changed(reservationEntity, row.res_idx);
}
