import type { Page } from '@playwright/test';
import { bookRow } from '../src/features/book/book.factory.ts';
import { expect, type Office, open, ready, test } from './office.ts';

/** Three books of two series. */
async function addBooks(page: Page, office: Office): Promise<void> {
  const books = [
    bookRow(1, {
      bid: 'L-1',
      title: 'The Goblet',
      author: 'J.K. Rowling',
      series: 'Harry Potter',
      language: 'English',
    }),
    bookRow(2, {
      bid: 'L-2',
      title: 'The Lantern',
      author: 'J.K. Rowling',
      series: 'Harry Potter',
      language: 'Korean',
    }),
    bookRow(3, { bid: 'L-3', title: 'The Goblet shop', author: 'Ann', series: 'Single titles', language: 'Korean' }),
  ];
  const answer = await page.request.put(`${office.url}/api/v1/book/import`, { data: { books, create_missing: true } });
  expect(await answer.json()).toMatchObject({ results: { success: true } });
}

const titles = (page: Page) => page.getByRole('region', { name: 'Books' }).locator('tbody a');

test('the list follows what is typed: caret, focus and address stay true', async ({ page, office }) => {
  await addBooks(page, office);
  await open(page, office, '/book?sort=bid');
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  const search = page.getByRole('searchbox', { name: 'Bid, title, author or ISBN' });
  await search.pressSequentially('rowling lantern');
  await expect(titles(page)).toHaveText(['The Lantern']);
  await expect(page.getByRole('status').filter({ hasText: '1 row' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('?sort=bid&search_val=rowling+lantern');
  for (let letter = 0; letter < 'lantern'.length; letter++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('goblet ');
  await expect(page.getByText('No books match')).toHaveCount(0);
  await expect(page.getByText('No results match these filters.')).toBeVisible();
  await page.keyboard.press('Shift+End');
  await page.keyboard.press('Delete');
  await expect(titles(page)).toHaveText(['The Goblet']);
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('rowling goblet ');
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
  await titles(page).click();
  await page.waitForURL(/\/book\/L-1$/);
  await page.goBack();
  await ready(page);
  await expect(search).toHaveValue('rowling goblet');
  await expect(titles(page)).toHaveText(['The Goblet']);
});

test('an answer that comes late does not replace the one to what was typed after it', async ({ page, office }) => {
  await addBooks(page, office);
  await open(page, office, '/book?sort=bid');
  const late = Promise.withResolvers<void>();
  await page.route(/search_val=lant$/, async (route) => {
    await late.promise;
    await route.continue().catch(() => undefined);
  });
  const search = page.getByRole('searchbox', { name: 'Bid, title, author or ISBN' });
  const asked = page.waitForRequest(/search_val=lant$/);
  await search.fill('lant');
  await asked;
  await search.fill('shop');
  await expect(titles(page)).toHaveText(['The Goblet shop']);
  late.resolve();
  await search.fill('shop ');
  await expect(titles(page)).toHaveText(['The Goblet shop']);
  await expect(page).toHaveURL(/search_val=shop/);
});

test('filters are chosen one after the other, shown as chips, and removed one by one', async ({ page, office }) => {
  await addBooks(page, office);
  await open(page, office, '/book?sort=bid');
  await page.getByText('Filter', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Korean');
  await expect(titles(page)).toHaveText(['The Lantern', 'The Goblet shop']);
  // The fields stay open for the next one.
  const loaded = page.waitForResponse(/api\/v1\/book\/choice/);
  await page.getByLabel('Series').focus();
  await loaded;
  await page.keyboard.type('harry');
  await page.keyboard.press('Enter');
  await expect(titles(page)).toHaveText(['The Lantern']);
  await expect(page.getByRole('combobox', { name: 'Level' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('combobox', { name: 'Language' })).toBeHidden();
  await page.getByRole('link', { name: 'Remove Language: Korean' }).click();
  await page.waitForURL((url) => !url.search.includes('language'));
  await ready(page);
  await expect(titles(page)).toHaveText(['The Goblet', 'The Lantern']);
  await expect(page.getByRole('link', { name: 'Remove Series: Harry Potter' })).toBeVisible();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the filters are a form', async ({ page, office }) => {
    await addBooks(page, office);
    await page.goto(`${office.url}/book?sort=bid`);
    await page.getByText('Filter', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Korean');
    await page.getByLabel('Bid, title, author or ISBN').fill('shop');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(titles(page)).toHaveText(['The Goblet shop']);
    await expect(page.getByRole('link', { name: 'Remove Language: Korean' })).toBeVisible();
  });
});
