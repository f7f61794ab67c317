import { sql } from 'kysely';
import type { ComingQuery } from '#kernel/changesets/coming.ts';

/** What scheduled reservations set in some collections, as sets of changes name their fields. */
export const comingValues: ComingQuery = (of) => {
  const cids = of.flatMap(({ kind, ids }) => (kind === 'collection' ? ids : []));
  return sql`
    select r.res_idx as set, null as title, r.apply_at, 'collection' as kind, r.cid as id,
      case when r.field[1] = 'images' then r.field[2] || '_img' else array_to_string(r.field, '.') end as name,
      r.value, null as reason, r.created_by as by
    from reservation r where r.cid = any(${cids}::text[]) and r.status = 'scheduled'`;
};
