import type { Page } from '@playwright/test';
import { bookRow } from '../src/features/book/book.factory.ts';
import { importCsv, importRow } from '../src/features/import/import.factory.ts';
import { test as base, colleague, expect, type Office, open, openLive, ready } from './office.ts';

/** Mina works on another computer. */
const test = base.extend<{ mina: Page }>({
  mina: async ({ browser, office }, use) => {
    const context = await browser.newContext();
    await use(await colleague(context, office));
    await context.close();
  },
});

test.describe.configure({ mode: 'serial' });

const inbox = (page: Page) => page.getByRole('region', { name: 'Needs attention' });
const row = (page: Page) => inbox(page).locator('[data-key="import.tasks_waiting"]');
const stage = (page: Page, office: Office, name: string) =>
  page.request.post(`${office.url}/api/v1/import`, {
    multipart: { file: { name, mimeType: 'text/csv', buffer: Buffer.from(importCsv([importRow(101)])) } },
  });
const addBooks = (page: Page, office: Office, ...numbers: number[]) =>
  page.request.post(`${office.url}/api/v1/book`, {
    data: { books: numbers.map((n) => bookRow(n)), create_missing: true },
  });

test('a row is opened, taken and snoozed by keys, a colleague sees who has it, and it is back when it grows', async ({
  page,
  office,
  mina,
}) => {
  await addBooks(page, office, 1, 2);
  await stage(page, office, 'autumn.csv');
  await stage(page, office, 'winter.csv');
  await open(page, office, '/');
  await ready(page);
  await expect(row(page)).toContainText('2 imports wait');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(row(page).getByRole('link', { name: 'Continue: Import autumn.csv waits' })).toBeVisible();
  await page.keyboard.press('t');
  await expect(row(page)).toContainText('Taken by you');
  await open(mina, office, '/');
  await expect(row(mina)).toContainText(/Taken by ada/i);
  await page.keyboard.press('s');
  await page.keyboard.press('End');
  await page.getByRole('menuitem', { name: 'Until it grows' }).press('Enter');
  await expect(row(page)).toHaveCount(0);
  await expect(row(mina)).toBeVisible();
  await inbox(page).getByRole('button', { name: 'Snoozed 1' }).click();
  await expect(row(page)).toContainText('Shown again when it grows');
  await stage(mina, office, 'spring.csv');
  await open(page, office, '/');
  await expect(row(page)).toContainText('3 imports wait');
});

test('a saved view is put into the menu, shared by name, and tells by how much it has grown', async ({
  page,
  office,
  mina,
}) => {
  await open(page, office, '/book?status=unpublished&missing=cover');
  await ready(page);
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Silent');
  await page.keyboard.press('Enter');
  const views = page.getByRole('navigation', { name: 'Views' });
  await views.getByRole('button', { name: 'Show Silent in the menu' }).click();
  const entry = (on: Page) => on.locator('#side-menu').getByRole('link', { name: /^Silent/ });
  await expect(entry(page)).toHaveAttribute('aria-current', 'page');
  await ready(page);
  await views.getByRole('button', { name: 'Share Silent' }).click();
  // The box is ticked before the answer comes; the list of colleagues has the same address.
  const shared = page.waitForResponse(
    (answer) => answer.url().endsWith('/reader') && answer.request().method() !== 'GET' && answer.ok(),
  );
  await page.getByRole('checkbox', { name: 'Mina' }).check();
  await shared;
  await expect(page.getByRole('checkbox', { name: 'Mina' })).toBeChecked();
  await open(mina, office, '/book?status=unpublished&missing=cover');
  await expect(entry(mina)).toBeVisible();
  await expect(mina.getByRole('navigation', { name: 'Views' })).toContainText('by ada');
  await openLive(page, office, '/series');
  await addBooks(mina, office, 3, 4, 5);
  await expect(entry(page)).toContainText('+');
  await open(page, office, '/');
  await inbox(page)
    .getByRole('link', { name: /^Show: Silent: \d+ more/ })
    .click();
  await page.waitForURL(/missing=cover/);
  await ready(page);
  await expect(entry(page)).not.toContainText('+');
});
