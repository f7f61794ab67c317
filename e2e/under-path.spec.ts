import { freePorts } from '../test/ports.ts';
import { test as base, expect, open, ready } from './office.ts';
import { fillScreens, screens } from './screens.ts';

const path = '/office';

const test = base.extend<object, object>({
  environment: [
    async ({}, use) => {
      const [port = 0] = await freePorts(1);
      await use({ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}${path}` });
    },
    { scope: 'worker' },
  ],
});

test('under a path, every screen loads and asks for nothing outside of it', async ({ page, office, browser }) => {
  await fillScreens(browser, office);
  const astray: string[] = [];
  const failed: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === new URL(office.url).origin && !pathname.startsWith(`${path}/`) && pathname !== path)
      astray.push(`${pathname} of ${page.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() === 404 && !response.url().endsWith('/nothing-here'))
      failed.push(`${response.url()} of ${page.url()}`);
  });
  for (const screen of screens) {
    await page.goto(`${new URL(office.url).origin}${path}${screen}`);
    await ready(page);
  }
  expect(astray).toEqual([]);
  expect(failed).toEqual([]);
});

test('under a path, staff go from page to page, save, search, undo and see what others change', async ({
  page,
  context,
  office,
}) => {
  const at = { ...office, url: new URL(office.url).origin + path };
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
});
