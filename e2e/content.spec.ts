import type { Page } from '@playwright/test';
import { madeEpub } from '#features/content/epub/epub.factory.ts';
import { bookRow } from '../src/features/book/book.factory.ts';
import { zipOf } from '../src/kernel/archive/archive.fixture.ts';
import { expect, open, ready, test } from './office.ts';

const rtl = madeEpub({ spine: '<spine page-progression-direction="rtl"><itemref idref="one"/></spine>' });
const epub = { name: 'lantern.epub', mimeType: 'application/epub+zip', buffer: Buffer.from(rtl) };
const zip = { name: 'lantern.zip', mimeType: 'application/zip', buffer: zipOf({ 'page.html': 'a page' }) };

const panel = (page: Page, name: string) => page.getByRole('region', { name });

async function addBook(page: Page, office: { url: string }, n: number): Promise<void> {
  await page.request.post(`${office.url}/api/v1/book`, { data: { books: [bookRow(n)], create_missing: true } });
}

test('a person gives a book its EPUB and content zip, and is told why a wrong file is refused', {
  tag: '@journey',
}, async ({ page, office }) => {
  await addBook(page, office, 1);
  await open(page, office, '/book/B1/content');
  const files = panel(page, 'Content files');
  const [epubInput, zipInput] = [files.locator('input[type=file]').first(), files.locator('input[type=file]').last()];

  await zipInput.setInputFiles({ ...zip, buffer: zip.buffer.subarray(0, 60) });
  await expect(files.getByRole('alert')).toContainText('Unable to open compressed file: it is incomplete.');
  await expect(files.locator('.is-error')).toBeVisible();

  await epubInput.setInputFiles(epub);
  await expect(page.getByText('File uploaded.')).toBeVisible();
  await ready(page);
  await expect(files).toContainText('Right to left');
  await expect(files.getByRole('img', { name: 'Cover in the EPUB' })).toBeVisible();
  await files.getByText('Contents: 3 entries').click();
  await expect(files.getByText('A lamp')).toBeVisible();

  await files.getByRole('button', { name: 'Use as book cover' }).click();
  await expect(page.getByText('Book cover replaced.')).toBeVisible();
  await ready(page);

  await zipInput.setInputFiles(zip);
  await expect(page.getByText('File uploaded.')).toBeVisible();
  await ready(page);
  await expect(files).toContainText('lantern.zip');
  await expect(files).toContainText(/0\.00\sMB/);

  // With the zip present, the editor has nothing to warn about.
  await open(page, office, '/book/update/B1');
  await page.getByLabel('English title').fill('The Lantern');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Book updated.')).toBeVisible();

  await open(page, office, '/book/B1/content');
  await files.getByRole('button', { name: 'Delete' }).last().click();
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Delete' }).click();
  await expect(files.getByText('No content zip yet.')).toBeVisible();
});

test('an upload in progress blocks the other, and can be stopped', async ({ page, office }) => {
  await addBook(page, office, 2);
  await open(page, office, '/book/B2/content');
  const files = panel(page, 'Content files');
  await page.route('**/storage/upload', () => undefined);
  await files
    .locator('input[type=file]')
    .first()
    .setInputFiles({ ...epub, buffer: Buffer.from('no zip') });
  await expect(files.getByRole('button', { name: 'Remove lantern.epub' })).toBeVisible();
  await files.locator('input[type=file]').last().setInputFiles(zip);
  await expect(files.locator('.is-uploading')).toBeVisible();
  await expect(files.locator('input[type=file]')).toBeDisabled();
  await expect(files.getByRole('button', { name: 'Remove lantern.epub' })).toBeHidden();
  await files.locator('.is-uploading').getByRole('button', { name: 'Cancel' }).click();
  await expect(files.locator('.is-uploading')).toHaveCount(0);
  await expect(files.locator('input[type=file]').first()).toBeEnabled();
});

test('a person pastes units, corrects what is marked, saves and deletes them all', async ({ page, office }) => {
  await addBook(page, office, 3);
  await open(page, office, '/book/B3/units');
  const units = panel(page, 'Unit info');
  await units.getByRole('button', { name: 'Edit units' }).click();
  const text = page.getByLabel('Rows');
  await text.fill('Unit 1\tHello\tU1\t4\tG1\tS1\tL1\tvideo\nUnit 2\t\tU2\t8\tG2\tS2\tL2\tvideo');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText('Row 2, subunit_title: all columns must be filled in.');
  await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'units.csv', mimeType: 'text/csv', buffer: Buffer.from('Unit 5,Bye,U5,20,G,S,L,video\n') });
  await expect(text).toHaveValue('Unit 5\tBye\tU5\t20\tG\tS\tL\tvideo');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Units saved.')).toBeVisible();
  await ready(page);
  await expect(units.getByRole('cell', { name: 'Bye' })).toBeVisible();

  await units.getByRole('button', { name: 'Delete all units' }).click();
  await page.getByRole('textbox', { name: /I understand/ }).fill('I understand');
  await page.keyboard.press('Enter');
  await expect(page.getByText('All units deleted.')).toBeVisible();
  await expect(units.getByText('No units yet.')).toBeVisible();
});

test('a person who saves over units that somebody else saved meanwhile sees both, and chooses', async ({
  page,
  office,
}) => {
  await addBook(page, office, 4);
  await open(page, office, '/book/unit?bid=B4');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Rows').fill('Mine\tHello\tU1\t4\tG\tS\tL\tvideo');
  const [{ bidx } = {}] = await office.sql("select bidx from book where bid = 'B4'");
  const unit = { unit_title: 'Theirs', subunit_title: 'x', subunit_id: 'x', start_page: 1, game_content_id: 'x' };
  const rest = { speakup_content_id: 'x', laura_content_id: 'x', laura_content_type: 'x' };
  await page.request.post(`${office.url}/api/v5/book/unit`, {
    data: { bidx, bid: 'B4', unitInfo: [{ ...unit, ...rest }] },
  });
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByRole('cell', { name: 'Theirs' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save mine' }).click();
  await expect
    .poll(() => office.sql('select unit_title from unit_info_row order by row_no'))
    .toEqual([{ unit_title: 'Mine' }]);
});
