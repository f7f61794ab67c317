import type { Page } from '@playwright/test';
import { bookFields } from '#features/book/book-fields.public.ts';
import { importRow } from '../src/features/import/import.factory.ts';
import {
  type SpreadsheetDouble,
  startSpreadsheetDouble,
} from '../src/features/spreadsheet/spreadsheet-double.fixture.ts';
import { axeViolations } from '../test/axe.ts';
import { test as base, expect, open, ready } from './office.ts';

const test = base.extend<object, { double: SpreadsheetDouble }>({
  double: [
    async ({}, use) => {
      const double = await startSpreadsheetDouble();
      await use(double);
      await double.stop();
    },
    { scope: 'worker' },
  ],
  environment: [async ({ double }, use) => use(double.environment), { scope: 'worker' }],
});

// The provider's pages request a font from another site.
test.beforeEach(({ page }) => page.route(/fonts\.googleapis\.com/, (route) => route.fulfill({ body: '' })));

/** Checks once the page has loaded: the click may still be navigating. */
const expectClean = (page: Page) =>
  expect(async () => expect(await axeViolations(page)).toEqual([])).toPass({ timeout: 30_000 });

test('the spreadsheet account is connected on the provider’s pages and disconnected again', async ({
  page,
  office,
}) => {
  await open(page, office, '/series');
  await page.getByRole('button', { name: /Your account/ }).click();
  await page.getByRole('link', { name: 'Spreadsheet account' }).click();
  await expectClean(page);

  const signIn = page.getByRole('link', { name: 'Connect spreadsheet account' });
  await signIn.click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toContainText('was cancelled or refused');
  await expectClean(page);

  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByPlaceholder('Enter any login').fill('reader');
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${office.url}/spreadsheet`);
  await expect(page.getByText('Connected as reader@library.example')).toBeVisible();
  await expectClean(page);

  await page.locator('html[data-ready]').waitFor();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  const question = page.getByRole('dialog', { name: 'Disconnect the spreadsheet account?' });
  await question.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('Spreadsheet account disconnected.')).toBeVisible();
  await expect(signIn).toBeVisible();
});

test('a person pastes a link into the importer, signs in on the way, and comes back to the sheet', {
  tag: '@journey',
}, async ({ page, office, double }) => {
  const heading = bookFields.map(({ name }) => name);
  const cells = importRow(8100, { bid: 'CLOUD-1' });
  const values = [heading, heading.map((name) => cells[name] ?? '')];
  const link = double.publish({ title: 'ISBN Meta', rowCount: 1000, values });
  await open(page, office, '/book/import');
  await page.getByRole('link', { name: 'Connect account' }).click();
  await page.getByPlaceholder('Enter any login').fill('reader');
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${office.url}/book/import`);
  await ready(page);
  await page.getByLabel('Cloud spreadsheet link').fill('my sheet');
  await page.getByRole('button', { name: 'Load sheet' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Invalid URL');
  await page.keyboard.press('Escape');
  await page.getByLabel('Cloud spreadsheet link').fill(link);
  await page.getByRole('button', { name: 'Load sheet' }).click();
  await page.waitForURL(/\/book\/import\/\d+$/);
  await expect(page.getByRole('cell', { name: 'CLOUD-1' })).toBeVisible();
});
