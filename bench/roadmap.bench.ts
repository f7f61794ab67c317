import { chromium } from '@playwright/test';
import pg from 'pg';
import { type BenchServer, best, fillBooks, openBenchApp, record } from './kit.ts';

const rows = 2000;
const runs = 5;
const mostMs = 1500;

/** The roadmap page with 2,000 rows of five books and 2,000 waiting books, until it responds to a click. */
export async function benchRoadmap(server: BenchServer): Promise<void> {
  const url = await server.database('bench_roadmap');
  await fillBooks(url, rows * 6);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`insert into age_group (title) values ('Ages 4')`);
  await client.query('insert into roadmap (grp_idx, version) select grp_idx, 1 from age_group');
  await client.query('update book set published_at = now()');
  await client.query(
    `insert into roadmap_book (grp_idx, bidx, row_no, place)
     select grp_idx, n, (n - 1) / 5, (n - 1) % 5 from age_group, generate_series(1, $1::integer * 5) n`,
    [rows],
  );
  await client.query('vacuum analyze');
  await client.end();

  const { app, cookie, sid } = await openBenchApp(url);
  const address = await app.server.listen({ port: 0, host: '127.0.0.1' });
  const executablePath = process.env['CHROMIUM_PATH'];
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const context = await browser.newContext();
  await context.addCookies([{ name: 'sid', value: sid, url: address }]);
  const page = await context.newPage();
  const alive = await best(runs, async () => {
    await page.goto(`${address}/roadmap/1`, { waitUntil: 'commit' });
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  });
  const drawn = await best(runs, () => app.server.inject({ url: '/roadmap/1', headers: { cookie } }));
  record({
    name: `roadmap page of ${rows} rows`,
    said: `${alive.toFixed(0)} ms until it answers, ${drawn.toFixed(0)} ms of them on the server, of ${mostMs} ms`,
    ratio: alive / mostMs,
    aim: { most: 1 },
  });
  await browser.close();
  await app.stop();
}
