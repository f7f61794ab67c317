import { importCsv, importRow } from '../src/features/import/import.factory.ts';
import { expect, open, ready, test } from './office.ts';

test.describe.configure({ mode: 'serial' });

test('an empty library leads to the sample library, and its books are on the start page', { tag: '@journey' }, async ({
  page,
  office,
}) => {
  await open(page, office, '/');
  await page.getByRole('link', { name: 'Sample library' }).click();
  await page.getByRole('button', { name: 'Load the sample library' }).click();
  await page.waitForURL(/\/book$/);
  await page.getByRole('link', { name: 'Home' }).click();
  await page.waitForURL(`${office.url}/`);
  const shelf = page.getByRole('region', { name: 'New in the library' });
  await expect(shelf.getByRole('link')).toHaveCount(8);
  await expect(page.getByText('The library has no books yet.')).toHaveCount(0);
  await shelf.getByRole('link').first().click();
  await page.waitForURL(/\/book\/SAMPLE-/);
});

test('a waiting import is on the start page and continues from there', async ({ page, office }) => {
  await open(page, office, '/book/import');
  const buffer = Buffer.from(importCsv([importRow(101), importRow(102, { title: '' })]));
  await page.locator('input[type=file]').setInputFiles({ name: 'autumn.csv', mimeType: 'text/csv', buffer });
  await page.waitForURL(/\/book\/import\/\d+/);
  const address = page.url();
  await open(page, office, '/');
  const needs = page.getByRole('region', { name: 'Needs attention' });
  await expect(needs).toContainText('1 row ready, 1 rejected');
  await needs.getByRole('link', { name: 'Continue: Import autumn.csv waits' }).click();
  await page.waitForURL((url) => address.startsWith(url.origin + url.pathname));
});

test('the maintenance of the import is switched off where it blocks', async ({ page, office }) => {
  await open(page, office, '/book');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Book import function is under maintenance.' });
  await dialog.getByRole('button', { name: 'Turn import on' }).click();
  await page.waitForURL(`${office.url}/book/import`);
  await ready(page);
  await open(page, office, '/book');
  await expect(page.getByRole('link', { name: 'Import', exact: true })).toHaveAttribute('href', '/book/import');
});

test('the sample library is removed as a whole, after the typed phrase', { tag: '@journey' }, async ({
  page,
  office,
}) => {
  await open(page, office, '/sample');
  await expect(page.getByText(/sample books are in the library/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove the sample library' }).click();
  const phrase = page.getByRole('textbox', { name: /I understand/ });
  await phrase.fill('I understand');
  await phrase.press('Enter');
  await page.waitForURL(`${office.url}/`);
  await ready(page);
  await expect(page.getByText(/sample books removed/)).toBeVisible();
  expect(await office.sql("select count(*)::int as books from book where bid like 'SAMPLE-%'")).toEqual([{ books: 0 }]);
});
