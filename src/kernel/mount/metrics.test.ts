import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { testDatabase } from '#test/database.ts';
import { spawnOffice } from '#test/process.ts';
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

describe('A real Prometheus', () => {
  test('scrapes a process, and sees what it answered', async ({ skip }) => {
    const database = await testDatabase();
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'metrics-'));
    const office = await spawnOffice({ DATABASE_URL: database.url, DATA_DIR: dataDir, METRICS_TOKEN: token });
    const prometheus = await startPrometheus(new URL(office.url).host, token);
    try {
      if (!prometheus) skip();
      await fetch(`${office.url}/healthz`);
      await expect.poll(() => prometheus?.query('up{job="office"}')).toMatchObject([{ value: 1 }]);
      await expect
        .poll(() => prometheus?.query('http_requests_total{route="/healthz"}'))
        .toMatchObject([{ labels: { method: 'GET', status: '200' }, value: 1 }]);
      await expect.poll(() => prometheus?.query('database_up')).toMatchObject([{ value: 1 }]);
    } finally {
      await prometheus?.stop();
      await office.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
