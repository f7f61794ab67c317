import { sql } from 'kysely';
import { type Acts, namedKept } from '#kernel/records/act-undo.ts';
import { storeEffects } from '#kernel/records/acts.ts';
import { type ActPart, type UndoableKind, untouchedRecords } from '#kernel/records/undo.ts';
import type { SetBack, SetForeseen } from '#kernel/records/undoable.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { reservationEntity } from '../reservation.rules.ts';

/** Cancelled reservations, as an undoable kind: one is untouched since its cancellation if its version is the same. */
export const cancelledReservations: UndoableKind = {
  entity: reservationEntity,
  table: 'reservation',
  id: 'res_idx',
  key: 'res_idx',
  state: sql`jsonb_build_object('version', reservation.version)`,
};

/** Cancelled ones come back whose time is still to come, or that had failed, and whose collection and image still exist. */
export const cancelledBack: SetBack = {
  set: cancelledReservations,
  foresee: findStaying,
  countsGone: true,
  write: async (ctx, acts) => ({ back: await restore(ctx, acts) }),
};

/** Why a reservation `r` of an act `d` stays cancelled; null if it is restored. */
const reason = (ctx: Context) => sql<string | null>`case
  when r.cidx is null then 'reservation.kept_collection'
  when d.undo ->> 'was' = 'scheduled' and r.apply_at <= ${ctx.now.toISOString()} then 'reservation.kept_passed'
  when r.has_image and not exists (select from collection_image i where i.img_idx = (r.value #>> '{}')::integer)
    then 'undo.kept_replaced' end`;

async function findStaying(ctx: Context, part: ActPart): Promise<SetForeseen> {
  const { rows } = await sql<{ id: string; reason: string }>`
    select * from (
      select d.record_id as id, ${reason(ctx)} as reason
      from (${untouchedRecords(part, cancelledReservations)}) d join reservation r on r.res_idx = d.record_id::integer
    ) untouched where reason is not null order by id::integer`.execute(ctx.db);
  const first = rows.slice(0, namedKept).map((row) => ({ entity: reservationEntity, ...row }));
  return { staying: { count: rows.length, first } };
}

async function restore(ctx: Context, { act, ...part }: Acts): Promise<number> {
  const result = await sql`
    with done as materialized (
      select d.*, ${reason(ctx)} as reason
      from (${untouchedRecords(part, cancelledReservations)}) d join reservation r on r.res_idx = d.record_id::integer
    ),
    written as (
      update reservation set status = d.undo ->> 'was', ended_at = (d.undo ->> 'ended_at')::timestamptz,
        updated_at = ${ctx.now.toISOString()}, updated_by = ${actorName(ctx.actor)}, version = version + 1
      from done d where reservation.res_idx = d.record_id::integer and d.reason is null
      returning d.record_id, d.before, d.after
    )
    ${storeEffects(act, reservationEntity, {
      from: sql`written`,
      id: sql`record_id`,
      before: sql`after`,
      after: sql`before`,
    })}`.execute(ctx.db);
  return Number(result.numAffectedRows ?? 0);
}
