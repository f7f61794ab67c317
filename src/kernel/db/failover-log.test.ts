import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Client } from '#test/client.ts';
import { type PostgresPair, startPostgresPair } from '#test/postgres-pair.ts';
import { type SpawnedOffice, spawnOffice } from '#test/spawned-office.ts';
import { admin } from '#test/product.ts';

/** The lines of a log that are warnings or worse. */
const linesOf = (office: SpawnedOffice) =>
  office
    .said()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { level: number; code?: string; msg: string });

describe('An office with several servers', () => {
  let pair: PostgresPair | undefined;
  let office: SpawnedOffice | undefined;
  let dataDir: string;
  beforeAll(async () => {
    pair = await startPostgresPair();
    if (!pair) return;
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'failover-log-'));
    const account = { ADMIN_ID: admin.id, ADMIN_PASSWORD: admin.password };
    // The replica is named first.
    office = await spawnOffice({ ...account, DATABASE_URL: pair.readUrl, DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
  });
  beforeEach(({ skip }) => {
    if (!pair) skip('PostgreSQL of Debian is not available.');
  });
  afterAll(async () => {
    await office?.kill();
    await pair?.stop();
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  });

  test('starts without a warning when the first of them only reads', async () => {
    if (!office) return;
    expect((await fetch(`${office.url}/readyz`)).status).toBe(200);
    expect(linesOf(office)).toEqual([]);
  });

  test('logs one warning of a fail-over, and no error, though readers, staff and jobs all meet it', async () => {
    if (!office || !pair) return;
    const staff = await Client.logIn(office.url, admin);
    const add = (title: string) => staff.request('POST', '/api/v1/category', { title });
    const over = new AbortController();
    const busy = ['/book', '/api/v1/series', '/category', '/portal/v1/books'].map(async (page) => {
      while (!over.signal.aborted) await staff.request('GET', page);
    });
    expect((await add('before')).status).toBe(200);
    await pair.killPrimary();
    expect((await add('while')).status).toBe(503);
    await pair.promote();
    await expect.poll(async () => (await add('after')).status).toBe(200);
    over.abort();
    await Promise.all(busy);
    expect(linesOf(office)).toMatchObject([{ level: 40, code: 'error.database' }]);
  });
});
