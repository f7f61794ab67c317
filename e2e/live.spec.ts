import type { Page } from '@playwright/test';
import { bookRow } from '../src/features/book/book.factory.ts';
import { colleague, expect, type Office, open, openLive, ready, signIn, test } from './office.ts';

test.describe.configure({ mode: 'serial' });

async function addBooks(page: Page, office: Office, ...numbers: number[]): Promise<void> {
  const books = numbers.map((n) => bookRow(n, { title: `Title ${n}`, author: 'Ann' }));
  const answer = await page.request.put(`${office.url}/api/v1/book/import`, { data: { books, create_missing: true } });
  expect(await answer.json()).toMatchObject({ results: { success: true } });
}

test.beforeAll(async ({ browser, office }) => {
  const context = await browser.newContext();
  await signIn(context, office);
  await addBooks(await context.newPage(), office, 1, 2, 3);
  await context.close();
});

test('a list follows what a colleague changes: rows stay in place, typed text stays', { tag: '@journey' }, async ({
  page,
  office,
  browser,
}) => {
  const elsewhere = await browser.newContext();
  const mina = await colleague(elsewhere, office);
  await openLive(page, office, '/book?sort=-title&columns=author');
  const table = page.getByRole('region', { name: 'Library' });
  const row = (n: number) => table.locator(`tr[data-key="B${n}"]`);
  await row(2).getByText('Ann').dblclick();
  const cell = page.getByRole('textbox', { name: 'Author' });
  await cell.fill('Bert half typ');

  const change = (bid: string, data: object) => mina.request.put(`${office.url}/api/v1/book/${bid}`, { data });
  await change('B1', { author: 'Mina Kim' });
  await expect(row(1)).toContainText('Mina Kim');
  await expect(row(1)).toHaveAttribute('data-changed', '');
  await expect(row(1)).toHaveAttribute('title', /^Changed by mina, /);
  await expect(cell).toHaveValue('Bert half typ');
  await expect(cell).toBeFocused();

  // Others' changes to the row being edited are shown when it is saved.
  await change('B2', { author: 'Somebody else' });
  await addBooks(mina, office, 4);
  const news = page.getByText('1 new row');
  await expect(news).toBeVisible();
  await expect(table.locator('tbody tr')).toHaveCount(3);
  await cell.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Somebody else');
  await page.getByRole('button', { name: 'Save mine' }).click();
  await expect(row(2)).toContainText('Bert half typ');
  await news.getByRole('button', { name: 'Show' }).click();
  await expect(table.locator('tbody tr')).toHaveCount(4);
  await expect(news).toHaveCount(0);
  await elsewhere.close();
});

test('the page of a record is redrawn, and says who changed it', async ({ page, office, browser }) => {
  const elsewhere = await browser.newContext();
  const mina = await colleague(elsewhere, office);
  await openLive(page, office, '/book/B3');
  await mina.request.put(`${office.url}/api/v1/book/B3`, { data: { title: 'Another title' } });
  await expect(page.getByRole('heading', { level: 1, name: 'Another title' })).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Changes by others' })).toContainText('Changed by mina');
  await elsewhere.close();
});

test('a collection that is open for editing says so to the second person, until it is closed', async ({
  page,
  office,
  browser,
}) => {
  await page.request.post(`${office.url}/api/v1/collection`, { data: { cid: 'LIVE', title: 'Live' } });
  const elsewhere = await browser.newContext();
  const mina = await colleague(elsewhere, office);
  const noted = mina.waitForResponse((answer) => answer.request().method() === 'POST' && /editing/.test(answer.url()));
  await mina.goto(`${office.url}/collection/update/LIVE`);
  await noted;

  const strip = page.getByRole('complementary', { name: 'Changes by others' });
  await open(page, office, '/collection/LIVE');
  await expect(strip).toContainText('mina has been editing this since');
  await open(page, office, '/collection/update/LIVE');
  await expect(strip).toContainText('mina has been editing this since');

  // Text being typed stays, and the change is shown beside it.
  const title = page.getByRole('textbox', { name: 'Title' }).first();
  await title.fill('Half typed');
  await mina.request.put(`${office.url}/api/v5/collection/LIVE`, { data: { label: null, exposed_type: 'web' } });
  await expect(strip).toContainText('Changed by mina');
  await expect(title).toHaveValue('Half typed');
  await mina.goto(`${office.url}/collection`);
  await ready(mina);
  await expect(strip).not.toContainText('has been editing');
  page.on('dialog', (dialog) => void dialog.accept());
  await elsewhere.close();
});

test('the bar of maintenance appears on an open page, and goes when it is over', async ({ page, office }) => {
  const bar = page.getByRole('status').filter({ hasText: 'Maintenance: everything can be read' });
  await openLive(page, office, '/series');
  await expect(bar).toHaveCount(0);
  await office.sql(`insert into setting (key, value) values ('maintenance', 'true')
    on conflict (key) do update set value = excluded.value`);
  await expect(bar).toBeVisible();
  await office.sql("update setting set value = 'false' where key = 'maintenance'");
  await expect(bar).toHaveCount(0);
});
