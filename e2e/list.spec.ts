import type { Page } from '@playwright/test';
import { bookRow } from '../src/features/book/book.factory.ts';
import { readXlsx } from '../src/kernel/sheets/xlsx-read.ts';
import { expect, type Office, open, openLive, ready, test } from './office.ts';

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

const titles = (page: Page) => page.getByRole('region', { name: 'Library' }).locator('tbody a');

test('the list follows what is typed: caret, focus and address stay correct', async ({ page, office }) => {
  await addBooks(page, office);
  await open(page, office, '/book?sort=bid');
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  const search = page.getByRole('searchbox', { name: 'Book ID, title, author or ISBN' });
  await search.pressSequentially('rowling lantern');
  await expect(titles(page)).toHaveText(['The Lantern']);
  await expect(page.getByRole('status').filter({ hasText: '1 row' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('?sort=bid&search_val=rowling+lantern');
  for (let letter = 0; letter < 'lantern'.length; letter++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('goblet ');
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

test('a list that is being searched says so, and a late answer does not replace the one to text typed after it', async ({
  page,
  office,
}) => {
  await addBooks(page, office);
  await open(page, office, '/book?sort=bid');
  const late = Promise.withResolvers<void>();
  await page.route(/search_val=lant$/, async (route) => {
    await late.promise;
    await route.continue().catch(() => undefined);
  });
  const search = page.getByRole('searchbox', { name: 'Book ID, title, author or ISBN' });
  await page.getByRole('checkbox', { name: 'Select The Goblet', exact: true }).check();
  const table = page.getByRole('region', { name: 'Library' });
  await expect(table).toHaveAttribute('aria-busy', 'false');
  const request = page.waitForRequest(/search_val=lant$/);
  await search.fill('lant');
  await request;
  await expect(table).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('button', { name: /^Select all \d+ that match$/ })).toBeDisabled();
  await search.fill('shop');
  await expect(titles(page)).toHaveText(['The Goblet shop']);
  await expect(table).toHaveAttribute('aria-busy', 'false');
  late.resolve();
  await search.fill('shop ');
  await expect(titles(page)).toHaveText(['The Goblet shop']);
  await expect(page).toHaveURL(/search_val=shop/);
});

test('filters are chosen one after the other, shown as chips, and removed one by one', async ({ page, office }) => {
  await addBooks(page, office);
  await open(page, office, '/book?sort=bid');
  await page.getByText('Filter', { exact: true }).click();
  const choices = (name: string) => page.getByRole('combobox', { name }).getByRole('option');
  await expect(choices('Language')).toHaveText(['All', 'English · 1', 'Korean · 2']);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Korean');
  await expect(titles(page)).toHaveText(['The Lantern', 'The Goblet shop']);
  await expect(choices('Status')).toHaveText(['All', 'Published · 0', 'Not published · 2']);
  // Its own choices are counted as if none of them were chosen.
  await expect(choices('Language')).toHaveText(['All', 'English · 1', 'Korean · 2']);
  // The filter fields stay open for the next choice.
  const loaded = page.waitForResponse(/api\/v1\/book\/choice\?of=series/);
  await page.getByRole('combobox', { name: 'Series' }).focus();
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

test('a person saves filters as their own view, comes back to it, and removes it', async ({ page, office }) => {
  await addBooks(page, office);
  await open(page, office, '/book');
  const views = page.getByRole('navigation', { name: 'Views' });
  await expect(views.getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('searchbox', { name: 'Book ID, title, author or ISBN' }).fill('rowling');
  await expect(titles(page)).toHaveCount(2);
  await views.getByRole('button', { name: 'Save view' }).click();
  await page.keyboard.type('By Rowling');
  await page.keyboard.press('Enter');
  await expect(page.getByText('View saved.')).toBeVisible();
  await views.getByRole('link', { name: 'No cover' }).click();
  await page.waitForURL(/missing=cover/);
  await ready(page);
  await views.getByRole('link', { name: 'By Rowling' }).click();
  await page.waitForURL(/search_val=rowling/);
  await ready(page);
  await expect(titles(page)).toHaveCount(2);
  await views.getByRole('button', { name: 'Remove view By Rowling' }).click();
  await expect(page.getByText('View removed.')).toBeVisible();
  await expect(views.getByRole('button', { name: 'Save view' })).toBeVisible();
  await expect(views.getByRole('link', { name: 'By Rowling' })).toHaveCount(0);
});

test('columns and rows per page are chosen and remembered', async ({ page, office }) => {
  await addBooks(page, office);
  await open(page, office, '/book?sort=bid');
  const headings = page.getByRole('columnheader');
  await page.getByText('Columns', { exact: true }).click();
  await page.getByRole('checkbox', { name: 'Language' }).check();
  await expect(headings.filter({ hasText: 'Language' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Level', exact: true }).uncheck();
  await expect(headings.filter({ hasText: /^Level$/ })).toHaveCount(0);
  await expect(page.getByRole('cell', { name: 'Korean' })).toHaveCount(2);
  await open(page, office, '/book');
  await expect(headings.filter({ hasText: 'Language' })).toBeVisible();
  await expect(headings.filter({ hasText: /^Level$/ })).toHaveCount(0);
});

test('a title and an author are changed in their row, by keyboard alone', async ({ page, office }) => {
  await addBooks(page, office);
  await open(page, office, '/book?sort=bid');
  await page.keyboard.press('j');
  await expect(titles(page).first()).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await page.keyboard.type('The Lamp');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Author' })).toHaveValue('J.K. Rowling');
  await page.keyboard.type('Rowling');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Edit Author: The Lamp' })).toBeFocused();
  await expect(titles(page)).toHaveText(['The Goblet', 'The Lamp', 'The Goblet shop']);
  expect(await office.sql("select title, author, version from book where bid = 'L-2'")).toEqual([
    { title: 'The Lamp', author: 'Rowling', version: 3 },
  ]);
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Book ID, title, author or ISBN' })).toBeFocused();
});

test('an edited row keeps its place and new text where the edit takes it out of the list', async ({ page, office }) => {
  await addBooks(page, office);
  await openLive(page, office, '/book?sort=bid&search_val=lantern');
  const redrawn = page.waitForResponse((answer) => answer.request().headers()['x-unattended'] === '1');
  await titles(page).focus();
  await page.keyboard.press('e');
  await page.keyboard.type('The Lamp');
  await page.keyboard.press('Enter');
  await expect(titles(page)).toHaveText(['The Lamp']);
  await (await redrawn).finished();
  await expect(page.getByRole('status').filter({ hasText: '0 rows' })).toBeVisible();
  await expect(titles(page)).toHaveText(['The Lamp']);
  await expect(page.locator('[data-gone]')).toHaveCount(0);
  await expect(page.getByText('no longer here')).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('No results match these filters.')).toBeVisible();
});

test('a cell that somebody else changed meanwhile shows both texts, and nothing typed is lost', async ({
  page,
  office,
}) => {
  await addBooks(page, office);
  await open(page, office, '/book?sort=bid');
  await page.getByRole('cell', { name: /L-1/ }).dblclick({ position: { x: 4, y: 4 } });
  await page.request.put(`${office.url}/api/v1/book/L-1`, { data: { title: 'The Cup' } });
  const field = page.getByRole('textbox', { name: 'Title' });
  await field.fill('The Chalice');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Saved now: “The Cup”.');
  await expect(field).toHaveValue('The Chalice');
  await page.getByRole('button', { name: 'Save mine' }).click();
  await expect(titles(page).first()).toHaveText('The Chalice');
});

test('selected books are downloaded as a sheet, or all that match but some', async ({ page, office }) => {
  await addBooks(page, office);
  await open(page, office, '/book?sort=bid.desc');
  const bar = page.getByRole('group', { name: 'selected' });
  const bidsOf = async () => {
    const started = page.waitForEvent('download');
    await bar.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'XLSX' }).click();
    const rows = (await Array.fromAsync(readXlsx(await (await started).path(), { sheet: 'ISBN Meta' }))).flat();
    return rows.slice(1).map(({ cells }) => cells[0]);
  };
  const ticks = page.getByRole('row').getByRole('checkbox');
  for (const index of [1, 3]) await ticks.nth(index).check();
  expect(await bidsOf()).toEqual(['L-3', 'L-1']);
  await bar.getByRole('button', { name: 'Select all 3 that match' }).click();
  await ticks.nth(2).uncheck();
  await expect(bar).toContainText('2 selected');
  expect(await bidsOf()).toEqual(['L-3', 'L-1']);
});

test('rows that were selected on another day, in a tab that stayed open, are no longer selected', async ({
  page,
  office,
}) => {
  await addBooks(page, office);
  await open(page, office, '/book');
  const first = page.locator('tbody input[type=checkbox]').first();
  await first.check();
  await page.reload();
  await ready(page);
  await expect(first).toBeChecked();
  await page.evaluate(() => {
    for (const [key, value] of Object.entries(sessionStorage))
      if (key.startsWith('selection ')) {
        const stored = JSON.parse(value) as { at: number };
        sessionStorage.setItem(key, JSON.stringify({ ...stored, at: stored.at - 15 * 3_600_000 }));
      }
  });
  await page.reload();
  await ready(page);
  await expect(first).not.toBeChecked();
});

test('the keyboard keeps its place when all that match are selected, and when none is any more', async ({
  page,
  office,
}) => {
  await addBooks(page, office);
  await open(page, office, '/book?sort=bid');
  await page.getByRole('row').getByRole('checkbox').nth(1).check();
  const bar = page.getByRole('group', { name: 'selected' });
  await bar.getByRole('button', { name: 'Select all 3 that match' }).press('Enter');
  await expect(bar).toBeFocused();
  await bar.getByRole('button', { name: 'Clear selection' }).press('Enter');
  await expect(page.getByRole('checkbox', { name: 'Select all rows on this page' })).toBeFocused();
});

test('selected books are changed after their figures are shown, and deleted after the typed phrase', {
  tag: '@journey',
}, async ({ page, office }) => {
  await addBooks(page, office);
  await open(page, office, '/book?sort=bid');
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await page.getByRole('button', { name: 'Change…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Field').selectOption('Language');
  await dialog.getByLabel('New value').fill('Korean');
  await expect(dialog.getByText('1 book changes.')).toBeVisible();
  await expect(dialog.getByText('2 books have this value already.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Change 1 book' }).click();
  await expect(page.getByText('1 book changed.')).toBeVisible();
  await ready(page);
  // They stay selected for the next change.
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select The Lantern' }).uncheck();
  await page.getByRole('checkbox', { name: 'Select The Goblet shop' }).uncheck();
  await page.getByRole('group', { name: 'selected' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await expect(dialog).toContainText('Delete 1 book?');
  await expect(dialog).toContainText('For a day, Undo restores the books.');
  await dialog.getByLabel(/I understand/).fill('I understand');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('1 book deleted.')).toBeVisible();
  await expect(titles(page)).toHaveText(['The Lantern', 'The Goblet shop']);
  expect(await office.sql("select distinct language from book where bid like 'L-%'")).toEqual([{ language: 'Korean' }]);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the filters are a form', { tag: '@journey' }, async ({ page, office }) => {
    await addBooks(page, office);
    await page.goto(`${office.url}/book?sort=bid`);
    await page.getByText('Filter', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Korean');
    await page.getByLabel('Book ID, title, author or ISBN').fill('shop');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(titles(page)).toHaveText(['The Goblet shop']);
    await expect(page.getByRole('link', { name: 'Remove Language: Korean' })).toBeVisible();
  });
});
