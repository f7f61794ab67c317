import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { secondsOf } from '../db/seconds.ts';

/** Who last did something to a record or to a part of it, and when (seconds). */
export interface LastTouch {
  actor: string | null;
  at: number;
}

/** Who touched these records last after an act, by id; a record that nobody has touched since is left out. */
export async function findLastTouches(
  db: Database,
  { entity, ids, act }: { entity: string; ids: readonly string[]; act: number },
): Promise<ReadonlyMap<string, LastTouch>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<LastTouch & { id: string }>`
    with act as (select max(audit_idx) as audit_idx from audit where act_idx = ${act}::bigint)
    select given.id, last.actor, ${secondsOf('last.at')} as at
    from unnest(${ids}::text[]) as given (id) cross join act cross join lateral (
      (select a.audit_idx, a.actor, a.at from audit a
       where a.entity = ${entity} and a.entity_id = given.id and a.audit_idx > act.audit_idx
       order by a.audit_idx desc limit 1)
      union all
      (select a.audit_idx, a.actor, a.at from audit a
       where a.of_entity = ${entity} and a.of_id = given.id and a.audit_idx > act.audit_idx
       order by a.audit_idx desc limit 1)
      union all
      (select a.audit_idx, a.actor, a.at from act_record r join audit a on a.act_idx = r.act_idx
       where r.entity = ${entity} and r.record_id = given.id and a.audit_idx > act.audit_idx
       order by a.audit_idx desc limit 1)
      order by audit_idx desc limit 1
    ) last`.execute(db);
  return new Map(rows.map(({ id, actor, at }) => [id, { actor, at }]));
}
