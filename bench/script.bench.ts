import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { readConfig } from '#kernel/config.ts';
import { openStorage } from '#kernel/storage/open-storage.ts';
import { buildApp } from '#src/app.ts';
import { plantSession } from '#test/app.ts';
import { type BenchServer, cache, fillBooks, record } from './kit.ts';

const aimBytes = 120 * 1024;

/** All script that a cold /book loads until the network is idle, gzipped. */
export async function benchScript(server: BenchServer): Promise<void> {
  const url = await server.database('bench_script');
  await fillBooks(url, 1000);
  const config = readConfig({ DATA_DIR: path.join(cache, 'files'), LOG_LEVEL: 'silent', RATE_LIMIT: '0' });
  const app = await buildApp({ config, opened: await openStorage(config), connection: { connectionString: url } });
  const address = await app.server.listen({ port: 0, host: '127.0.0.1' });
  const executablePath = process.env['CHROMIUM_PATH'];
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const context = await browser.newContext();
  await context.addCookies([{ name: 'sid', value: await plantSession(app, 'bench', true), url: address }]);
  const page = await context.newPage();
  const scripts: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      scripts.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  await page.goto(`${address}/book`, { waitUntil: 'networkidle' });
  const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
  record({
    name: 'script of a cold /book, gzipped',
    said: `${(bytes / 1024).toFixed(1)} of ${aimBytes / 1024} KB in ${scripts.length} files`,
    ratio: bytes / aimBytes,
    aim: { most: 1 },
  });
  await browser.close();
  await app.stop();
}
