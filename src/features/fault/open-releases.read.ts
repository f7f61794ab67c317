import { sql } from 'kysely';
import type { Context } from '#kernel/work/context.ts';

/** Which of these records an open release sets the same fields of: a fix would bring it into conflict. */
export async function inOpenReleases(
  { db }: Context,
  change: string,
  records: readonly { id: string; fields: object }[],
): Promise<ReadonlySet<string>> {
  const wanted = records.map(({ id, fields }) => ({ id, names: Object.keys(fields) }));
  const { rows } = await sql<{ id: string }>`
    select distinct c.record_id as id
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (id text, names text[])
    join release_change c on c.kind = ${change} and c.record_id = w.id and c.fields ?| w.names
    join release r using (rel_idx)
    where r.status in ('draft', 'scheduled', 'failed')`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
