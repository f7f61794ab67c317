import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, type Page, request } from '@playwright/test';
import pg from 'pg';
import { cloneDatabase, startTestServer } from '../test/postgres.ts';
import { spawnOffice } from '../test/process.ts';
import { fillLibrary } from './library.ts';

const admin = { id: 'ada', password: 'correct horse battery' };

/** The product with a made-up library, as `npm start` runs it. */
export interface LookedAt {
  url: string;
  /** The cookies of a signed-in session, as a header. */
  cookie: string;
  context: (
    browser: Browser,
    options?: BrowserContextOptions,
    cookies?: Record<string, string>,
  ) => Promise<BrowserContext>;
  stop: () => Promise<void>;
}

export async function startOffice(fill = fillLibrary): Promise<LookedAt> {
  const server = await startTestServer();
  const database = await cloneDatabase(server);
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'office-look-'));
  const environment = { ADMIN_ID: admin.id, ADMIN_PASSWORD: admin.password, WEBHOOK_PRIVATE: 'allow' };
  const office = await spawnOffice({ DATABASE_URL: database.url, DATA_DIR: dataDir, ...environment });
  const token = randomUUID();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `insert into session (token_hash, session_id, staff_idx, created_at, seen_at, address, agent)
     select sha256(convert_to($1, 'UTF8')), gen_random_uuid(), staff_idx, now(), now(), '127.0.0.1', 'look'
     from staff where staff_id = $2`,
    [token, admin.id],
  );
  await client.query("update setting set value = 'false' where key = 'book.import_maintenance'");
  await client.end();
  const http = await request.newContext({ baseURL: office.url, extraHTTPHeaders: { cookie: `sid=${token}` } });
  await fill(http);
  await http.dispose();
  return {
    url: office.url,
    cookie: `sid=${token}`,
    context: async (browser, options, cookies = {}) => {
      const context = await browser.newContext(options);
      const all = Object.entries({ sid: token, ...cookies });
      await context.addCookies(all.map(([name, value]) => ({ name, value, url: office.url })));
      return context;
    },
    stop: async () => {
      await office.stop();
      await database.drop();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Opens a page and waits until it, and any dialog its address opens, is usable. */
export async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  if (await page.locator('body[data-fragment]').count())
    await page.locator('[role=dialog] [data-view][data-ready]').waitFor();
}
