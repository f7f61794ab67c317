import { type RawBuilder, sql } from 'kysely';
import { collectionEntity } from '#features/collection/collection.public.ts';
import type { ChangeSets } from '#kernel/changesets/change-sets.ts';
import type { Rival } from '#kernel/changesets/coming.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import { fieldSince } from '#kernel/records/field-since.ts';
import type { Json } from '#kernel/records/version-changes.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Conflicts } from './reservation.contract.ts';
import { reservationEntity } from './reservation.rules.ts';

type Edited = NonNullable<Conflicts['edited']>;

/** The value of a field that the collection does not have yet. */
const nothing = sql`(case r.target when 'description' then '""' when 'price' then '[]' else 'null' end)::jsonb`;
const was = sql<Json>`coalesce(f.was, ${nothing})`;
const now = sql<Json>`coalesce(f.now, ${nothing})`;

/** Joins reservations `r` with how their fields have changed since their bases. */
const withField = sql`left join lateral ${fieldSince({ entity: collectionEntity, id: sql`r.cid`, since: sql`r.based_on`, path: sql`r.field` })} f
  on r.status <> 'applied'`;

/** Its field has neither its base, nor what was foreseen, nor the new value already. */
const isEdited = sql<boolean>`(
  r.status in ('scheduled', 'failed') and not r.anyway and ${was} is distinct from ${now}
  and ${now} is distinct from r.value and ${now} is distinct from r.foreseen -> 0)`;

const edited = sql<Edited | null>`
  case when ${isEdited} then json_build_object('name', f.changed_by, 'at', ${secondsOf('f.changed_at')}) end`;

/**
 * Joins for reading reservations `r` with their conflicts, see {@link conflictColumns}. `cids` are the collections whose
 * schedules are read: a relation with the column `cid`.
 */
export const withConflicts = (changeSets: ChangeSets, cids: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  ${withField} left join ${ordered(changeSets, cids)} o on o.source = ${sql.lit(reservationEntity)} and o.set = r.res_idx`;

const ordered = (changeSets: ChangeSets, cids: RawBuilder<unknown>) =>
  changeSets.comingInOrder(
    sql`(select distinct ${sql.lit(collectionEntity)} as kind, cid as id from ${cids} scheduled)`,
  );

/** What {@link conflictColumns} read; null where there is none. */
export interface ReadConflicts {
  edited: Edited | null;
  /** What sets its field just before it. */
  before: Rival | null;
  /** Those of its neighbours with which it is in conflict. */
  earlier: Rival | null;
  later: Rival | null;
}

export const conflictColumns: RawBuilder<unknown> = sql`
  ${edited} as edited, o.earlier as before, case when o.clashes then o.earlier end as earlier,
  case when o.later_clashes then o.later end as later`;

/** The conflicts as calls name them. */
export function conflictsIn({ edited: by, earlier, later }: Omit<ReadConflicts, 'before'>): Conflicts {
  const own = (rival: Rival | null) => (rival?.source === reservationEntity ? rival.set : null);
  const release = (rival: Rival | null) =>
    rival && rival.source !== reservationEntity
      ? { rel_idx: rival.set, name: rival.title ?? '', apply_at: rival.apply_at }
      : undefined;
  const [before, after] = [release(earlier), release(later)];
  return {
    edited: by,
    earlier: own(earlier),
    later: own(later),
    ...(before && { earlier_release: before }),
    ...(after && { later_release: after }),
  };
}

/**
 * The collection, read with {@link withConflicts}, has its value already, or will have it from what is scheduled just before it.
 */
export const setsNothing: RawBuilder<boolean> = sql<boolean>`(coalesce(o.earlier -> 'value', ${now}) = r.value)`;

/** It needs a decision: otherwise it will fail, has failed, or makes a later one fail. */
export const isInConflict = (changeSets: ChangeSets): RawBuilder<boolean> => sql<boolean>`(
  r.res_idx in (
    select o.set from ${ordered(changeSets, sql`(select cid from reservation where status = 'scheduled')`)} o
    where o.source = ${sql.lit(reservationEntity)} and (o.clashes or o.later_clashes))
  or exists (select from (select 1) one ${withField} where ${isEdited}))`;

interface FieldState {
  edited: Edited | null;
  was: Json;
  now: Json;
}

/** How the field of a reservation has changed since its base. */
export async function findFieldState(ctx: Context, resIdx: number): Promise<FieldState | undefined> {
  const { rows } = await sql<FieldState>`
    select ${edited} as edited, ${was} as was, ${now} as now
    from reservation r ${withField} where r.res_idx = ${resIdx}`.execute(ctx.db);
  return rows[0];
}
