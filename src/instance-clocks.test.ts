import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '#test/client.ts';
import { testDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/postgres.ts';
import { type SpawnedOffice, spawnOffice } from '#test/spawned-office.ts';
import { account, admin } from '#test/product.ts';
import { shiftedClock } from '#test/shifted-clock.ts';

const hour = 3600;

let database: TestDatabase;
let client: pg.Client;
let dataDir: string;
/** One whose clock is right, one two hours ahead, one two hours behind. */
const offices: SpawnedOffice[] = [];
let cookie = '';

beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'office-clocks-'));
  for (const hours of [0, 2, -2])
    offices.push(
      await spawnOffice({ DATABASE_URL: database.url, DATA_DIR: dataDir, ...account, ...shiftedClock(hours) }),
    );
  ({ cookie } = await Client.logIn(offices[0]?.url ?? '', admin));
});
afterAll(async () => {
  await Promise.all(offices.map((office) => office.stop()));
  await client.end();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function request(address: string, body?: object, office = offices[0]): Promise<any> {
  const response = await fetch(office?.url + address, {
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const json: any = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(json));
  return json.results;
}

const databaseTime = async () =>
  Number((await client.query('select extract(epoch from clock_timestamp()) as now')).rows[0].now);
const addCollection = (cid: string) => request('/api/v1/collection', { cid, title: cid });

test('a scheduled change is not applied early by an instance whose clock is ahead', async () => {
  for (const cid of ['later', 'now', 'after']) await addCollection(cid);
  const now = Math.floor(await databaseTime());
  const schedule = async (cid: string, apply_at: number): Promise<number> =>
    (await request('/api/v1/reservation', { cid, target: 'price', value: [], apply_at })).res_idx;
  const statusOf = async (resIdx: number) => (await request(`/api/v1/reservation/${resIdx}`)).status;
  const later = await schedule('later', now + hour);
  // Once these two are applied one after the other, every instance has looked for what is due.
  for (const cid of ['now', 'after']) {
    const due = await schedule(cid, now);
    await expect.poll(() => statusOf(due)).toBe('applied');
  }
  expect(await statusOf(later)).toBe('scheduled');
});

test('codes and events are valid on each instance until the same moment', async () => {
  const { cidx } = await addCollection('sold');
  const { cust_idx } = await request('/api/v1/customer', { cust_id: 'CUST', name: 'C' });
  const now = Math.floor(await databaseTime());
  const lasting = { from: now - hour, until: now + hour };
  const event = { name: 'E', cid: 'sold', code: 'EVENT0000001', length: 30, forced_expire: false, group: 'G' };
  const { event_idx } = await request('/api/v1/event', { ...event, ...lasting, participant_limit: 0 });
  const batch = { title: 'B', cust_idx, cidx, count: 3, price: '1', currency: 'USD', length: 30, memo: '' };
  const { cg_idx } = await request('/api/v1/code/batch', {
    ...batch,
    valid_from: lasting.from,
    valid_until: lasting.until,
  });
  const codes = async () => (await client.query('select code from code where cg_idx = $1', [cg_idx])).rows;
  await expect.poll(async () => (await codes()).length).toBe(3);
  for (const [n, { code }] of (await codes()).entries()) {
    const office = offices[n];
    const { status } = await request(`/api/v1/event/${event_idx}`, undefined, office);
    expect(status).toBe('in_progress');
    for (const one of [event.code, code]) {
      const { registered_at } = await request('/api/v1/code/redeem', { code: one, learner_id: `L${n}` }, office);
      expect(Math.abs(registered_at - now)).toBeLessThan(hour);
    }
  }
});
