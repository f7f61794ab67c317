import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startNetwork } from '#test/network.ts';
import { type PostgresPair, startPostgresPair } from '#test/postgres-pair.ts';
import { openDatabase } from './database.ts';
import { DatabaseUnreachable } from './failures.ts';
import { openPool, type Pool } from './pool.ts';
import { Servers } from './servers.ts';

const hostOf = (url: string) => new URL(url).host;

/** A server whose replica becomes the database while it goes on: its connections stay, and its commits wait for a replica. */
describe.each(['several addresses', 'one address that moves'] as const)('A former primary behind %s', (how) => {
  let pair: PostgresPair | undefined;
  let pool: Pool;
  let close: () => Promise<void>;
  let isAvailable = false;
  beforeEach(async () => {
    pair = await startPostgresPair();
    isAvailable = pair !== undefined;
    if (!pair) return;
    const [one, two] = pair.urls;
    const relay = await startNetwork(one);
    const url = how === 'several addresses' ? one.replace(hostOf(one), `${hostOf(one)},${hostOf(two)}`) : relay.url;
    // Longer than the test: what ends it must not be a deadline.
    pool = openPool({ connectionString: url }, { max: 4, statementTimeoutMs: 600_000 });
    close = () => relay.close();
    const db = openDatabase(pool);
    await sql`create table note (text text)`.execute(db);
    // Connections that lead to it stay open.
    await Promise.all([1, 2, 3, 4].map(() => sql`select pg_sleep(0.1)`.execute(db)));
    await pair.promote();
    relay.lead(two);
  });
  beforeEach(({ skip }) => {
    if (!isAvailable) skip('PostgreSQL of Debian is not available.');
  });
  afterEach(async () => {
    await pool?.end();
    await close?.();
    await pair?.stop();
  });

  test('takes no commit after a pause either, though it would not wait there', async () => {
    const db = openDatabase(pool);
    const quick = (n: number) =>
      db.transaction().execute(async (trx) => {
        await sql`set local synchronous_commit = local`.execute(trx);
        await sql`insert into note values (${`quick ${n}`})`.execute(trx);
        return n;
      });
    const done: number[] = [];
    for (let n = 0; n < 10; n++)
      await quick(n).then(
        (one) => done.push(one),
        () => undefined,
      );
    const kept = await pair?.queryReplica("select text from note where text like 'quick%'");
    expect(kept?.map(({ text }) => text).toSorted()).toEqual(done.map((n) => `quick ${n}`).toSorted());
    expect(done.length).toBeGreaterThan(0);
  });

  test('is left while a commit waits there, which is reported as uncertain; what follows is on the new one', async () => {
    const db = openDatabase(pool);
    const note = (text: string) =>
      db.transaction().execute((trx) => sql`insert into note values (${text})`.execute(trx));
    await expect(note('lost')).rejects.toBeInstanceOf(DatabaseUnreachable);
    // Others of its connections may be met while they are closed.
    const isKept = () =>
      note('kept').then(
        () => true,
        () => false,
      );
    await expect.poll(isKept).toBe(true);
    const { rows } = await sql`select text from note`.execute(db);
    expect(rows).toEqual([{ text: 'kept' }]);
    expect(await pair?.queryReplica('select text from note')).toEqual([{ text: 'kept' }]);
  });
});

test('A server that became read-only is left by its one address, and what it would still answer is not read', async ({
  skip,
}) => {
  const pair = await startPostgresPair();
  if (!pair) return skip('PostgreSQL of Debian is not available.');
  const [one, two] = pair.urls;
  const relay = await startNetwork(one);
  const pool = openPool({ connectionString: relay.url }, { max: 4 });
  const db = openDatabase(pool);
  await sql`create table note (text text)`.execute(db);
  await Promise.all([1, 2, 3, 4].map(() => sql`select pg_sleep(0.1)`.execute(db)));
  await pair.promote();
  await pair.queryPrimary("select pg_reload_conf() from set_config('x.y', '', false)");
  await pair.queryPrimary('alter system set default_transaction_read_only = on');
  await pair.queryPrimary('select pg_reload_conf()');
  relay.lead(two);
  const note = () => sql`insert into note values ('kept')`.execute(db);
  await expect
    .poll(() =>
      note().then(
        () => 'written',
        () => 'refused',
      ),
    )
    .toBe('written');
  const counts = await Promise.all([1, 2, 3, 4].map(() => sql`select from note`.execute(db)));
  expect(counts.map(({ rows }) => rows.length)).toEqual([1, 1, 1, 1]);
  await pool.end();
  await relay.close();
  await pair.stop();
});

describe('Whether a connection leads to a former primary', () => {
  let pair: PostgresPair | undefined;
  let servers: Servers;
  let client: InstanceType<Servers['Client']>;
  beforeEach(async ({ skip }) => {
    pair = await startPostgresPair();
    if (!pair) return skip('PostgreSQL of Debian is not available.');
    servers = new Servers({ connectionString: pair.url });
    client = await connected();
  });
  afterEach(async () => {
    await client?.end().catch(() => undefined);
    await pair?.stop();
  });
  const connected = async () => {
    const one = new servers.Client();
    one.on('error', () => undefined);
    await one.connect();
    return one;
  };

  test('is not so while its server is the database, however slow', async () => {
    expect(await servers.isOutdated(client)).toBe(false);
  });

  test('is so once another has been promoted, though its own still takes writes; a new one leads to that', async () => {
    await pair?.promote();
    expect(await servers.isOutdated(client)).toBe(true);
    const later = await connected();
    expect(await servers.isOutdated(later)).toBe(false);
    expect((await later.query('show port')).rows).toEqual(await pair?.queryReplica('show port'));
    await later.end();
  });

  test('is so after a demotion, when its server follows the one that was promoted', async () => {
    await pair?.promote();
    await pair?.demotePrimary();
    const former = new Servers({ connectionString: pair?.urls[0] ?? '' });
    const reader = new former.Client();
    await reader.connect();
    expect((await reader.query('select pg_is_in_recovery() as follows')).rows).toEqual([{ follows: true }]);
    expect(await servers.isOutdated(reader)).toBe(true);
    // Also if its own server is the only one that answers.
    expect(await former.isOutdated(reader)).toBe(true);
    await reader.end();
  });
});

test('A commit that ends on a former primary is uncertain, though the new one answers slowly', async ({ skip }) => {
  const pair = await startPostgresPair();
  if (!pair) return skip('PostgreSQL of Debian is not available.');
  const [one, two] = pair.urls;
  const relay = await startNetwork(two);
  const url = one.replace(hostOf(one), `${hostOf(one)},${hostOf(relay.url)}`);
  const pool = openPool({ connectionString: url }, { max: 4, statementTimeoutMs: 600_000 });
  const db = openDatabase(pool);
  try {
    await sql`create table note (text text)`.execute(db);
    // Slower than a commit can wait for each time.
    relay.slow(150);
    await pair.promote();
    const note = db.transaction().execute((trx) => sql`insert into note values ('lost')`.execute(trx));
    const answer = note.then(
      () => 'acknowledged',
      (error: unknown) => error,
    );
    const late = `select from pg_stat_activity
      where wait_event = 'SyncRep' and query = 'commit' and clock_timestamp() > state_change + interval '1.1 s'`;
    await expect.poll(() => pair.queryPrimary(late)).toHaveLength(1);
    // What lets such a commit end: the former primary is told to wait for nobody.
    await pair.queryPrimary("alter system set synchronous_standby_names = ''");
    await pair.queryPrimary('select pg_reload_conf()');
    expect(await answer).toBeInstanceOf(DatabaseUnreachable);
    expect(await pair.queryReplica('select text from note')).toEqual([]);
  } finally {
    await pool.end();
    await relay.close();
    await pair.stop();
  }
});
