import { expect, test } from 'vitest';
import { Client } from '#test/client.ts';
import { startPostgresPair } from '#test/postgres-pair.ts';
import { spawnOffice } from '#test/process.ts';
import { admin } from '#test/product.ts';

test('A replica that stops following never takes away what a person has written, and is read again once it follows', async ({
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
    const shows = async (title: string) =>
      (await client.ask('GET', `/category?q=${title}`)).text.includes(`>${title}<`);
    const isPast =
      'select bool_and(wrote_at < clock_timestamp() - interval $$13 s$$) as it from session where wrote_at is not null';

    await pair.queryReplica('select pg_wal_replay_pause()');
    await client.results('POST', '/api/v1/category', { title: 'Written' });
    expect(await shows('Written')).toBe(true);
    await expect.poll(() => pair.queryPrimary(isPast)).toEqual([{ it: true }]);
    expect(await shows('Written')).toBe(true);

    await pair.queryReplica('select pg_wal_replay_resume()');
    const replayed = "select count(*)::int as it from category where title = 'Written'";
    await expect.poll(() => pair.queryReplica(replayed)).toEqual([{ it: 1 }]);
    // By somebody else, so that a list from the replica can be told from one of the primary.
    await pair.queryPrimary("insert into category (title) values ('Next')");
    await expect
      .poll(() => pair.queryReplica("select count(*)::int as it from category where title = 'Next'"))
      .toEqual([{ it: 1 }]);
    await pair.queryReplica('select pg_wal_replay_pause()');
    await pair.queryPrimary("insert into category (title) values ('Unseen')");
    await expect.poll(() => shows('Unseen')).toBe(false);
    expect(await shows('Written')).toBe(true);
  } finally {
    await office.stop();
    await pair.stop();
  }
});
