import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  request,
} from '@playwright/test';
import pg from 'pg';
import { bookRow } from '#features/book/book.factory.ts';
import { madeEpub } from '#features/book/content/epub/epub.factory.ts';
import { jpeg } from '#features/book/images/image.fixture.ts';
import { unitRow } from '#features/book/unit-info/unit-info.factory.ts';
import { cloneDatabase, startTestServer } from '../test/postgres.ts';
import { spawnOffice } from '../test/process.ts';

const admin = { id: 'ada', password: 'correct horse battery' };

/** The product with a made-up library, as `npm start` runs it. */
export interface LookedAt {
  url: string;
  context: (
    browser: Browser,
    options?: BrowserContextOptions,
    cookies?: Record<string, string>,
  ) => Promise<BrowserContext>;
  stop: () => Promise<void>;
}

export async function startOffice(): Promise<LookedAt> {
  const server = await startTestServer();
  const database = await cloneDatabase(server);
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'office-look-'));
  const environment = { ADMIN_ID: admin.id, ADMIN_PASSWORD: admin.password };
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

const titles = [
  'The Lantern',
  'El jardín de sal',
  '図書室の幽霊',
  '해리와 비밀의 방',
  'Deniz Feneri',
  'A Window on the Sea',
];

/** A library of made-up books, some with all that a book may have. */
async function fill(http: APIRequestContext): Promise<void> {
  const rows = Array.from({ length: 240 }, (_, index) =>
    bookRow(index + 1, {
      title: `${titles[index % titles.length]} ${index + 1}`,
      author: `Author ${index % 40}`,
      series: `Series ${index % 24}`,
      format: index % 2 ? 'EPUB' : 'SPINDLE',
    }),
  );
  await sent(http.post('/api/v1/book', { data: { books: rows, create_missing: true } }));
  await sent(http.put('/api/v1/book', { data: { bids: rows.slice(0, 120).map(({ bid }) => bid) } }));
  const sentences = ['lantern', 'boat', 'window'].map((word) => ({
    bid: 'B1',
    word,
    sentence: `The ${word} is here.`,
    mdr_targeted: 'Y',
  }));
  await sent(http.post('/api/v1/sentence', { data: { sentences } }));
  for (const bid of ['B1', 'B2', 'B3'])
    await sent(
      http.post(`/api/v1/book/${bid}/cover`, {
        multipart: {
          book_cover: { name: `${bid}.jpg`, mimeType: 'image/jpeg', buffer: await jpeg(Number(bid.slice(1))) },
        },
      }),
    );
  const epub = { name: 'lantern.epub', mimeType: 'application/epub+zip', buffer: Buffer.from(madeEpub()) };
  await sent(http.post('/api/v1/book/B1/epub', { multipart: { file: epub } }));
  const { results } = await (await http.get('/api/v1/book?bid=B1')).json();
  await sent(http.post('/api/v5/book/unit', { data: { bidx: results[0].bidx, bid: 'B1', unitInfo: [unitRow(1)] } }));
  for (const title of ['Ages 3 to 5', 'Ages 6 to 8']) await sent(http.post('/api/v1/age_group', { data: { title } }));
  for (const title of ['Fables', 'Science']) await sent(http.post('/api/v1/category', { data: { title } }));
}

async function sent(asked: ReturnType<APIRequestContext['post']>): Promise<void> {
  const answer = await asked;
  if (!answer.ok()) throw new Error(`${answer.url()} answers ${answer.status()}: ${await answer.text()}`);
}

/** Opens a page and waits until it, and the dialog its address opens, can be used. */
export async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  if (await page.locator('body[data-fragment]').count())
    await page.locator('[role=dialog] [data-view][data-ready]').waitFor();
}
