import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { probe } from './probe.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice({ extra: probe });
});
afterAll(() => office.close());

const fail = (how: string) => office.stranger.get(`/api/v1/probe/fail/${how}`);

describe('A failure of a call', () => {
  test('that is ours is a 500 with the number of the request, and reveals nothing of its cause', async () => {
    const { status, json, body, headers } = await fail('unexpected');
    expect([status, json.error.code]).toEqual([500, 'error.unexpected']);
    expect(json.error.message).toContain(headers['x-request-id']);
    expect(body).not.toShow(/secret|stack|\.ts/);
  });

  test('that is meant for the caller carries its status, code, message and details', async () => {
    expect(await fail('refused')).toMatchObject({
      status: 422,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      json: { error: { code: 'probe.taken', message: 'This key is taken.', details: { by: 'ada' } } },
    });
  });

  test('by a constraint is explained by its feature, with the field', async () => {
    expect((await office.admin.put('/api/v1/probe/key/a')).status).toBe(200);
    expect(await office.admin.put('/api/v1/probe/key/a')).toMatchObject({
      status: 409,
      json: { error: { code: 'probe.taken', fields: { key: 'This key is taken.' } } },
    });
  });

  test('by an unexplained constraint is ours', async () => {
    expect(await fail('unmapped')).toMatchObject({ status: 500, json: { error: { code: 'error.unexpected' } } });
  });

  test('that a moment of patience mends says how long', async () => {
    const refused = { status: 503, headers: { 'retry-after': '5' }, json: { error: { code: 'error.crowded' } } };
    expect(await fail('overloaded')).toMatchObject(refused);
  });

  test.each([
    ['slow', 'error.too_slow'],
    ['deadlock', 'error.transaction'],
    ['broken', 'error.database'],
    ['held', 'error.held'],
  ])('of the database says what to do, and when: %s', async (how, code) => {
    const { status, json, headers } = await fail(how);
    expect([status, json.error.code, headers['retry-after']]).toEqual([503, code, '2']);
    expect(json.error.message).not.toBe(code);
  });
});

describe('An unknown address', () => {
  test('is a page for a person, in their language, with the way home', async () => {
    const answer = await office.admin.get('/nowhere?lang=es');
    expect(answer).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(answer.body).toShow(/^<!doctype html><html lang="es"/);
    expect(answer.body).toShow('No encontrado');
    expect(answer.body).toShow('href="/"');
  });

  test.each(['/api/v1/nowhere', '/portal/v1/nowhere', '/messages/nowhere'])('is data for a script: %s', async (url) => {
    expect(await office.admin.get(url)).toMatchObject({ status: 404, json: { error: { code: 'error.not_found' } } });
  });

  test('is data for a script that fetches a fragment', async () => {
    const answer = await office.admin.get('/nowhere', { 'x-language': 'en' });
    expect(answer).toMatchObject({ status: 404, json: { error: { code: 'error.not_found' } } });
  });

  test.each(['PATCH', 'OPTIONS', 'PUT'] as const)('with an unknown method is data: %s', async (method) => {
    const answer = await office.admin.send({ method, url: '/api/v1/age_group' });
    expect(answer).toMatchObject({ status: 404, json: { error: { code: 'error.not_found' } } });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('is not returned to after the sign-in where it is too long', async () => {
    const location = async (url: string) => (await office.stranger.get(url)).headers['location'];
    expect(await location(`/book?a=${'x'.repeat(1900)}`)).toMatch(/^\/login\?next=%2Fbook%3Fa%3Dxxx/);
    expect(await location(`/book?a=${'%'.repeat(12_000)}`)).toBe('/login');
  });

  test('is an answer like any other where it cannot be decoded', async () => {
    expect(await office.admin.get('/%ff?a=%ff')).toMatchObject({
      status: 404,
      body: expect.stringContaining('Not found'),
    });
    expect(await office.admin.get('/api/v1/%ff')).toMatchObject({
      status: 404,
      headers: { 'x-request-id': expect.any(String) },
    });
  });
});

test('An instance without an administrator is not ready yet: its start has not ended', async () => {
  const empty = await startOffice();
  const ready = async () => (await empty.stranger.get('/readyz')).status;
  expect(await ready()).toBe(200);
  await empty.db.updateTable('staff').set({ disabled_at: new Date().toISOString() }).execute();
  expect(await empty.stranger.get('/readyz')).toMatchObject({ status: 503, json: { status: 'starting' } });
  await empty.close();
});

describe('While the database is away', () => {
  const outside = async (text: string) => {
    const client = new pg.Client({ connectionString: office.databaseUrl.replace(/\/[^/?]+(\?|$)/, '/postgres$1') });
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  const name = () => new URL(office.databaseUrl).pathname.slice(1);

  test('the process is alive, says that it is not ready, and shows people so; then it recovers by itself', async () => {
    expect((await office.stranger.get('/readyz')).status).toBe(200);
    await outside(`alter database ${name()} allow_connections false`);
    await outside(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name()}'`);

    expect(await office.stranger.get('/readyz')).toMatchObject({ status: 503, json: { status: 'unavailable' } });
    expect(await office.admin.get('/healthz')).toMatchObject({ status: 200, json: { status: 'ok' } });
    expect(await office.admin.get('/api/v1/age_group')).toMatchObject({
      status: 503,
      json: { error: { code: 'error.database' } },
    });
    const page = await office.admin.get('/agegroup');
    expect(page).toMatchObject({ status: 503, body: expect.stringContaining('The database is not responding.') });
    expect((await office.admin.get(/\/assets\/[\w.-]+\.css/.exec(page.body)?.[0] ?? '')).status).toBe(200);

    await outside(`alter database ${name()} allow_connections true`);
    expect((await office.stranger.get('/readyz')).status).toBe(200);
    expect((await office.admin.get('/agegroup')).status).toBe(200);
  });
});
