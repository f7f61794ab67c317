import { type RawBuilder, sql } from 'kysely';
import { collectionEntity } from '#features/collection/collection.public.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import { fieldSince } from '#kernel/records/field-since.ts';
import type { Json } from '#kernel/records/version-changes.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Conflicts } from './reservation.rules.ts';

/** The value of a field that the collection does not have yet. */
const nothing = sql`(case r.target when 'description' then '""' when 'price' then '[]' else 'null' end)::jsonb`;

const neighbour = (side: 'earlier' | 'later') => sql`lateral (
  select o.res_idx, o.anyway, o.follows from reservation o
  where r.status = 'scheduled' and o.status = 'scheduled' and o.cid = r.cid and o.field = r.field
    and (o.apply_at, o.res_idx) ${side === 'earlier' ? sql`<` : sql`>`} (r.apply_at, r.res_idx)
  order by ${side === 'earlier' ? sql`o.apply_at desc, o.res_idx desc` : sql`o.apply_at, o.res_idx`} limit 1)`;

/** Joins for reading reservations `r` with their conflicts: see {@link conflictColumns} and {@link isInConflict}. */
export const withConflicts: RawBuilder<unknown> = sql`
  left join lateral ${fieldSince({ entity: collectionEntity, id: sql`r.cid`, since: sql`r.based_on`, path: sql`r.field` })} f
    on r.status <> 'applied'
  left join ${neighbour('earlier')} earlier on true
  left join ${neighbour('later')} later on true`;

/** Its field differs from its base, and not by having the new value already. */
const isEdited = sql<boolean>`(
  r.status in ('scheduled', 'failed') and not r.anyway and coalesce(f.was, ${nothing}) is distinct from coalesce(f.now, ${nothing})
  and coalesce(f.now, ${nothing}) is distinct from r.value)`;
const hasEarlier = sql<boolean>`(
  earlier.res_idx is not null and not r.anyway and r.follows is distinct from earlier.res_idx)`;
const hasLater = sql<boolean>`(
  later.res_idx is not null and not later.anyway and later.follows is distinct from r.res_idx)`;

export const conflictColumns: RawBuilder<unknown> = sql`
  json_build_object(
    'edited', case when ${isEdited} then
      json_build_object('name', f.changed_by, 'at', ${secondsOf('f.changed_at')}) end,
    'earlier', case when ${hasEarlier} then earlier.res_idx end,
    'later', case when ${hasLater} then later.res_idx end) as conflicts`;

/** It needs a decision: otherwise it will fail, has failed, or makes a later one fail. */
export const isInConflict = sql<boolean>`
  (${isEdited} or ${hasEarlier} or ${hasLater})`;

interface FieldState {
  conflicts: Conflicts;
  was: Json;
  now: Json;
}

/** How the field of a reservation has changed since its base. */
export async function findFieldState(ctx: Context, resIdx: number): Promise<FieldState | undefined> {
  const { rows } = await sql<FieldState>`
    select ${conflictColumns}, coalesce(f.was, ${nothing}) as was, coalesce(f.now, ${nothing}) as now
    from reservation r ${withConflicts} where r.res_idx = ${resIdx}`.execute(ctx.db);
  return rows[0];
}
