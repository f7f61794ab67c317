import { sql } from 'kysely';
import type { Context } from '../work/context.ts';

/** The last titles of deleted records, by id, from their deletion's audit row; `field` contains the title. */
export async function lastTitles(
  ctx: Context,
  entity: string,
  ids: readonly (string | number)[],
  field = 'title',
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; title: string | null }>`
    select distinct on (entity_id) entity_id as id, before ->> ${field} as title from audit
    where entity = ${entity} and entity_id = any(${ids.map(String)}::text[]) and action = ${`${entity}.deleted`}
    order by entity_id, audit_idx desc`.execute(ctx.db);
  return new Map(rows.flatMap(({ id, title }) => (title === null ? [] : [[id, title]])));
}
