import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { ChangeSets } from '#kernel/changesets/change-sets.ts';
import { cancelSet } from '#kernel/changesets/stored-sets.ts';
import type { Worked } from '#kernel/jobs/bulk-work.ts';
import type { JobProgress } from '#kernel/jobs/job-progress.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { beginAct, storeEffects } from '#kernel/records/acts.ts';
import { lockRecord } from '#kernel/records/change-record.ts';
import { defineSelectedAct } from '#kernel/records/selected-act.ts';
import { countSelected, type Selectable, writeSelected } from '#kernel/records/selection.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { matches, selected } from '../list/reservation-filter.read.ts';
import { ReservationSelection } from '../reservation.contract.ts';
import { reservationMessages } from '../reservation.messages.ts';
import { reservationEntity } from '../reservation.rules.ts';
import type { ReservationFilter } from '../reservation-filter.contract.ts';
import { reservationKind } from '../reservation-record.service.ts';
import { cancelledReservations } from './cancel-undo.service.ts';

const Cancellation = z.object({ selection: ReservationSelection });
type Cancellation = z.output<typeof Cancellation>;

const selectable = (ctx: Context, changeSets: ChangeSets): Selectable<ReservationFilter> => ({
  from: selected,
  key: sql`r.res_idx`,
  id: sql`r.res_idx::text`,
  matches: (filter) => matches(ctx, changeSets, filter),
});

const isOpen: RawBuilder<boolean> = sql<boolean>`r.status in ('scheduled', 'failed')`;

/** Declares the act that cancels selected reservations; those already applied or cancelled stay as they are. */
export const defineCancelling = (kernel: Kernel) =>
  defineSelectedAct(kernel, 'reservation.cancel', Cancellation, {
    count: (ctx, { selection }) => countSelected(ctx.db, selectable(ctx, kernel.changeSets), selection, isOpen),
    run: (ctx, { selection }, progress) => cancelSelected(ctx, selectable(ctx, kernel.changeSets), selection, progress),
  });

async function cancelSelected(
  ctx: Context,
  among: Selectable<ReservationFilter>,
  selection: Cancellation['selection'],
  progress?: JobProgress,
): Promise<Worked> {
  const act = await beginAct(ctx);
  const write = (keys: readonly number[]) => cancel(ctx, act, keys);
  const changed = await writeSelected(ctx.db, among, selection, { write, ...(progress && { progress }) });
  if (changed === 0) return { changed, act: null };
  ctx.audit({
    entity: `${reservationEntity}_act`,
    id: act,
    action: `${reservationEntity}_act.cancelled`,
    after: { count: changed },
    act,
  });
  ctx.changed(reservationEntity);
  return { changed, act };
}

/** Cancels one reservation; no-op if it is cancelled already. Returns the act, for its undo. */
export async function cancelOne(ctx: Context, resIdx: number, version: number | undefined): Promise<number | null> {
  const row = await lockRecord(ctx, reservationKind, resIdx);
  if (row.status === 'applied') throw reservationMessages.error(409, 'reservation.was_applied');
  if (row.status === 'cancelled') return null;
  return cancelSet(ctx, reservationKind, { row, version }, (act) => cancel(ctx, act, [resIdx]));
}

/** Cancels those of the reservations that are scheduled or failed; returns how many. */
async function cancel(ctx: Context, act: number, keys: readonly number[]): Promise<number> {
  const at = ctx.now.toISOString();
  const { rows } = await sql`
    with held as materialized (
      select r.res_idx, r.status as was, r.ended_at from reservation r
      where r.res_idx = any(${keys}::integer[]) and ${isOpen} order by r.res_idx for no key update
    ),
    written as (
      update reservation set status = 'cancelled', ended_at = ${at}, updated_at = ${at},
        updated_by = ${actorName(ctx.actor)}, version = version + 1
      from held where reservation.res_idx = held.res_idx
      returning reservation.res_idx, held.was, held.ended_at, ${cancelledReservations.state} as state
    ),
    kept as (${storeEffects(act, reservationEntity, {
      from: sql`written`,
      id: sql`res_idx::text`,
      before: sql`jsonb_build_object('status', was)`,
      after: sql`jsonb_build_object('status', 'cancelled')`,
      undo: sql`state || jsonb_build_object('was', was, 'ended_at', ended_at)`,
    })})
    select from written`.execute(ctx.db);
  return rows.length;
}
