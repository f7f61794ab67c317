import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { DB } from '../db/schema.generated.ts';

interface KeyedTable {
  table: keyof DB;
  key: string;
}

/** Which of these keys belong to deleted records that an act has stored, so that its undo can bring them back. */
export async function listStoredKeys(
  db: Database,
  { table, key }: KeyedTable,
  keys: readonly string[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const { rows } = await sql<{ key: string }>`
    select rows->0->>${key} as key from act_part where part = ${table} and rows->0->>${key} = any(${keys}::text[])
    union select undo->>${key} from act_record where entity = ${table} and undo->>${key} = any(${keys}::text[])`.execute(
    db,
  );
  return new Set(rows.map((row) => row.key));
}
