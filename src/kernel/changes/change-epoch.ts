import type pg from 'pg';

/**
 * What the numbers of changes belong to: this server and its timeline, this database, this table. A loaded dump, a
 * promoted replica or a copy differs in at least one of these.
 */
const home = `(select concat_ws(':',
    (select system_identifier from pg_control_system()),
    left(pg_walfile_name(pg_current_wal_lsn()), 8),
    (select oid from pg_database where datname = current_database()),
    'change'::regclass::oid))`;

/**
 * Starts a new epoch if the database is not the one of the last epoch. Earlier changes are deleted: their order means
 * nothing here. Returns whether an epoch started.
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
