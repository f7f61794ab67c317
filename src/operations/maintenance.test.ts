import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeDesk } from '#features/code/code.fixture.ts';
import { readConfig } from '#kernel/config/config.ts';
import { defineMessages } from '#kernel/messages/messages.ts';
import type { Feature, Kernel } from '#kernel/mount/feature.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type Office, startOffice } from '#test/app.ts';
import { spawnProgram } from '#test/spawned-office.ts';
import { awaitQuiet, switchMaintenance } from './switch-maintenance.ts';
import { type OpenedWork, openWork } from './open-work.ts';

const password = 'correct horse battery';

// A job that tells whether it has run.
let ran = 0;
let queue: Kernel['jobs'] | undefined;
const waiting: Feature = {
  name: 'waiting',
  messages: defineMessages({ en: {}, es: {}, jp: {}, ko: {}, tr: {} }),
  register({ jobs }) {
    queue = jobs;
    jobs.define('waiting', {
      run: async () => {
        ran += 1;
      },
    });
  },
};

let office: Office;
let second: Office;
let operator: OpenedWork;
let keys: Record<string, string>;
let partner: string;
beforeAll(async () => {
  office = await startOffice({ jobs: true, extra: waiting });
  second = await startOffice({ jobs: true, beside: office });
  operator = await openWork(readConfig({ DATABASE_URL: office.databaseUrl }));
  await office.admin.post('/api/v1/staff', { staff_id: 'eve', name: 'Eve', password, is_admin: true });
  const newKey = async (scope: string): Promise<string> =>
    (await office.admin.post('/api/v1/api_key', { name: 'portal', scope })).json.results.key;
  keys = { read: await newKey('read'), redeem: await newKey('redeem') };
  const desk = codeDesk(() => office);
  const of = { cust_idx: await desk.addCustomer('ACME'), cidx: await desk.addCollection('first') };
  const batch = await desk.addBatch({ ...of, title: 'Autumn' });
  await desk.issue(batch, 3);
  const expires_at = Math.floor(Date.now() / 1000) + 86_400;
  partner = (await office.admin.post(`/api/v1/code/batch/${batch}/link`, { expires_at })).json.results.href;
});
afterAll(async () => {
  await operator.close();
  await second.close();
  await office.close();
});

const command = async (...args: string[]) => {
  const child = spawnProgram(['dist/server/operations.js', 'maintenance', ...args], {
    DATABASE_URL: office.databaseUrl,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = await once(child, 'close');
  return { code, said: said.trim() };
};
const barIn = (page: string) => {
  const [, attributes = '', text = ''] = /<div([^>]*data-only-read[^>]*)>([^<]*)</.exec(page) ?? [];
  return attributes.includes(' hidden') ? '' : text;
};
const addAgeGroup = (title: string, at = office) => at.admin.post('/api/v1/age_group', { title });
const titles = async () =>
  (await office.admin.get('/api/v1/age_group')).json.results.map((one: { title: string }) => one.title);

describe('While an operator has switched the office to reading only', () => {
  beforeEach(async () => {
    await switchMaintenance(operator.work, true);
    expect(await awaitQuiet(operator.work, 10_000)).toBe(true);
  });
  beforeEach(() => async () => void (await switchMaintenance(operator.work, false)));

  test('every instance refuses what writes, says why and when to try again, and shows what there is', async () => {
    for (const at of [office, second]) {
      const refused = await addAgeGroup('refused', at);
      expect(refused).toMatchObject({
        status: 503,
        headers: { 'retry-after': '60' },
        json: { error: { code: 'error.maintenance', message: expect.stringContaining('Maintenance is in progress') } },
      });
      const page = await at.admin.get('/agegroup');
      expect(page.status).toBe(200);
      expect(barIn(page.body)).toBe('Maintenance: everything can be read, and nothing can be saved for now.');
      const korean = await at.admin.get('/agegroup?lang=ko');
      expect(barIn(korean.body)).toContain('점검 중');
    }
    expect(await titles()).not.toContain('refused');
  });

  test('no file of codes leaves, since it would be recorded: neither to staff nor to a partner', async () => {
    const count = async () => (await office.db.selectFrom('code_delivery').select('at').execute()).length;
    const before = await count();
    for (const answer of [
      await office.admin.get('/api/v1/code?as=csv'),
      await office.admin.get('/report/all-coupons/export?as=csv'),
      await office.stranger.get(`${partner}/codes?as=csv`),
    ])
      expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '60' } });
    expect((await office.stranger.get(partner)).status).toBe(200);
    expect((await office.admin.get('/api/v1/code?as=json')).status).toBe(200);
    expect(await count()).toBe(before);
  });

  test('portals read on, and are told when to redeem again', async () => {
    const headers = { authorization: `Bearer ${keys.redeem}` };
    const read = await office.stranger.get('/portal/v1/books', { authorization: `Bearer ${keys.read}` });
    expect(read.status).toBe(200);
    const redeemed = await office.stranger.post('/portal/v1/redeem', { code: 'ABCD-EFGH', learner_id: 'kim' }, headers);
    expect(redeemed).toMatchObject({ status: 503, json: { error: { code: 'error.maintenance' } } });
  });

  test('staff log in and out', async () => {
    const answer = await office.stranger.form('/login', { id: 'eve', password });
    expect(answer).toMatchObject({ status: 303, headers: { location: '/' } });
    const leaving = await office.signIn('bert', false);
    expect(await leaving.form('/logout', {})).toMatchObject({ status: 303, headers: { location: '/login' } });
  });

  test('no job begins, and those that wait are done afterwards', async () => {
    await office.app.work.write(systemCaller('test'), async (ctx) => queue?.send(ctx, 'waiting', {}));
    const state = async () =>
      (await sql<{ state: string }>`select state::text from pgboss.job where name = 'waiting'`.execute(office.db)).rows;
    // It is taken, and held.
    await expect.poll(state).toEqual([{ state: 'active' }]);
    expect(ran).toBe(0);
    await switchMaintenance(operator.work, false);
    await expect.poll(state).toEqual([{ state: 'completed' }]);
    expect(ran).toBe(1);
  });
});

test('the command switches it on and off on every instance, and tells which it is', async () => {
  expect(await command()).toEqual({ code: 0, said: 'Maintenance is off.' });
  expect(await command('on')).toEqual({
    code: 0,
    said: 'Maintenance is on: everything can be read, and nothing is being written.',
  });
  expect(await command()).toEqual({ code: 0, said: 'Maintenance is on.' });
  expect((await addAgeGroup('early', second)).status).toBe(503);
  expect(await command('off')).toEqual({ code: 0, said: 'Maintenance is off.' });
  await expect.poll(async () => (await addAgeGroup('later', second)).status).toBe(200);
  expect(await command('off')).toEqual({ code: 0, said: 'Maintenance was off already.' });
  expect(await command('of')).toEqual({ code: 1, said: expect.stringContaining('npm run maintenance -- on') });
});

test('screens that are open are told when it begins and ends', async () => {
  // Each instance asks once a second.
  await expect.poll(async () => barIn((await office.admin.get('/agegroup')).body)).toBe('');
  const leave = new AbortController();
  const url = `${await second.server.listen({ port: 0, host: '127.0.0.1' })}/api/v1/live?kinds=none`;
  const stream = await fetch(url, { headers: { cookie: second.admin.cookie }, signal: leave.signal });
  let text = '';
  const read = async () => {
    for await (const piece of stream.body ?? []) text += Buffer.from(piece).toString();
  };
  read().catch(() => undefined);
  const isOnlyRead = () => JSON.parse([...text.matchAll(/^event: shell\ndata: (.*)$/gm)].at(-1)?.[1] ?? '{}').only_read;
  await expect.poll(isOnlyRead).toBe(false);
  await switchMaintenance(operator.work, true);
  await expect.poll(isOnlyRead).toBe(true);
  await switchMaintenance(operator.work, false);
  await expect.poll(isOnlyRead).toBe(false);
  leave.abort();
});

test('the trail says when it was on', async () => {
  await office.db.deleteFrom('audit').execute();
  await switchMaintenance(operator.work, true);
  await switchMaintenance(operator.work, true);
  await switchMaintenance(operator.work, false);
  const rows = await office.db.selectFrom('audit').selectAll().orderBy('audit_idx').execute();
  expect(rows).toMatchObject([
    { entity: 'setting', entity_id: 'maintenance', actor: null, before: false, after: true },
    { entity: 'setting', entity_id: 'maintenance', actor: null, before: true, after: false },
  ]);
  expect((await office.admin.get('/audit')).body).toShow('Maintenance');
});
