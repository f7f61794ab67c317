import { sql } from 'kysely';
import type { Context } from './context.ts';
import type { DB } from './db/schema.generated.ts';
import type { RecordKind } from './record-links.ts';

/** What deleted records were called, by id, as their deletion tells it; `field` has the title. */
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

interface TitleColumns {
  /** The column of the id in the audit trail. */
  key: string;
  title?: string;
  /** The key is text, not a number. */
  text?: true;
}

/** The titles of records that have one in a column of their table: `titlesIn('series', { key: 'ser_idx' })`. */
export const titlesIn =
  (table: keyof DB, { key, title = 'title', text }: TitleColumns): NonNullable<RecordKind['titles']> =>
  async (ctx, ids) => {
    const known = text ? ids : ids.filter((id) => /^\d{1,9}$/.test(id));
    const { rows } = await sql<{ id: string; title: string | null }>`
      select ${sql.ref(key)}::text as id, ${sql.ref(title)} as title from ${sql.table(table)}
      where ${sql.ref(key)} = any(${known}::text[]${text ? sql`` : sql`::integer[]`})`.execute(ctx.db);
    return new Map(rows.flatMap((row) => (row.title === null ? [] : [[row.id, row.title]])));
  };
