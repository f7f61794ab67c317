import type { Page } from '@playwright/test';
import { bookRow } from '../src/features/book/book.factory.ts';
import { importCsv, importRow } from '../src/features/import/import.factory.ts';
import { sentenceRow } from '../src/features/word/sentence.factory.ts';
import { expect, type Office, open, ready, test } from './office.ts';

const codeOfInputMethod = 229;

/** Types text through an input method whose keys the browser reports in its order. */
type Compose = (text: string, key?: string) => Promise<void>;

async function inputMethod(page: Page, order: 'Chrome' | 'Safari'): Promise<Compose> {
  const browser = await page.context().newCDPSession(page);
  const press = (key: string) =>
    browser.send('Input.dispatchKeyEvent', {
      type: 'rawKeyDown',
      key,
      code: key,
      windowsVirtualKeyCode: codeOfInputMethod,
    });
  return async (text, key = 'Enter') => {
    await browser.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    if (order === 'Chrome') await press(key);
    await browser.send('Input.insertText', { text });
    // After the end of the composition, and no longer told to be of it.
    if (order === 'Safari') await press(key);
  };
}

async function fillLibrary(page: Page, office: Office): Promise<void> {
  const add = async (path: string, data: object) =>
    expect((await page.request.post(office.url + path, { data })).ok()).toBe(true);
  await add('/api/v1/book', { books: [bookRow(1)], create_missing: true });
  await add('/api/v1/sentence', { sentences: [sentenceRow(1, 'B1'), sentenceRow(2, 'B1')] });
  await add('/api/v1/collection', { cid: 'moon', title: 'Moonlight' });
}

test.beforeEach(async ({ office, page }) => {
  await office.sql('delete from collection');
  await office.sql('delete from collection_cid');
  await office.sql('delete from book');
  await fillLibrary(page, office);
});

for (const order of ['Chrome', 'Safari'] as const)
  test(`the keys of a composed syllable, in the order of ${order}, choose, save and send nothing`, async ({
    page,
    office,
  }) => {
    const compose = await inputMethod(page, order);

    await open(page, office, '/book');
    await page.keyboard.press('Control+k');
    const finder = page.getByRole('dialog').getByRole('combobox');
    await finder.focus();
    for (const key of ['Enter', 'Tab', 'ArrowDown', 'Escape']) await compose('달', key);
    await expect(finder).toHaveValue('달달달달');
    await expect(finder).toBeFocused();
    await expect(page).toHaveURL(/\/book$/);

    await open(page, office, '/book/B1/words');
    await page.getByRole('gridcell').nth(1).click();
    const sentence = page.getByRole('textbox', { name: 'Sentence' });
    for (const key of ['Enter', 'Tab', 'Escape']) await compose('개구리', key);
    await expect(sentence).toBeFocused();
    await expect(sentence).toHaveValue('개구리개구리개구리');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('gridcell').nth(1)).toContainText('개구리개구리개구리');

    await open(page, office, '/code/batch/create');
    const batch = page.getByRole('dialog').getByRole('textbox', { name: 'Title' });
    await batch.focus();
    await compose('가을');
    await expect(page.getByRole('dialog').locator('[aria-invalid="true"]')).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').locator('[aria-invalid="true"]').first()).toBeVisible();

    await open(page, office, '/collection/matrix');
    await page.getByRole('button', { name: 'Moonlight, 한국어:' }).click();
    const title = page.getByRole('textbox', { name: 'Moonlight, 한국어:' });
    for (const key of ['Enter', 'Tab', 'Escape']) await compose('달빛', key);
    await expect(title).toBeFocused();
    await expect(title).toHaveValue('달빛달빛달빛');
  });

test('the Enter that ends a syllable in a cell of an import keeps the cell open', async ({ page, office }) => {
  const compose = await inputMethod(page, 'Safari');
  await open(page, office, '/book/import');
  const rows = [importRow(1), importRow(2, { title: '' })];
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'books.csv', mimeType: 'text/csv', buffer: Buffer.from(importCsv(rows)) });
  await page.waitForURL(/\/book\/import\/\d+/);
  await ready(page);
  await page.getByRole('button', { name: /^ISBN Meta, row 3, column C/ }).click();
  const saved: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && saved.push(request.postData() ?? ''));
  const cell = page.getByRole('textbox', { name: /of row 3/ });
  await compose('달');
  await compose('빛');
  await expect(cell).toBeFocused();
  await Promise.all([
    page.waitForResponse((answer) => answer.request().postData()?.includes('달빛') ?? false),
    page.keyboard.press('Enter'),
  ]);
  expect(saved).toHaveLength(1);
});
