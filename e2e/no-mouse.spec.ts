import type { Locator, Page } from '@playwright/test';
import { bookRow } from '../src/features/book/book.factory.ts';
import { expect, type Office, open, ready, test } from './office.ts';

const add = async (page: Page, office: Office, path: string, data: object) =>
  (await (await page.request.post(`${office.url}/api/v1/${path}`, { data })).json()).results;

// More controls than any screen of these tasks has.
const mostPresses = 150;

/** Goes on by Tab until a control has the focus, which must be seen. */
async function reach(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeEnabled();
  for (let presses = 0; presses < mostPresses; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) {
      await expect(control).toBeInViewport();
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(control)} is not reached by Tab`);
}

async function press(page: Page, control: Locator): Promise<void> {
  await reach(page, control);
  await page.keyboard.press('Enter');
}

async function fill(page: Page, field: Locator, text: string): Promise<void> {
  await reach(page, field);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

test('a book is found, edited and saved without a mouse', async ({ page, office }) => {
  await add(page, office, 'book', { books: [bookRow(1, { title: 'Owl Yard' })], create_missing: true });
  await open(page, office, '/');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type('Owl Yard');
  await expect(page.getByRole('option', { name: /Owl Yard/ }).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/book\/B1$/);
  await ready(page);
  await press(page, page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }));
  await page.waitForURL(/\/book\/update\/B1$/);
  await ready(page);
  await fill(page, page.getByRole('textbox', { name: 'Genre' }), 'Fable');
  await press(page, page.getByRole('button', { name: 'Save', exact: true }));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Save anyway' }));
  await expect(page.getByText('Book updated.')).toBeVisible();
  expect(await office.sql('select genre from book')).toEqual([{ genre: 'Fable' }]);
});

test('codes are issued to a customer without a mouse, for the collection that is typed', async ({ page, office }) => {
  await add(page, office, 'collection', { cid: 'first-steps', title: 'First steps' });
  const { cust_idx } = await add(page, office, 'customer', { cust_id: 'ACME', name: 'Acme Books' });
  await open(page, office, `/customer/${cust_idx}`);
  await press(page, page.getByRole('button', { name: 'New batch' }));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('combobox', { name: 'Collection' })).toBeFocused();
  await page.keyboard.type('first');
  await expect(page.getByRole('option', { name: 'First steps (first-steps)' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('First order of this collection.')).toBeVisible();
  await fill(page, dialog.getByLabel('Title'), 'Spring term');
  await fill(page, dialog.getByLabel('Quantity'), '20');
  await fill(page, dialog.getByLabel('Price per code'), '9.90');
  await reach(page, dialog.getByLabel('Currency'));
  await page.keyboard.type('USD');
  await fill(page, dialog.getByLabel('Access period (days)'), '30');
  const issue = dialog.getByRole('button', { name: 'Issue' });
  await expect(issue).toHaveText('Issue 20 × $9.90, 30 days');
  await press(page, issue);
  await expect(page.getByRole('heading', { name: 'Spring term', exact: true })).toBeVisible();
  expect(await office.sql('select count, currency, price::text from code_batch')).toEqual([
    { count: 20, currency: 'USD', price: '9.90' },
  ]);
});

test('an event is created, paused and resumed by an undo without a mouse', async ({ page, office }) => {
  await add(page, office, 'collection', { cid: 'summer', title: 'Summer stories' });
  await open(page, office, '/event/create');
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Summer fair');
  await fill(page, page.getByRole('textbox', { name: 'Code', exact: true }), 'SUMM-ER26-ABCD');
  await reach(page, page.getByRole('combobox', { name: 'Collection' }));
  await page.keyboard.type('summer');
  await expect(page.getByRole('option', { name: 'Summer stories (summer)' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await fill(page, page.getByLabel('From'), '2026-01-01T00:00');
  await fill(page, page.getByLabel('Until'), '2099-12-31T12:30');
  await press(page, page.getByRole('button', { name: 'Save' }));
  await expect(page.getByRole('heading', { name: 'Summer fair' })).toBeVisible();
  await ready(page);
  await press(page, page.getByRole('main').getByRole('button', { name: 'Pause' }));
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Pause' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Event paused.')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('In progress')).toBeVisible();
});

test('a tab, a span, an order or a page that is chosen by key still has the focus when its page has come', async ({
  page,
  office,
}) => {
  const many = Array.from({ length: 110 }, (_, n) => bookRow(100 + n));
  await add(page, office, 'book', { books: [bookRow(2, { title: 'Moth' }), ...many], create_missing: true });
  for (const [path, link, to] of [
    ['/calendar', page.getByRole('link', { name: 'Week' }), /span=week/],
    ['/book/B2', page.getByRole('link', { name: 'Words and sentences' }), /\/words$/],
    ['/book', page.getByRole('columnheader').getByRole('link', { name: 'Title' }), /sort=title/],
    ['/book', page.getByRole('link', { name: 'Page 2' }).first(), /page=2/],
  ] as const) {
    await open(page, office, path);
    await press(page, link);
    await page.waitForURL(to);
    await ready(page);
    await expect(link).toBeFocused();
  }
});
