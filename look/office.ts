import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { Client } from '#test/client.ts';
import { cloneDatabase, startTestServer } from '#test/postgres.ts';
import { type Product, startProduct } from '#test/product.ts';
import { fillLibrary } from './library.ts';

/** The product with a made-up library, and somebody signed in. */
export interface LookedAt extends Pick<Product, 'url' | 'stop'> {
  /** The cookies of a signed-in session, as a header. */
  cookie: string;
  context: (
    browser: Browser,
    options?: BrowserContextOptions,
    cookies?: Record<string, string>,
  ) => Promise<BrowserContext>;
}

export async function startOffice(fill = fillLibrary): Promise<LookedAt> {
  const server = await startTestServer();
  const product = await startProduct(await cloneDatabase(server));
  const { url } = product;
  const sid = await product.session();
  const client = new Client(url, `sid=${sid}`);
  await product.sql("update setting set value = 'false' where key = 'book.import_maintenance'");
  await fill(client);
  return {
    url,
    cookie: client.cookie,
    context: async (browser, options, cookies = {}) => {
      const context = await browser.newContext(options);
      const all = Object.entries({ sid, ...cookies });
      await context.addCookies(all.map(([name, value]) => ({ name, value, url })));
      return context;
    },
    stop: async () => {
      await product.stop();
      await server.stop();
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
