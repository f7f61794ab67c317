import type { Page } from '@playwright/test';
import { bookRow } from '../src/features/book/book.factory.ts';
import { expect, type Office, open, signIn, test } from './office.ts';

/** Two customers, collections, series and categories whose names begin alike. */
async function fill(page: Page, office: Office): Promise<void> {
  const post = async (url: string, data: object) =>
    expect(await page.request.post(`${office.url}/api/v1/${url}`, { data })).toBeOK();
  for (const name of ['Tall Books', 'Tale Books']) {
    await post('customer', { cust_id: name.toUpperCase().replace(' ', '-'), name });
    await post('collection', { cid: name.replace(' ', '-'), title: name });
    await post('category', { title: name });
  }
  const books = [bookRow(1, { series: 'Tall Books', title: 'Lonely whale' }), bookRow(2, { series: 'Tale Books' })];
  await post('book', { books, create_missing: true });
}

test.beforeAll(async ({ browser, office }) => {
  const page = await browser.newPage();
  await signIn(page.context(), office);
  await fill(page, office);
  await page.close();
});

/** Nothing is sent to be saved while it runs. */
async function withoutSaving(page: Page, act: () => Promise<void>): Promise<void> {
  const sent: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && sent.push(`${request.method()} ${request.url()}`));
  await act();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(sent.filter((one) => !one.includes('editing'))).toEqual([]);
}

const pickers = [
  { path: '/reservation/create', label: 'Collection', form: 'main form' },
  { path: '/collection/create', label: 'Owners', form: 'main form' },
  { path: '/event/create', label: 'Collection', form: 'main form' },
  { path: '/collection/advertisement', label: 'Collection to advertise', form: 'main form' },
  { path: '/code/batch/create', label: 'Customer', form: '[role=dialog] form' },
  { path: '/code/batch/create', label: 'Collection', form: '[role=dialog] form' },
] as const;

for (const { path, label, form } of pickers)
  test(`Enter picks the only match of ${label} on ${path}, and saves nothing`, async ({ page, office }) => {
    await open(page, office, path);
    const field = page.locator(form).getByLabel(label).first();
    const pill = page.locator(form).locator('.mantine-Pill-root', { hasText: 'Tall Books' });
    await withoutSaving(page, async () => {
      await field.fill('Ta');
      await field.press('Enter');
      await expect(page.locator('[role=option]:visible')).toHaveCount(2);
      await field.press('Enter');
      await expect(pill).toHaveCount(0);
      await field.fill('Tall');
      // Before the pause after which matches are asked for.
      await field.press('Enter');
      await expect(pill).toBeVisible();
    });
  });

for (const { path, form } of [pickers[0], pickers[4]])
  test(`what was typed into the first picker of ${path} stays when it is left`, async ({ page, office }) => {
    await open(page, office, path);
    const field = page.locator(form).getByRole('combobox').first();
    await field.fill('Tal');
    await page.keyboard.press('Tab');
    await expect(field).not.toBeFocused();
    await expect(field).toHaveValue('Tal');
    await field.press('Enter');
    await expect(page.locator('[role=option]:visible')).toHaveCount(2);
  });

for (const { path, label, typed } of [
  { path: '/book/create', label: 'Series', typed: 'Tall' },
  { path: '/book/create', label: 'Category', typed: 'Tall' },
])
  test(`Enter picks the only option of ${label} on ${path}, and saves nothing`, async ({ page, office }) => {
    await open(page, office, path);
    const field = () => page.locator('main form').getByRole('combobox', { name: label });
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/v1/book/choice**', async (route) => {
      await gate;
      await route.continue();
    });
    await withoutSaving(page, async () => {
      await field().click();
      await field().fill(typed);
      await field().press('Enter');
      release();
      // The list arrived after the text, with nothing in it selected.
      await expect(page.locator('[role=option]:visible')).toHaveCount(1);
      await field().press('Enter');
      await expect(field()).toHaveValue('Tall Books');
    });
  });

test('Enter in a filter takes the only match, and leaves several to choose from', async ({ page, office }) => {
  // A list without codes shows its filters once one is in use.
  await open(page, office, '/code?status=issued');
  await page.getByText('Filter', { exact: true }).click();
  for (const [label, name] of [
    ['Collection', 'cidx'],
    ['Customer', 'cust_idx'],
  ] as const) {
    const field = page.getByRole('search').getByLabel(label, { exact: true });
    await field.fill('Ta');
    await field.press('Enter');
    await expect(page.getByRole('option', { name: /^Tale/ })).toBeVisible();
    await field.fill('Tall');
    await field.press('Enter');
    await expect(page).toHaveURL(new RegExp(`[?&]${name}=\\d+`));
  }
  await open(page, office, '/book');
  await page.getByText('Filter', { exact: true }).click();
  const series = page.getByRole('search').getByLabel('Series');
  await series.fill('all');
  await series.press('Enter');
  await expect(page).toHaveURL(/[?&]series=\d+/);
});

test('Enter adds the only match to a collection, and moves to the first of several', async ({ page, office }) => {
  await open(page, office, '/collection/Tall-Books/contents');
  const field = page.getByRole('searchbox', { name: 'Add a series, level or book' });
  await field.fill('Ta');
  await field.press('Enter');
  await expect(page.getByRole('button', { name: /^Add: / }).first()).toBeFocused();
  await field.fill('whale');
  await field.press('Enter');
  // What it would do is asked first, as when its button is pressed.
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Added: Lonely whale' })).toBeVisible();
});

test('a selector that is searched by its code takes the choice, and a text that no choice has is neither lost nor saved', async ({
  page,
  office,
}) => {
  await open(page, office, '/collection/create');
  const row = page.getByRole('listitem', { name: 'Price 1' });
  const currency = row.getByRole('combobox', { name: 'Currency' });
  await expect(currency).toHaveValue(/^KRW/);
  await currency.click();
  await expect(currency).toHaveValue('');
  await page.keyboard.type('USD');
  await page.keyboard.press('Tab');
  await expect(currency).toHaveValue(/^USD/);
  await expect(row.getByRole('textbox').first()).toBeFocused();

  // Opened and left, it is as before.
  await currency.click();
  await page.keyboard.press('Tab');
  await expect(currency).toHaveValue(/^USD/);

  await withoutSaving(page, async () => {
    await currency.click();
    await page.keyboard.type('shells');
    await page.keyboard.press('Tab');
    await expect(row).toContainText('Choose an entry for “shells” from the list, or clear it.');
    await expect(currency).toHaveValue('shells');
    for (const save of [() => page.keyboard.press('Control+s'), () => page.keyboard.press('Enter')]) {
      await row.getByRole('textbox').first().focus();
      await save();
      await expect(currency).toBeFocused();
    }
    await page.keyboard.press('Escape');
    await expect(currency).toHaveValue(/^USD/);
  });

  const owners = page.getByLabel('Owners').first();
  await owners.fill('Nobody');
  await withoutSaving(page, async () => {
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Choose an entry for “Nobody” from the list, or clear it.')).toBeVisible();
  });
});

test('a selector that is left half typed takes the only series that has the text, once the list is there', async ({
  page,
  office,
}) => {
  await open(page, office, '/book/create');
  const series = page.locator('main form').getByRole('combobox', { name: 'Series' });
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/v1/book/choice**', async (route) => {
    await gate;
    await route.continue();
  });
  await series.click();
  await page.keyboard.type('tale');
  await page.keyboard.press('Tab');
  release();
  await expect(series).toHaveValue('Tale Books');
});

test('a series that is created beside its selector takes the place of what was typed there', async ({
  page,
  office,
}) => {
  await open(page, office, '/book/create');
  const series = page.locator('main form').getByRole('combobox', { name: 'Series' });
  await series.click();
  await page.keyboard.type('River');
  await page.getByRole('button', { name: 'Create: Series' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Rivers of ink');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(series).toHaveValue('Rivers of ink');
  await expect(page.getByText('Choose an entry for')).toHaveCount(0);
});

test('another record that is picked takes the place of the only one that a form can have', async ({ page, office }) => {
  await open(page, office, '/event/create');
  const form = page.locator('main form');
  const field = form.getByRole('combobox', { name: 'Collection' });
  const pick = {
    'by Enter': () => field.press('Enter'),
    'by a press': () => page.getByRole('option').click(),
  };
  await field.fill('tall');
  await field.press('Enter');
  await expect(form.getByTitle('Tall Books')).toBeVisible();
  for (const [picks, title, other] of [
    ['by Enter', 'Tale Books', 'Tall Books'],
    ['by a press', 'Tall Books', 'Tale Books'],
  ] as const) {
    await field.focus();
    await page.keyboard.type(title);
    await expect(page.getByRole('option', { name: title })).toBeVisible();
    await pick[picks]();
    await expect(form.getByTitle(title)).toBeVisible();
    await expect(form.getByTitle(other)).toHaveCount(0);
    await expect(field).toHaveValue('');
  }
});

test('a collection used lately, pressed after a few letters were typed, is what the books are added to', async ({
  page,
  office,
}) => {
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('combobox', { name: 'Collection' });
  const lately = dialog.getByRole('group', { name: 'Lately' });
  const add = dialog.getByRole('button', { name: 'Add', exact: true });
  for (const name of ['Lamp light', 'Lamp oil']) {
    const data = { cid: name.replace(' ', '-'), title: name };
    await expect(await page.request.post(`${office.url}/api/v1/collection`, { data })).toBeOK();
    await open(page, office, '/book/B1');
    await page.getByRole('link', { name: 'Add to collection', exact: true }).click();
    await field.press('Backspace');
    await field.fill(name);
    await field.press('Enter');
    await add.click();
    await expect(page.getByText(`1 item added to “${name}”`)).toBeVisible();
  }
  await open(page, office, '/book/B2');
  await page.getByRole('link', { name: 'Add to collection', exact: true }).click();
  // Typed beside what is chosen already, it is seen.
  await field.focus();
  await page.keyboard.type('Lam');
  await expect.poll(async () => (await field.boundingBox())?.width).toBeGreaterThan(30);
  await lately.getByRole('button', { name: 'Lamp light' }).click();
  await expect(field).toHaveValue('');
  await add.click();
  await expect(page.getByText('1 item added to “Lamp light”')).toBeVisible();
});
