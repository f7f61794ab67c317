import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';

/**
 * How many rows of each table of the database, with those of the queue of jobs, have a text in any column: as a word of its
 * own, as a search of a dump would find it.
 */
export async function everyRow(db: Database, text: string): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ of: string; name: string }>`
    select table_schema as of, table_name as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE' order by 1, 2`.execute(db);
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const pattern = String.raw`(^|[^[:alnum:]])${escaped}($|[^[:alnum:]-]|-($|[^[:alnum:]]))`;
  const found: Record<string, number> = {};
  for (const { of, name } of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.id(of, name)} t where t::text ~ ${pattern}`.execute(db);
    if (rows[0] && rows[0].count > 0) found[of === 'public' ? name : `${of}.${name}`] = rows[0].count;
  }
  return found;
}
