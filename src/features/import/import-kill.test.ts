import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { spawnOffice } from '#test/process.ts';
import { importCsv, importRow } from './import.factory.ts';

const kills = 20;
const rowsEach = 1500;

let database: Awaited<ReturnType<typeof testDatabase>>;
let client: pg.Client;
let environment: Record<string, string>;

beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'office-kill-'));
  environment = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    ADMIN_ID: 'ada',
    ADMIN_PASSWORD: 'correct horse battery',
    LOG_LEVEL: 'silent',
  };
});
afterAll(async () => {
  await client.end();
  await database.drop();
  await rm(environment['DATA_DIR'] ?? '', { recursive: true, force: true });
});

/** Signs in and answers a function that sends requests. */
async function signIn(url: string) {
  const form = new URLSearchParams({ id: 'ada', password: 'correct horse battery' });
  const answer = await fetch(`${url}/login`, { method: 'POST', body: form, redirect: 'manual' });
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  return async (method: string, place: string, body?: FormData | object) => {
    const json = body !== undefined && !(body instanceof FormData);
    const response = await fetch(url + place, {
      method,
      headers: { cookie, ...(json && { 'content-type': 'application/json' }) },
      body: json ? JSON.stringify(body) : (body ?? null),
    });
    expect(response.status, `${method} ${place}`).toBe(200);
    return (await response.json()).results;
  };
}

interface Imported {
  status: string;
  written: number;
}

/** Every import with the books it wrote, counted by what is in the library. */
async function listImported(): Promise<Imported[]> {
  const { rows } = await client.query<Imported>(`
    select i.status, (select count(*)::int from book b where b.bid like 'K' || i.import_idx || '-%') as written
    from import i order by i.import_idx`);
  return rows;
}

const wholeOrNothing = (one: Imported) => one.written === (one.status === 'applied' ? rowsEach : 0);

test(`${kills} kills during an import's apply never leave a part of it, and what was cut off is done later`, {
  timeout: 240_000,
}, async () => {
  for (let kill = 0; kill < kills; kill++) {
    const office = await spawnOffice(environment);
    const send = await signIn(office.url);
    const form = new FormData();
    const rows = Array.from({ length: rowsEach }, (_, n) =>
      importRow(kill * rowsEach + n, { bid: `K${kill + 1}-${n}` }),
    );
    form.append('file', new Blob([importCsv(rows)]), 'books.csv');
    const { import_idx: id } = await send('POST', '/api/v1/import', form);
    await send('PUT', `/api/v1/import/${id}`, { create_missing: true });
    await send('POST', `/api/v1/import/${id}/apply`);
    // The job starts within half a second and takes about as long: the moments cover before, during and after.
    await sleep(kill * 60);
    await office.kill();
    const left = await listImported();
    expect(left.filter((one) => !wholeOrNothing(one))).toEqual([]);
  }
  const office = await spawnOffice(environment);
  const deadline = Date.now() + 60_000;
  while ((await listImported()).some((one) => one.status !== 'applied') && Date.now() < deadline) await sleep(500);
  expect(await listImported()).toEqual(Array.from({ length: kills }, () => ({ status: 'applied', written: rowsEach })));
  expect(await office.stop()).toBe(0);
});
