import type { Page } from '@playwright/test';
import { bookRow } from '../src/features/book/book.factory.ts';
import { axeViolations } from '../test/axe.ts';
import { expect, type Office, open, test } from './office.ts';

test.beforeAll(async ({ office }) => {
  const http = await office.client();
  const books = [1, 2, 3].map((n) => bookRow(n, { title: `Lantern ${n}`, author: `Author ${n}` }));
  await http.results('POST', '/api/v1/book', { books, create_missing: true });
  await http.results('POST', '/api/v1/customer', { cust_id: 'ACME', name: 'Acme Books' });
  const texts = { title: 'Tales of the sea', description: '<p>Forty tales.</p>' };
  const prices = [{ currency: 'KRW', price: '9900' }];
  const collection = { cid: 'sea-tales', is_public: 'O', owned_by: [1], prices, multi_lang_data: { en: texts } };
  await http.results('POST', '/api/v1/collection', collection);
  const value = [{ currency: 'KRW', price: '8000' }];
  const change = { cid: 'sea-tales', target: 'price', value, apply_at: '2035-05-16T09:00:00+09:00' };
  await http.results('POST', '/api/v1/reservation', change);
});

test.beforeEach(async ({ page }) => page.setViewportSize({ width: 1366, height: 860 }));

/** The panel that shows a record beside its list. */
const shown = (page: Page, title: string) => page.getByRole('complementary', { name: title, exact: true });

async function peekFirst(page: Page, office: Office): Promise<void> {
  await open(page, office, '/book?sort=title');
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  await expect(shown(page, 'Lantern 1').getByRole('heading', { name: 'Lantern 1' })).toBeVisible();
}

test('Space shows the record of a row beside its list, j and k go on, and Escape closes it', async ({
  page,
  office,
}) => {
  await peekFirst(page, office);
  const list = page.getByRole('region', { name: 'Library' });
  await expect(list.getByRole('link', { name: 'Lantern 1' })).toBeFocused();
  await expect(list.locator('tr[aria-current]')).toContainText('Lantern 1');
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('j');
  await expect(shown(page, 'Lantern 2').getByRole('link', { name: 'Author 2' })).toBeVisible();
  await expect(list.locator('tr[aria-current]')).toContainText('Lantern 2');
  await expect(page.getByRole('status').getByText('Shown beside the list: Lantern 2')).toBeAttached();
  await page.keyboard.press('k');
  await expect(shown(page, 'Lantern 1').getByRole('heading', { name: 'Lantern 1' })).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Tab');
  await expect(shown(page, 'Lantern 2').getByRole('button', { name: 'Previous' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(shown(page, 'Lantern 2')).toHaveCount(0);
  await expect(list.getByRole('link', { name: 'Lantern 2' })).toBeFocused();
  await expect(page).toHaveURL(/\/book\?sort=title$/);
});

test('Back closes the record beside the list, and Forward opens it again', async ({ page, office }) => {
  await peekFirst(page, office);
  await page.keyboard.press('j');
  await expect(shown(page, 'Lantern 2').getByRole('heading', { name: 'Lantern 2' })).toBeVisible();
  await page.goBack();
  await expect(shown(page, 'Lantern 2')).toHaveCount(0);
  await expect(page).toHaveURL(/\/book\?sort=title$/);
  await page.goForward();
  await expect(shown(page, 'Lantern 2').getByRole('heading', { name: 'Lantern 2' })).toBeVisible();
});

test('an act on the record beside the list is as on its page, and the record stays there', async ({ page, office }) => {
  await peekFirst(page, office);
  await shown(page, 'Lantern 1').getByRole('button', { name: 'Publish' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: /Publish/ }).click();
  await expect(shown(page, 'Lantern 1').getByRole('button', { name: 'Unpublish' })).toBeVisible();
  const row = page.getByRole('region', { name: 'Library' }).getByRole('row', { name: /Lantern 1/ });
  await expect(row.getByText('Published', { exact: true })).toBeVisible();
});

test('a tab of the record opens beside the list too', async ({ page, office }) => {
  await peekFirst(page, office);
  const panel = shown(page, 'Lantern 1');
  await panel.getByRole('link', { name: /Words and sentences/ }).click();
  await expect(panel.getByRole('link', { name: /Words and sentences/ })).toHaveAttribute('aria-current', 'page');
});

test('what was typed beside the list is not lost unasked, by Close or by Back', async ({ page, office }) => {
  await open(page, office, '/reservation');
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  const panel = page.getByRole('complementary', { name: 'Tales of the sea' });
  const time = panel.getByLabel('Date and time');
  await time.fill('2036-05-16T09:00');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  for (const leave of [() => panel.getByRole('button', { name: 'Close' }).click(), () => page.goBack()]) {
    await leave();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(time).toHaveValue('May 16, 2036, 9:00 AM');
  }
  await panel.getByRole('button', { name: 'Close' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(panel).toHaveCount(0);
});

test('what somebody else saves is shown in the record beside the list', async ({ page, office }) => {
  await peekFirst(page, office);
  const http = await office.client();
  await http.results('PUT', '/api/v1/book/B1', { author: 'Ada Penrose' });
  await expect(shown(page, 'Lantern 1').getByRole('link', { name: 'Ada Penrose' })).toBeVisible();
});

test('on a phone the record covers the list, which is out of reach until it is closed', async ({ page, office }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await peekFirst(page, office);
  const panel = shown(page, 'Lantern 1');
  await expect(panel).toBeFocused();
  expect((await panel.boundingBox())?.width).toBe(360);
  await expect(page.locator('main')).toHaveAttribute('inert');
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('j');
  await expect(shown(page, 'Lantern 2').getByRole('heading', { name: 'Lantern 2' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Lantern 2' })).toBeFocused();
});

test('a customer is shown beside the list like a book', async ({ page, office }) => {
  await open(page, office, '/customer');
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  await expect(shown(page, 'Acme Books').getByRole('heading', { name: 'Acme Books' })).toBeVisible();
});

test('the pointer opens a record beside its list with the button of its row', async ({ page, office }) => {
  await open(page, office, '/book?sort=title');
  await page.getByRole('row', { name: /Lantern 2/ }).hover();
  await page.getByRole('button', { name: 'Show the record beside the list: Lantern 2' }).click();
  await expect(shown(page, 'Lantern 2').getByRole('heading', { name: 'Lantern 2' })).toBeVisible();
  await page.keyboard.press('j');
  await expect(shown(page, 'Lantern 3').getByRole('heading', { name: 'Lantern 3' })).toBeVisible();
});

test('a record that a colleague deletes while it is shown says who did, and can be restored', async ({
  page,
  office,
}) => {
  const http = await office.client();
  const { cust_idx } = await http.results('POST', '/api/v1/customer', { cust_id: 'GONE', name: 'Gone Books' });
  await open(page, office, '/customer');
  await page.getByRole('link', { name: 'Gone Books' }).focus();
  await page.keyboard.press('Space');
  await expect(shown(page, 'Gone Books').getByRole('heading', { name: 'Gone Books' })).toBeVisible();
  await http.results('DELETE', `/api/v1/customer/${cust_idx}`);
  const panel = shown(page, 'Gone Books');
  await expect(panel.getByText(/^Deleted by /)).toBeVisible();
  await panel.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('link', { name: 'Gone Books' }).first()).toBeVisible();
  await expect(shown(page, 'Gone Books').getByRole('heading', { name: 'Gone Books' })).toBeVisible();
});

test('the panel says where the record is in its list, and j goes on with the next page', async ({ page, office }) => {
  await office.sql(`insert into customer (cust_id, name, created_at, updated_at)
    select 'C' || n, 'Partner ' || n, now(), now() from generate_series(100, 260) n`);
  await open(page, office, '/customer');
  const links = page.locator('main [data-list] a[data-peek]');
  const last = links.last();
  const title = (await last.textContent()) ?? '';
  const size = await links.count();
  await last.focus();
  await page.keyboard.press('Space');
  await expect(shown(page, title).getByText(`${size} of `)).toBeVisible();
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/page=2/);
  const panel = page.getByRole('complementary').filter({ hasText: `${size + 1} of ` });
  await expect(panel).toBeVisible();
  await panel.getByRole('button', { name: 'Previous' }).click();
  await expect(shown(page, title).getByText(`${size} of `)).toBeVisible();
  await expect(page).not.toHaveURL(/page=2/);
});
