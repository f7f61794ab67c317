import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';

// From this size on a table is truncated, which is then faster than deleting its rows. Bytes.
const large = 1_000_000;

/**
 * Empties tables and those that refer to them, like `truncate … cascade`; with `restart`, sequences start at 1 again.
 * Truncating creates new files for each table and each of its indexes, which takes longer than most tests. So only
 * large tables are truncated; in others, the few rows are deleted, without firing triggers.
 */
export async function emptyTables(
  db: Database,
  tables: readonly string[],
  { restart = false }: { restart?: boolean } = {},
): Promise<void> {
  await sql`
    do $$
    declare
      emptied regclass[];
      one regclass;
    begin
      with recursive reached (name) as (
        select unnest(${sql.lit(`{${tables.join()}}`)}::regclass[])
        union select conrelid::regclass from pg_constraint join reached on confrelid = name
          where contype = 'f' and conparentid = 0)
      select array_agg(name) into emptied from reached;
      execute 'lock table ' || array_to_string(emptied, ', ') || ' in share row exclusive mode';
      set local session_replication_role = replica;
      foreach one in array emptied loop
        execute case when pg_table_size(one) > ${sql.lit(large)} then format('truncate %s cascade', one)
          else format('delete from %s', one) end;
      end loop;
      perform setval(pg_get_serial_sequence(attrelid::regclass::text, attname), 1, false)
        from pg_attribute where ${sql.lit(restart)} and attrelid = any(emptied) and attidentity <> '';
    end $$`.execute(db);
}
