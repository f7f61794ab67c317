import type pg from 'pg';

/**
 * Starts a new epoch if the database is not the one of the last epoch. A promoted replica keeps its changes, and
 * cursors up to its newest change stay valid. Otherwise earlier changes are deleted: their order means nothing there.
 */
export async function renewEpoch(client: pg.Client): Promise<void> {
  await client.query('begin');
  await client.query('select follow_promotion()');
  const { rowCount } = await client.query(`
    update change_epoch
    set epoch = left(gen_random_uuid()::text, 8), home = change_home(), pruned_idx = 0
    where home <> change_home()`);
  if (rowCount) await client.query('truncate change, change_epoch_past');
  await client.query('commit');
}
