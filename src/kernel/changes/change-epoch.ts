import type pg from 'pg';

/**
 * Where the numbers of changes have their meaning: this server and its timeline, this database, this table. A dump that was
 * loaded, a replica that was promoted and a copy of a database differ in at least one.
 */
const home = `(select concat_ws(':',
    (select system_identifier from pg_control_system()),
    left(pg_walfile_name(pg_current_wal_lsn()), 8),
    (select oid from pg_database where datname = current_database()),
    'change'::regclass::oid))`;

/**
 * Begins a new epoch where the database is no longer the one that the last epoch began on. What was recorded before is
 * forgotten: its order means nothing here. Answers whether one began.
 */
export async function renewEpoch(client: pg.Client): Promise<boolean> {
  await client.query('begin');
  const { rowCount } = await client.query(`
    update change_epoch
    set epoch = left(gen_random_uuid()::text, 8), home = ${home}, pruned_idx = 0
    where home <> ${home}`);
  if (rowCount) await client.query('truncate change');
  await client.query('commit');
  return Boolean(rowCount);
}
