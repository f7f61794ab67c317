import type { Locator, Page } from '@playwright/test';
import { bookRow } from '../src/features/book/book.factory.ts';
import { expect, type Office, open, ready, test } from './office.ts';

/** Forty books that readers do not see yet, and a collection that they can buy. */
async function library(page: Page, office: Office): Promise<void> {
  const headers = { origin: office.url };
  const books = Array.from({ length: 40 }, (_, n) => bookRow(n + 1, { title: `Fox ${n + 1}` }));
  const made = await page.request.put(`${office.url}/api/v1/book/import`, {
    data: { books, create_missing: true },
    headers,
  });
  expect(await made.json()).toMatchObject({ results: { success: true } });
  const prices = [{ currency: 'KRW', price: '9900' }];
  const data = { cid: 'C1', title: 'Fox tales', is_public: 'O', prices };
  expect((await page.request.post(`${office.url}/api/v1/collection`, { data, headers })).status()).toBe(200);
}

test('forty books and a price go into a release for Monday in eight clicks; a conflict is decided; it is applied and undone', async ({
  page,
  office,
}) => {
  page.setDefaultTimeout(20_000);
  await library(page, office);
  let clicks = 0;
  const click = async (what: Locator) => {
    clicks += 1;
    await what.click();
  };
  const put = page.getByRole('button', { name: 'Put into the release' });
  await open(page, office, '/book');
  await click(page.getByRole('checkbox', { name: 'Select all rows on this page' }));
  await click(page.getByRole('button', { name: 'Publish in a release…' }));
  await page.getByRole('textbox', { name: 'Name' }).fill('Winter launch');
  await page.getByLabel('Time').fill('2035-12-03T00:00');
  await click(put);
  await expect(page.getByText('It is in Winter launch now.')).toBeVisible();
  await click(page.locator('#side-menu a[href="/collection"]'));
  await ready(page);
  await click(page.getByRole('link', { name: 'Fox tales' }));
  await ready(page);
  await click(page.getByRole('link', { name: 'Edit' }).first());
  await ready(page);
  await page.getByRole('textbox', { name: 'Price', exact: true }).fill('8900');
  await click(page.getByRole('button', { name: 'Save into Winter launch' }));
  await expect(page.getByRole('radio', { name: 'Winter launch' })).toBeChecked();
  await click(put);
  await expect(page.getByText('It is in Winter launch now.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Price', exact: true })).toHaveValue('9900');
  expect(clicks).toBe(8);
  // The same by keyboard; the dialog is closed again, and what was typed is still there.
  const price = page.getByRole('textbox', { name: 'Price', exact: true });
  await price.fill('8800');
  await page.keyboard.press('Control+Shift+S');
  await expect(put).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(price).toHaveValue('8800');
  await price.fill('9900');
  // The release stays over every page until it is closed.
  await open(page, office, '/series');
  const bar = page.getByRole('complementary', { name: 'Winter launch' });
  await expect(bar).toContainText('41 changes');
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/bar.png` });
  await bar.getByRole('button', { name: 'Stop working on this release' }).click();
  await expect(bar).toBeHidden();

  await open(page, office, '/release/1');
  await expect(page.getByText('40 books become visible')).toBeVisible();
  await expect(page.getByText('KRW 8900')).toBeVisible();
  const rival = { data: { prices: [{ currency: 'KRW', price: '9500' }] }, headers: { origin: office.url } };
  expect((await page.request.put(`${office.url}/api/v5/collection/C1`, rival)).status()).toBe(200);
  await open(page, office, '/release/1');
  await expect(page.getByRole('button', { name: 'Apply now' })).toBeDisabled();
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/conflict.png`, fullPage: true });
  await page.getByRole('radio', { name: /What is there otherwise/ }).check();
  await expect(page.getByRole('button', { name: 'Take KRW 9500 into the release' })).toBeVisible();
  await page.getByRole('radio', { name: /What this release says/ }).check();
  await page.getByRole('button', { name: 'Apply KRW 8900 anyway' }).click();
  await ready(page);
  await page.getByRole('button', { name: 'Apply now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Apply now' }).click();
  await expect(page.getByText('The release was applied.')).toBeVisible();
  const shown = () => office.sql('select count(*)::integer as count from book where published_at is not null');
  expect(await shown()).toEqual([{ count: 40 }]);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(shown).toEqual([{ count: 0 }]);
});
