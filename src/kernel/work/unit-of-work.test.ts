import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '#test/test-database.ts';
import { emptyTables } from '#test/empty-tables.ts';
import { openDatabase } from '../db/database.ts';
import { openPool } from '../db/pool.ts';
import { Catalogues } from '../messages/catalogues.ts';
import type { Context } from './context.ts';
import { mayHaveCommitted, systemCaller, UnitOfWork } from './unit-of-work.ts';

const [primary, replica] = await Promise.all([testDatabase(), testDatabase()]);
const pool = openPool({ connectionString: primary.url });
const readPool = openPool({ connectionString: replica.url });
const db = openDatabase(pool);
const now = new Date('2026-03-02T09:00:00Z');
let errors: unknown[] = [];
const work = new UnitOfWork({
  db,
  readDb: openDatabase(readPool),
  clock: () => now,
  timeZone: 'Asia/Seoul',
  catalogues: new Catalogues({}),
  onError: (error) => errors.push(error),
});
const caller = {
  actor: { staffIdx: 1, staffId: 'ada', name: 'Ada', isAdmin: true, sessionId: 's' },
  locale: 'ko' as const,
  requestId: 'request-1',
};

beforeEach(async () => {
  errors = [];
  await emptyTables(db, ['setting', 'audit', 'change']);
});
afterAll(async () => {
  await Promise.all([pool.end(), readPool.end()]);
  await Promise.all([primary.drop(), replica.drop()]);
});

const put = (ctx: Context, key: string, value = 1) =>
  ctx.db
    .insertInto('setting')
    .values({ key, value: String(value) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: String(value) }))
    .execute();

const record = (ctx: Context, id: string) => {
  ctx.audit({ entity: 'thing', id, action: 'thing.put', before: { n: 1 }, after: { n: 2 }, reason: 'because' });
  ctx.changed('thing', id);
};

const stored = async () => ({
  settings: (await db.selectFrom('setting').select('key').orderBy('key').execute()).map((row) => row.key),
  audit: (await db.selectFrom('audit').select('entity_id').orderBy('entity_id').execute()).map((row) => row.entity_id),
  changes: (await db.selectFrom('change').select('id').orderBy('id').execute()).map((row) => row.id),
});

describe('A write', () => {
  test('commits its audit and change rows with the act', async () => {
    const answer = await work.write(caller, async (ctx) => {
      await put(ctx, 'a');
      record(ctx, 'a');
      ctx.changed('thing');
      return 'done';
    });
    expect(answer).toBe('done');
    const audit = await db.selectFrom('audit').selectAll().executeTakeFirstOrThrow();
    expect({ ...audit, at: new Date(audit.at) }).toEqual({
      audit_idx: expect.any(Number),
      at: now,
      actor: 'ada',
      entity: 'thing',
      entity_id: 'a',
      action: 'thing.put',
      before: { n: 1 },
      after: { n: 2 },
      reason: 'because',
      request_id: 'request-1',
      act_idx: null,
      of_entity: null,
      of_id: null,
      approved_by: null,
      assistant: null,
      key_name: null,
      undoes: null,
      undoes_some: null,
      part_of: null,
    });
    const changes = await db.selectFrom('change').select(['kind', 'id']).orderBy('change_idx').execute();
    expect(changes).toEqual([
      { kind: 'thing', id: 'a' },
      { kind: 'thing', id: null },
    ]);
  });

  test('that fails leaves nothing, neither its changes nor its records', async () => {
    const failing = work.write(caller, async (ctx) => {
      await put(ctx, 'a');
      record(ctx, 'a');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await stored()).toEqual({ settings: [], audit: [], changes: [] });
  });

  test('whose records cannot be stored is undone', async () => {
    const failing = work.write(caller, async (ctx) => {
      await put(ctx, 'a');
      ctx.audit({ entity: 'thing', id: 'a\0b', action: 'thing.put' });
    });
    await expect(failing).rejects.toThrow('invalid byte sequence');
    expect(await stored()).toEqual({ settings: [], audit: [], changes: [] });
  });

  test('of nobody, such as a job, has no actor', async () => {
    await work.write(systemCaller('start'), async (ctx) => record(ctx, 'a'));
    expect(await db.selectFrom('audit').select(['actor', 'request_id']).execute()).toEqual([
      { actor: null, request_id: 'start' },
    ]);
  });

  test('knows who acts, when, in which language and in which time zone', async () => {
    const known = await work.write(caller, async ({ actor, now: at, locale, timeZone }) => ({
      actor,
      at,
      locale,
      timeZone,
    }));
    expect(known).toEqual({ actor: caller.actor, at: now, locale: 'ko', timeZone: 'Asia/Seoul' });
  });
});

describe('Work deferred until after the commit', () => {
  test('sees what was committed, and runs in order before the answer', async () => {
    const seen: string[] = [];
    await work.write(caller, async (ctx) => {
      ctx.afterCommit(async () => void seen.push(...(await stored()).settings));
      ctx.afterCommit(() => void seen.push('second'));
      await put(ctx, 'a');
      expect(seen).toEqual([]);
    });
    expect(seen).toEqual(['a', 'second']);
  });

  test('does not run when the act was rolled back', async () => {
    const seen: string[] = [];
    const failing = work.write(caller, async (ctx) => {
      ctx.afterCommit(() => void seen.push('ran'));
      await sql`select 1 / 0`.execute(ctx.db);
    });
    await expect(failing).rejects.toThrow('division by zero');
    expect(seen).toEqual([]);
  });

  test('does no harm when it fails: the answer stands, the rest runs, the failure is reported', async () => {
    const seen: string[] = [];
    const answer = await work.write(caller, async (ctx) => {
      ctx.afterCommit(() => Promise.reject(new Error('mail is down')));
      ctx.afterCommit(() => void seen.push('second'));
      await put(ctx, 'a');
      return 'done';
    });
    expect({ answer, seen, errors }).toEqual({ answer: 'done', seen: ['second'], errors: [new Error('mail is down')] });
    expect((await stored()).settings).toEqual(['a']);
  });
});

describe('A write that conflicts with another', () => {
  test('in a deadlock is retried, and its records are stored once', async () => {
    await work.write(caller, async (ctx) => Promise.all([put(ctx, 'a'), put(ctx, 'b')]));
    let attempts = 0;
    const locked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const one = Promise.withResolvers<void>();
    const cross = async (mine: 0 | 1, keys: [string, string]) => {
      await work.write(caller, async (ctx) => {
        attempts += 1;
        if (attempts > 2) await one.promise;
        record(ctx, `${keys[0]}-${attempts}`);
        await sql`set local deadlock_timeout = '20ms'`.execute(ctx.db);
        await put(ctx, keys[0]);
        locked[mine].resolve();
        await locked[1 - mine]?.promise;
        await put(ctx, keys[1]);
      });
      one.resolve();
    };
    await Promise.all([cross(0, ['a', 'b']), cross(1, ['b', 'a'])]);
    expect(attempts).toBe(3);
    const { audit, changes } = await stored();
    expect(audit).toHaveLength(2);
    expect(audit).toContainEqual(expect.stringMatching(/-3$/));
    expect(changes).toEqual(audit);
  });

  test('that committed first, where it needs a snapshot, is retried on the new state', async () => {
    await work.write(caller, (ctx) => put(ctx, 'count', 1));
    let attempts = 0;
    await work.write(caller, async (ctx) => {
      attempts += 1;
      await sql`set transaction isolation level repeatable read`.execute(ctx.db);
      const row = await ctx.db.selectFrom('setting').select('value').executeTakeFirstOrThrow();
      if (attempts === 1) await work.write(caller, (other) => put(other, 'count', 5));
      await put(ctx, 'count', Number(row.value) + 1);
      record(ctx, `attempt-${attempts}`);
    });
    expect(await db.selectFrom('setting').select('value').executeTakeFirstOrThrow()).toEqual({ value: 6 });
    expect((await stored()).audit).toEqual(['attempt-2']);
  });

  test('again and again gives up after three attempts', async () => {
    let attempts = 0;
    const failing = work.write(caller, async (ctx) => {
      attempts += 1;
      record(ctx, 'a');
      await sql`do $$ begin raise exception 'lost' using errcode = '40001'; end $$`.execute(ctx.db);
    });
    await expect(failing).rejects.toThrow('lost');
    expect(attempts).toBe(3);
    expect((await stored()).audit).toEqual([]);
  });

  test('and breaks a rule is not retried', async () => {
    let attempts = 0;
    const failing = work.write(caller, async (ctx) => {
      attempts += 1;
      await ctx.db.insertInto('setting').values({ key: 'a', value: '1' }).execute();
      await ctx.db.insertInto('setting').values({ key: 'a', value: '1' }).execute();
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(attempts).toBe(1);
  });
});

describe('A read', () => {
  test.each([
    ['an audit row', (ctx: Context) => ctx.audit({ entity: 'thing', id: 1, action: 'thing.seen' })],
    ['a change', (ctx: Context) => ctx.changed('thing', 1)],
    ['an act after the commit', (ctx: Context) => ctx.afterCommit(() => undefined)],
  ])('refuses to record %s', async (_what, act) => {
    const reading = work.read(caller, async (ctx) => act(ctx));
    await expect(reading).rejects.toThrow('open it with write');
    expect(await stored()).toEqual({ settings: [], audit: [], changes: [] });
  });

  test('goes to the replica only where it may lag', async () => {
    const nameOf = async (ctx: Context) => {
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(ctx.db);
      return rows[0]?.name;
    };
    const [first, lagging] = await Promise.all([
      work.read(caller, nameOf),
      work.read(caller, nameOf, { replica: true }),
    ]);
    expect(primary.url).toContain(first);
    expect(replica.url).toContain(lagging);
  });
});

describe('A write that fails', () => {
  const failing = (act: (ctx: Context) => Promise<unknown>) =>
    work.write(caller, act).then(
      () => undefined,
      (error: unknown) => error,
    );

  test('has certainly changed nothing where its act failed, or the database refused to commit it', async () => {
    expect(mayHaveCommitted(await failing(async () => Promise.reject(new Error('no'))))).toBe(false);
    await sql`create table checked (n integer constraint checked__n_key unique deferrable initially deferred)`.execute(
      db,
    );
    const twice = await failing((ctx) => sql`insert into checked values (1), (1)`.execute(ctx.db));
    expect(twice).toMatchObject({ code: '23505' });
    expect(mayHaveCommitted(twice)).toBe(false);
  });

  test('may still have been committed where the connection was lost meanwhile', async () => {
    await sql`create table cut (n integer)`.execute(db);
    await sql`create function cut() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`.execute(db);
    await sql`create constraint trigger cut after insert on cut deferrable initially deferred
      for each row execute function cut()`.execute(db);
    const cut = await failing((ctx) => sql`insert into cut values (1)`.execute(ctx.db));
    expect(cut).toBeInstanceOf(Error);
    expect(mayHaveCommitted(cut)).toBe(true);
  });
});
