import { once } from 'node:events';
import net from 'node:net';
import type { BrowserContext, Page } from '@playwright/test';
import { axeViolations } from '../test/axe.ts';
import type { Client } from '../test/client.ts';
import { type ExampleReader, startReader } from '../test/example-reader.ts';
import { expect, type Office, open, test } from './office.ts';

// The long tests make a thousand changes, and measure; see CONTRIBUTING.md.
const isLong = process.env['TEST_LONG'] === '1';
const changes = isLong ? 1000 : 40;
const staleMs = 1000;
const leakBytes = 1 << 20;
const longMs = 15 * 60_000;

const cid = 'sample-first-steps';
const bid = 'SAMPLE-001';

async function withSample(office: Office): Promise<Client> {
  const client = await office.client();
  const { status } = await client.request('POST', '/api/v1/sample');
  expect([200, 409]).toContain(status);
  return client;
}

/** A page of the reader that counts when it is loaded again. */
async function openReader(context: BrowserContext, reader: ExampleReader, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(reader.url + path);
  await expect(page.locator('.live')).toHaveText(/Live|실시간/);
  await page.locator('main h1').waitFor();
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  return page;
}

const isSame = (page: Page) => page.evaluate(() => 'isSame' in window);

test('what staff publish, rename and withdraw is on the reader’s pages without a reload', async ({
  page,
  context,
  office,
}) => {
  const client = await withSample(office);
  await client.results('PUT', '/api/v1/book', { bids: [bid], published: false });
  const reader = await startReader(client);
  const home = await openReader(context, reader, '/?lang=en');
  const korean = await openReader(context, reader, `/collection/${cid}?lang=ko`);
  const book = await openReader(context, reader, `/book/${bid}?lang=en`);
  const card = home.locator('.card').filter({ hasText: 'First steps' });
  await expect(card).toContainText('Books: 17');
  await expect(korean.locator('h1')).toHaveText('첫걸음');
  await expect(book.locator('h1')).toHaveText('Not in the library');

  await open(page, office, `/book/${bid}`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(card).toContainText('Books: 18');
  await expect(korean.getByRole('link', { name: 'The Lamp on the Corner' })).toBeVisible();
  await expect(book.locator('h1')).toHaveText('The Lamp on the Corner');
  await expect(book.getByRole('button', { name: 'Listen: The lantern shone until morning.' })).toBeVisible();
  const picture = book.locator('img.cover');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await client.results('PUT', `/api/v5/collection/${cid}`, {
    multi_lang_data: { ko: { title: '첫 <걸음>', summary: '처음 읽는 이야기' } },
  });
  await expect(korean.locator('h1')).toHaveText('첫 <걸음>');
  await client.results('PUT', `/api/v5/collection/${cid}`, { is_public: 'X' });
  await expect(korean.locator('h1')).toHaveText('지금은 없어요');
  await expect(card).toHaveCount(0);
  await client.results('PUT', `/api/v5/collection/${cid}`, { is_public: 'O' });
  await expect(card).toBeVisible();
  for (const one of [home, korean, book]) expect(await isSame(one)).toBe(true);
  await reader.stop();
});

test('a collection is read in five languages, and a code redeemed; no key is in the browser', async ({
  context,
  office,
}) => {
  const reader = await startReader(await withSample(office));
  const page = await openReader(context, reader, `/collection/sample-many-tongues?lang=ko`);
  await expect(page.locator('h1 [lang=en]')).toHaveText('Many tongues');
  await page.goto(`${reader.url}/`);
  for (const [language, title] of [
    ['Español', 'Primeros pasos'],
    ['日本語', 'はじめの一歩'],
    ['Türkçe', 'İlk adımlar'],
    ['English', 'First steps'],
  ]) {
    await page.getByRole('link', { name: language }).click();
    await expect(page.locator('.card h2').first()).toHaveText(title ?? '');
    expect(await axeViolations(page)).toEqual([]);
  }
  const code = page.getByRole('textbox', { name: 'Your code' });
  await code.fill('SAMPLESUMMEX');
  await page.getByRole('button', { name: 'Redeem' }).click();
  await expect(page.locator('output')).not.toBeEmpty();
  await expect(page.locator('output a')).toHaveCount(0);
  await code.fill('sample-summer');
  await page.getByRole('button', { name: 'Redeem' }).click();
  await page.locator('output').getByRole('link', { name: 'First steps' }).click();
  await expect(page.locator('.shelf li')).toHaveCount(18);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await axeViolations(page)).toEqual([]);
  await page.locator('.shelf a').first().click();
  await page.locator('.words li').first().waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  for (const path of ['/', '/reader.js', '/words.js', '/server.mjs', '/../server.mjs'])
    expect(await (await page.request.get(reader.url + path)).text()).not.toContain('lib_');
  await reader.stop();
});

/** A connection to the office that can be cut. */
async function cuttable(office: Office) {
  const { port } = new URL(office.url);
  const sockets = new Set<net.Socket>();
  const server = net.createServer((near) => {
    const far = net.connect(Number(port), '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => [near, far].forEach((one) => one.destroy()));
      socket.on('close', () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address() as net.AddressInfo;
  const cut = () => [...sockets].forEach((socket) => socket.destroy());
  return { url: `http://127.0.0.1:${address.port}`, cut, close: () => server.close(cut) };
}

/** Answers a message with the memory in use, garbage apart. Bytes. */
const measuring = `process.on('message', () => { gc(); process.send(process.memoryUsage().heapUsed); });`;

async function heapOf({ child }: ExampleReader): Promise<number> {
  child.send('measure');
  const [bytes] = await once(child, 'message');
  return bytes;
}

/** What a page holds, garbage apart. */
async function heapUsedBy(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  await devtools.detach();
  return { nodes, jsEventListeners, usedSize };
}

/** Resolves with the time at which the page shows a text. */
const shows = (page: Page, text: string) =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const watch = () => {
          if (!document.querySelector('main')?.textContent.includes(wanted)) return;
          seen.disconnect();
          resolve(Date.now());
        };
        const seen = new MutationObserver(watch);
        seen.observe(document.body, { childList: true, subtree: true, characterData: true });
        watch();
      }),
    text,
  );

test(`${changes} changes reach every page that shows them, over a line that is cut, and leave nothing behind`, async ({
  context,
  office,
}) => {
  if (isLong) test.setTimeout(longMs);
  const client = await withSample(office);
  const link = await cuttable(office);
  const execArgv = ['--expose-gc', '--import', `data:text/javascript,${encodeURIComponent(measuring)}`];
  const reader = await startReader(client, { office: link.url, execArgv });
  const home = await openReader(context, reader, '/?lang=en');
  const collection = await openReader(context, reader, `/collection/${cid}?lang=en`);
  const book = await openReader(context, reader, `/book/${bid}?lang=en`);
  const pages = [home, collection, book];
  const renameBook = (title: string) => client.results('PUT', `/api/v1/book/${bid}`, { title });
  const renameCollection = (title: string) =>
    client.results('PUT', `/api/v5/collection/${cid}`, { multi_lang_data: { en: { title } } });
  const late: number[] = [];
  const measure = async () => ({ reader: await heapOf(reader), pages: await Promise.all(pages.map(heapUsedBy)) });
  const warm = changes / 5;
  let before = await measure();
  for (let n = 1; n <= changes; n++) {
    const title = `Title ${n}.`;
    const ofBook = n % 2 === 0;
    const seen = [collection, ofBook ? book : home].map((page) => shows(page, title));
    await (ofBook ? renameBook : renameCollection)(title);
    const committed = Date.now();
    late.push(Math.max(...(await Promise.all(seen))) - committed);
    if (n % 20 === 0) link.cut();
    if (n % 20 === 10) await (await openReader(context, reader, `/book/SAMPLE-0${(n % 30) + 10}`)).close();
    if (n === warm) before = await measure();
  }
  await Promise.all(Array.from({ length: 20 }, (_, n) => renameBook(`At once ${n}`)));
  const [last] = await office.sql('select title from book where bid = $1', [bid]);
  await expect(book.locator('h1')).toHaveText(String(last?.['title']));
  for (const page of pages) expect(await isSame(page)).toBe(true);
  const after = await measure();
  const sorted = late.toSorted((a, b) => a - b);
  if (isLong) {
    console.log(
      `Late: median ${sorted[changes / 2]} ms, longest ${sorted.at(-1)} ms`,
      JSON.stringify({ before, after }),
    );
    expect(sorted.at(-1)).toBeLessThan(staleMs);
    expect(after.reader - before.reader).toBeLessThan(leakBytes);
    for (const [nth, { usedSize }] of after.pages.entries())
      expect(usedSize - (before.pages[nth]?.usedSize ?? 0)).toBeLessThan(leakBytes);
  }
  for (const [nth, { nodes, jsEventListeners }] of after.pages.entries()) {
    expect(nodes).toBeLessThanOrEqual((before.pages[nth]?.nodes ?? 0) + 50);
    expect(jsEventListeners).toBeLessThanOrEqual(before.pages[nth]?.jsEventListeners ?? 0);
  }
  await reader.stop();
  link.close();
});
