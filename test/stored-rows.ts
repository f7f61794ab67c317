import { sql } from 'kysely';
import type { Office } from './app.ts';

// What tells of acts, of sessions and of readers' calls, rather than what staff keep.
const passing = [
  'audit',
  'trail_chain',
  'trail_seal',
  'trail_amended',
  'trail_outlet',
  'change',
  'key_use',
  'act_record',
  'act_part',
  'left_file',
  'left_image',
  'session',
  'api_key',
  'bulk_work',
];

/** Every stored row of what staff keep, by table; of books without the time since which readers read them again. */
export async function storedRows({ db }: Office): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relname = any(${passing}::text[])
    order by 1`.execute(db);
  const found: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(t) - 'touched_at')::text as row from ${sql.table(name)} t order by 1`.execute(db);
    if (rows.length > 0) found[name] = rows.map(({ row }) => JSON.parse(row));
  }
  return found;
}
