import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyServerOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '#test/client.ts';
import { testDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/postgres.ts';
import { type SpawnedOffice, spawnOffice } from '#test/spawned-office.ts';
import { account, admin } from '#test/product.ts';
import { readConfig } from '../config/config.ts';
import { logOptions } from './request-log.ts';

const secret = 'S3CRET-C0DE1';

describe('The log for machines', () => {
  let database: TestDatabase;
  let dataDir: string;
  let office: SpawnedOffice;
  let cookie: string;
  beforeAll(async () => {
    database = await testDatabase();
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'log-'));
    // Every spreadsheet and log-in provider is configured, so that their routes exist.
    const provider = (name: string) => ({
      [`${name}_ISSUER`]: 'http://127.0.0.1:9',
      [`${name}_CLIENT_ID`]: 'office',
      [`${name}_CLIENT_SECRET`]: secret,
    });
    office = await spawnOffice({
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      LOG_LEVEL: '',
      ...account,
      ...provider('OIDC'),
      ...provider('SHEETS'),
    });
    ({ cookie } = await Client.logIn(office.url, admin));
  });
  afterAll(async () => {
    await office.stop();
    await database.drop();
    await rm(dataDir, { recursive: true });
  });

  const lines = (): Record<string, unknown>[] =>
    office
      .said()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));

  /** Makes a request; returns its lines once it has been logged. */
  async function logged(address: string, headers: Record<string, string> = { cookie }) {
    const answer = await fetch(office.url + address, { headers, redirect: 'manual' });
    await answer.arrayBuffer();
    const id = answer.headers.get('x-request-id');
    const its = () => lines().filter(({ reqId }) => reqId === id);
    await expect.poll(() => its().some(({ msg }) => String(msg).startsWith('request'))).toBe(true);
    return { status: answer.status, its: its() };
  }

  test('has no other line for an answer of the portal, cached or not', async () => {
    const made = await fetch(`${office.url}/api/v1/api_key`, {
      method: 'POST',
      headers: { cookie, origin: office.url, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Portal', scope: 'read' }),
    });
    const { key } = (await made.json()).results;
    const headers = { authorization: `Bearer ${key}` };
    for (const _ of [1, 2]) {
      const { status, its } = await logged('/portal/v1/books', headers);
      expect([status, its]).toEqual([200, [expect.objectContaining({ level: 30, msg: 'request' })]]);
    }
  });

  test('has one line for a request, with its route, status, milliseconds, request id and person', async () => {
    const { its } = await logged('/book?search=moby');
    expect(its).toEqual([
      expect.objectContaining({
        level: 30,
        method: 'GET',
        route: '/book',
        status: 200,
        ms: expect.any(Number),
        reqId: expect.any(String),
        person: 'ada',
      }),
    ]);
    const { its: strangers } = await logged('/book', {});
    expect(strangers).toEqual([expect.objectContaining({ route: '/book', status: 303 })]);
    expect(strangers[0]).not.toHaveProperty('person');
  });

  test.each([
    [`/code/redeem?code=${secret}`],
    [`/code/${secret}`],
    [`/code/code/${secret}`],
    [`/api/v1/code/${secret}`],
    [`/api/v1/code?search=${secret}`],
    [`/code?search=${secret}`],
    [`/book?search=${secret}`],
    [`/preview/book/B1?sig=${secret}`],
    [`/portal/v1/books/B1?sig=${secret}`],
    [`/login/oidc/callback?code=${secret}&state=${secret}`],
    [`/spreadsheet/callback?code=${secret}&state=${secret}`],
    [`/storage/file/${secret}?signature=${secret}`],
    [`/contents/images/${secret}`],
    [`/login?next=/code/${secret}`],
    [`/delivery/${secret}`],
    [`/delivery/${secret}/codes?as=csv`],
    [`/nothing/${secret}?token=${secret}`],
    [`/%E0%A4%A/${secret}`],
  ])('names the route of %s, and nothing of its address', async (address) => {
    const headers = { referer: `${office.url}/code/${secret}`, authorization: `Bearer ${secret}` };
    for (const given of [{ cookie, ...headers }, headers]) {
      const { its } = await logged(address, given);
      expect(its.filter(({ msg }) => msg === 'request')).toHaveLength(1);
    }
    expect(office.said()).not.toContain(secret);
  });

  test('has a line for a request whose caller has gone', async () => {
    const over = new AbortController();
    const answer = await fetch(`${office.url}/api/v1/live?kinds=book`, { headers: { cookie }, signal: over.signal });
    expect(answer.status).toBe(200);
    const id = answer.headers.get('x-request-id');
    over.abort();
    await expect
      .poll(() => lines().filter(({ reqId }) => reqId === id))
      .toEqual([expect.objectContaining({ route: '/api/v1/live', status: 200, aborted: true })]);
  });
});

test('An error in the log has none of the values of a row that PostgreSQL quotes', async () => {
  const written: string[] = [];
  const options = logOptions(readConfig({}));
  const logger = { ...(options.logger as object), stream: { write: (line: string) => written.push(line) } };
  const app = Fastify({ ...options, logger } as FastifyServerOptions);
  const error = Object.assign(new Error('duplicate key'), {
    constraint: 'code__key',
    detail: `Key (code)=(${secret}) already exists.`,
    where: `COPY code, line 1: "${secret}"`,
  });
  app.log.error({ err: error }, 'background work failed');
  await app.close();
  expect(written.join('')).toContain('code__key');
  expect(written.join('')).not.toContain(secret);
});
