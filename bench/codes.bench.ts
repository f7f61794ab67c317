import { createReadStream, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { type BenchServer, cache, record } from './kit.ts';
import { type OfficeClient, startBenchOffice } from './office-client.ts';

const many = 1_000_000;
// The shorter of two runs: each takes long enough to be disturbed.
const runs = 2;
const columns = '(code, cg_idx, issued_at, valid_from, valid_until, length)';

/** A million codes, issued as from the screen, compared with COPY of the same rows into the same tables. */
export async function benchCodes(server: BenchServer): Promise<void> {
  const url = await server.database('bench_codes');
  const watchFile = path.join(cache, 'watched-codes.json');
  const { client, stop } = await startBenchOffice(url, {
    NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'watch-process.ts')}`,
    WATCH_FILE: watchFile,
  });
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  // The idle memory of the office is measured a second after its start.
  await sleep(1500);
  const { cust_idx } = await client.results<{ cust_idx: number }>('POST', '/api/v1/customer', {
    cust_id: 'BENCH',
    name: 'Bench',
  });
  const { cidx } = await client.results<{ cidx: number }>('POST', '/api/v1/collection', {
    cid: 'bench',
    title: 'Bench',
  });
  const [issued, whole, copied, shuffled] = [[], [], [], []] as [number[], number[], number[], number[]];
  for (let run = 0; run < runs; run++) {
    await emptyCodes(db);
    const took = await issue(client, db, { cust_idx, cidx });
    issued.push(took.issued);
    whole.push(took.whole);
    copied.push(await copyAgain(db, ''));
    shuffled.push(await copyAgain(db, 'order by random()'));
  }
  await db.end();
  await stop();
  const best = Math.min(...issued);
  record({
    name: '1,000,000 codes issued',
    said: `${seconds(issued)} s, raw COPY ${seconds(copied)} s`,
    ratio: best / Math.min(...copied),
    aim: { most: 1.3 },
  });
  // We generate codes in sorted order, which gives both half of their speed; nobody else could COPY them that way.
  record({
    name: '1,000,000 codes issued, beside COPY in no order',
    said: `${seconds(issued)} s, raw COPY ${seconds(shuffled)} s`,
    ratio: best / Math.min(...shuffled),
  });
  record({
    name: '1,000,000 codes from click to issued',
    said: `${seconds(whole)} s, raw COPY ${seconds(copied)} s`,
    ratio: Math.min(...whole) / Math.min(...copied),
  });
  const watched: { megabytes: number; idle: number } = JSON.parse(await readFile(watchFile, 'utf8'));
  record({
    name: 'memory of the office meanwhile, above idle',
    said: `${watched.megabytes.toFixed(0)} MB at most, ${watched.idle.toFixed(0)} MB idle`,
    ratio: (watched.megabytes - watched.idle) / 100,
    aim: { most: 1 },
  });
}

const seconds = (times: readonly number[]) => (Math.min(...times) / 1000).toFixed(1);

const emptyCodes = (db: pg.Client) => db.query('truncate code, code_day cascade; checkpoint');

/** Issues a batch and waits until it is reported as issued. Milliseconds. */
async function issue(
  client: OfficeClient,
  db: pg.Client,
  of: { cust_idx: number; cidx: number },
): Promise<{ issued: number; whole: number }> {
  const start = performance.now();
  const body = { ...of, title: 'Many', count: many, price: '9.90', currency: 'USD', length: 30 };
  const { cg_idx } = await client.results<{ cg_idx: number }>('POST', '/api/v1/code/batch', body);
  for (;;) {
    const { status } = await client.results<{ status: string }>('GET', `/api/v1/code/batch/${cg_idx}`);
    if (status === 'issued') break;
    if (status !== 'issuing') throw new Error(`The batch is ${status}.`);
    // The polling interval of its page.
    await sleep(500);
  }
  const whole = performance.now() - start;
  const { rows } = await db.query<{ issue_ms: number }>('select issue_ms from code_batch where cg_idx = $1', [cg_idx]);
  return { issued: rows[0]?.issue_ms ?? 0, whole };
}

/** The same rows by COPY alone, in one transaction, into the tables in their previous state. Milliseconds. */
async function copyAgain(db: pg.Client, order: string): Promise<number> {
  const file = path.join(cache, 'codes.copy');
  const names = columns.slice(1, -1);
  await pipeline(db.query(copyTo(`copy (select ${names} from code ${order}) to stdout`)), createWriteStream(file));
  await emptyCodes(db);
  const start = performance.now();
  await db.query('begin');
  await pipeline(createReadStream(file), db.query(copyFrom(`copy code ${columns} from stdin`)));
  await db.query('commit');
  return performance.now() - start;
}
