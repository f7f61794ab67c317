import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { type BenchServer, fillBooks, openBenchApp, record } from './kit.ts';

// The early script, which buffers clicks until the page's own script runs (0089).
const earlyAimBytes = 60 * 1024;
const aimBytes = 110 * 1024;

/** The script that a cold /book loads until it is hydrated, gzipped; dialogs load after that, when the page is idle. */
export async function benchScript(server: BenchServer): Promise<void> {
  const url = await server.database('bench_script');
  await fillBooks(url, 1000);
  const { app, sid } = await openBenchApp(url);
  const address = await app.server.listen({ port: 0, host: '127.0.0.1' });
  const executablePath = process.env['CHROMIUM_PATH'];
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const context = await browser.newContext();
  await context.addCookies([{ name: 'sid', value: sid, url: address }]);
  const page = await context.newPage();
  const scripts: { name: string; size: Promise<number> }[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    const size = response.body().then((body) => gzipSync(body, { level: 9 }).length);
    // Preloads may still be in flight when the page closes; they are not counted.
    size.catch(() => undefined);
    scripts.push({ name: response.url(), size });
  });
  // Scripts requested after this are preloads.
  await page.addInitScript(() => {
    const awake = new MutationObserver(() => {
      if (document.documentElement.dataset['ready'] === undefined) return;
      awake.disconnect();
      Object.assign(globalThis, { readyAt: performance.now() });
    });
    awake.observe(document, { attributes: true, attributeFilter: ['data-ready'], subtree: true });
  });
  await page.goto(`${address}/book`);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  const before: string[] = await page.evaluate(
    "performance.getEntriesByType('resource').filter((entry) => entry.startTime < readyAt).map((entry) => entry.name)",
  );
  const loaded = await Promise.all(
    scripts
      .filter(({ name }) => before.includes(name))
      .map(async ({ name, size }) => ({ isEarly: name.endsWith('/early.js'), size: await size })),
  );
  const early = loaded.filter(({ isEarly }) => isEarly);
  recordSize('script before /book answers a press', early, earlyAimBytes);
  recordSize('script of a cold /book until it is alive', loaded, aimBytes);
  await browser.close();
  await app.stop();
}

function recordSize(name: string, files: readonly { size: number }[], most: number): void {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  record({
    name: `${name}, gzipped`,
    said: `${(bytes / 1024).toFixed(1)} of ${most / 1024} KB in ${files.length} files`,
    ratio: bytes / most,
    aim: { most: 1 },
  });
}
