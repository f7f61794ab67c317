import http from 'node:http';
import path from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { readConfig } from '#kernel/config.ts';
import { openStorage } from '#kernel/storage/open-storage.ts';
import { buildApp } from '#src/app.ts';
import { plantSession } from '#test/app.ts';
import { spawnOffice } from '#test/process.ts';
import { startBare } from './http.bench.ts';
import { type BenchServer, best, cache, fillBooks, record } from './kit.ts';
import { measure } from './load.ts';
import { capture } from './statements.ts';

const bookCount = 10_000;
const seconds = 3;
const rounds = 3;

/** Reads of the portal beside a bare Fastify that runs the statement of the answer and sends as many bytes. */
export async function benchPortal(server: BenchServer): Promise<void> {
  const url = await server.database('bench_portal');
  await fillBooks(url, bookCount);
  await fillPortal(url);
  const { key, ask, stop } = await openPortal(url);
  const headers = { authorization: `Bearer ${key}` };
  const office = await spawnOffice({ DATABASE_URL: url, DATA_DIR: path.join(cache, 'files'), LOG_LEVEL: 'silent' });
  const one = { name: 'one collection of 24 books', place: '/portal/v1/collections/C7', least: 0.6 };
  const tag = String((await ask(one.place)).headers.etag);
  const cases = [
    { ...one, headers },
    { ...one, name: 'the same, asked again (304)', headers: { ...headers, 'if-none-match': tag }, least: 0.8 },
    // An address that is never the same, so that nothing is kept of it.
    { ...one, name: 'the same, for the first time', headers, isNew: true },
    { name: 'one book', place: '/portal/v1/books/G5000', headers },
    { name: 'one book for the first time', place: '/portal/v1/books/G5000', headers, isNew: true },
  ];
  for (const { name, place, headers: sent, least, isNew } of cases as readonly Case[]) {
    let answer = await ask(place, sent);
    const statements = (await capture(async () => void (answer = await ask(place, sent)))).filter(({ text }) =>
      text.includes(' body'),
    );
    const task = { url, statements, body: answer.body, type: 'application/json; charset=utf-8' };
    const bare = await startBare({ ...task, status: answer.statusCode });
    const ours = { rate: 0, p99: 0 };
    const limit = { rate: 0, p99: 0 };
    for (let round = 0; round < rounds; round++) {
      keep(limit, await measure(() => bare.url, {}, seconds));
      keep(ours, await measure(() => office.url + (isNew ? next() : place), sent, seconds));
    }
    bare.stop();
    record({
      name: `portal: ${name}`,
      said: `${ours.rate.toFixed(0)} of ${limit.rate.toFixed(0)} req/s, p99 ${ours.p99.toFixed(1)} ms beside ${limit.p99.toFixed(1)}`,
      ratio: ours.rate / limit.rate,
      ...(least !== undefined && { aim: { least } }),
    });
  }
  await benchPages(url, office.url, headers);
  await office.stop();
  await stop();
}

interface Case {
  name: string;
  place: string;
  headers: Record<string, string>;
  least?: number;
  /** Asked at an address of its own each time. */
  isNew?: true;
}

interface Pace {
  rate: number;
  p99: number;
}

function keep(best_: Pace, found: Pace): void {
  if (found.rate > best_.rate) Object.assign(best_, found);
}

/** All books page by page, beside COPY of the table. */
async function benchPages(url: string, origin: string, headers: Record<string, string>): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const agent = new http.Agent({ keepAlive: true });
  let bytes = 0;
  const walk = async () => {
    bytes = 0;
    for (let next: string | null = ''; next !== null; ) {
      const text: string = await read(`${origin}/portal/v1/books?limit=500${next && `&after=${next}`}`, headers, agent);
      bytes += text.length;
      next = JSON.parse(text.slice(text.lastIndexOf(',"next":') + 8, -1));
    }
  };
  await walk();
  const ours = await best(rounds, walk);
  const copied = await best(rounds, async () => {
    await pool.query('select * from book');
  });
  agent.destroy();
  await pool.end();
  record({
    name: `portal: ${bookCount.toLocaleString('en')} books page by page`,
    said: `${ours.toFixed(0)} ms for ${(bytes / 1e6).toFixed(1)} MB; all rows of the table in one answer ${copied.toFixed(0)} ms`,
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

/** Publishes all books, and makes 200 public collections of six levels each. */
async function fillPortal(url: string): Promise<void> {
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
  await sql`vacuum analyze`.execute(db);
  await db.destroy();
}

/** The product in this process, to see its statements, and a key for it. */
async function openPortal(url: string) {
  const config = readConfig({ DATA_DIR: path.join(cache, 'files'), LOG_LEVEL: 'silent', RATE_LIMIT: '0' });
  const app = await buildApp({ config, opened: await openStorage(config), connection: { connectionString: url } });
  const cookie = `sid=${await plantSession(app, 'bench', true)}`;
  const payload = { name: 'Bench', scope: 'read' };
  const made = await app.server.inject({ method: 'POST', url: '/api/v1/api_key', headers: { cookie }, payload });
  await app.server.inject({
    method: 'PUT',
    url: '/api/v1/setting/portal.requests_per_minute',
    headers: { cookie },
    payload: { value: 0 },
  });
  const { key } = made.json().results;
  const ask = (place: string, headers: Record<string, string> = { authorization: `Bearer ${key}` }) =>
    app.server.inject({ url: place, headers });
  return { key, ask, stop: () => app.stop() };
}
