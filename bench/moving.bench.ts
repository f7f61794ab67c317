import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { fillCodes } from './codes-list.bench.ts';
import { type BenchServer, cache, codesOf, fillBooks, openBenchApp, record } from './kit.ts';
import { runProgram } from './spawned.ts';

const bookCount = 10_000;
const codeCount = 1_000_000;

/** All of an office out into a folder and into an empty one: how long it takes, and how much memory, which rows must not take. */
export async function benchMoving(server: BenchServer): Promise<void> {
  const from = await server.database('bench_moving');
  await fillBooks(from, bookCount);
  const count = codesOf(codeCount);
  await fillCodes(from, count);
  // The product makes the tables of its queue.
  const { app } = await openBenchApp(from);
  await app.start();
  await app.stop();
  const to = await server.database('bench_moved');
  const client = new pg.Client({ connectionString: to });
  await client.connect();
  await client.query('drop schema public cascade; create schema public');
  await client.end();
  const folder = await mkdtemp(path.join(cache, 'moving-'));
  const dir = path.join(folder, 'export');
  const what = `${count.toLocaleString('en')} codes and ${bookCount.toLocaleString('en')} books`;
  await measureRun(`export of ${what}`, ['export', dir], { DATABASE_URL: from, DATA_DIR: path.join(cache, 'files') });
  await measureRun(`import of ${what}`, ['import', dir], { DATABASE_URL: to, DATA_DIR: path.join(folder, 'data') });
  await rm(folder, { recursive: true });
  await server.drop('bench_moved');
}

async function measureRun(name: string, args: readonly string[], environment: Record<string, string>): Promise<void> {
  const { code, seconds, megabytes } = await runProgram(['dist/server/moving.js', ...args], environment);
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
  record({ name, said: `${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB of memory at most`, ratio: seconds });
}
