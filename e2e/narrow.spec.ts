import type { Page } from '@playwright/test';
import { bookRow } from '#features/book/book.factory.ts';
import { expect, type Office, open, signIn, test } from './office.ts';

test.beforeEach(async ({ page }) => page.setViewportSize({ width: 360, height: 740 }));

const post = async (page: Page, office: Office, path: string, data: object) =>
  (await (await page.request.post(office.url + path, { data })).json()).results;

test('on a phone all totals of what distributors bought are in sight, and the rows begin in the upper half', async ({
  page,
  office,
}) => {
  const { cust_idx } = await post(page, office, '/api/v1/customer', { cust_id: 'ACME-01', name: 'Acme Books' });
  const { cidx } = await post(page, office, '/api/v1/collection', { cid: 'SEA-1', title: 'Stories of the sea' });
  for (const [currency, price] of [
    ['USD', '98765432.10'],
    ['KRW', '9876543210'],
  ]) {
    const batch = { title: 'Autumn', count: 40, length: 365, memo: 'For schools' };
    await post(page, office, '/api/v1/code/batch', { cust_idx, cidx, currency, price, ...batch });
  }
  await open(page, office, '/code/purchase');
  const totals = page.getByRole('region', { name: 'Sums by currency' }).locator('td');
  await expect(totals).toHaveCount(6);
  for (const total of await totals.all()) {
    const { x = 0, width = 0 } = (await total.boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(348);
  }
  await open(page, office, '/collection');
  const first = await page.getByRole('link', { name: 'Stories of the sea' }).first().boundingBox();
  expect(first?.y).toBeLessThan(370);
});

test('on a phone a roadmap opens with its rows; the waiting list is a press away', async ({ page, office }) => {
  const books = [1, 2, 3].map((n) => bookRow(n, { title: `Book ${n}`, age_group: 'Ages 4' }));
  await post(page, office, '/api/v1/book', { books, create_missing: true });
  await page.request.put(`${office.url}/api/v1/book`, { data: { bids: ['B1', 'B2', 'B3'] } });
  await page.request.put(`${office.url}/api/v1/roadmap`, { data: { target_group: 1, target_row: 0, bids: ['B1'] } });
  await open(page, office, '/roadmap/1');
  const rows = page.getByRole('region', { name: 'Rows' });
  await expect(rows.getByRole('button', { name: 'Book 1 B1' })).toBeInViewport();
  await page.getByRole('button', { name: 'Waiting list 2' }).click();
  await expect(rows).toBeHidden();
  await page.getByRole('button', { name: 'Move Book 3' }).click();
  await page.getByRole('menuitem', { name: 'New row', exact: true }).click();
  await page.getByRole('button', { name: 'Rows 2' }).click();
  await expect(rows.getByRole('button', { name: 'Book 3 B3' })).toBeInViewport();
});

test('without scripts only fields that can be sent look editable', async ({ browser, office, page }) => {
  await post(page, office, '/api/v1/book', { books: [bookRow(90)], create_missing: true });
  const context = await browser.newContext({ javaScriptEnabled: false });
  await signIn(context, office);
  const bare = await context.newPage();
  await bare.goto(`${office.url}/settings`);
  const dead = bare.getByRole('textbox').first();
  await expect(dead).toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)');
  await expect(dead).toHaveCSS('pointer-events', 'none');
  await expect(bare.getByRole('switch').first()).toHaveCSS('pointer-events', 'none');
  await bare.goto(`${office.url}/book`);
  const search = bare.getByRole('searchbox').first();
  await expect(search).not.toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)');
  await search.fill('nothing is called so');
  await search.press('Enter');
  await expect(bare).toHaveURL(/nothing/);
  await context.close();
});

test('on a phone the titles of levels stay whole words, and a book of a list takes two lines', async ({
  page,
  office,
}) => {
  const books = [1, 2].map((n) => bookRow(n + 40, { title: `Tide ${n}`, series: 'Tides', level: `Level ${n}` }));
  await post(page, office, '/api/v1/book', { books, create_missing: true });
  await open(page, office, '/series');
  await page.getByRole('button', { name: /^Tides/ }).click();
  const title = page
    .locator('main li')
    .getByText(/^Level 1/)
    .last();
  await expect(title).toBeVisible();
  expect((await title.boundingBox())?.height).toBeLessThan(30);
  await open(page, office, '/book?search_val=tide');
  const row = page.locator('main tbody tr').first();
  await expect(row).toContainText('Not published');
  expect((await row.boundingBox())?.height).toBeLessThan(80);
});

test('on a phone what can be done with a record is one line, and the fields of a call are read without scrolling', async ({
  page,
  office,
}) => {
  await post(page, office, '/api/v1/book', { books: [bookRow(61, { title: 'Harbour' })], create_missing: true });
  await open(page, office, '/book/B61');
  const last = page.locator('main header').getByRole('button', { name: 'Publish' });
  const acts = last.locator('..').locator(':scope > :not([popover])');
  const middles = await acts.evaluateAll((all) =>
    all.map((one) => Math.round(one.getBoundingClientRect().top + one.getBoundingClientRect().height / 2)),
  );
  expect(middles.length).toBeGreaterThan(3);
  expect(new Set(middles).size).toBe(1);
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport({ ratio: 1 });
  await open(page, office, '/docs/book');
  const beyond = await page
    .locator('main :is(table, pre)')
    .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().right > innerWidth).length);
  expect(beyond).toBe(0);
});
