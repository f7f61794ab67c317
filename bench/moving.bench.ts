import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { spawnProgram } from '#test/spawned-office.ts';
import { fillCodes } from './codes-list.bench.ts';
import { type BenchServer, cache, codesOf, fillBooks, openBenchApp, record } from './kit.ts';

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
  const start = performance.now();
  const child = spawnProgram(['dist/server/moving.js', ...args], environment);
  child.stderr.pipe(process.stderr);
  const over = once(child, 'exit');
  let peak = 0;
  while (child.exitCode === null && child.signalCode === null) {
    peak = Math.max(peak, await peakOf(child.pid ?? 0));
    await sleep(50);
  }
  const [code] = (await over) as [number | null];
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
  const seconds = (performance.now() - start) / 1000;
  record({ name, said: `${seconds.toFixed(1)} s, ${(peak / 1024).toFixed(0)} MB of memory at most`, ratio: seconds });
}

/** The most memory that a process has had, in KB; 0 once it has ended. */
const peakOf = async (pid: number): Promise<number> =>
  Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''))?.[1] ?? 0);
