import { sql } from 'kysely';
import type { Context } from '../work/context.ts';
import { stateAt } from './version-states.ts';
import type { Versioned } from './versions.ts';

/** What a record was at a moment. */
export interface Then<State> {
  /** When the version was made, ISO 8601. */
  since: string;
  state: State;
}

/** The state of a record at a moment, in seconds; undefined before its first version. */
export async function stateThen<State extends object>(
  ctx: Context,
  record: Versioned<State>,
  moment: number,
): Promise<Then<State> | undefined> {
  const { entity, id } = record;
  const at = new Date(Math.round(moment * 1000)).toISOString();
  const own = sql`from version v where v.entity = ${entity} and v.entity_id = ${String(id)}`;
  // Writers of a record take turns, so one that began earlier may come later: all after the first later one are later.
  const { rows } = await sql<{ ver_idx: number; since: string }>`
    select v.ver_idx, to_json(v.at) #>> '{}' as since ${own}
      and v.ver_idx < coalesce((select min(v.ver_idx) ${own} and v.at > ${at}), 2147483647)
    order by v.ver_idx desc limit 1`.execute(ctx.db);
  const [version] = rows;
  return version && { since: version.since, state: await stateAt(ctx, record, version.ver_idx) };
}
