import { spawn } from 'node:child_process';
import path from 'node:path';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { startNetwork } from '#test/network.ts';
import { startWork } from '#test/work.ts';
import { isLostConnection } from '../db/failures.ts';
import { systemCaller } from '../work/unit-of-work.ts';
import { findProgress, JobCancelled, requestStop } from './job-progress.ts';
import { type JobHandler, Jobs } from './jobs.ts';

interface Letter {
  key: string;
}

const office = await startWork();
const { work, db, url } = office;
const connection = { connectionString: url };
const running: Jobs[] = [];

/** The jobs of one process, working on the given queues. */
async function start(handlers: Record<string, JobHandler<Letter>>, errors: unknown[] = []): Promise<Jobs> {
  const jobs = new Jobs({ connection, onError: (error) => errors.push(error), stopWithinMs: 1000 });
  for (const [name, run] of Object.entries(handlers)) jobs.define<Letter>(name, { run });
  await jobs.start();
  running.push(jobs);
  return jobs;
}

const send = (jobs: Jobs, name: string, key: string) =>
  work.write(systemCaller('test'), (ctx) => jobs.send<Letter>(ctx, name, { key }));

const progressOf = (key: string) => work.read(systemCaller('test'), (ctx) => findProgress(ctx, key));

const settings = () => db.selectFrom('setting').select('key').execute();

// Two start on a database without any queues yet, like two instances of a first release.
const startErrors: unknown[] = [];
const ran: string[] = [];
const quick = { quick: async ({ data }: { data: Letter }) => void ran.push(data.key) };
let jobs: Jobs;
beforeAll(async () => {
  const [first] = await Promise.all([start(quick, startErrors), start(quick, startErrors)]);
  jobs = first;
});
afterAll(async () => {
  await Promise.all(running.map((one) => one.stop()));
  await office.close();
});

// Concurrent: each test uses its own `expect`, which knows its test.
describe.concurrent('Jobs', () => {
  test('two instances start at once without harming each other or the requests', async ({ expect }) => {
    expect(startErrors).toEqual([]);
    await Promise.all(Array.from({ length: 10 }, () => settings()));
  });

  test('one sent in a transaction that is rolled back never runs; once it is committed each runs once', async ({
    expect,
  }) => {
    const failing = work.write(systemCaller('test'), async (ctx) => {
      await jobs.send<Letter>(ctx, 'quick', { key: 'undone' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    const names = Array.from({ length: 12 }, (_, n) => `done-${n}`);
    await Promise.all(names.map((name) => send(jobs, 'quick', name)));
    // Both instances take jobs in the order sent, so the last to run comes after any that should not run.
    await expect.poll(() => ran.length).toBe(names.length);
    expect(ran.toSorted()).toEqual(names.toSorted());
  });

  test('one reports its progress while its own transaction is still open', async ({ expect }) => {
    const [reached, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const here = await start({
      reporting: async ({ progress }) => {
        await work.write(systemCaller('job'), async (ctx) => {
          await ctx.db.insertInto('setting').values({ key: 'told', value: '1' }).execute();
          progress.report(3, 7);
          reached.resolve();
          await go.promise;
        });
        await progress.end();
      },
    });
    expect(await progressOf('t')).toBeNull();
    await send(here, 'reporting', 't');
    await reached.promise;
    await expect.poll(() => progressOf('t')).toEqual({ done: 3, total: 7, ahead: 0 });
    expect(await settings()).not.toContainEqual({ key: 'told' });
    go.resolve();
    await expect.poll(settings).toContainEqual({ key: 'told' });
    await expect.poll(() => progressOf('t')).toBeNull();
  });

  test('one that staff cancelled ends at its next step, and its work is undone', async ({ expect }) => {
    const started = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<unknown>();
    const here = await start({
      long: async ({ progress }) => {
        const writing = work.write(systemCaller('job'), async (ctx) => {
          await ctx.db.insertInto('setting').values({ key: 'cancelled', value: '1' }).execute();
          for (let done = 0; ; done = (done + 1) % 2) {
            progress.report(done, 1);
            started.resolve();
            await setImmediate();
          }
        });
        await writing.catch((error: unknown) => ended.resolve(error));
      },
    });
    await send(here, 'long', 'c');
    await started.promise;
    await work.write(systemCaller('test'), (ctx) => requestStop(ctx, 'c'));
    expect(await ended.promise).toBeInstanceOf(JobCancelled);
    expect(await settings()).not.toContainEqual({ key: 'cancelled' });
  });

  test('one whose handler fails is run again, and the failure is reported', async ({ expect }) => {
    const errors: unknown[] = [];
    let attempts = 0;
    const here = await start(
      {
        shaky: async () => {
          attempts += 1;
          if (attempts === 1) throw new Error('the first time fails');
        },
      },
      errors,
    );
    await send(here, 'shaky', 's');
    await expect.poll(() => attempts).toBe(2);
    expect(errors).toEqual([new Error('the first time fails')]);
  });

  test('a database that is away is told as such by every queue, and not as a failure of the work', async ({
    expect,
  }) => {
    const network = await startNetwork(url);
    const errors: unknown[] = [];
    const onError = (error: unknown) => errors.push(error);
    const here = new Jobs({ connection: { connectionString: network.url }, onError, stopWithinMs: 1000 });
    here.define<Letter>('away', { run: async () => undefined });
    await here.start();
    network.refuse();
    await expect.poll(() => errors.length, { timeout: 60_000 }).toBeGreaterThan(3);
    network.mend();
    await here.stop();
    await network.close();
    expect(errors.filter((error) => !isLostConnection(error))).toEqual([]);
  });

  test('one whose process was killed is run again by another, within half a minute', async ({
    expect,
    onTestFinished,
  }) => {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'jobs.fixture.ts'), url], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    await expect
      .poll(() =>
        send(jobs, 'endless', 'e').then(
          () => 'sent',
          () => 'no line yet',
        ),
      )
      .toBe('sent');
    await expect.poll(() => progressOf('e')).toEqual({ done: 1, total: 2, ahead: 0 });
    child.kill('SIGKILL');
    // Pretends that the maximum time without a heartbeat has passed.
    const { rows } = await sql<{ silent: number }>`
      update pgboss.job set heartbeat_on = heartbeat_on - heartbeat_seconds * interval '1 second'
      where name = 'endless' and state = 'active' returning heartbeat_seconds as silent`.execute(db);
    expect(rows).toEqual([{ silent: 10 }]);
    const again = Promise.withResolvers<unknown>();
    await start({ endless: async ({ data }) => again.resolve(await progressOf(data.key)) });
    expect(await again.promise).toEqual({ done: 1, total: 2, ahead: 0 });
  });

  test('stopping waits for the one in progress', async ({ expect }) => {
    const started = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    let finished = false;
    const here = await start({
      patient: async () => {
        started.resolve();
        await go.promise;
        finished = true;
      },
    });
    await send(here, 'patient', 'p');
    await started.promise;
    const stopping = here.stop();
    expect(await Promise.race([stopping, sleep(100, 'still waiting')])).toBe('still waiting');
    go.resolve();
    await stopping;
    expect(finished).toBe(true);
  });

  test('one that does not end in time is told to, and the next instance runs it again', async ({ expect }) => {
    const started = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<unknown>();
    const here = await start({
      stubborn: async ({ progress }) => {
        started.resolve();
        try {
          for (;;) {
            progress.report(0, 1);
            await setImmediate();
          }
        } catch (error) {
          ended.resolve(error);
          throw error;
        }
      },
    });
    await send(here, 'stubborn', 'n');
    await started.promise;
    await here.stop();
    expect(await ended.promise).toMatchObject({ name: 'AbortError' });
    const again = Promise.withResolvers<void>();
    await start({ stubborn: async () => again.resolve() });
    await again.promise;
  });
});
