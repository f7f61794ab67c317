import { collectionEntity } from '#features/collection/collection.public.ts';
import { applyChange } from '#kernel/changesets/apply.ts';
import type { ChangeKinds } from '#kernel/changesets/kinds.ts';
import { noteStatus } from '#kernel/changesets/stored-sets.ts';
import type { FieldProblem } from '#kernel/messages/errors.ts';
import { timeText } from '#kernel/messages/time-text.ts';
import type { Context } from '#kernel/work/context.ts';
import { collectionField, reasonOf } from '../reservation.rules.ts';
import type { ReservationRow } from '../reservation.store.ts';
import { findFieldState } from '../reservation-conflict.read.ts';
import { reservationKind } from '../reservation-record.service.ts';
import { isValid } from '../reserved-value.service.ts';
import { endApplied } from './reservation-due.store.ts';

/** Applies a due reservation that the caller has claimed; returns why that is no longer right, if so. */
export async function applyReservation(
  ctx: Context,
  kinds: ChangeKinds,
  row: ReservationRow,
): Promise<FieldProblem | undefined> {
  const problem = await findProblem(ctx, row);
  if (problem) return problem;
  await write(ctx, kinds, row);
  const made = await endApplied(ctx, row);
  noteStatus(ctx, reservationKind, row, { did: 'applied', status: 'applied', applied_version: made });
  return undefined;
}

async function findProblem(ctx: Context, { res_idx, cidx, target, value, anyway }: ReservationRow) {
  if (cidx === null) return { key: 'reservation.collection_gone' };
  if (!isValid(target, value)) return { key: 'reservation.value_invalid' };
  const edited = anyway ? null : (await findFieldState(ctx, res_idx))?.edited;
  if (!edited) return undefined;
  const { name, at } = edited;
  return { key: 'reservation.edited', values: { name: name ?? '', time: timeText(ctx, at), at } };
}

/** Sets the field as every set of changes does. */
async function write(ctx: Context, kinds: ChangeKinds, row: ReservationRow): Promise<void> {
  const { cid: id, value, anyway } = row;
  const fields = { [collectionField(row)]: value };
  await applyChange(ctx, kinds, { kind: collectionEntity, id, fields, base: {}, reason: null, anyway }, reasonOf(row));
}
