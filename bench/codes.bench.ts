import { createReadStream, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { bookStatements } from './code-sums.ts';
import { addSale, issueBatch, type Sale } from './issuing.ts';
import { type BenchServer, best, cache, codesOf, record } from './kit.ts';
import { type OfficeClient, startBenchOffice } from './office-client.ts';

const many = codesOf(1_000_000);
const number = many.toLocaleString('en');
const aimLotsMs = 100;
// Of which 40 are the young generation, which may grow that much (docs/performance.md).
const aimMegabytes = 140;
// The shorter of two runs: each takes long enough to be disturbed.
const runs = 2;
const columns = '(code, cg_idx, lot, issued_at, valid_from, valid_until, length)';

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
  const of = await addSale(client);
  const rounds: Round[] = [];
  for (let run = 0; run < runs; run++) {
    await emptyCodes(db);
    const took = await issue(client, db, of);
    const copied = await copyAgain(db, '');
    const shuffled = await copyAgain(db, 'order by random()');
    await emptyCodes(db);
    await db.query(bookStatements(false));
    const { issued: unbooked } = await issue(client, db, of);
    await db.query(bookStatements(true));
    rounds.push({ ...took, copied, shuffled, unbooked });
  }
  await db.end();
  await stop();
  const least = (what: keyof Round) => Math.min(...rounds.map((round) => round[what]));
  const beside = (what: keyof Round, limit: keyof Round) => ({
    said: `${(least(what) / 1000).toFixed(1)} s of ${(least(limit) / 1000).toFixed(1)} s`,
    ratio: least(what) / least(limit),
  });
  record({ name: `${number} codes issued, beside COPY`, ...beside('issued', 'copied'), aim: { most: 0.9 } });
  // We generate codes in sorted order, which gives both half of their speed; nobody else could COPY them that way.
  record({ name: `${number} codes issued, beside COPY in no order`, ...beside('issued', 'shuffled') });
  record({ name: `${number} codes from click to issued, beside COPY`, ...beside('whole', 'copied') });
  record({ name: `${number} codes issued, beside the same without code_flow`, ...beside('issued', 'unbooked') });
  record({
    name: `the lots of ${number} codes right after issuing`,
    said: `${least('lots').toFixed(0)} ms of ${aimLotsMs}`,
    ratio: least('lots') / aimLotsMs,
    aim: { most: 1 },
  });
  const watched: { megabytes: number; idle: number } = JSON.parse(await readFile(watchFile, 'utf8'));
  record({
    name: 'memory of the office meanwhile, above idle',
    said: `${(watched.megabytes - watched.idle).toFixed(0)} of ${aimMegabytes} MB`,
    ratio: (watched.megabytes - watched.idle) / aimMegabytes,
    aim: { most: 1 },
  });
}

/** What issuing took in the database, from click to issued, and reading the lots then. Milliseconds. */
interface Issued {
  issued: number;
  whole: number;
  lots: number;
}

interface Round extends Issued {
  copied: number;
  shuffled: number;
  /** Issued without booking statements. */
  unbooked: number;
}

const emptyCodes = (db: pg.Client) => db.query('truncate code, code_day, code_flow cascade; checkpoint');

/** Issues a batch, then reads its lots. */
async function issue(client: OfficeClient, db: pg.Client, of: Sale): Promise<Issued> {
  let cg_idx = 0;
  const whole = await best(1, async () => {
    cg_idx = await issueBatch(client, { ...of, count: many });
  });
  const lots = await best(1, () => client.results('GET', `/api/v1/code/batch/${cg_idx}/lot`));
  const { rows } = await db.query<{ issue_ms: number }>('select issue_ms from code_batch where cg_idx = $1', [cg_idx]);
  return { issued: rows[0]?.issue_ms ?? 0, whole, lots };
}

/** The rows of the issued batch again, by COPY alone, in one transaction, into the tables in their previous state. Milliseconds. */
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
