import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { Pool } from 'undici';
import { type BenchServer, best, fillBooks, openBare, record } from './kit.ts';
import { type OfficeClient, startBenchOffice } from './office-client.ts';

// Every book is changed, so that a page holds either all or none of it.
const changes = 500;
// `READERS=100 npm run bench -- release` if the machine is busy.
const readers = Number(process.env['READERS'] ?? 1000);
// Each reader asks again after this long. Milliseconds.
const readEveryMs = 1000;
const staffEveryMs = 50;
const rounds = 2;
const atOnce = 100;
// By then a process knows what will be due. Seconds.
const notice = 3;

const bids = Array.from({ length: changes }, (_, n) => `G${n + 1}`);

/** A release of many changes while readers and staff ask, and many releases due at once; both beside bare writes. */
export async function benchRelease(server: BenchServer): Promise<void> {
  const url = await server.database('bench_release');
  await fillBooks(url, changes);
  const db = openBare(url);
  await sql`update book set published_at = now(), genre = 'g0'`.execute(db);
  await sql`vacuum analyze`.execute(db);
  const { client, stop } = await startBenchOffice(url);
  const { key } = await client.results('POST', '/api/v1/api_key', { name: 'Bench', scope: 'read' });
  await client.results('PUT', '/api/v1/setting/portal.requests_per_minute', { value: 0 });
  await benchWhole(client, db, key);
  await benchDueAtOnce(client, db);
  await stop();
  await db.destroy();
}

async function benchWhole(client: OfficeClient, db: Kysely<unknown>, key: string): Promise<void> {
  const quiet = new Crowd(client, key);
  await sleep(4 * readEveryMs);
  const before = await quiet.leave();
  const crowd = new Crowd(client, key);
  await sleep(2 * readEveryMs);
  let [took, bare] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 1; round <= rounds; round++) {
    const genre = `g${round}`;
    const { rel_idx: relIdx } = await client.results('POST', '/api/v1/release', { name: genre });
    const given = { selection: { ids: bids }, values: { genre } };
    await client.results('PUT', `/api/v1/release/${relIdx}/change/selected`, given);
    took = Math.min(took, await best(1, () => client.results('POST', `/api/v1/release/${relIdx}/apply`)));
    bare = Math.min(bare, await best(1, () => writeBare(db, bids, 'bare')));
    await sql`update book set genre = ${genre} where bid = any(${bids}::text[])`.execute(db);
  }
  const meanwhile = await crowd.leave();
  record({
    name: `a release of ${changes} changes`,
    said: `${took.toFixed(0)} ms of ${bare.toFixed(0)} ms for the same rows written by hand in one transaction`,
    ratio: took / bare,
  });
  record({
    name: 'answers that hold a part of it',
    said: `${meanwhile.mixed} of ${meanwhile.answers} to ${readers} readers`,
    ratio: meanwhile.mixed,
    aim: { most: 0 },
  });
  for (const who of ['reader', 'staff'] as const)
    record({
      name: `p99 of a ${who} meanwhile`,
      said: `${p99(meanwhile[who]).toFixed(0)} ms of ${p99(before[who]).toFixed(0)} ms without a release`,
      ratio: p99(meanwhile[who]) / p99(before[who]),
    });
}

/** Writes what a release writes for each book, one after the other, and nothing else; taken back at the end. */
async function writeBare(db: Kysely<unknown>, of: readonly string[], genre: string): Promise<void> {
  await sql`begin`.execute(db);
  for (const bid of of) await writeBook(db, bid, genre);
  await sql`rollback`.execute(db);
}

async function writeBook(db: Kysely<unknown>, bid: string, genre: string): Promise<void> {
  await sql`select * from book where bid = ${bid} for update`.execute(db);
  await sql`update book set genre = ${genre}, updated_at = now(), version = version + 1, revision = revision + 1
    where bid = ${bid}`.execute(db);
  await sql`insert into audit (at, actor, entity, entity_id, action, before, after)
    values (now(), 'bench', 'book', ${bid}, 'book.updated', '{"genre": "a"}', '{"genre": "b"}')`.execute(db);
  await sql`insert into change (kind, id, at) values ('book', ${bid}, now())`.execute(db);
}

/** Releases that are due in the same second, each of one book. */
async function benchDueAtOnce(client: OfficeClient, db: Kysely<unknown>): Promise<void> {
  let [took, bare] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 1; round <= rounds; round++) {
    const made: number[] = [];
    for (const bid of bids.slice(0, atOnce)) {
      const { rel_idx: relIdx } = await client.results('POST', '/api/v1/release', { name: bid });
      const change = { kind: 'book', id: bid, values: { genre: `due${round}` } };
      await client.results('PUT', `/api/v1/release/${relIdx}/change`, change);
      made.push(relIdx);
    }
    const at = Math.ceil(Date.now() / 1000) + notice;
    await sql`update release set status = 'scheduled', apply_at = to_timestamp(${at}) where status = 'draft'`.execute(
      db,
    );
    // The product learns of its times by its own calls: this one moves the last release to where it is.
    await client.results('PUT', `/api/v1/release/${made.at(-1)}`, { apply_at: at });
    await sleep(at * 1000 - Date.now());
    for (;;) {
      const { rows } = await sql<{
        left: number;
      }>`select count(*)::integer as left from release where status = 'scheduled'`.execute(db);
      if (rows[0]?.left === 0) break;
      await sleep(10);
    }
    took = Math.min(took, Date.now() - at * 1000);
    const { rows } = await sql<{ rel_idx: number }>`
      select rel_idx from release where status = 'applied' and rel_idx >= ${made[0] ?? 0} order by act_idx`.execute(db);
    const inOrder = rows.map(({ rel_idx }) => rel_idx).join() === made.join();
    if (!inOrder) throw new Error(`Applied out of order: ${rows.map(({ rel_idx }) => rel_idx).join()}`);
    bare = Math.min(
      bare,
      await best(1, async () => {
        for (const bid of bids.slice(0, atOnce)) {
          await sql`begin`.execute(db);
          await writeBook(db, bid, `bare${round}`);
          await sql`commit`.execute(db);
        }
      }),
    );
  }
  record({
    name: `${atOnce} releases due in the same second, applied in order`,
    said: `${took.toFixed(0)} ms of ${bare.toFixed(0)} ms for as many transactions by hand`,
    ratio: took / bare,
  });
}

const p99 = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;

/** Readers of the portal, each on a connection of its own, and one member of staff, who ask until they leave. */
class Crowd {
  private readonly over = new AbortController();
  private readonly measured = { answers: 0, mixed: 0, reader: [] as number[], staff: [] as number[] };
  private readonly pool: Pool;
  private readonly requests: Promise<void>[];

  constructor(client: OfficeClient, key: string) {
    this.pool = new Pool(client.url, { connections: readers });
    const portal = { path: '/portal/v1/books?limit=100&fields=bid,genre', authorization: `Bearer ${key}` };
    this.requests = [
      ...Array.from({ length: readers }, (_, n) => this.read(portal, (n * readEveryMs) / readers)),
      this.work(client.cookie),
    ];
  }

  async leave(): Promise<Crowd['measured']> {
    this.over.abort();
    await Promise.all(this.requests);
    await this.pool.close();
    return this.measured;
  }

  private async read({ path, authorization }: { path: string; authorization: string }, wait: number): Promise<void> {
    await sleep(wait);
    while (!this.over.signal.aborted) {
      const start = performance.now();
      const { body } = await this.pool.request({ method: 'GET', path, headers: { authorization } });
      const { results } = (await body.json()) as { results: { genre: string }[] };
      this.measured.reader.push(performance.now() - start);
      this.measured.answers += 1;
      if (new Set(results.map(({ genre }) => genre)).size !== 1) this.measured.mixed += 1;
      await sleep(readEveryMs);
    }
  }

  private async work(cookie: string): Promise<void> {
    while (!this.over.signal.aborted) {
      const start = performance.now();
      const { body } = await this.pool.request({ method: 'GET', path: '/api/v1/book?page=1', headers: { cookie } });
      await body.dump();
      this.measured.staff.push(performance.now() - start);
      await sleep(staffEveryMs);
    }
  }
}
