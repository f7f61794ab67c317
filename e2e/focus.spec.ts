import type { Page } from '@playwright/test';
import { bookRow } from '../src/features/book/book.factory.ts';
import { expect, open, test } from './office.ts';

const dialog = (page: Page) => page.getByRole('dialog');

test.beforeEach(async ({ page, office }) => {
  await office.sql('truncate book, category restart identity cascade');
  const add = (path: string, data: object) => page.request.post(office.url + path, { data });
  await add('/api/v1/book', { books: [bookRow(1)], create_missing: true });
  for (const title of ['Fables', 'Myths', 'Poems']) await add('/api/v1/category', { title });
});

/** As Safari on a Mac: a button that is pressed gets no focus, and what had it loses it. */
async function pressWithoutFocus(page: Page): Promise<void> {
  await page.evaluate(() =>
    addEventListener(
      'mousedown',
      (event) => {
        if (!(event.target instanceof Element) || !event.target.closest('button')) return;
        event.preventDefault();
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      },
      true,
    ),
  );
}

test('while a dialog is loading, Enter does not close it', async ({ page, office }) => {
  await open(page, office, '/category');
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/category/create', async (route) => {
    await gate;
    await route.continue();
  });
  await page.getByRole('button', { name: 'New category' }).click();
  await expect(page.getByRole('status', { name: 'Loading' })).toBeFocused();
  await page.keyboard.press('Enter');
  release();
  await expect(dialog(page).getByRole('textbox', { name: 'Title' })).toBeFocused();
});

test('editing begins in the first field; an unchanged form has nothing to save; Enter agrees to a plain question', async ({
  page,
  office,
}) => {
  await open(page, office, '/book/update/B1');
  await expect(page.locator('main form :focus')).toHaveAttribute('name', /./);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('No changes to save.')).toBeVisible();
  expect(await office.sql("select 1 from audit where entity = 'book' and action = 'book.updated'")).toEqual([]);

  await page.getByLabel('Genre').fill('Myth');
  await page.keyboard.press('Control+s');
  await expect(dialog(page).getByRole('button', { name: 'Save anyway' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => office.sql('select genre from book')).toEqual([{ genre: 'Myth' }]);
});

test('a pasted text that is longer than its field says how much of it was taken', async ({ page, office }) => {
  await open(page, office, '/category/create');
  const title = dialog(page).getByRole('textbox', { name: 'Title' });
  await title.fill('');
  await title.evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'x'.repeat(600));
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
  await expect(page.getByText('Only the first 200 of 600 pasted characters fit')).toBeVisible();
});

test('after a row is deleted, the focus is on the next one', async ({ page, office }) => {
  await open(page, office, '/category');
  await page.getByRole('button', { name: 'Delete: Fables' }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect(page.locator('tr[data-key]:focus-within')).toContainText('Myths');
});

test('a notice about a long title leaves Undo in sight', async ({ page, office }) => {
  await open(page, office, '/category');
  await page.getByRole('button', { name: 'Edit: Fables' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('x'.repeat(200));
  await page.keyboard.press('Enter');
  const notice = page.getByRole('alert').filter({ hasText: 'xxx' });
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  const isOver = await undo.evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('button') === button;
  });
  expect(isOver).toBe(true);
  await undo.click();
  await expect(notice).toHaveCount(0);
});

test('where a pressed button gets no focus, a dialog gives it back to the button that opened it', async ({
  page,
  office,
}) => {
  await open(page, office, '/category');
  await pressWithoutFocus(page);
  await page.getByRole('button', { name: 'New category' }).click();
  await expect(dialog(page).getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'New category' })).toBeFocused();
});
