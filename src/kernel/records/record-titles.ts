import { sql } from 'kysely';
import type { DB } from '../db/schema.generated.ts';
import type { Context } from '../work/context.ts';

/** Where the titles of a kind of record are: `{ table: 'series', key: 'ser_idx' }`. */
export interface TitleColumns {
  table: keyof DB;
  /** The column with the id used in the audit trail. */
  key: string;
  /** The column of the title, if it is not `title`. */
  title?: string;
  /** The key is text, not a number. */
  text?: true;
  /** The key within an id that holds more than the key. */
  keyIn?: (id: string) => string;
}

/** The titles of existing records, by id. */
export async function titlesIn(
  ctx: Context,
  { table, key, title = 'title', text, keyIn = (id) => id }: TitleColumns,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const byKey = new Map(ids.map((id) => [keyIn(id), id]));
  const keys = [...byKey.keys()].filter((one) => text ?? /^\d{1,9}$/.test(one));
  const { rows } = await sql<{ key: string; title: string | null }>`
    select ${sql.ref(key)}::text as key, ${sql.ref(title)} as title from ${sql.table(table)}
    where ${sql.ref(key)} = any(${keys}::text[]${text ? sql`` : sql`::integer[]`})`.execute(ctx.db);
  return new Map(rows.flatMap((row) => (row.title === null ? [] : [[byKey.get(row.key) ?? row.key, row.title]])));
}

/** The last titles of deleted records, by id, from their deletion's audit row; `field` contains the title. */
export async function lastTitles(
  ctx: Context,
  kind: string,
  ids: readonly string[],
  field: string,
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; title: string | null }>`
    select distinct on (entity_id) entity_id as id, before ->> ${field} as title from audit
    where entity = ${kind} and entity_id = any(${ids}::text[]) and action = ${`${kind}.deleted`}
    order by entity_id, audit_idx desc`.execute(ctx.db);
  return new Map(rows.flatMap(({ id, title }) => (title === null ? [] : [[id, title]])));
}
