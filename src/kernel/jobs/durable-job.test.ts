import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWork } from '#test/work.ts';
import { AppError } from '../messages/errors.ts';
import type { Context } from '../work/context.ts';
import { systemCaller } from '../work/unit-of-work.ts';
import { defineDurableJob } from './durable-job.ts';
import { findProgress, type JobProgress, requestStop } from './job-progress.ts';
import { Jobs } from './jobs.ts';

interface Errand {
  id: number;
}

const office = await startWork();
const { work, db, url } = office;
const jobs = new Jobs({ connection: { connectionString: url }, onError: () => undefined, retryDelay: 0 });

/** What the errand does; set by each test. */
let act: (ctx: Context, progress: JobProgress) => Promise<void>;
const send = defineDurableJob<Errand, Errand>(
  { jobs, work },
  {
    name: 'errand',
    key: ({ id }) => `errand-${id}`,
    claim: async (ctx, { id }) => {
      const { rows } = await sql`select 1 from errand where id = ${id} and status = 'open' for update`.execute(ctx.db);
      return rows.length > 0 ? { id } : undefined;
    },
    run: async (ctx, { id }, progress) => {
      await sql`update errand set status = 'done', runs = runs + 1 where id = ${id}`.execute(ctx.db);
      await act(ctx, progress);
    },
    reopen: async (ctx, { id }, { key }) =>
      void (await sql`update errand set status = 'ready', problem = ${key} where id = ${id}`.execute(ctx.db)),
  },
);

let last = 0;
/** Creates an errand and queues it; returns its number. */
const request = (times = 1, tab?: string) =>
  work.write({ ...systemCaller('test'), tab }, async (ctx) => {
    last += 1;
    await sql`insert into errand (id) values (${last})`.execute(ctx.db);
    for (let n = 0; n < times; n++) await send(ctx, { id: last });
    return last;
  });

async function stateOf(id: number) {
  const { rows } = await sql<{ status: string; runs: number; problem: string | null }>`
    select status, runs, problem from errand where id = ${id}`.execute(db);
  return rows[0];
}

const ended = async (id: number) => {
  await expect.poll(async () => (await stateOf(id))?.status).not.toBe('open');
  return stateOf(id);
};

const failWith = (code: string) => (ctx: Context) =>
  sql`do ${sql.lit(`begin raise exception 'no' using errcode = '${code}'; end`)}`.execute(ctx.db).then(() => undefined);

beforeAll(async () => {
  await sql`create table errand (id integer primary key, status text default 'open', runs integer default 0, problem text)`.execute(
    db,
  );
  await jobs.start();
});
beforeEach(() => {
  act = async () => undefined;
});
afterAll(async () => {
  await jobs.stop();
  await office.close();
});

test('one that was sent twice is done once', async () => {
  const id = await request(2);
  const next = await request();
  expect(await ended(next)).toMatchObject({ status: 'done' });
  expect(await stateOf(id)).toEqual({ status: 'done', runs: 1, problem: null });
});

test('one that breaks a rule is open again at once, with the reason', async () => {
  act = async () => {
    throw new AppError(422, 'error.sample');
  };
  expect(await ended(await request())).toEqual({ status: 'ready', runs: 0, problem: 'error.sample' });
});

test('one whose statement timed out is open again, and says so', async () => {
  act = failWith('57014');
  expect(await ended(await request())).toEqual({ status: 'ready', runs: 0, problem: 'error.too_slow' });
});

test('one that fails because the database is full is retried', async () => {
  let attempts = 0;
  act = async (ctx) => {
    attempts += 1;
    if (attempts === 1) await failWith('53100')(ctx);
  };
  expect(await ended(await request())).toEqual({ status: 'done', runs: 1, problem: null });
  expect(attempts).toBe(2);
});

test('one that fails every time is finally open again, and says so', async () => {
  let attempts = 0;
  act = async (ctx) => {
    attempts += 1;
    await failWith('53100')(ctx);
  };
  const id = await request();
  await expect.poll(() => stateOf(id)).toMatchObject({ status: 'ready' });
  expect(await stateOf(id)).toEqual({ status: 'ready', runs: 0, problem: 'error.job_gave_up' });
  expect(attempts).toBe(6);
});

test('one whose process was killed at the last run is open again', async () => {
  const id = await request(0);
  // What the queue does with a job whose last run never ended.
  await work.write(systemCaller('test'), (ctx) =>
    jobs.send(ctx, 'errand.given-up', { key: `errand-${id}`, caller: systemCaller('test'), data: { id } }),
  );
  expect(await ended(id)).toEqual({ status: 'ready', runs: 0, problem: 'error.job_gave_up' });
  const { rows } = await sql`select dead_letter from pgboss.queue where name = 'errand'`.execute(db);
  expect(rows).toEqual([{ dead_letter: 'errand.given-up' }]);
});

test('one that staff stopped before it began is not done, and can be asked for again', async () => {
  const id = await work.write(systemCaller('test'), async (ctx) => {
    last += 1;
    await sql`insert into errand (id) values (${last})`.execute(ctx.db);
    await requestStop(ctx, `errand-${last}`);
    await send(ctx, { id: last });
    return last;
  });
  expect(await ended(id)).toEqual({ status: 'ready', runs: 0, problem: 'error.job_cancelled' });
  await expect.poll(() => work.read(systemCaller('test'), (ctx) => findProgress(ctx, `errand-${id}`))).toBeNull();
});

test('a request to stop survives a run that failed', async () => {
  let attempts = 0;
  act = async (ctx) => {
    attempts += 1;
    await work.write(systemCaller('test'), (other) => requestStop(other, `errand-${last}`));
    await failWith('57P01')(ctx);
  };
  expect(await ended(await request())).toEqual({ status: 'ready', runs: 0, problem: 'error.job_cancelled' });
  expect(attempts).toBe(1);
});

test('what work changes counts as changed in the tab that asked for it', async () => {
  act = async (ctx) => ctx.changed('errand', 'in a tab');
  const tab = randomUUID();
  await ended(await request(1, tab));
  expect(await db.selectFrom('change').select('tab').where('id', '=', 'in a tab').execute()).toEqual([{ tab }]);
});
