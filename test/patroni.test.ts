import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Office } from '../faults/office.ts';
import { requireConsistent } from '../faults/programs.ts';
import { type PatroniCluster, startPatroni } from './patroni.ts';

const isLong = process.env['TEST_LONG'] === '1';

describe.runIf(isLong)('The cluster of deploy/patroni', () => {
  let cluster: PatroniCluster;
  let missing: string | undefined;
  let dataDir: string;
  const offices: Office[] = [];
  beforeAll(async () => {
    const started = await startPatroni();
    if (typeof started === 'string') missing = started;
    else cluster = started;
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'patroni-office-'));
  });
  beforeEach(({ skip }) => {
    if (missing) skip(missing);
  });
  afterAll(async () => {
    for (const one of offices) await one.stop();
    await cluster?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const start = async (environment: Record<string, string>) => {
    const office = await Office.start({ ...environment, DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
    offices.push(office);
    return office;
  };
  const add = (office: Office, title: string) => office.request('POST', '/api/v1/category', { title });
  const titles = async (office: Office) =>
    (await office.results<{ title: string }[]>('GET', '/api/v1/category')).map(({ title }) => title);

  test('has a leader, a synchronous standby and a replica, and a database that finds words in every language', async () => {
    const roles = (await cluster.members()).map(({ role }) => role).toSorted();
    expect(roles).toEqual(['leader', 'replica', 'sync_standby']);
    const [database] = await cluster.query(`
      select pg_encoding_to_char(encoding) as encoding, datlocprovider as provider,
             current_setting('synchronous_standby_names') <> '' as waits, current_setting('data_checksums') as checksums
      from pg_database where datname = 'office'`);
    expect(database).toEqual({ encoding: 'UTF8', provider: 'i', waits: true, checksums: 'on' });
  });

  test('is served by its hosts, by HAProxy and by pgbouncer, by two instances at once', async () => {
    const { hosts, primary, reads, pooled, pooledReads } = cluster.urls;
    const byHosts = await start({ DATABASE_URL: hosts, DATABASE_READ_URL: hosts });
    const byProxy = await start({ DATABASE_URL: primary, DATABASE_READ_URL: reads });
    const byPooler = await start({
      DATABASE_URL: pooled,
      DATABASE_READ_URL: pooledReads,
      DATABASE_DIRECT_URL: primary,
    });
    for (const [n, one] of [byHosts, byProxy, byPooler].entries())
      expect(await add(one, `title ${n}`)).toMatchObject({ status: 200 });
    for (const one of [byHosts, byProxy, byPooler])
      expect(await titles(one)).toEqual(expect.arrayContaining(['title 0', 'title 1', 'title 2']));
  });

  test('keeps every acknowledged write when the machine of the leader is lost, and all three go on', async () => {
    const leader = await cluster.leader();
    const acknowledged: string[] = [];
    const over = new AbortController();
    const writing = offices.map(async (one, n) => {
      for (let k = 0; !over.signal.aborted; k++) {
        const title = `lost ${n} ${k}`;
        if ((await add(one, title)).status === 200) acknowledged.push(title);
      }
    });
    await expect.poll(() => acknowledged.length).toBeGreaterThan(20);
    await leader.killAll();
    await expect.poll(async () => (await cluster.leader()).name).not.toBe(leader.name);
    const before = new Set(acknowledged);
    // Each of the three.
    const again = (n: number) => acknowledged.some((title) => title.startsWith(`lost ${n} `) && !before.has(title));
    await expect.poll(() => [0, 1, 2].map(again)).toEqual([true, true, true]);
    over.abort();
    await Promise.all(writing);
    await cluster.heal();
    for (const one of offices) expect(await titles(one)).toEqual(expect.arrayContaining(acknowledged));
  });

  test('copies a standby anew, and the data is consistent', async () => {
    const standby = await cluster.standby();
    await cluster.control('reinit', 'office', standby.name, '--force');
    await cluster.heal();
    const [, byProxy] = offices;
    if (byProxy) await requireConsistent(byProxy);
  });
});

test.skipIf(isLong)('the cluster of deploy/patroni: npm run test:long, with Debian packages', () => undefined);
