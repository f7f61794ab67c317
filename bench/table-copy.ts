import { sql } from 'kysely';
import { copyInto } from '#kernel/db/copy.ts';
import type { Database } from '#kernel/db/database.ts';

/** The rows of some tables in COPY format, by table, in the order of their references. */
export type Dump = Record<string, string[]>;

export async function dumpTables(db: Database, tables: readonly string[]): Promise<Dump> {
  const dump: Dump = {};
  for (const table of tables) dump[table] = await linesOf(db, table);
  return dump;
}

/** The limit for writing these rows: COPY of the same rows into the same tables with the same indexes. */
export function copyTables(db: Database, dump: Dump): Promise<void> {
  return db.transaction().execute(async (trx) => {
    for (const [table, lines] of Object.entries(dump))
      await copyInto(trx, `${table} (${await columnsOf(trx, table)})`, pieces(lines));
  });
}

async function* pieces(lines: readonly string[]) {
  for (let start = 0; start < lines.length; start += 500) yield lines.slice(start, start + 500).join('');
}

async function columnsOf(db: Database, table: string): Promise<string> {
  const { rows: found } = await sql<{ names: string }>`
    select string_agg(column_name, ', ' order by ordinal_position) as names from information_schema.columns
    where table_name = ${table} and is_generated = 'NEVER'`.execute(db);
  return found[0]?.names ?? '';
}

async function linesOf(db: Database, table: string): Promise<string[]> {
  const names = (await columnsOf(db, table)).split(', ');
  const cells = sql.join(
    names.map((column) => sql`coalesce(replace(replace(${sql.ref(column)}::text, '\\', '\\\\'), E'\n', '\\n'), '\\N')`),
    sql`, `,
  );
  const { rows: found } = await sql<{
    line: string;
  }>`select concat_ws(E'\t', ${cells}) || E'\n' as line from ${sql.table(table)}`.execute(db);
  return found.map((row) => row.line);
}
