import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnOffice } from '#test/spawned-office.ts';
import nodeFlags from '../scripts/node-flags.json' with { type: 'json' };
import { type BenchServer, cache, fillBooks, openBenchApp, record, root } from './kit.ts';
import { load } from './load.ts';
import { capture, type Statement } from './statements.ts';

const seconds = 3;
const rounds = 3;

export interface Page {
  name: string;
  path: string;
  least: number;
}

const pages: Page[] = [
  { name: 'list page of 100 rows, signed in', path: '/book', least: 0.25 },
  { name: 'page of one book, signed in', path: '/book/G5000', least: 0.55 },
  { name: 'GET /api/v1/series (500 series)', path: '/api/v1/series', least: 0.45 },
  { name: 'GET /api/v1/book?bid= (one book)', path: '/api/v1/book?bid=G5000', least: 0.6 },
];

/** Pages and calls compared with a bare Fastify that runs the same statements and sends the same number of bytes. */
export async function benchHttp(server: BenchServer): Promise<void> {
  const url = await server.database('bench_http');
  await fillBooks(url, 10_000);
  await benchPages(url, pages);
}

/** Compares some pages and calls on an existing library with that server. */
export async function benchPages(url: string, cases: readonly Page[]): Promise<void> {
  const { app, cookie } = await openBenchApp(url);
  const office = await spawnOffice({ DATABASE_URL: url, DATA_DIR: path.join(cache, 'files'), LOG_LEVEL: 'silent' });
  for (const { name, path: address, least } of cases) {
    let body = '';
    let type = '';
    const request = async () => {
      const answer = await app.server.inject({ url: address, headers: { cookie } });
      body = answer.body;
      type = String(answer.headers['content-type']);
    };
    await request();
    await request();
    const statements = await ownStatements(request);
    const bare = await startBare({ url, type, turns: [{ statements, body }] });
    let ours = 0;
    let limit = 0;
    for (let round = 0; round < rounds; round++) {
      limit = Math.max(limit, await load(bare.url, {}, seconds));
      ours = Math.max(ours, await load(office.url + address, { cookie }, seconds));
    }
    bare.stop();
    record({
      name,
      said: `${ours.toFixed(0)} of ${limit.toFixed(0)} req/s, ${statements.length} statements`,
      ratio: ours / limit,
      aim: { least },
    });
  }
  await office.stop();
  await app.stop();
}

/** The statements of a page: the fewest of several requests, since counts of the menu are read beside the first ones. */
async function ownStatements(request: () => Promise<void>): Promise<Statement[]> {
  let fewest = await capture(request);
  for (let round = 1; round < rounds; round++) {
    await sleep(1000);
    const captured = await capture(request);
    if (captured.length < fewest.length) fewest = captured;
  }
  return fewest;
}

/** One response of the bare handler. */
export interface BareTurn {
  statements: Statement[];
  body: string;
  status?: number;
}

interface BareTask {
  url: string;
  type: string;
  /** Its responses, in rotation. */
  turns: BareTurn[];
}

/** Starts the bare handler as a separate process. */
export async function startBare(task: BareTask) {
  const child = spawn(process.execPath, [...nodeFlags, 'bench/bare-server.ts'], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  child.stdin.end(JSON.stringify(task));
  const [address] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: address.toString().trim(), stop: () => child.kill('SIGTERM') };
}
