import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type * as Client from '../clients/portal/src/portal-client.ts';
import { expect, type Office, test } from './office.ts';

type Titles = Record<string, string>;
interface Copying {
  heard: string[];
  titles: () => Promise<Titles>;
  stop: () => Promise<void>;
}

declare global {
  interface Window {
    copying: Copying;
  }
}

const address = '/portal-client-under-test';

/** A page of a website that has the portal's client. */
async function openSite(page: Page, office: Office): Promise<void> {
  await page.route(`${office.url}${address}/**`, async (route) => {
    const name = path.basename(new URL(route.request().url()).pathname);
    const isPage = name === 'index.html';
    const body = isPage ? '<!doctype html><title>Site</title>' : await readFile(`dist/portal/dist/${name}`, 'utf8');
    await route.fulfill({ body, contentType: isPage ? 'text/html' : 'text/javascript' });
  });
  await page.goto(`${office.url}${address}/index.html`);
}

/** Keeps a copy in IndexedDB, as a page of that website would. */
const copy = (page: Page, key: string) =>
  page.evaluate(
    async ([module = '', bearer = '']) => {
      const { IndexedDbStore, mirror, Portal }: typeof Client = await import(module);
      const gone = new AbortController();
      const heard: string[] = [];
      const library = mirror(new Portal({ url: location.origin, key: bearer }), {
        store: new IndexedDbStore(),
        onChange: ({ isAnew, changes }) =>
          void heard.push(isAnew ? 'anew' : changes.map(({ kind, id }) => `${kind} ${id}`).join()),
      });
      const following = library.follow({ signal: gone.signal });
      const titles = async () => {
        const all: Record<string, string> = {};
        for await (const { bid, title } of library.books()) all[bid] = title;
        return all;
      };
      window.copying = { heard, titles, stop: () => (gone.abort(), following) };
    },
    [`${address}/portal-client.js`, key],
  );

test('a browser keeps a copy of the library, and goes on from it when the page is opened again', async ({
  page,
  office,
}) => {
  const client = await office.client();
  await client.request('POST', '/api/v1/sample');
  const { key } = await client.results('POST', '/api/v1/api_key', { name: 'In the browser', scope: 'read' });
  const heard = () => page.evaluate(() => window.copying.heard);
  const titles = () => page.evaluate(() => window.copying.titles());
  const rename = (title: string) => client.results('PUT', '/api/v1/book/SAMPLE-002', { title });

  await openSite(page, office);
  await copy(page, key);
  await expect.poll(heard).toEqual(['anew']);
  const all = await titles();
  const listed = await office.sql('select bid, title from book where published_at is not null');
  expect(all).toEqual(Object.fromEntries(listed.map(({ bid, title }) => [bid, title])));
  await rename('Seen');
  await expect.poll(async () => (await titles())['SAMPLE-002']).toBe('Seen');

  await page.goto('about:blank');
  await rename('While it was closed');
  await openSite(page, office);
  await copy(page, key);
  await expect.poll(heard).toEqual(['book SAMPLE-002']);
  expect(await titles()).toEqual({ ...all, 'SAMPLE-002': 'While it was closed' });
  await page.evaluate(() => window.copying.stop());
});
