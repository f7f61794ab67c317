import type pg from 'pg';

/** Runs `act` without triggers, and without the indexes of these tables except their keys; those are built after it. */
export async function inBulk(client: pg.Client, tables: readonly string[], act: () => Promise<unknown>): Promise<void> {
  const { rows } = await client.query<{ name: string; def: string }>(
    `select indexname as name, indexdef as def from pg_indexes where schemaname = 'public' and tablename = any($1)
      and indexname not in (select conname from pg_constraint)`,
    [tables],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await client.query(`set maintenance_work_mem = '512MB'; set session_replication_role = replica`);
  await act();
  for (const { def } of rows) await client.query(def);
  await client.query('set session_replication_role = origin');
  for (const table of tables) await client.query(`vacuum analyze ${table}`);
}
