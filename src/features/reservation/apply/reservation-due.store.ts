import { sql } from 'kysely';
import { versionsOf } from '#features/collection/collection-versions.public.ts';
import { executeGeneric } from '#kernel/db/generic-plan.ts';
import { newestVerIdx } from '#kernel/records/versions.ts';
import { actorName } from '#kernel/work/actor.ts';
import type { Context } from '#kernel/work/context.ts';
import { columns, type ReservationRow } from '../reservation.store.ts';

// How long applying waits for rows that somebody else holds: other collections may wait behind it. Milliseconds.
const lockWaitMs = 250;

// How many are claimed with one statement.
const claimedAtOnce = 4;

/**
 * Locks due reservations and their collections, the longest due first: the next one of each collection, or `only` this
 * one. Skips those that others hold, whose later ones wait too, and the collections in `except`.
 */
export async function claimDue(
  ctx: Context,
  { except = [], only }: { except?: readonly string[]; only?: number },
): Promise<ReservationRow[]> {
  const due = sql`r.status = 'scheduled' and r.awaits is null and r.apply_at <= ${ctx.now.toISOString()} and r.cid <> all(${except}::text[])
    and (${only ?? null}::integer is null or r.res_idx = ${only ?? null})
    and not exists (
      select from reservation o where o.cid = r.cid and o.status = 'scheduled' and o.awaits is null
        and (o.apply_at, o.res_idx) < (r.apply_at, r.res_idx))`;
  const { rows } = await sql<ReservationRow>`
    select ${columns}, set_config('lock_timeout', ${`${lockWaitMs}ms`}, true)
    from reservation r join collection c using (cidx) where ${due}
    order by r.apply_at, r.res_idx limit ${sql.lit(claimedAtOnce)}
    for no key update of r skip locked for update of c skip locked`.execute(ctx.db);
  if (rows.length > 0) return rows;
  const orphans = await sql<ReservationRow>`
    select ${columns} from reservation r where r.cidx is null and ${due}
    order by r.apply_at, r.res_idx limit 1 for no key update skip locked`.execute(ctx.db);
  return orphans.rows;
}

/**
 * Ends a reservation that was just applied, and returns the version it made, the newest of its collection; those that follow
 * it are then based on that.
 */
export async function endApplied(
  ctx: Context,
  { res_idx: resIdx, cid }: Pick<ReservationRow, 'res_idx' | 'cid'>,
): Promise<number | null> {
  const at = ctx.now.toISOString();
  const ended = sql<{ made: number | null }>`
    with made as (select ${newestVerIdx(versionsOf(cid))} as ver_idx),
    rebased as (
      update reservation set based_on = made.ver_idx, follows = null from made
      where follows = ${resIdx} and status = 'scheduled' and made.ver_idx is not null
    )
    update reservation set status = 'applied', applied_version = made.ver_idx, ended_at = ${at}, updated_at = ${at},
      updated_by = ${actorName(ctx.actor)}, version = version + 1
    from made where res_idx = ${resIdx} returning made.ver_idx as made`;
  const [row] = await executeGeneric(ctx.db, ended);
  return row?.made ?? null;
}
