import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '#test/test-database.ts';
import { startNetwork } from '#test/network.ts';
import { untilWaiting } from '#test/while-locked.ts';
import { openDatabase } from '../db/database.ts';
import { openPool } from '../db/pool.ts';
import { type Change, ChangeFeed } from './change-feed.ts';

const database = await testDatabase();
const connection = { connectionString: database.url };
const pool = openPool(connection);
const db = openDatabase(pool);
let errors: unknown[] = [];
const feed = new ChangeFeed({ connection, db, onError: (error) => errors.push(error) });
const opened: pg.Client[] = [];

beforeAll(() => feed.listen());
beforeEach(async () => {
  errors = [];
  await pool.query('truncate change');
});
afterAll(async () => {
  await feed.close();
  await Promise.all(opened.map((client) => client.end()));
  await pool.end();
  await database.drop();
});

/** A separate connection with an open transaction. */
async function begin(): Promise<pg.Client> {
  const client = new pg.Client(connection);
  opened.push(client);
  await client.connect();
  await client.query('begin');
  await client.query('select pg_current_xact_id()');
  return client;
}

const change = (client: pg.Client | pg.Pool, id: string) =>
  client.query("insert into change (kind, id, at) values ('book', $1, now())", [id]);

const commit = async (client: pg.Client) => {
  await client.query("select pg_notify('change', '')");
  await client.query('commit');
};

const ids = (changes: Change[]) => changes.map(({ id }) => id);

const come = async (cursor: string | null, limit?: number) => expect(ids(await feed.after(cursor, limit)));

const nextWake = () =>
  new Promise<void>((resolve) => {
    const off = feed.onWake(() => {
      off();
      resolve();
    });
  });

/** Reads again on every wake, until it has this many changes. */
async function readUntil(count: number, found: Change[] = []): Promise<Change[]> {
  while (found.length < count) {
    const woken = nextWake();
    const more = await feed.after(found.at(-1)?.cursor ?? null);
    found.push(...more);
    if (more.length === 0) await woken;
  }
  return found;
}

describe('Changes after a cursor', () => {
  test('come in commit order, each with its place', async () => {
    for (const id of ['a', 'b', 'c']) await change(pool, id);
    (await come(null)).toEqual(['a', 'b', 'c']);
    const all = await feed.after(null);
    expect(all[0]).toMatchObject({ kind: 'book', id: 'a', cursor: expect.stringMatching(/^[0-9a-f]{8}-\d+$/) });
    expect(await feed.after(all[0]?.cursor ?? '')).toEqual(all.slice(1));
    expect(await feed.after(all[2]?.cursor ?? '')).toEqual([]);
  });

  test('within one transaction come in the order they were recorded, and a page may end between them', async () => {
    await pool.query(
      "insert into change (kind, id, at) select 'book', n, now() from generate_series(1, 5) n order by n",
    );
    (await come(null, 2)).toEqual(['1', '2']);
    const first = await feed.after(null, 2);
    expect(ids(await feed.after(first[1]?.cursor ?? '', 10))).toEqual(['3', '4', '5']);
  });

  test('of a transaction that began earlier and commits later come later, and block nobody', async () => {
    const early = await begin();
    await early.query("insert into setting (key, value) values ('early', '1')");
    await change(pool, 'late');
    (await come(null)).toEqual(['late']);
    const [late] = await feed.after(null);
    await change(early, 'early');
    await early.query('commit');
    (await come(late?.cursor ?? null)).toEqual(['early']);
  });

  test('of a transaction that is about to commit are numbered before those that commit after it', async () => {
    const first = await begin();
    await change(first, 'first');
    const second = change(pool, 'second');
    await untilWaiting(db);
    expect(await feed.after(null)).toEqual([]);
    await first.query('commit');
    await second;
    (await come(null)).toEqual(['first', 'second']);
  });

  test('that were rolled back never appear', async () => {
    const client = await begin();
    await change(client, 'undone');
    await client.query('rollback');
    await change(pool, 'done');
    (await come(null)).toEqual(['done']);
  });

  test('by many concurrent writers are read on from the cursor without loss or repeat', async () => {
    const names = Array.from({ length: 200 }, (_, n) => String(n));
    const reading = readUntil(names.length);
    const write = async (mine: string[]) => {
      const client = await begin();
      await client.query('rollback');
      for (const name of mine) {
        await client.query('begin');
        await change(client, name);
        await commit(client);
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, w) => write(names.filter((_name, n) => n % 8 === w))));
    const found = await reading;
    expect(new Set(ids(found))).toEqual(new Set(names));
    expect(found).toHaveLength(names.length);
    expect(found).toEqual(await feed.after(null));
  });

  test.each(['', 'latest', '1', '1-1', '-1', '0123abcd', '0123abcd-1-1', '0123ABCD-1', "0123abcd-1'"])(
    'are refused as bad input for an invalid cursor: %s',
    async (cursor) => {
      await expect(feed.after(cursor)).rejects.toMatchObject({ status: 400 });
    },
  );
});

describe('A listener', () => {
  test('is woken by every commit that records changes', async () => {
    const woken = nextWake();
    const client = await begin();
    await change(client, 'a');
    await commit(client);
    await woken;
    (await come(null)).toEqual(['a']);
  });

  test('is no longer called once it has stopped', async () => {
    let calls = 0;
    const off = feed.onWake(() => {
      calls += 1;
    });
    off();
    const woken = nextWake();
    await pool.query("select pg_notify('change', '')");
    await woken;
    expect(calls).toBe(0);
  });

  test('gets the changes from while the connection was lost, and listens on', async () => {
    const lost = nextWake();
    await pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'library-office-feed' and datname = current_database()",
    );
    await change(pool, 'meanwhile');
    await pool.query("select pg_notify('change', '')");
    await lost;
    (await come(null)).toEqual(['meanwhile']);
    expect(errors).toHaveLength(1);
    const woken = nextWake();
    await pool.query("select pg_notify('change', '')");
    await woken;
  });
});

test('a listener whose network silently drops everything hears again once it is repaired', async () => {
  const proxy = await startNetwork(database.url);
  const lost: unknown[] = [];
  const far = new ChangeFeed({
    connection: { connectionString: proxy.url },
    db,
    onError: (error) => lost.push(error),
    heartbeatMs: 200,
  });
  await far.listen();
  proxy.swallow();
  await expect.poll(() => lost.length).toBeGreaterThan(0);
  let woken = 0;
  far.onWake(() => (woken += 1));
  proxy.mend();
  await expect.poll(() => woken).toBeGreaterThan(0);
  await far.close();
  await proxy.close();
});

test('a closed feed holds no connection, and does not reopen one', async () => {
  const other = new ChangeFeed({ connection, db, onError: () => undefined });
  await other.listen();
  const connections = async () => {
    const { rows } = await pool.query<{ count: number }>(
      "select count(*) from pg_stat_activity where application_name = 'library-office-feed' and datname = current_database()",
    );
    return rows[0]?.count;
  };
  expect(await connections()).toBe(2);
  await other.close();
  await expect.poll(connections).toBe(1);
  await other.listen();
  expect(await connections()).toBe(1);
});
