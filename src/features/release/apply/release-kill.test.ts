import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { testDatabase } from '#test/database.ts';
import { type SpawnedOffice, spawnOffice } from '#test/process.ts';

// The full test kills at ten places of a release; a short one is part of every run.
const isLong = process.env['TEST_LONG'] === '1';
const [books, rounds] = isLong ? [500, 10] : [120, 1];
const perPage = 100;

let database: Awaited<ReturnType<typeof testDatabase>>;
let client: pg.Client;
let dataDir: string;
const offices: SpawnedOffice[] = [];

beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'office-release-'));
});
afterAll(async () => {
  await Promise.all(offices.map((office) => office.kill()));
  await client.end();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<SpawnedOffice> {
  const admin = { ADMIN_ID: 'ada', ADMIN_PASSWORD: 'correct horse' };
  const office = await spawnOffice({ DATABASE_URL: database.url, DATA_DIR: dataDir, ...admin, LOG_LEVEL: 'silent' });
  offices.push(office);
  return office;
}

/** A signed-in client of an instance. */
async function signIn({ url }: SpawnedOffice) {
  const body = new URLSearchParams({ id: 'ada', password: 'correct horse' });
  const origin = { origin: url };
  const { headers } = await fetch(`${url}/login`, { method: 'POST', body, redirect: 'manual', headers: origin });
  const cookie = headers.getSetCookie().map((one) => one.split(';')[0]);
  const sent = { ...origin, cookie: cookie.join('; '), 'content-type': 'application/json' };
  return async (method: string, address: string, given: object) => {
    const answer = await fetch(url + address, { method, headers: sent, body: JSON.stringify(given) });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()).results;
  };
}

const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await client.query(text, values)).rows;

/** Pages through the portal of an instance until it dies or is told to stop; returns the genre of each answer. */
async function read({ url }: SpawnedOffice, key: string, over: AbortSignal): Promise<string[]> {
  const seen: string[] = [];
  let next: string | null = null;
  while (!over.aborted) {
    const page: string = `/portal/v1/books?limit=${perPage}&fields=bid,genre${next === null ? '' : `&after=${next}`}`;
    const answer: Response | null = await fetch(url + page, { headers: { authorization: `Bearer ${key}` } }).catch(
      () => null,
    );
    const said: { results: { genre: string }[]; next: string | null } | null =
      answer && (await answer.json().catch(() => null));
    if (!said) break;
    seen.push([...new Set(said.results.map(({ genre }) => genre))].join(' and '));
    ({ next } = said);
  }
  return seen;
}

/** 'g2' before 'g10'. */
const byRound = (one: string, other: string) => Number(one.slice(1)) - Number(other.slice(1));

/** Waits until a process has made the changes of a release up to the book that is slow to write. */
const inTheMiddle = () =>
  expect
    .poll(() => query(`select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`), {
      timeout: 30_000,
      interval: 20,
    })
    .toHaveLength(1);

test(`a release of ${books} changes is applied whole and once though the process that applies it is killed`, async () => {
  let killed = await start();
  const call = await signIn(killed);
  const rows = Array.from({ length: books }, (_, n) => bookRow(n + 1, { genre: 'g0' }));
  await call('PUT', '/api/v1/book/import', { books: rows, create_missing: true });
  await call('PUT', '/api/v1/book', { bids: rows.map(({ bid }) => bid) });
  const { key } = await call('POST', '/api/v1/api_key', { name: 'Portal', scope: 'read' });
  await client.query(`create table slow (bid text)`);
  await client.query(`
    create function be_slow() returns trigger language plpgsql as $$
    begin if exists (select from slow where bid = new.bid) then perform pg_sleep(1); end if; return new; end $$`);
  await client.query(`create trigger be_slow before update on book for each row execute function be_slow()`);
  for (let round = 1; round <= rounds; round++) {
    const survivor = await start();
    const [put, genre] = [await signIn(killed), `g${round}`];
    const place = isLong ? 1 + Math.floor((books / rounds) * (round - 0.5)) : Math.floor(books / 2);
    await client.query('truncate slow');
    const { rel_idx: relIdx } = await put('POST', '/api/v1/release', { name: genre });
    const selection = { ids: rows.map(({ bid }) => bid) };
    await put('PUT', `/api/v1/release/${relIdx}/change/selected`, { selection, values: { genre } });
    await client.query('insert into slow values ($1)', [`B${place}`]);
    const over = new AbortController();
    const readers = [killed, killed, survivor, survivor].map((office) => read(office, key, over.signal));
    // Only one of the two processes comes to apply it.
    process.kill(survivor.pid, 'SIGSTOP');
    await put('PUT', `/api/v1/release/${relIdx}`, { apply_at: Math.ceil(Date.now() / 1000) + 1 });
    await inTheMiddle();
    await killed.kill();
    process.kill(survivor.pid, 'SIGCONT');
    const status = async () =>
      (await query<{ status: string }>('select status from release where rel_idx = $1', [relIdx]))[0]?.status;
    await expect.poll(status, { timeout: 60_000, interval: 100 }).toBe('applied');
    const after = read(survivor, key, AbortSignal.timeout(1500));
    const [seen, late] = [Promise.all(readers), await after];
    over.abort();
    for (const genres of await seen) {
      // No answer holds both, and nobody sees the earlier one again.
      expect(new Set(genres).isSubsetOf(new Set([`g${round - 1}`, genre]))).toBe(true);
      expect(genres.toSorted(byRound)).toEqual(genres);
    }
    expect(late.at(-1)).toBe(genre);
    const [told] = await query<{ books: number; applied: number }>(
      `select count(*) filter (where entity = 'book')::integer as books,
        count(*) filter (where action = 'release.applied')::integer as applied
      from audit where reason like $1 or action = 'release.applied' and entity_id = $2`,
      [`Release ${relIdx}: %`, String(relIdx)],
    );
    expect(told).toEqual({ books, applied: 1 });
    expect(await query('select distinct genre from book')).toEqual([{ genre }]);
    killed = survivor;
  }
}, 600_000);
