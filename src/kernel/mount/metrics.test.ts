import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { testDatabase } from '#test/test-database.ts';
import { haveProgram } from '#test/debian.ts';
import { spawnOffice } from '#test/spawned-office.ts';
import { startPrometheus } from '#test/prometheus.ts';

const token = 'for the eyes of one';
const headers = { authorization: `Bearer ${token}` };

describe('The Prometheus metrics', () => {
  let office: Office;
  beforeAll(async () => {
    office = await startOffice({ environment: { METRICS_TOKEN: token }, jobs: true });
  });
  afterAll(() => office.close());
  const scrape = async () => (await office.stranger.get('/metrics', headers)).body;

  test('are for requests with the token, and not for staff', async () => {
    for (const person of [office.stranger, office.admin]) expect((await person.get('/metrics')).status).toBe(401);
    const wrong = await office.stranger.get('/metrics', { authorization: 'Bearer for the eyes of two' });
    expect(wrong.status).toBe(401);
    const answer = await office.stranger.get('/metrics', headers);
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': expect.stringMatching(/^text\/plain/) } });
  });

  test('do not exist where no token is set', async () => {
    const closed = await startOffice();
    expect((await closed.admin.get('/metrics', headers)).status).toBe(404);
    await closed.close();
  });

  test('count requests by route, not by path, and how long they took', async () => {
    await office.admin.get('/book/B1');
    await office.admin.get('/book/B2');
    await office.admin.get('/guessed/path');
    const text = await scrape();
    expect(text).toContain('http_requests_total{method="GET",route="/book/:bid",status="404"} 2');
    expect(text).toMatch(/http_request_duration_seconds_count\{method="GET",route="\/book\/:bid"\} 2/);
    expect(text).not.toContain('guessed');
  });

  test('cover connections, jobs, overdue changes, streams, changes and the process', async () => {
    await sql`
      insert into reservation (cid, target, value, apply_at, zone, based_on, created_at, updated_at)
      values ('gone', 'price', '[]', now() - interval '1 minute', 'UTC', 0, now(), now())`.execute(office.db);
    const text = await scrape();
    for (const line of [
      /^database_pool_limit\{pool="main"\} 10$/m,
      /^database_pool_limit\{pool="long"\} 3$/m,
      /^database_pool_waiting\{pool="main"\} 0$/m,
      /^database_pool_wait_seconds_count\{pool="main"\} \d+$/m,
      /^due_acts_overdue 1$/m,
      /^event_streams_open 0$/m,
      /^change_feed_connected 1$/m,
      /^change_feed_lag_seconds 0$/m,
      /^database_up 1$/m,
      /^nodejs_eventloop_lag_p99_seconds /m,
      /^process_resident_memory_bytes /m,
    ])
      expect(text).toMatch(line);
    await sql`insert into pgboss.job (name, data) select name, '{}' from pgboss.queue order by name limit 1`.execute(
      office.db,
    );
    expect(await scrape()).toMatch(/^jobs\{queue="[\w.-]+",state="\w+"\} 1$/m);
  });
});

const rules = path.join(import.meta.dirname, '../../../deploy/prometheus/alerts.yaml');
const dashboard = path.join(import.meta.dirname, '../../../deploy/prometheus/dashboard.json');

describe('The alert rules and the dashboard', () => {
  test('fire and are silent as they should', async ({ skip }) => {
    if (!(await haveProgram(['promtool', '--version'], ['prometheus']))) skip();
    const cwd = path.dirname(rules);
    expect(execFileSync('promtool', ['check', 'rules', 'alerts.yaml'], { cwd, encoding: 'utf8' })).toContain('SUCCESS');
    const tested = execFileSync('promtool', ['test', 'rules', 'alerts.test.yaml'], { cwd, encoding: 'utf8' });
    expect(tested).toContain('SUCCESS');
  });

  test('ask only for metrics that an instance has', async () => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'metrics-'));
    const status = { made_at: 1_700_000_000, rehearsed_at: 1_600_000_000 };
    await writeFile(path.join(dataDir, 'backup-status.json'), JSON.stringify(status));
    const environment = { METRICS_TOKEN: token, DATA_DIR: dataDir };
    const database = await testDatabase();
    const office = await startOffice({ environment, jobs: true, replicaUrl: database.url });
    const { body } = await office.stranger.get('/metrics', headers);
    await office.close();
    await database.drop();
    await rm(dataDir, { recursive: true });
    const known = new Set(body.split('\n').flatMap((line) => /^# TYPE (\w+)/.exec(line)?.[1] ?? []));
    const queried = [await readFile(rules, 'utf8'), await readFile(dashboard, 'utf8')]
      .flatMap((text) => [...text.matchAll(/([a-z0-9_]+)\{job=/g)])
      .map(([, name = '']) => name.replace(/_(bucket|sum|count)$/, ''));
    expect(queried.length).toBeGreaterThan(40);
    expect(queried.filter((name) => name !== 'up' && !known.has(name))).toEqual([]);
    expect(body).toMatch(/^backup_made_timestamp_seconds 1700000000$/m);
    expect(body).toMatch(/^backup_rehearsed_timestamp_seconds 1600000000$/m);
    expect(body).toMatch(/^database_replica_lag_seconds 0$/m);
    expect(body).toMatch(/^disk_free_bytes \d{6,}/m);
    expect(body).toMatch(/^table_bytes\{table="audit"\} \d+$/m);
    expect(body).toMatch(/^maintenance_on 0$/m);
  });
});

test('A figure that cannot be measured is absent, for alerts to notice', async () => {
  const office = await startOffice({ environment: { METRICS_TOKEN: token } });
  const { body } = await office.stranger.get('/metrics', headers);
  expect(body).not.toMatch(/^backup_/m);
  expect(body).not.toMatch(/^database_replica_lag/m);
  await office.close();
});

describe('A real Prometheus', () => {
  test('scrapes a process, and sees what it answered', async ({ skip }) => {
    const database = await testDatabase();
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'metrics-'));
    const office = await spawnOffice({ DATABASE_URL: database.url, DATA_DIR: dataDir, METRICS_TOKEN: token });
    const prometheus = await startPrometheus(new URL(office.url).host, token, [rules]);
    try {
      if (!prometheus) skip();
      await fetch(`${office.url}/healthz`);
      await expect.poll(() => prometheus?.query('up{job="office"}')).toMatchObject([{ value: 1 }]);
      await expect
        .poll(() => prometheus?.query('http_requests_total{route="/healthz"}'))
        .toMatchObject([{ labels: { method: 'GET', status: '200' }, value: 1 }]);
      await expect.poll(() => prometheus?.query('database_up')).toMatchObject([{ value: 1 }]);
      const health = async () => Object.values((await prometheus?.rules()) ?? {});
      await expect.poll(async () => new Set(await health())).toEqual(new Set(['ok']));
      expect((await health()).length).toBeGreaterThan(15);
    } finally {
      await prometheus?.stop();
      await office.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
