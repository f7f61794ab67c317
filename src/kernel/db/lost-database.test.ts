import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Office, type Person, startOffice } from '#test/app.ts';
import { testDatabase } from '#test/test-database.ts';
import { type Network, startNetwork } from '#test/network.ts';
import { Catalogues } from '../messages/catalogues.ts';
import { mayHaveCommitted, systemCaller, UnitOfWork } from '../work/unit-of-work.ts';
import { copyInto } from './copy.ts';
import { type Database, openDatabase } from './database.ts';
import { DatabaseUnreachable } from './failures.ts';
import { openPool, type Pool } from './pool.ts';

const deadlineMs = 800;

const database = await testDatabase();
let proxy: Network;
let pool: Pool;
let db: Database;
let work: UnitOfWork;
const idle: Error[] = [];
beforeAll(async () => {
  proxy = await startNetwork(database.url);
  pool = openPool({ connectionString: proxy.url }, { onError: (error) => idle.push(error) });
  db = openDatabase(pool, deadlineMs);
  const clock = () => new Date();
  work = new UnitOfWork({
    db,
    readDb: db,
    clock,
    timeZone: 'UTC',
    catalogues: new Catalogues({}),
    onError: () => undefined,
  });
});
afterEach(async () => {
  proxy.mend();
  await expect.poll(() => failure(answers())).toBe('answered');
});
afterAll(async () => {
  await pool.end();
  await proxy.close();
  await database.drop();
});

const answers = async () => (await sql`select 1 as one`.execute(db)).rows;
const failure = (act: Promise<unknown>): Promise<unknown> =>
  act.then(
    () => 'answered',
    (error: unknown) => error,
  );
/** Opens as many connections as the pool allows and returns them idle; a busy machine may need more than one try. */
async function fill(): Promise<void> {
  const use = async () => {
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => db.startTransaction().execute()));
    const begun = all.filter((one) => one.status === 'fulfilled');
    await Promise.all(begun.map(({ value }) => value.commit().execute()));
    return all.length - begun.length;
  };
  await expect.poll(use).toBe(0);
}

describe('A database that hangs', () => {
  test('fails each statement in time, and those connections are never used again', async () => {
    await fill();
    expect(pool.idleCount).toBe(10);
    proxy.swallow();
    const failed = await Promise.all(Array.from({ length: 10 }, () => failure(answers())));
    expect(failed.every((one) => one instanceof DatabaseUnreachable)).toBe(true);
    await expect.poll(() => pool.totalCount).toBe(0);
    proxy.mend();
    expect(await answers()).toEqual([{ one: 1 }]);
  });

  test('fails a transaction in time, which has certainly changed nothing before its commit was sent', async () => {
    const failed = await failure(
      work.write(systemCaller('test'), async (ctx) => {
        await sql`select 1`.execute(ctx.db);
        proxy.swallow();
        await sql`select 2`.execute(ctx.db);
      }),
    );
    expect(failed).toBeInstanceOf(DatabaseUnreachable);
    expect(mayHaveCommitted(failed)).toBe(false);
  });

  test('leaves it open whether a commit without an answer succeeded', async () => {
    const failed = await failure(
      work.write(systemCaller('test'), async (ctx) => {
        await sql`select 1`.execute(ctx.db);
        proxy.swallow();
      }),
    );
    expect(failed).toBeInstanceOf(DatabaseUnreachable);
    expect(mayHaveCommitted(failed)).toBe(true);
  });

  test('fails the storing of rows in time, but does not limit a slow source of rows', async () => {
    const rows = async function* (act: () => void | Promise<void>) {
      yield `a\t1\n`;
      await act();
      for (let n = 0; n < 200; n++) yield `${'x'.repeat(1000)}${n}\t1\n`;
    };
    const slow = () => new Promise<void>((resolve) => setTimeout(resolve, 2 * deadlineMs));
    const store = (act: () => void | Promise<void>) =>
      db.transaction().execute((trx) => copyInto(trx, 'setting (key, value)', rows(act)));
    expect(await failure(store(() => proxy.swallow()))).toBeInstanceOf(DatabaseUnreachable);
    proxy.mend();
    expect(await store(slow)).toBe(201);
    await db.deleteFrom('setting').execute();
  });

  test('gets no statement from callers that waited too long for a connection', async () => {
    const clients = await Promise.all(Array.from({ length: 10 }, () => pool.connect()));
    expect(await failure(answers())).toBeInstanceOf(DatabaseUnreachable);
    for (const client of clients) client.release();
    expect(await answers()).toEqual([{ one: 1 }]);
    expect(pool.waitingCount).toBe(0);
  });
});

test('An answer that arrived in time counts, though the process was busy until after the deadline', async () => {
  const near = openPool({ connectionString: database.url });
  const busy = openDatabase(near, deadlineMs);
  await sql`select 1`.execute(busy);
  const pending = busy.connection().execute(async (one) => {
    const answer = sql`select 1 as one`.execute(one);
    // The statement is sent at the end of this tick; then the event loop is blocked for longer than the deadline.
    setImmediate(() => {
      const end = performance.now() + 2 * deadlineMs;
      while (performance.now() < end);
    });
    return (await answer).rows;
  });
  expect(await pending).toEqual([{ one: 1 }]);
  await near.end();
});

describe('A database that was away', () => {
  test.each([
    [
      'the server ends them',
      () =>
        sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db),
    ],
    ['the network is cut', async () => proxy.cut()],
  ])('with all its connections is used again at once: %s', async (_how, end) => {
    await fill();
    await end();
    await expect.poll(() => failure(answers())).toBe('answered');
    expect(await answers()).toEqual([{ one: 1 }]);
    await expect.poll(() => idle.length).toBeGreaterThan(0);
  });
});

describe('While the database hangs, the product', () => {
  let own: Network;
  let office: Office;
  beforeAll(async () => {
    const route = async (url: string) => {
      own = await startNetwork(url);
      return own.url;
    };
    office = await startOffice({ route });
  });
  afterAll(async () => {
    own.mend();
    await office.close();
    await own.close();
  });

  test('is alive at once, soon reports not ready, and answers calls with 503; then it recovers by itself', async () => {
    await office.admin.get('/agegroup');
    own.swallow();
    const statuses: string[] = [];
    const request = async (who: Person, path: string) => {
      const answer = await who.get(path);
      statuses.push(`${path} ${answer.status}`);
      return answer;
    };
    const [call] = await Promise.all([
      request(office.admin, '/api/v1/age_group'),
      request(office.stranger, '/readyz'),
      request(office.stranger, '/healthz'),
    ]);
    expect(statuses).toEqual(['/healthz 200', '/readyz 503', '/api/v1/age_group 503']);
    expect(call.json).toMatchObject({ error: { code: 'error.database' } });
    own.mend();
    expect((await office.stranger.get('/readyz')).status).toBe(200);
    expect((await office.admin.get('/agegroup')).status).toBe(200);
  });
});
