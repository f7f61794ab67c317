import type { BrowserContext, Page } from '@playwright/test';
import { officeAndProxyPorts, startPathProxy } from '../test/path-proxies.ts';
import { test as base, expect, type Office, open, ready } from './office.ts';
import { fillScreens, screens } from './screens.ts';

const path = '/office';

/** The office's own port, which nobody visits, and that of the proxy before it. */
interface Ports {
  office: number;
  proxy: number;
}

const test = base.extend<object, { ports: Ports }>({
  ports: [
    async ({}, use) => {
      const { office, port } = await officeAndProxyPorts();
      await use({ office, proxy: port });
    },
    { scope: 'worker' },
  ],
  environment: [
    async ({ ports }, use) => {
      await use({
        PORT: String(ports.office),
        PUBLIC_URL: `http://127.0.0.1:${ports.proxy}${path}`,
        TRUSTED_PROXIES: 'loopback',
      });
    },
    { scope: 'worker' },
  ],
});

/** Does something while nginx leads the path to the office; its address there. */
async function behind(ports: Ports, strips: boolean, act: (url: string) => Promise<void>): Promise<void> {
  const proxy = await startPathProxy('nginx', { office: ports.office, port: ports.proxy, base: path, strips });
  test.skip(!proxy, 'nginx is not available');
  try {
    await act(`http://127.0.0.1:${ports.proxy}${path}`);
  } finally {
    await proxy?.stop();
  }
}

/** What the page asked for outside of the address, and what it was refused, until now. */
function watchRequests(page: Page, url: string): { astray: Set<string>; refused: Set<string> } {
  const [astray, refused] = [new Set<string>(), new Set<string>()];
  page.on('request', (request) => {
    const target = request.url();
    if (target.startsWith('http') && target !== url && !target.startsWith(`${url}/`))
      astray.add(`${target} of ${page.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && !response.url().endsWith('/nothing-here'))
      refused.add(`${response.status()}: ${response.url()} of ${page.url()}`);
  });
  return { astray, refused };
}

test('under a path, whether the proxy takes it away or not, every screen and link of the menu asks for nothing outside of it', async ({
  page,
  office,
  ports,
  browser,
}) => {
  await behind(ports, false, (url) => fillScreens(browser, { ...office, url }));
  for (const strips of [false, true])
    await behind(ports, strips, async (url) => {
      const { astray, refused } = watchRequests(page, url);
      await page.goto(`${url}/`);
      await ready(page);
      const menu = await page
        .getByRole('navigation', { name: 'Main menu' })
        .locator('a')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
      expect(menu.length).toBeGreaterThan(10);
      for (const address of [...menu, ...screens.map((screen) => path + screen)]) {
        await page.goto(new URL(address, url).href);
        await ready(page);
      }
      expect([...astray]).toEqual([]);
      expect([...refused]).toEqual([]);
    });
});

test('under a path that the proxy takes away, staff go from page to page, save, search, undo and see what others change', async ({
  page,
  context,
  office,
  ports,
}) => {
  await behind(ports, true, (url) => goAround(page, context, { ...office, url }));
});

async function goAround(page: Page, context: BrowserContext, at: Office): Promise<void> {
  await open(page, at, '/category');
  await page
    .getByRole('link', { name: 'New category' })
    .or(page.getByRole('button', { name: 'New category' }))
    .first()
    .click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('Poems');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('row', { name: /Poems/ })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(`${path}/category`);

  const other = await context.newPage();
  await open(other, at, '/category');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('Poems');
  await expect(page.getByRole('option', { name: /Poems/ }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.request.post(`${at.url}/api/v1/category`, { data: { title: 'Plays' } });
  await expect(other.getByText('1 new row')).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: /^Library(?! Office)/ })
    .click();
  await page.waitForURL(new RegExp(`${path}/book`));
  // The proxy ends with the test, and is still asked for the page's modules until then.
  await ready(page);
}
