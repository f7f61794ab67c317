import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import type { Feature } from '../feature.ts';
import { defineMessages } from '../i18n/messages.ts';
import { systemCaller } from '../unit-of-work.ts';
import type { DueActs } from './due.ts';

const due: DueActs[] = [];
let runs: string[] = [];
let held = Promise.resolve();

/** What the act does for each key, besides recording itself in the audit trail. */
const ways: Record<string, (ctx: Context) => Promise<unknown> | undefined> = {
  rule: () => Promise.reject(new AppError(409, 'error.stale', { name: 'ada' })),
  fault: () => Promise.reject(new TypeError('a fault')),
  untold: () => Promise.reject(new AppError(409, 'error.stale')),
  off: (ctx) => acts().cancel(ctx, 'act', 'many-900'),
  lost: (ctx) => (runs.length > 1 ? undefined : sql`select pg_terminate_backend(pg_backend_pid())`.execute(ctx.db)),
  held: () => held,
};
const way = (key: string) => key.split('-')[0] ?? '';

const acting: Feature = {
  name: 'acting',
  messages: defineMessages({ en: {}, es: {}, jp: {}, ko: {}, tr: {} }),
  register(kernel) {
    due.push(kernel.due);
    kernel.due.define('act', {
      run: async (ctx, key) => {
        runs.push(key);
        ctx.audit({ entity: 'act', id: key, action: 'act.done' });
        await ways[way(key)]?.(ctx);
      },
      failed: async (ctx, key, problem) => {
        ctx.audit({ entity: 'act', id: key, action: 'act.failed', after: problem });
        if (way(key) === 'untold') throw new TypeError('another fault');
      },
    });
  },
};

let office: Office;
let other: Office;
beforeAll(async () => {
  office = await startOffice({ extra: acting, jobs: true });
  other = await startOffice({ extra: acting, jobs: true, beside: office });
});
beforeEach(async () => {
  runs = [];
  await office.db.deleteFrom('audit').execute();
  await office.db.deleteFrom('due').execute();
});
afterAll(async () => {
  await other.close();
  await office.close();
});

const acts = () => due[0] as DueActs;
const inSeconds = (seconds: number) => new Date(office.clock.now().getTime() + seconds * 1000);
const write = <T>(act: (ctx: Context) => Promise<T>) => office.app.work.write(systemCaller('test'), act);
const call = (key: string, seconds: number) => write((ctx) => acts().at(ctx, 'act', key, inSeconds(seconds)));
const callMany = (count: number) =>
  sql`insert into due (kind, key, at) select 'act', 'many-' || n, ${inSeconds(3600).toISOString()}::timestamptz
    from generate_series(1, ${count}::int) n`.execute(office.db);
const told = async () =>
  (await office.db.selectFrom('audit').select(['entity_id', 'action', 'after']).orderBy('audit_idx').execute()).map(
    ({ entity_id, action, after }) => (after === null ? [entity_id, action] : [entity_id, action, after]),
  );
const left = async () =>
  (await office.db.selectFrom('due').select('key').orderBy('key').execute()).map((row) => row.key);
const soon = { interval: 20 };

test('an act is done once its time has come, and not before', async () => {
  await call('later', 3600);
  await call('now', 0);
  await expect.poll(told, soon).toEqual([['now', 'act.done']]);
  expect(await left()).toEqual(['later']);
  office.clock.advance(3_600_000);
  await expect.poll(told, soon).toEqual([
    ['now', 'act.done'],
    ['later', 'act.done'],
  ]);
});

test('an act that is cancelled, or whose call is rolled back, is never done; a repeated call moves it', async () => {
  await call('off', 60);
  await call('moved', 60);
  const rolledBack = write(async (ctx) => {
    await acts().at(ctx, 'act', 'never', inSeconds(60));
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  expect(await write((ctx) => acts().cancel(ctx, 'act', 'off'))).toBe(true);
  expect(await write((ctx) => acts().cancel(ctx, 'act', 'off'))).toBe(false);
  await call('moved', 7200);
  await call('last', 61);
  office.clock.advance(61_000);
  await expect.poll(told, soon).toEqual([['last', 'act.done']]);
  expect(await left()).toEqual(['moved']);
});

test('acts that fell due while no instance ran are done at the next start', async () => {
  await sql`insert into due (kind, key, at) values ('act', 'missed', '2020-01-01T00:00:00Z')`.execute(office.db);
  await expect.poll(told, soon).toEqual([['missed', 'act.done']]);
});

test('an act that breaks a rule leaves nothing, is reported with the reason, and is not tried again', async () => {
  await call('rule-1', 0);
  await expect.poll(told, soon).toEqual([['rule-1', 'act.failed', { key: 'error.stale', values: { name: 'ada' } }]]);
  expect(await left()).toEqual([]);
});

test('a fault of ours is reported as one, and does not block the acts behind it', async () => {
  await call('untold-1', -20);
  await call('untold-2', -20);
  await call('fault-1', -10);
  await call('behind', 0);
  await expect.poll(told, soon).toEqual(
    expect.arrayContaining([
      ['fault-1', 'act.failed', { key: 'error.job_failed' }],
      ['behind', 'act.done'],
    ]),
  );
  expect(await left()).toEqual(['untold-1', 'untold-2']);
});

test('an act whose connection is lost is retried', async () => {
  await call('lost-1', 0);
  await expect.poll(told, soon).toEqual([['lost-1', 'act.done']]);
  expect(runs).toEqual(['lost-1', 'lost-1']);
});

test('a thousand due at once are each done once by two instances', async () => {
  await callMany(1000);
  office.clock.advance(3_600_000);
  const count = () =>
    office.db
      .selectFrom('audit')
      .select((row) => row.fn.countAll<number>().as('n'))
      .executeTakeFirst();
  await expect.poll(async () => (await count())?.n, soon).toBe(1000);
  expect(new Set(runs).size).toBe(1000);
  expect(runs).toHaveLength(1000);
});

test('of acts done together one that fails leaves nothing and is reported; the others are done', async () => {
  await callMany(300);
  await sql`update due set key = 'rule-' || key where key in ('many-3', 'many-7')`.execute(office.db);
  await sql`update due set key = 'untold-' || key where key = 'many-4'`.execute(office.db);
  office.clock.advance(3_600_000);
  await expect.poll(left, soon).toEqual(['untold-many-4']);
  const trail = await told();
  const failed = trail.filter(([, action]) => action === 'act.failed').map(([key]) => key);
  expect(new Set(failed)).toEqual(new Set(['rule-many-3', 'rule-many-7']));
  expect(new Set(trail.map(([key]) => key)).size).toBe(299);
  expect(trail).toHaveLength(299);
});

test('where a connection is lost in the middle of a batch, each of its acts is still done once', async () => {
  await callMany(300);
  await sql`update due set key = 'lost-1', at = at - interval '1 second' where key = 'many-1'`.execute(office.db);
  office.clock.advance(3_600_000);
  await expect.poll(left, soon).toEqual([]);
  const keys = (await told()).map(([key]) => key);
  expect(new Set(keys).size).toBe(300);
  expect(keys).toHaveLength(300);
});

test('an act that another of its batch has cancelled is not done', async () => {
  await callMany(900);
  await sql`update due set key = 'off-1', at = at - interval '1 second' where key = 'many-1'`.execute(office.db);
  await sql`update due set at = at - interval '1 millisecond' where key = 'many-900'`.execute(office.db);
  office.clock.advance(3_600_000);
  await expect.poll(left, soon).toEqual([]);
  const keys = (await told()).map(([key]) => key);
  expect(keys).toContain('off-1');
  expect(keys).not.toContain('many-900');
  expect(keys).toHaveLength(899);
});

test('requests are answered while thousands of acts are due', async () => {
  await callMany(2000);
  office.clock.advance(3_600_000);
  await expect.poll(() => runs.length, soon).toBeGreaterThan(0);
  expect((await office.admin.get('/agegroup')).status).toBe(200);
  expect(await left()).not.toEqual([]);
});

test('an instance that stops finishes the act in progress, and leaves the others', async () => {
  const third = await startOffice({ extra: acting, jobs: true, beside: office });
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  for (let n = 0; n < 13; n++) await call(`held-${n}`, 0);
  const taken = () => runs.filter((key) => way(key) === 'held');
  await expect.poll(() => taken().length, soon).toBe(12);
  const closing = third.close();
  resolve();
  await closing;
  await expect.poll(left, soon).toEqual([]);
  expect(new Set(taken()).size).toBe(13);
});
