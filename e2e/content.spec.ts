import type { Page } from '@playwright/test';
import { madeEpub } from '#features/content/epub/epub.factory.ts';
import { bookRow } from '../src/features/book/book.factory.ts';
import { unitRow } from '../src/features/unit/unit-info.factory.ts';
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

/** A cell of the sheet of units. */
const cell = (page: Page, name: string, row: number) => page.getByLabel(`${name}, row ${row}`, { exact: true });

/** Pastes a text from a spreadsheet into the cell that has the focus. */
const paste = (page: Page, text: string) =>
  page.evaluate((given) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', given);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);

test('a person pastes units, goes to what is marked, corrects it, saves and deletes them all', async ({
  page,
  office,
}) => {
  await addBook(page, office, 3);
  await open(page, office, '/book/B3/units');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await cell(page, 'start_page', 1).focus();
  const heading =
    'unit_title\tsubunit_title\tsubunit_id\tstart_page\tgame_content_id\tspeakup_content_id\tlaura_content_id\tlaura_content_type';
  await paste(page, `${heading}\nUnit 1\tHello\tU1\t4\tG1\tS1\tL1\tvideo\nUnit 2\t\tU2\t8\tG2\tS2\tL2\tvideo`);
  await expect(page.getByText('2 rows put in from row 1 on. The first row has the headings')).toBeVisible();
  await expect(page.getByText('1 cell needs to be corrected: Row 2, subunit_title')).toBeVisible();
  await expect(save).toBeDisabled();
  await page.keyboard.press('F8');
  await expect(cell(page, 'subunit_title', 2)).toBeFocused();
  await page.keyboard.press('Control+d');
  await expect(cell(page, 'subunit_title', 2)).toHaveValue('Hello');
  await page.keyboard.press('Escape');
  await expect(cell(page, 'subunit_title', 2)).toHaveValue('');
  await page.keyboard.type('Bye');
  await page.keyboard.press('Enter');
  await expect(cell(page, 'subunit_title', 3)).toBeFocused();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Units saved.')).toBeVisible();
  await expect(save).toBeHidden();
  await expect(page.getByRole('link', { name: 'Unit info 2' })).toBeVisible();
  expect(await office.sql('select subunit_title from unit_info_row order by row_no')).toEqual([
    { subunit_title: 'Hello' },
    { subunit_title: 'Bye' },
  ]);

  await panel(page, 'Unit info').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete all units' }).click();
  await page.getByRole('textbox', { name: /I understand/ }).fill('I understand');
  await page.keyboard.press('Enter');
  await expect(page.getByText('All units deleted.')).toBeVisible();
  await expect(page.getByText('No units yet.')).toBeVisible();
});

test('a chosen sheet takes the place of all rows until a person takes that back, and a row is removed and comes back', async ({
  page,
  office,
}) => {
  await addBook(page, office, 7);
  await open(page, office, '/book/B7/units');
  const units = panel(page, 'Unit info');
  await cell(page, 'unit_title', 1).fill('Mine');
  const buffer = Buffer.from('Unit 5,Bye,U5,20,G,S,L,video\nUnit 6,On,U6,22,G,S,L,video\n');
  await units.locator('input[type=file]').first().setInputFiles({ name: 'units.csv', mimeType: 'text/csv', buffer });
  await expect(cell(page, 'unit_title', 1)).toHaveValue('Unit 5');
  await cell(page, 'subunit_title', 2).fill('Typed since');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cell(page, 'unit_title', 1)).toHaveValue('Mine');
  await expect(cell(page, 'unit_title', 2)).toHaveValue('');
  await expect(cell(page, 'subunit_title', 2)).toHaveValue('Typed since');
  await cell(page, 'unit_title', 1).press('ArrowDown');
  await page.keyboard.type('Second');
  await units.getByRole('button', { name: 'Actions: 1', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Remove row' }).click();
  await expect(cell(page, 'unit_title', 1)).toHaveValue('Second');
  await expect(cell(page, 'unit_title', 1)).toBeFocused();
  await cell(page, 'unit_title', 1).fill('Second, corrected');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cell(page, 'unit_title', 1)).toHaveValue('Mine');
  await expect(cell(page, 'unit_title', 2)).toHaveValue('Second, corrected');
});

test('a pasted column fills the cells below the one in hand, and a blank one stays where it was', async ({
  page,
  office,
}) => {
  await addBook(page, office, 8);
  await open(page, office, '/book/B8/units');
  await cell(page, 'subunit_title', 1).focus();
  await paste(page, 'Hello\n\nBye');
  await expect(cell(page, 'subunit_title', 1)).toHaveValue('Hello');
  await expect(cell(page, 'subunit_title', 2)).toHaveValue('');
  await expect(cell(page, 'subunit_title', 3)).toHaveValue('Bye');
});

test('a person who saves over units that somebody else saved meanwhile sees both, and chooses', async ({
  page,
  office,
}) => {
  await addBook(page, office, 4);
  await open(page, office, '/book/B4/units');
  const units = panel(page, 'Unit info');
  await cell(page, 'unit_title', 1).focus();
  await paste(page, 'Mine\tHello\tU1\t4\tG\tS\tL\tvideo');
  const [{ bidx } = {}] = await office.sql("select bidx from book where bid = 'B4'");
  const unit = { unit_title: 'Theirs', subunit_title: 'x', subunit_id: 'x', start_page: 1, game_content_id: 'x' };
  const rest = { speakup_content_id: 'x', laura_content_id: 'x', laura_content_type: 'x' };
  await page.request.post(`${office.url}/api/v5/book/unit`, {
    data: { bidx, bid: 'B4', unitInfo: [{ ...unit, ...rest }] },
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(units.getByRole('cell', { name: 'Theirs' })).toBeVisible();
  await units.getByRole('button', { name: 'Save mine' }).click();
  await expect
    .poll(() => office.sql('select unit_title from unit_info_row order by row_no'))
    .toEqual([{ unit_title: 'Mine' }]);
});

test('a person who deletes all units is shown what somebody else has saved meanwhile, and deletes that only then', async ({
  page,
  office,
}) => {
  await addBook(page, office, 9);
  const [{ bidx } = {}] = await office.sql("select bidx from book where bid = 'B9'");
  const saveAs = (title: string) =>
    page.request.post(`${office.url}/api/v5/book/unit`, {
      data: { bidx, bid: 'B9', unitInfo: [unitRow(1, { unit_title: title })] },
    });
  const units = panel(page, 'Unit info');
  const agree = async () => {
    await page.getByRole('textbox', { name: /I understand/ }).fill('I understand');
    await page.keyboard.press('Enter');
  };
  await saveAs('First');
  await open(page, office, '/book/B9/units');
  await units.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete all units' }).click();
  await expect(page.getByRole('textbox', { name: /I understand/ })).toBeVisible();
  await saveAs('Theirs');
  await agree();
  await expect(units.getByRole('region', { name: 'Saved now' })).toContainText('Theirs');
  expect(await office.sql("select unit_title from unit_info_row join book using (bidx) where bid = 'B9'")).toEqual([
    { unit_title: 'Theirs' },
  ]);
  await units.getByRole('button', { name: 'Delete all units' }).click();
  await agree();
  await expect(page.getByText('All units deleted.')).toBeVisible();
  await expect(page.getByText('No units yet.')).toBeVisible();
});
