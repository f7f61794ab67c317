import path from 'node:path';
import { readConfig } from '#kernel/config/config.ts';
import { openStorage } from '#kernel/mount/open-storage.ts';
import { buildApp } from '#src/app.ts';
import { plantSession } from '#test/app.ts';
import { fillCodes } from './codes-list.bench.ts';
import { type BenchServer, best, cache, fillBooks, record } from './kit.ts';

const books = 1_000_000;
// `CODES=2000000 npm run bench -- home` if ten million take too long.
const codes = Number(process.env['CODES'] ?? 10_000_000);
const limitMs = 60;

/** The start page with a million books, all added this week, and ten million codes. */
export async function benchHome(server: BenchServer): Promise<void> {
  const url = await server.database('bench_home');
  await fillBooks(url, books);
  await fillCodes(url, codes);
  const config = readConfig({ DATA_DIR: path.join(cache, 'files'), LOG_LEVEL: 'silent', RATE_LIMIT: '0' });
  const app = await buildApp({ config, opened: await openStorage(config), connection: { connectionString: url } });
  const cookie = `sid=${await plantSession(app, 'bench', true)}`;
  const taken = await best(20, () => app.server.inject({ url: '/', headers: { cookie } }));
  record({
    name: `start page of ${books} books and ${codes} codes`,
    said: `${taken.toFixed(1)} ms of ${limitMs} ms`,
    ratio: taken / limitMs,
    aim: { most: 1 },
  });
  await app.stop();
}
