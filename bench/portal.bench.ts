import http from 'node:http';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { spawnOffice } from '#test/spawned-office.ts';
import { type BareTurn, startBare } from './http.bench.ts';
import { type BenchServer, best, cache, fillBooks, openBenchApp, record } from './kit.ts';
import { measure, measureAt, type Pace } from './load.ts';
import { capture } from './statements.ts';

const bookCount = 10_000;
const seconds = 3;
const rounds = 3;
const readsPerSecond = 5000;

/**
 * Reads of the portal compared with a bare Fastify that runs the statement of the response and sends the same number of
 * bytes.
 */
export async function benchPortal(server: BenchServer): Promise<void> {
  const url = await server.database('bench_portal');
  await fillBooks(url, bookCount);
  await fillPortal(url);
  const { key, request, stop } = await openPortal(url);
  const headers = { authorization: `Bearer ${key}` };
  const environment = { DATABASE_URL: url, DATA_DIR: path.join(cache, 'files'), LOG_LEVEL: 'silent' };
  const office = await spawnOffice(environment);
  const collection = '/portal/v1/collections/C7';
  const tag = String(Reflect.get((await request(collection, headers)).headers, 'etag'));
  const cases: Case[] = [
    { name: 'one collection of 24 books', paths: [collection], headers, least: 8 },
    {
      name: 'the same, asked again (304)',
      paths: [collection],
      headers: { ...headers, 'if-none-match': tag },
      least: 8,
    },
    { name: 'the same, for the first time', paths: [collection], headers, least: 0.8, isNew: true },
    { name: 'one book, for the first time', paths: ['/portal/v1/books/G5000'], headers, least: 0.7, isNew: true },
    { name: 'mixed reads', paths: mixed, headers },
  ];
  for (const one of cases) await benchCase(one, { url, origins: [office.url], request });
  await benchRate(office.url, headers);
  await benchPages(url, office.url, headers);
  const second = await spawnOffice(environment);
  const both = { name: 'mixed reads at two instances', paths: mixed, headers };
  await benchCase(both, { url, origins: [office.url, second.url], request });
  await second.stop();
  await office.stop();
  await stop();
}

interface Case {
  name: string;
  paths: readonly string[];
  headers: Record<string, string>;
  least?: number;
  /** Requested with a unique address each time, so that nothing comes from the cache. */
  isNew?: true;
}

/** A hundred collections, a hundred books, and a few lists. */
export const mixed = [
  ...Array.from({ length: 100 }, (_, n) => `/portal/v1/collections/C${n + 1}`),
  ...Array.from({ length: 100 }, (_, n) => `/portal/v1/books/G${n * 97 + 1}`),
  '/portal/v1/books?limit=20',
  '/portal/v1/collections?limit=20',
  '/portal/v1/series?limit=50',
];

interface Sides {
  url: string;
  /** Our instances, requested in rotation. */
  origins: readonly string[];
  request: Request;
}

async function benchCase(
  { name, paths, headers, least, isNew }: Case,
  { url, origins, request }: Sides,
): Promise<void> {
  let sent = 0;
  const address = () => {
    const next = paths[sent % paths.length] ?? '';
    return (origins[sent++ % origins.length] ?? '') + (isNew ? unusual(next) : next);
  };
  const turns: BareTurn[] = [];
  for (const one of paths) turns.push(await turnOf(one, headers, request));
  const bare = await startBare({ url, type: 'application/json; charset=utf-8', turns });
  const ours = { rate: 0, p99: 0 };
  const limit = { rate: 0, p99: 0 };
  for (let round = 0; round < rounds; round++) {
    takeBest(limit, await measure(() => bare.url, {}, seconds));
    takeBest(ours, await measure(address, headers, seconds));
  }
  bare.stop();
  record({
    name: `portal: ${name}`,
    said: `${ours.rate.toFixed(0)} of ${limit.rate.toFixed(0)} req/s, p99 ${ours.p99.toFixed(1)} ms beside ${limit.p99.toFixed(1)}`,
    ratio: ours.rate / limit.rate,
    ...(least !== undefined && { aim: { least } }),
  });
}

/** Sends mixed reads at a fixed rate, however fast they are answered. */
async function benchRate(origin: string, headers: Record<string, string>): Promise<void> {
  let sent = 0;
  const address = () => origin + (mixed[sent++ % mixed.length] ?? '');
  const ours = { rate: 0, p99: 0 };
  for (let round = 0; round < rounds; round++)
    takeBest(ours, await measureAt(readsPerSecond, address, headers, seconds));
  record({
    name: `portal: ${readsPerSecond.toLocaleString('en')} mixed reads asked for a second`,
    said: `${ours.rate.toFixed(0)} answered, p99 ${ours.p99.toFixed(1)} ms`,
    ratio: ours.rate / readsPerSecond,
  });
}

let unusualNumber = 0;
/** The path with a unique query, which no cache has. */
export const unusual = (address: string) => `${address}${address.includes('?') ? '&' : '?'}n=${(unusualNumber += 1)}`;

/** The statement of a response as it runs without the cache, and the response. */
async function turnOf(address: string, headers: Record<string, string>, request: Request): Promise<BareTurn> {
  let answer = await request(unusual(address), headers);
  const all = await capture(async () => {
    answer = await request(unusual(address), headers);
  });
  const statements = all.filter(({ text }) => text.includes(' document'));
  return { statements, body: answer.body, status: answer.statusCode };
}

function takeBest(best_: Pace, found: Pace): void {
  if (found.rate > best_.rate) Object.assign(best_, found);
}

/** Reads all books page by page, compared with COPY of the table. */
async function benchPages(url: string, origin: string, headers: Record<string, string>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const agent = new http.Agent({ keepAlive: true });
  let bytes = 0;
  const walk = async (isNew: boolean) => {
    bytes = 0;
    for (let next: string | null = ''; next !== null; ) {
      const address: string = `/portal/v1/books?limit=500${next && `&after=${next}`}`;
      const text = await read(origin + (isNew ? unusual(address) : address), headers, agent);
      bytes += text.length;
      next = JSON.parse(text.slice(text.lastIndexOf(',"next":') + 8, -1));
    }
  };
  await walk(false);
  const ours = await best(rounds, () => walk(true));
  const again = await best(rounds, () => walk(false));
  const copied = await best(rounds, async () => {
    await finished(client.query(copyTo('copy book to stdout')).resume());
  });
  agent.destroy();
  await client.end();
  record({
    name: `portal: ${bookCount.toLocaleString('en')} books page by page`,
    said: `${ours.toFixed(0)} ms for ${(bytes / 1e6).toFixed(1)} MB, ${again.toFixed(0)} once kept; COPY of the table ${copied.toFixed(0)} ms`,
    ratio: copied / ours,
  });
}

function read(url: string, headers: Record<string, string>, agent: http.Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers, agent }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => (response.statusCode === 200 ? resolve(text) : reject(new Error(text))));
      })
      .on('error', reject);
  });
}

/** Publishes all books, and creates 200 public collections of six levels each. */
export async function fillPortal(url: string): Promise<void> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }),
  });
  await sql`update book set published_at = now()`.execute(db);
  await sql`insert into collection (cid, is_public, created_at, updated_at)
    select 'C' || n, 'O', now(), now() from generate_series(1, 200) n`.execute(db);
  await sql`insert into collection_text (cidx, locale, title, summary, description, saved_at)
    select cidx, locale, 'Collection ' || cid, 'Short', '<p>Long</p>', now()
    from collection, unnest(array['en', 'ko']) locale`.execute(db);
  await sql`insert into collection_price (cidx, display_order, currency, price)
    select cidx, n, 'USD', 9.9 from collection, generate_series(1, 3) n`.execute(db);
  await sql`insert into collection_content (cidx, lev_idx, added_at)
    select cidx, 1 + (cidx * 6 + n) % 2000, now() from collection, generate_series(0, 5) n`.execute(db);
  await sql`insert into change (kind, at) values ('book', now())`.execute(db);
  await sql`vacuum analyze`.execute(db);
  await db.destroy();
}

type Request = (
  address: string,
  headers: Record<string, string>,
) => Promise<{ statusCode: number; body: string; headers: object }>;

/** Runs the product in this process, to see its statements, and creates a key for it. */
export async function openPortal(url: string) {
  const { app, cookie } = await openBenchApp(url);
  const payload = { name: 'Bench', scope: 'read' };
  const made = await app.server.inject({ method: 'POST', url: '/api/v1/api_key', headers: { cookie }, payload });
  await app.server.inject({
    method: 'PUT',
    url: '/api/v1/setting/portal.requests_per_minute',
    headers: { cookie },
    payload: { value: 0 },
  });
  const { key } = made.json().results;
  const request: Request = (address, headers) => app.server.inject({ url: address, headers });
  return { key, request, stop: () => app.stop() };
}
