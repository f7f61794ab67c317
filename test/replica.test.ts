import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { type Office, type Person, startOffice } from '#test/app.ts';
import { testDatabase } from './test-database.ts';
import { startNetwork } from '#test/network.ts';

// A replica that lags forever: writes to the primary never reach it.
const replica = await testDatabase();
let office: Office;
let other: Office;
let colleague: Person;
beforeAll(async () => {
  office = await startOffice({ replicaUrl: replica.url });
  other = await startOffice({ replicaUrl: replica.url, beside: office });
  colleague = await other.signIn('jun', true);
});
afterAll(async () => {
  await other.close();
  await office.close();
  await replica.drop();
});

let books = 0;
const write = async () => {
  const answer = await office.admin.post('/api/v1/book', { books: [bookRow(++books)], create_missing: true });
  expect(answer).toMatchObject({ status: 200, json: { results: { success: true } } });
};
const untilForgotten = () => office.clock.advance(12_000);
const seen = async (person: Pick<Person, 'get'>, path = '/book') =>
  (await person.get(path)).body.includes(`Book ${books}`);

describe('With a replica that lags', () => {
  test('a person reads their own writes, on every screen that may lag, for ten seconds', async () => {
    await write();
    expect(await seen(office.admin)).toBe(true);
    expect(await seen(office.admin, '/book/export?as=csv')).toBe(true);
    office.clock.advance(10_000);
    expect(await seen(office.admin)).toBe(true);
    office.clock.advance(2000);
    expect(await seen(office.admin)).toBe(false);
  });

  test('it does so on every instance', async () => {
    await write();
    const elsewhere = { get: (url: string) => other.admin.get(url, { cookie: office.admin.cookie }) };
    expect(await seen(elsewhere)).toBe(true);
    expect(await seen(colleague)).toBe(false);
    untilForgotten();
    expect(await seen(elsewhere)).toBe(false);
  });

  test('they do so in each of their browsers, also in one in which they log in afterwards', async () => {
    await write();
    expect(await seen(other.admin)).toBe(true);
    expect((await office.admin.post('/logout')).status).toBe(303);
    office.admin = await office.signIn('ada', true);
    expect(await seen(office.admin)).toBe(true);
    untilForgotten();
    expect([await seen(office.admin), await seen(other.admin)]).toEqual([false, false]);
  });

  test('they read what a program has done for them', async () => {
    await write();
    const renamed = await office.admin.put(`/api/v1/book/B${books}`, { title: 'Renamed' });
    const body = { name: 'Command line', scope: 'staff' };
    const { key } = (await office.admin.post('/api/v1/api_key', body)).json.results;
    untilForgotten();
    const undo = `/api/v1/act/${renamed.json.results.act_idx}/undo`;
    const undone = await office.stranger.post(undo, undefined, { authorization: `Bearer ${key}` });
    expect(undone.status).toBe(200);
    expect(await seen(office.admin)).toBe(true);
    untilForgotten();
    expect(await seen(office.admin)).toBe(false);
  });

  test('a session that writes constantly records it once a second', async () => {
    const noted = async () => {
      const { rows } = await sql<{ row: string; at: string }>`
        select session.xmin::text as row, wrote_at as at from session join staff using (staff_idx)
        where staff_id = 'ada' order by wrote_at desc nulls last limit 1`.execute(office.db);
      return rows[0];
    };
    await write();
    const first = await noted();
    office.clock.advance(900);
    await write();
    expect(await noted()).toEqual(first);
    office.clock.advance(100);
    await write();
    expect((await noted())?.at).not.toBe(first?.at);
  });
});

test('without a replica writes are not recorded in the session', async () => {
  const alone = await startOffice();
  await alone.admin.post('/api/v1/age_group', { title: 'Seven' });
  const { rows } = await sql`select from session where wrote_at is not null`.execute(alone.db);
  await alone.close();
  expect(rows).toEqual([]);
});

test('while no server of the replica answers, lists and programs read the primary, and metrics say so', async () => {
  const network = await startNetwork(replica.url);
  const alone = await startOffice({ replicaUrl: network.url, environment: { METRICS_TOKEN: 'a-token-to-scrape' } });
  const away = async () => {
    const { body } = await alone.stranger.get('/metrics', { authorization: 'Bearer a-token-to-scrape' });
    return /^\w*database_replica_away(?:\{.*\})? (\d)$/m.exec(body)?.[1];
  };
  const { key } = (await alone.admin.post('/api/v1/api_key', { name: 'Portal', scope: 'read' })).json.results;
  alone.clock.advance(60_000);
  expect((await alone.admin.get('/book')).status).toBe(200);
  expect(await away()).toBe('0');
  network.refuse();
  expect((await alone.admin.get('/book')).status).toBe(200);
  expect((await alone.admin.get('/book/export?as=csv')).status).toBe(200);
  expect((await alone.stranger.get('/portal/v1/books', { authorization: `Bearer ${key}` })).status).toBe(200);
  expect(await away()).toBe('1');
  network.mend();
  await expect.poll(away).toBe('0');
  expect((await alone.admin.get('/book')).status).toBe(200);
  await alone.close();
  await network.close();
});
