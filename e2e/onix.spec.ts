import { readFile } from 'node:fs/promises';
import { fullProduct, message } from '../src/features/onix/onix.fixture.ts';
import { expect, open, ready, test } from './office.ts';

test('a person imports an ONIX message, applies it, exports the book from a selection, and undoes it', {
  tag: '@journey',
}, async ({ page, office }) => {
  await open(page, office, '/book/import');
  await expect(page.getByText('Other files: ONIX 3 (.xml, .onix).')).toBeVisible();
  const buffer = Buffer.from(message(fullProduct));
  await page.locator('input[type=file]').setInputFiles({ name: 'lantern.onix', mimeType: 'text/xml', buffer });
  await page.waitForURL(/\/book\/import\/\d+/);
  await ready(page);
  const address = page.url();
  await expect(page.getByText('1 link to a cover.')).toBeVisible();
  await expect(page.getByRole('cell', { name: /Die Laterne & der Mond/ }).first()).toBeVisible();
  await page.getByLabel('Create them with the books').check();
  await page.getByRole('button', { name: 'Apply: 1 new book, 0 changes' }).click();
  await page.waitForURL(/\/book\/import\/\d+\/images/);

  await open(page, office, '/book?search_val=Laterne');
  await page.getByRole('checkbox', { name: /Die Laterne/ }).check();
  await page.getByRole('group', { name: 'selected' }).getByRole('button', { name: 'Export' }).click();
  const selected = page.getByRole('menuitem', { name: 'ONIX' });
  const [download] = await Promise.all([page.waitForEvent('download'), selected.click()]);
  expect(download.suggestedFilename()).toMatch(/^onix-.*\.xml$/);
  const written = await readFile(await download.path(), 'utf8');
  expect(written.match(/<Product>/g)).toHaveLength(1);
  expect(written).toContain('<RecordReference>com.lantern.1</RecordReference>');

  await page.goto(`${address.replace(/\?.*/, '')}/done`);
  await ready(page);
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/Undone by ada/)).toBeVisible();
  expect(await office.sql("select bid from book where bid = 'com-lantern-1'")).toEqual([]);
});
