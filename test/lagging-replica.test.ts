import { expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { Client } from '#test/client.ts';
import { startPostgresPair } from '#test/postgres-pair.ts';
import { spawnOffice } from './spawned-office.ts';
import { admin } from '#test/product.ts';

test('A replica that stops following never takes away what a person has written, is read again once it follows, and the doctor says how late it is', async ({
  skip,
}) => {
  const pair = await startPostgresPair();
  if (!pair) return skip('there is no PostgreSQL of Debian here');
  // Otherwise no write would be acknowledged while the replica stands still.
  await pair.queryPrimary('alter database office set synchronous_commit = local');
  const office = await spawnOffice({
    DATABASE_URL: pair.url,
    DATABASE_READ_URL: pair.readUrl,
    ADMIN_ID: admin.id,
    ADMIN_PASSWORD: admin.password,
  });
  try {
    const client = await Client.logIn(office.url, admin);
    const shows = async (title: string) => (await client.request('GET', '/book')).text.includes(title);
    const isPast =
      'select bool_and(wrote_at < clock_timestamp() - interval $$13 s$$) as it from session where wrote_at is not null';

    // Recovery that goes on may cancel the very query that lets it go on.
    const resume = () => expect.poll(() => pair.queryReplica('select pg_wal_replay_resume()')).toHaveLength(1);

    await pair.queryReplica('select pg_wal_replay_pause()');
    await expect
      .poll(() => pair.queryReplica('select pg_get_wal_replay_pause_state() as it'))
      .toEqual([{ it: 'paused' }]);
    await client.results('POST', '/api/v1/book', {
      books: [{ ...bookRow(1), title: 'Written' }],
      create_missing: true,
    });
    expect(await shows('Written')).toBe(true);
    await expect.poll(() => pair.queryPrimary(isPast)).toEqual([{ it: true }]);
    expect(await shows('Written')).toBe(true);

    await resume();
    const replayed = "select count(*)::int as it from book where title = 'Written'";
    await expect.poll(() => pair.queryReplica(replayed)).toEqual([{ it: 1 }]);
    // Changed by somebody else, so that the replica's list can be told from the primary's.
    const entitled = (title: string) => `update book set title = '${title}'`;
    await pair.queryPrimary(entitled('Followed'));
    await expect.poll(() => shows('Followed')).toBe(true);
    await pair.queryReplica('select pg_wal_replay_pause()');
    await expect
      .poll(() => pair.queryReplica('select pg_get_wal_replay_pause_state() as it'))
      .toEqual([{ it: 'paused' }]);
    await pair.queryPrimary(entitled('Unseen'));
    // How far the replica is was asked less than a second ago: until it is asked again, the primary answers.
    await expect.poll(async () => [await shows('Followed'), await shows('Unseen')]).toEqual([true, false]);

    const lag = async () => (await client.request('GET', '/api/v1/doctor?check=replica')).text;
    // After thirty seconds.
    await expect.poll(lag, { timeout: 120_000, interval: 1000 }).toContain('"state":"warn"');
    expect(await lag()).toMatch(/seconds behind/);
    await resume();
    await expect.poll(lag).toContain('"state":"ok"');
  } finally {
    await office.stop();
    await pair.stop();
  }
});
