import { type RawBuilder, sql } from 'kysely';
import { collectionEntity } from '#features/collection/collection.public.ts';
import type { ChangeSets } from '#kernel/changesets/change-sets.ts';
import type { ComingQuery, Rival } from '#kernel/changesets/coming.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Current } from './reservation.contract.ts';
import { collectionField, reservationEntity, type Target } from './reservation.rules.ts';
import type { ReservationRow } from './reservation.store.ts';

/** The value before it that a reservation `r` knows of. */
const known: RawBuilder<unknown> = sql`
  array_remove(array[r.foreseen -> 0, (select value from reservation where res_idx = r.follows)], null)`;

/** What scheduled reservations set in some collections, as sets of changes name their fields. */
export const comingValues: ComingQuery = (of) => sql`
  select r.res_idx as set, null::text as title, r.apply_at, 'collection' as kind, r.cid as id,
    case when r.field[1] = 'images' then r.field[2] || '_img' else array_to_string(r.field, '.') end as name,
    r.value, null::text as reason, r.created_by as by, r.anyway, ${known} as known
  from ${of} wanted join reservation r on r.cid = wanted.id and r.status = 'scheduled'
  where wanted.kind = 'collection'`;

/** A reservation that is being written: a new one has no number yet. */
export interface Written {
  target: Target;
  locale: ReservationRow['locale'];
  apply_at: number;
  res_idx?: number | undefined;
}

// Of those of one time, the newest comes last.
const newest = 2 ** 31 - 1;

/** What sets its field just before and after one that is being written, where it would conflict with that. */
export async function findRivals(
  { db }: Context,
  changeSets: ChangeSets,
  cid: string,
  { apply_at, res_idx: set = newest, ...field }: Written,
): Promise<Current['rivals']> {
  // What is typed is no value that anything else was made for.
  const row = sql`
    select ${set}::integer, null, to_timestamp(${apply_at}), 'collection', ${cid}::text, ${collectionField(field)}::text,
      coalesce(r.value, '{}'), null, null, coalesce(r.anyway, false), ${known}
    from (select) one left join reservation r on r.res_idx = ${set}`;
  const of = sql`(select ${collectionEntity}::text as kind, ${cid}::text as id)`;
  const { rows } = await sql<{ earlier: Rival | null; later: Rival | null }>`
    select case when clashes then earlier end as earlier, case when later_clashes then later end as later
    from ${changeSets.comingInOrder(of, { source: reservationEntity, set, row })} o
    where o.source = ${reservationEntity} and o.set = ${set}`.execute(db);
  return rows
    .flatMap(({ earlier, later }) => [earlier ?? [], later ?? []].flat())
    .map(({ source, set: other, title, apply_at: at }) => ({
      ...(source === reservationEntity ? { res_idx: other } : { rel_idx: other }),
      name: title ?? '',
      apply_at: at,
    }));
}
