import type { Page } from '@playwright/test';
import { expect, open, test } from './office.ts';

const typePhrase = async (page: Page) => {
  await page.getByRole('dialog').getByRole('textbox').fill('I understand');
  await page.keyboard.press('Enter');
};
const editorOf = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true });

test('a person creates a collection with three prices, in two languages, and an owner created on the way', {
  tag: '@journey',
}, async ({ page, office }) => {
  await open(page, office, '/collection/create');
  await expect(page.getByRole('textbox', { name: 'Collection ID' })).toBeFocused();
  await page.getByRole('tab', { name: /한국어/ }).click();
  await page.keyboard.press('Control+s');
  const problem = page.getByRole('alertdialog');
  await expect(problem).toContainText('Enter the required collection ID and title.');
  await expect(problem.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Collection ID' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Collection ID' }).fill('sea-tales');
  await expect(page.getByRole('tab', { name: 'Türkçe Missing' })).toBeVisible();

  await page.getByRole('tab', { name: /English/ }).click();
  await editorOf(page, 'Title').fill('Tales of the sea');
  const description = editorOf(page, 'Description');
  await description.click();
  await page.keyboard.press('Control+b');
  await page.keyboard.type('Forty');
  await page.keyboard.press('Control+b');
  await page.keyboard.type(' tales');
  await expect(page.getByRole('tab', { name: 'English Complete' })).toBeVisible();
  // The arrow keys move from language to language.
  await page.getByRole('tab', { name: /English/ }).focus();
  for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: /한국어/ })).toBeFocused();
  await editorOf(page, 'Title').fill('바다 이야기');

  await page.getByRole('button', { name: 'Remove price 1' }).click();
  await expect(page.getByText('The price table keeps at least one row.')).toBeVisible();
  const price = (row: number, name: string) => page.locator(`[name="prices.${row}.${name}"]:not([type=hidden])`);
  await price(0, 'price').fill('9900');
  for (const [row, amount] of [
    [1, '1250'],
    [2, '11'],
  ] as const) {
    await page.getByRole('button', { name: 'Add price' }).click();
    await price(row, 'price').fill(amount);
  }
  await price(2, 'discounted_price').fill('12');
  await page.getByRole('button', { name: 'Change order' }).click();
  await page.getByRole('spinbutton').last().fill('1');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(price(0, 'price')).toHaveValue('11');

  await page.getByRole('button', { name: 'New customer' }).click();
  await page.getByRole('dialog').getByLabel('Customer ID').fill('ACME');
  await page.getByRole('dialog').getByLabel('Name').fill('Acme Books');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-field=owned_by]')).toContainText('Acme Books');

  await page.keyboard.press('Control+s');
  const alert = page.getByRole('alert').filter({ hasText: 'Could not add the collection.' });
  await expect(alert).toContainText('The discounted price cannot be above the price.');
  await alert.getByRole('button', { name: 'Price 1: Discounted price' }).click();
  await expect(price(0, 'discounted_price')).toBeFocused();
  await page.keyboard.type('0');
  await price(0, 'discounted_price').fill('10');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/\/collection\/sea-tales$/);
  await expect(page.getByText('Collection created.')).toBeVisible();
  expect(
    await office.sql(
      'select currency, price::text, discounted_price::text from collection_price order by display_order',
    ),
  ).toEqual([
    { currency: 'KRW', price: '11', discounted_price: '10' },
    { currency: 'KRW', price: '9900', discounted_price: null },
    { currency: 'KRW', price: '1250', discounted_price: null },
  ]);
  expect(await office.sql('select locale, title, description from collection_text order by locale')).toEqual([
    { locale: 'en', title: 'Tales of the sea', description: '<p><strong>Forty</strong> tales</p>' },
    { locale: 'ko', title: '바다 이야기', description: '' },
  ]);
});

test('an invalid text opens its language, and two people who write two languages do not conflict', async ({
  page,
  office,
}) => {
  const url = `${office.url}/api/v5/collection/b`;
  const texts = { title: 'Boat', description: '<p>A boat</p>' };
  await page.request.post(`${office.url}/api/v1/collection`, { data: { cid: 'b', multi_lang_data: { en: texts } } });
  await open(page, office, '/collection/update/b');
  await page.getByRole('tab', { name: /Español/ }).click();
  await editorOf(page, 'Title').fill('Barca');
  await page.route('**/api/v5/collection/b', (route) =>
    route.fulfill({
      status: 400,
      json: {
        error: {
          code: 'invalid.input',
          message: 'Some fields are not valid.',
          fields: { 'multi_lang_data.es.title': 'Not this.' },
        },
      },
    }),
  );
  await page.getByRole('tab', { name: /English/ }).click();
  await page.keyboard.press('Control+s');
  await typePhrase(page);
  await expect(page.getByRole('tab', { name: 'Español Needs attention' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('Not this.').last()).toBeVisible();
  await page.unroute('**/api/v5/collection/b');

  await page.request.put(url, { data: { multi_lang_data: { tr: { title: 'Tekne' }, en: { summary: 'Theirs' } } } });
  await page.keyboard.press('Control+s');
  await page.getByRole('dialog').getByRole('textbox').fill('yes');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Cancelled: the text does not match.')).toBeVisible();
  await page.keyboard.press('Control+s');
  await typePhrase(page);
  await page.waitForURL(/\/collection\/b$/);
  await expect(page.getByText('Saved, together with the changes ada made.')).toBeVisible();
  expect(
    await office.sql(
      "select locale, title, summary from collection_text join collection using (cidx) where cid = 'b' order by locale",
    ),
  ).toEqual([
    { locale: 'en', title: 'Boat', summary: 'Theirs' },
    { locale: 'es', title: 'Barca', summary: '' },
    { locale: 'tr', title: 'Tekne', summary: '' },
  ]);
});

test('a person writes another language beside the English text, after the typed confirmation', async ({
  page,
  office,
}) => {
  const en = {
    title: 'Lamp',
    summary: 'A lamp',
    notice: '',
    description: '<h2>Light</h2><ul><li><p>Red</p></li></ul>',
  };
  await page.request.post(`${office.url}/api/v1/collection`, { data: { cid: 'l', multi_lang_data: { en } } });
  await open(page, office, '/collection/matrix?missing=ko');
  await page.getByRole('button', { name: 'Lamp, 한국어: Title: Missing' }).click();
  await page.getByRole('link', { name: 'Lamp, 한국어 Missing' }).click();
  await page.waitForURL(/\/collection\/l\/localize\/ko$/);
  await page.locator('html[data-ready]').waitFor();
  await editorOf(page, 'Title').fill('등불');
  await page.getByRole('button', { name: 'Copy from English: Description' }).click();
  await expect(editorOf(page, 'Description')).toContainText('Red');
  await page.keyboard.press('Control+s');
  await page.getByRole('dialog').getByRole('textbox').fill('i understand');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Cancelled: the text does not match.')).toBeVisible();
  await expect(editorOf(page, 'Title')).toHaveValue('등불');
  await page.keyboard.press('Control+s');
  await typePhrase(page);
  await expect(page.getByText('The texts in 한국어 are saved.')).toBeVisible();
  expect(
    await office.sql("select title, description from collection_text where locale = 'ko' and title = '등불'"),
  ).toEqual([{ title: '등불', description: en.description }]);

  await page.request.put(`${office.url}/api/v5/collection/l/localize/en`, { data: { summary: 'A green lamp' } });
  await open(page, office, '/collection/l/localize/ko');
  await expect(page.getByRole('insertion')).toHaveText('green ');
  await page.getByRole('button', { name: 'Mark as up to date' }).click();
  await expect(page.getByText('The texts in 한국어 are marked as up to date.')).toBeVisible();
  await expect(page.getByRole('link', { name: '한국어 Complete' })).toHaveAttribute('aria-current', 'page');
});

test('the editor produces only markup that is kept, and links only to safe addresses', async ({ page, office }) => {
  await page.request.post(`${office.url}/api/v1/collection`, { data: { cid: 'r', title: 'Rich' } });
  await open(page, office, '/collection/r/localize/en');
  const notice = page.getByRole('group', { name: 'Notice', exact: true });
  const text = editorOf(page, 'Notice');
  await text.click();
  await page.keyboard.type('Words');
  const press = (name: string) => notice.getByRole('button', { name, exact: true }).click();
  await page.keyboard.press('Control+a');
  for (const name of ['Bold', 'Italic', 'Underline', 'Strikethrough']) await press(name);
  await press('Link');
  await page.getByLabel('Address of the link').fill('javascript:alert(1)');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Enter a web address or a mail address.');
  await page.getByLabel('Address of the link').fill('a.test');
  await page.keyboard.press('Enter');
  await text.press('End');
  for (const [block, words] of [
    ['Heading 3', 'Head'],
    ['Bulleted list', 'Item'],
    ['Quote', 'Said'],
  ] as const) {
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await press(block);
    await page.keyboard.type(words);
  }
  const typed = await text.innerText();
  await page.keyboard.press('Control+s');
  await typePhrase(page);
  await expect(page.getByText('The texts in English are saved.')).toBeVisible();
  await expect(text).toContainText('Said');
  expect((await text.innerText()).replace(/\s+/g, ' ')).toBe(typed.replace(/\s+/g, ' '));
  const [{ notice: stored } = {}] = await office.sql(
    "select notice from collection_text join collection using (cidx) where cid = 'r'",
  );
  for (const tag of [
    '<strong>',
    '<em>',
    '<u>',
    '<s>',
    '<h3>',
    '<ul>',
    '<li>',
    '<a href="https://a.test" target="_blank"',
  ])
    expect(stored).toContain(tag);
  await text.click();
  await page.keyboard.type('!');
  await expect(page.getByText('1 unsaved change')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(text).not.toContainText('!');
});

test('an editor that cannot be loaded shows the text to read, and can be tried again', async ({ page, office }) => {
  const en = { title: 'Offline', description: '<p>Still <strong>here</strong></p>' };
  await page.request.post(`${office.url}/api/v1/collection`, { data: { cid: 'o', multi_lang_data: { en } } });
  await page.route('**/assets/rich-text-editor-*.js*', (route) => route.abort());
  await open(page, office, '/collection/update/o');
  const description = page.getByRole('group', { name: 'Description', exact: true });
  await expect(description.getByRole('alert')).toContainText('The editor could not be loaded.');
  await expect(description).toContainText('Still here');
  await page.unroute('**/assets/rich-text-editor-*.js*');
  await description.getByRole('button', { name: 'Try again' }).click();
  await expect(editorOf(page, 'Description')).toContainText('Still here');
});
