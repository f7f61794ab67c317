import { sql } from 'kysely';
import type { ComingQuery } from '#kernel/changesets/coming.ts';

/** What scheduled reservations set in some collections, as sets of changes name their fields. */
export const comingValues: ComingQuery = (of) => sql`
  select r.res_idx as set, null::text as title, r.apply_at, 'collection' as kind, r.cid as id,
    case when r.field[1] = 'images' then r.field[2] || '_img' else array_to_string(r.field, '.') end as name,
    r.value, null::text as reason, r.created_by as by, r.anyway,
    array_remove(array[r.foreseen -> 0, (select value from reservation where res_idx = r.follows)], null) as known
  from ${of} wanted join reservation r on r.cid = wanted.id and r.status = 'scheduled'
  where wanted.kind = 'collection'`;
