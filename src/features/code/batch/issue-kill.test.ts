import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { type SpawnedOffice, spawnOffice } from '#test/process.ts';

const admin = { id: 'ada', password: 'correct horse battery' };
const isLong = process.env['TEST_LONG'] !== undefined;
// Always enough for the queue of long jobs.
const count = isLong ? 60_000 : 21_000;
const kills = isLong ? 20 : 4;

let database: Awaited<ReturnType<typeof testDatabase>>;
let client: pg.Client;
/** Holds a process at the point where it is to be killed. */
let gate: pg.Client;
let environment: Record<string, string>;
const offices: SpawnedOffice[] = [];

beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client({ connectionString: database.url });
  gate = new pg.Client({ connectionString: database.url });
  await Promise.all([client.connect(), gate.connect()]);
  environment = {
    DATA_DIR: await mkdtemp(path.join(os.tmpdir(), 'office-issue-kill-')),
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    ADMIN_ID: admin.id,
    ADMIN_PASSWORD: admin.password,
  };
});
afterAll(async () => {
  await Promise.all(offices.map((office) => office.kill()));
  await Promise.all([client.end(), gate.end()]);
  await database.drop();
  await rm(environment['DATA_DIR'] ?? '', { recursive: true, force: true });
});

async function start() {
  const office = await spawnOffice(environment);
  offices.push(office);
  const signedIn = await fetch(`${office.url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const post = async (url: string, body: object) => {
    const headers = { 'content-type': 'application/json', cookie };
    const answer = await fetch(office.url + url, { method: 'POST', headers, body: JSON.stringify(body) });
    const { results } = (await answer.json()) as { results: Record<string, number> };
    return results;
  };
  return { office, post };
}

/** Where issuing is paused: at one of its codes, or before the batch is marked as issued. */
const moments = [
  { table: 'code', at: 1 },
  { table: 'code', at: count / 3 },
  { table: 'code', at: count },
  { table: 'audit', at: 0 },
];

/** Makes the issuing process wait for the gate, at a code or at the change of status. */
async function lockAt({ table, at }: { table: string; at: number }): Promise<void> {
  const isThere =
    table === 'code'
      ? `nextval('held_codes') = ${at}`
      : `exists (select from code_batch where status = 'issued' and xmin = pg_current_xact_id()::xid)`;
  await client.query(`
    drop sequence if exists held_codes; create sequence held_codes;
    create or replace function held() returns trigger language plpgsql as $$
    begin
      if ${isThere} then perform pg_advisory_xact_lock(4711); end if;
      return new;
    end $$;
    create trigger held before insert on ${table} for each row execute function held()`);
  await gate.query('select pg_advisory_lock(4711)');
}

async function letGo({ table }: { table: string }): Promise<void> {
  await gate.query('select pg_advisory_unlock(4711)');
  await client.query(`drop trigger held on ${table}`);
}

const isHeld = async () =>
  (await client.query("select from pg_locks where locktype = 'advisory' and objid = 4711 and not granted")).rowCount !==
  0;

const batches = async () =>
  (
    await client.query<{ cg_idx: number; status: string; codes: number }>(`
      select b.cg_idx, b.status, count(c.code)::integer as codes from code_batch b left join code c using (cg_idx)
      group by b.cg_idx order by b.cg_idx`)
  ).rows;

/** All or nothing: no codes while it waits for its next run, or once it was given up after too many kills. */
const isWhole = ({ status, codes }: { status: string; codes: number }) =>
  status === 'issued' ? codes === count : (status === 'issuing' || status === 'failed') && codes === 0;

test(`${kills} kills while codes are issued: never a partial batch or a duplicate code, all issued in the end`, {
  timeout: 900_000,
}, async () => {
  let of: { cust_idx?: number; cidx?: number } = {};
  for (let kill = 0; kill < kills; kill++) {
    const moment = moments[kill % moments.length];
    if (!moment) throw new Error('there is a moment for every kill');
    const { office, post } = await start();
    if (kill === 0) {
      const { cust_idx } = await post('/api/v1/customer', { cust_id: 'ACME', name: 'Acme' });
      const { cidx } = await post('/api/v1/collection', { cid: 'C1', title: 'One' });
      of = { ...(cust_idx && { cust_idx }), ...(cidx && { cidx }) };
    }
    await lockAt(moment);
    await post('/api/v1/code/batch', { ...of, title: `Batch ${kill}`, count, price: '1', currency: 'USD' });
    await expect.poll(isHeld).toBe(true);
    await office.kill();
    await letGo(moment);
    await expect
      .poll(
        async () =>
          (
            await client.query(
              "select from pg_stat_activity where application_name like 'library-office%' and datname = current_database()",
            )
          ).rowCount,
      )
      .toBe(0);
    expect((await batches()).filter((batch) => !isWhole(batch))).toEqual([]);
  }
  const { office, post } = await start();
  const isOver = async () => (await batches()).every(({ status }) => status !== 'issuing');
  // Up to twenty batches, each after its retry delay.
  const inTheEnd = { timeout: 400_000 };
  await expect.poll(isOver, inTheEnd).toBe(true);
  for (const { cg_idx, status } of await batches())
    if (status === 'failed') await post(`/api/v1/code/batch/${cg_idx}/issue`, {});
  await expect.poll(isOver, inTheEnd).toBe(true);
  expect(await batches()).toMatchObject(Array.from({ length: kills }, () => ({ status: 'issued', codes: count })));
  const days = await client.query('select sum(issued)::integer as issued from code_day');
  expect(days.rows).toEqual([{ issued: kills * count }]);
  const issued = await client.query("select count(*)::integer as told from audit where action = 'code_batch.issued'");
  expect(issued.rows).toEqual([{ told: kills }]);
  expect(await office.stop()).toBe(0);
});
