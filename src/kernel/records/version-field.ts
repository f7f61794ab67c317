import { sql } from 'kysely';
import { secondsOf } from '../db/seconds.ts';
import type { Context } from '../work/context.ts';
import type { Json } from './version-changes.rules.ts';
import type { Versioned } from './versions.ts';

/** A version that changed a field. */
interface FieldVersion {
  ver_idx: number;
  number: number;
  /** In seconds. */
  at: number;
  actor: string | null;
  /** Its memo, or else the reason given. */
  text: string;
  /** The value it set; null if it took the field away. */
  value: Json;
}

/** The newest versions of a record that changed one of its own fields, the oldest of them first. */
export async function listFieldVersions(
  { db }: Pick<Context, 'db'>,
  { entity, id }: Versioned,
  { field, limit }: { field: string; limit: number },
): Promise<FieldVersion[]> {
  const { rows } = await sql<FieldVersion>`
    select v.ver_idx, v.number, ${secondsOf('v.at')} as at, v.actor,
      coalesce(nullif(v.memo, ''), v.reason, '') as text, change -> 'after' as value
    from version v cross join lateral jsonb_array_elements(v.changes) change
    where v.entity = ${entity} and v.entity_id = ${String(id)} and v.summary ? ${field}
      and change -> 'path' = ${JSON.stringify([field])}::jsonb
    order by v.ver_idx desc limit ${limit}`.execute(db);
  return rows.toReversed();
}
