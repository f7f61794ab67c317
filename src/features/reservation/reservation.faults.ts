import { sql } from 'kysely';
import { collectionEntity } from '#features/collection/collection.public.ts';
import type { ChangeSets } from '#kernel/changesets/change-sets.ts';
import type { FaultKind } from '#kernel/desk/faults.ts';
import { setsNothing, withConflicts } from './reservation-conflict.read.ts';
import { reservationEntity } from './reservation.rules.ts';

/** A scheduled change to a value that the collection has already, or will have by then. */
export const scheduleIdle = (changeSets: ChangeSets): FaultKind => ({
  fault: 'schedule_idle',
  group: 'readers',
  name: 'fault.schedule_idle',
  says: 'fault.schedule_idle_says',
  entity: reservationEntity,
  follows: [reservationEntity, collectionEntity, 'release'],
  // Not before every feature has told what it schedules.
  get find() {
    return sql`
      select r.res_idx as place, r.res_idx::text as id, coalesce(t.title, r.cid) as title,
        jsonb_build_object('value', md5(r.value::text), 'at', r.apply_at) as about,
        concat_ws(' ', r.target, r.locale) || ' · ' || r.cid as line
      from reservation r ${withConflicts(changeSets, sql`(select cid from reservation where status = 'scheduled')`)}
      left join collection_text t on t.cidx = r.cidx and t.locale = 'en'
      where r.status = 'scheduled' and ${setsNothing}`;
  },
});
