import type pg from 'pg';
import { UnsuitableDatabase } from './migrate.ts';

// In a schema of its own, because a restore drops the others.
const marker = 'restoring.backup';

/**
 * Marks a database as incomplete while a backup is restored into it; a restore that is killed leaves the mark. Returns
 * false if an earlier restore has already left one.
 */
export async function markRestore(client: pg.ClientBase, folder: string): Promise<boolean> {
  const isFirst = (await findRestore(client)) === undefined;
  await client.query('begin');
  await client.query(`
    create schema if not exists restoring;
    create table if not exists ${marker} (folder text not null, began_at timestamptz not null);
    delete from ${marker}`);
  await client.query(`insert into ${marker} values ($1, now())`, [folder]);
  await client.query('commit');
  return isFirst;
}

/** Removes the mark: the database is complete. */
export async function unmarkRestore(client: pg.ClientBase): Promise<void> {
  await client.query('drop schema restoring cascade');
}

/** Throws {@link UnsuitableDatabase} if a backup is being restored, or was not restored to the end. */
export async function requireRestored(client: pg.ClientBase): Promise<void> {
  const found = await findRestore(client);
  if (!found) return;
  const { folder, began_at } = found;
  throw new UnsuitableDatabase(
    `The restore of ${folder}, begun ${began_at}, has not finished, and this database may be incomplete (the table ${marker} marks it). If it is still running, wait for it. Otherwise restore again: npm run restore -- ${folder} --replace`,
  );
}

async function findRestore(client: pg.ClientBase): Promise<{ folder: string; began_at: string } | undefined> {
  const { rows: marked } = await client.query<{ it: boolean }>(`select to_regclass('${marker}') is not null as it`);
  if (!marked[0]?.it) return undefined;
  const { rows } = await client.query<{ folder: string; began_at: string }>(
    `select folder, to_char(began_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as began_at from ${marker}`,
  );
  return rows[0];
}
