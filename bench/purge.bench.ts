import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeKey } from '#kernel/auth/api-keys.ts';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { startNginxCache } from '#test/nginx-cache.ts';
import { spawnProgram } from '#test/spawned-office.ts';
import { startVarnish } from '#test/varnish.ts';
import { type BenchServer, cache, fillBooks, openWork, record } from './kit.ts';
import { type OfficeClient, startBenchOffice } from './office-client.ts';
import { fillPortal } from './portal.bench.ts';

const bookCount = 1000;
const saves = 200;

/**
 * How long readers see the former title after a save was answered: of the office itself, through a Varnish that may keep
 * answers for an hour and is purged, and through an nginx that keeps them for a second.
 */
export async function benchPurge(server: BenchServer): Promise<void> {
  const url = await server.database('bench_purge');
  await fillBooks(url, bookCount);
  await fillPortal(url);
  const { work, close } = openWork(url);
  const made = await work.write(systemCaller('bench'), (ctx) =>
    makeKey(ctx, { name: 'bench', scope: 'read', expiresAt: null }),
  );
  await close();
  const { client, stop } = await startBenchOffice(url);
  await client.results('PUT', '/api/v1/setting/portal.requests_per_minute', { value: 0 });
  const bench: Bench = { client, headers: { authorization: `Bearer ${made.key}` } };
  const direct = await measureSaves(bench, client.url, saves);
  recordDelays('of the office itself', direct, direct);
  await throughVarnish(bench, made.key, direct);
  await throughNginx(bench, direct);
  await stop();
  await server.drop('bench_purge');
}

interface Bench {
  client: OfficeClient;
  headers: Record<string, string>;
}

async function throughVarnish(bench: Bench, key: string, direct: readonly number[]): Promise<void> {
  const { client } = bench;
  const varnish = await startVarnish(client.url);
  if (!varnish) return;
  await allowFor(bench, 3600);
  const folder = await mkdtemp(path.join(cache, 'purge-'));
  const args = ['--office', client.url, '--to', 'varnish', '--at', varnish.url, '--state', path.join(folder, 'cursor')];
  const purge = spawnProgram(['dist/server/purge.js', ...args], { PORTAL_KEY: key, CDN_KEY: 'open' });
  purge.stderr.pipe(process.stderr);
  const ended = once(purge, 'exit');
  // It says so once it follows the office.
  await once(purge.stdout, 'data');
  recordDelays('through Varnish for an hour, purged', await measureSaves(bench, varnish.url, saves), direct);
  purge.kill('SIGTERM');
  await ended;
  await varnish.stop();
  await rm(folder, { recursive: true });
}

async function throughNginx(bench: Bench, direct: readonly number[]): Promise<void> {
  const nginx = await startNginxCache(bench.client.url);
  if (!nginx) return;
  await allowFor(bench, 1);
  recordDelays('through nginx for a second', await measureSaves(bench, nginx.url, saves / 5), direct);
  await nginx.stop();
}

/** Waits until answers say so: the setting is read once a second. */
async function allowFor({ client, headers }: Bench, seconds: number): Promise<void> {
  await client.results('PUT', '/api/v1/setting/portal.cache_seconds', { value: seconds });
  for (let said = ''; !said.includes(`s-maxage=${seconds},`); )
    said = (await fetch(`${client.url}/portal/v1/books/G1`, { headers })).headers.get('cache-control') ?? '';
}

/** Of each save, how long its answer was known before a reader saw it. Milliseconds, in order. */
async function measureSaves({ client, headers }: Bench, origin: string, count: number): Promise<number[]> {
  const delays: number[] = [];
  for (let n = 0; n < count; n++) {
    const bid = `G${1 + (n % 100)}`;
    const title = `Title ${n} of ${origin}`;
    const read = async () => (await fetch(`${origin}/portal/v1/books/${bid}`, { headers })).text();
    // So that a cache has the former answer.
    await read();
    await client.results('PUT', `/api/v1/book/${bid}`, { title });
    const saved = performance.now();
    while (!(await read()).includes(title));
    delays.push(performance.now() - saved);
  }
  return delays.toSorted((a, b) => a - b);
}

function recordDelays(how: string, delays: readonly number[], direct: readonly number[]): void {
  const at = (of: readonly number[], share: number) => of[Math.floor((of.length - 1) * share)] ?? 0;
  const said = [0.5, 0.95, 1].map((share) => at(delays, share).toFixed(1));
  record({
    name: `purge: save to reader ${how}`,
    said: `half within ${said[0]} ms, 95 of 100 within ${said[1]}, all ${delays.length} within ${said[2]}`,
    ratio: at(delays, 0.95) / at(direct, 0.95),
  });
}
