import type { Page } from '@playwright/test';
import { bookRow } from '../src/features/book/book.factory.ts';
import { expect, fromMenu, type Office, open, ready, test } from './office.ts';

/** Adds two books to the library with the bulk call. */
async function addBooks(page: Page, office: Office): Promise<void> {
  const books = [bookRow(1, { format: 'EPUB' }), bookRow(2, { format: 'EPUB' })];
  const answer = await page.request.put(`${office.url}/api/v1/book/import`, { data: { books, create_missing: true } });
  expect(await answer.json()).toMatchObject({ results: { success: true } });
}

test('a person adds a book, creating its series and level on the way', { tag: '@journey' }, async ({
  page,
  office,
}) => {
  await page.request.post(`${office.url}/api/v1/category`, { data: { title: 'Poems' } });
  await open(page, office, '/book/create');
  await expect(page.getByLabel('Book ID')).toBeFocused();
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('alert')).toContainText('Could not add the book.');
  await page.getByRole('button', { name: 'Series', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Series', exact: true })).toBeFocused();
  await page.getByLabel('Book ID').fill('NEW-1');
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('The new lamp');
  await page.getByRole('button', { name: 'Create: Level' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Select a series first.');
  await page.keyboard.press('Escape');
  for (const [what, title] of [
    ['Series', 'New series'],
    ['Level', 'One'],
  ]) {
    await page.getByRole('button', { name: `Create: ${what}` }).click();
    await page
      .getByRole('dialog')
      .getByLabel('Title')
      .fill(title ?? '');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: what, exact: true })).toHaveValue(title ?? '');
  }
  // A selector is plain HTML until it is touched; text typed immediately is searched for.
  const category = page.getByRole('combobox', { name: 'Category', exact: true });
  await category.focus();
  await page.keyboard.type('poe');
  await expect(category).toHaveValue('poe');
  await page.getByRole('option', { name: 'Poems' }).click();
  await expect(category).toHaveValue('Poems');
  await page.getByLabel('ISBN (print)').fill(String(bookRow(77).isbn_print));
  await page.getByLabel('ISBN (Spindle)').fill(String(bookRow(77).isbn_spindle));
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('dialog')).toContainText('cannot be supported on mobile');
  await page.getByRole('button', { name: 'Save anyway' }).click();
  await page.waitForURL(/\/book\/NEW-1$/);
  await expect(page.getByText('Book created.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'The new lamp' })).toBeFocused();
  // Each save of such a book asks again, whatever changes.
  await open(page, office, '/book/update/NEW-1');
  for (const genre of ['Fable', 'Myth']) {
    await page.getByRole('textbox', { name: 'Genre' }).fill(genre);
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('dialog')).toContainText('cannot be supported on mobile');
    await page.getByRole('button', { name: 'Save anyway' }).click();
    await expect(page.getByText('Unsaved', { exact: false })).toHaveCount(0);
  }
  const { results } = await (await page.request.get(`${office.url}/api/v1/book?bid=NEW-1`)).json();
  expect(results[0].genre).toBe('Myth');
});

test('two people edit the same book, and neither loses a word', async ({ page, office }) => {
  await addBooks(page, office);
  await open(page, office, '/book/update/B1');
  await page.getByRole('textbox', { name: 'Genre' }).fill('Mine');
  await page.getByRole('textbox', { name: 'Keywords' }).fill('lamp');
  await page.request.put(`${office.url}/api/v1/book/B1`, { data: { genre: 'Theirs', theme: 'Sea' } });

  await expect(page.getByRole('status').filter({ hasText: '2 unsaved changes' })).toBeVisible();
  await expect(page.getByText('Keywords, Genre').or(page.getByText('Genre, Keywords'))).toBeVisible();
  await expect(page.getByRole('link', { name: 'Subject 2 unsaved changes' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Genre' })).toHaveAccessibleDescription('Was: —');

  await page.keyboard.press('Control+s');
  const review = page.getByRole('region', { name: 'Fields you both changed' });
  await expect(review.getByRole('row')).toHaveCount(2);
  await review.getByRole('radio', { name: 'Theirs' }).check();
  await expect(page.getByRole('textbox', { name: 'Genre' })).toHaveValue('Theirs');
  await review.getByRole('radio', { name: 'Mine' }).check();
  await review.getByRole('button', { name: 'Save my choices' }).click();
  await expect(page.getByText('Book updated.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeFocused();
  expect(await office.sql("select genre, theme, keywords, version from book where bid = 'B1'")).toEqual([
    { genre: 'Mine', theme: 'Sea', keywords: 'lamp', version: 3 },
  ]);
});

test('changes of different fields are merged without a question', async ({ page, office }) => {
  await addBooks(page, office);
  await open(page, office, '/book/update/B2');
  await page.getByRole('textbox', { name: 'Keywords' }).fill('lantern');
  await page.request.put(`${office.url}/api/v1/book/B2`, { data: { theme: 'Sky' } });
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Saved, together with the changes ada made.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Theme' })).toHaveValue('Sky');
  expect(await office.sql("select theme, keywords, version from book where bid = 'B2'")).toEqual([
    { theme: 'Sky', keywords: 'lantern', version: 3 },
  ]);
});

test('typed text is discarded after a question, back to what is stored', async ({ page, office }) => {
  await addBooks(page, office);
  await open(page, office, '/book/update/B1');
  const title = await page.getByRole('textbox', { name: 'Title', exact: true }).inputValue();
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Something else');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(title);
  await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeFocused();
});

test('each level type shows its own inputs, and keeps the text typed into the other', async ({ page, office }) => {
  await addBooks(page, office);
  await open(page, office, '/book/update/B2');
  await page.getByLabel('Lexile', { exact: true }).check();
  await page.getByRole('textbox', { name: 'Lexile measure' }).fill('650l');
  await page.getByLabel('CEFR', { exact: true }).check();
  await page.getByLabel('B1', { exact: true }).check();
  await page.getByLabel('Lexile', { exact: true }).check();
  await expect(page.getByRole('textbox', { name: 'Lexile measure' })).toHaveValue('650l');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Book updated.')).toBeVisible();
  expect(await office.sql("select level_type, lexile, cefr_level from book where bid = 'B2'")).toEqual([
    { level_type: 'Lexile', lexile: '650L', cefr_level: 'B1' },
  ]);
});

test('a person steps from book to book by keyboard, in the order of the list', async ({ page, office }) => {
  await addBooks(page, office);
  await open(page, office, '/book?sort=bid&search_val=Book');
  await page.getByRole('link', { name: 'Book 1', exact: true }).click();
  await page.waitForURL(/\/book\/B1$/);
  await ready(page);
  await page.keyboard.press('Alt+PageDown');
  await page.waitForURL(/\/book\/B2$/);
  await ready(page);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Library' }).click();
  await page.waitForURL(/sort=bid/);
});

test('all matching books are published at once, across all pages, once their number was confirmed', async ({
  page,
  office,
}) => {
  const books = Array.from({ length: 130 }, (_, index) => bookRow(1000 + index, { title: `Atlas ${index}` }));
  const answer = await page.request.put(`${office.url}/api/v1/book/import`, { data: { books, create_missing: true } });
  expect(await answer.json()).toMatchObject({ results: { success: true } });
  await open(page, office, '/book?search_val=Atlas&sort=bid');
  await page.getByRole('link', { name: 'Atlas 99', exact: true }).click();
  // Stepping continues onto the next page of the list, and the link leads back to that page.
  await expect(page.getByText('100 of 130')).toBeVisible();
  await page.getByRole('link', { name: 'Next', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Atlas 100', exact: true })).toBeVisible();
  await expect(page.getByText('101 of 130')).toBeVisible();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Library' }).click();
  await page.waitForURL(/page=2/);
  await open(page, office, '/book?search_val=Atlas&sort=bid');
  await page.getByRole('checkbox', { name: 'Select Atlas 2', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Select Atlas 5', exact: true }).click({ modifiers: ['Shift'] });
  await expect(page.getByText('4 selected')).toBeVisible();
  await page.getByRole('link', { name: 'Next' }).last().click();
  await page.waitForURL(/page=2/);
  await expect(page.getByText('4 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Select all 130 that match' }).click();
  await page.getByRole('checkbox', { name: 'Select Atlas 120', exact: true }).uncheck();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Publish 129 books?');
  await expect(dialog).toContainText('129 have no cover');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('129 books published.')).toBeVisible();
  await expect(page.getByText('selected')).toHaveCount(0);
  expect(await office.sql("select title from book where title like 'Atlas %' and published_at is null")).toEqual([
    { title: 'Atlas 120' },
  ]);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Undone: 129 records are back in the previous state.')).toBeVisible();
  expect(await office.sql("select title from book where title like 'Atlas %' and published_at is not null")).toEqual(
    [],
  );
});

test('whoever deletes or unpublishes a book sees first where it is no longer available, and by which way', async ({
  page,
  office,
}) => {
  await addBooks(page, office);
  const [book] = await office.sql(
    `update book set published_at = now() from series s where bid = 'B1' and s.ser_idx = book.ser_idx
     returning s.ser_idx, s.title as series`,
  );
  await page.request.post(`${office.url}/api/v1/collection`, { data: { cid: 'first', title: 'First steps' } });
  await page.request.put(`${office.url}/api/v1/collection/first`, {
    data: { content_type: 'series', content_idx: book?.['ser_idx'], reason: 'new' },
  });
  const way = `First steps, through the series ${String(book?.['series'])}`;
  await open(page, office, '/book/B1/uses');
  await expect(page.getByRole('main')).toContainText(way);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Unpublish' }).click();
  await expect(dialog).toContainText('No longer available in 1 place:');
  await expect(dialog).toContainText(way);
  await page.keyboard.press('Escape');
  await fromMenu(page, 'Delete');
  await expect(dialog).toContainText(way);
  await expect(dialog.getByRole('link', { name: 'First steps' })).toHaveAttribute('href', '/collection/first');
});
