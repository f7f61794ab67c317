import path from 'node:path';
import { importCsv, importRow } from '../src/features/import/import.factory.ts';
import { axeViolations } from '../test/axe.ts';
import { hasSharedData, sharedData } from '../test/shared-data.ts';
import { expect, open, ready, test } from './office.ts';

/** Books for this file only: the journeys share a library. */
const row = (n: number, over: Record<string, string> = {}) => importRow(5000 + n, { bid: `IMP-${n}`, ...over });

const csv = (rows: Record<string, string>[]) => ({
  name: 'books.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(importCsv(rows)),
});

test('a person imports a sheet, corrects it, merges two spellings, applies it and undoes it', {
  tag: '@journey',
}, async ({ page, office }) => {
  await open(page, office, '/book/import');
  await page
    .locator('input[type=file]')
    .setInputFiles(csv([row(1), row(2, { title: '' }), row(3, { series: 'LANTERNS' })]));
  await page.waitForURL(/\/book\/import\/\d+/);
  await ready(page);

  await expect(page.getByRole('button', { name: /^ISBN Meta, row 3, column C/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Apply/ })).toBeDisabled();
  await page.getByRole('button', { name: /^ISBN Meta, row 3, column C/ }).click();
  await page.getByRole('textbox', { name: /of row 3/ }).fill('The Second Lantern');
  await page.keyboard.press('Enter');
  await page.waitForURL(/filter=all/);
  await expect(page.getByText('No rows are left under “Rejected”.')).toBeVisible();
  await ready(page);

  await expect(page.getByRole('heading', { name: 'Not in the library yet: 2 series' })).toBeVisible();
  await page.getByRole('button', { name: 'Use “Lanterns”', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Not in the library yet: 1 series' })).toBeVisible();
  await page.getByLabel('Create them with the books').check();
  await page.getByRole('button', { name: 'Apply: 3 new books, 0 changes' }).click();
  await page.waitForURL(/\/book\/import\/\d+\/images/);
  const imported = "select b.title, s.title as series from book b join series s using (ser_idx) where bid like 'IMP-%'";
  expect(await office.sql(`${imported} order by bid`)).toEqual([
    { title: 'The 5001th Lantern', series: 'Lanterns' },
    { title: 'The Second Lantern', series: 'Lanterns' },
    { title: 'The 5003th Lantern', series: 'Lanterns' },
  ]);

  await ready(page);
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: 'Done' }).click();
  await page.waitForURL(/\/done/);
  await ready(page);
  await expect(page.getByText(/^Applied by ada/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await expect(page.getByRole('dialog')).toContainText('3 books are deleted.');
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/Undone by ada/)).toBeVisible();
  expect(await office.sql("select bid from book where bid like 'IMP-%'")).toEqual([]);
});

test('one row of an applied import is undone, then two that are ticked, and each says who did it', async ({
  page,
  office,
}) => {
  await open(page, office, '/book/import');
  await page.locator('input[type=file]').setInputFiles(csv([row(11), row(12), row(13), row(14)]));
  await page.waitForURL(/\/book\/import\/\d+/);
  await ready(page);
  const create = page.getByLabel('Create them with the books');
  if (await create.isVisible()) await create.check();
  await page.getByRole('button', { name: 'Apply: 4 new books, 0 changes' }).click();
  await page.waitForURL(/\/book\/import\/\d+\/images/);
  const bids = () => office.sql("select bid from book where bid like 'IMP-1_' order by bid");
  expect(await bids()).toHaveLength(4);
  await office.sql("update book set title = 'Edited', revision = revision + 1 where bid = 'IMP-14'");
  await open(page, office, new URL(page.url()).pathname.replace('/images', ''));
  const line = (n: number) => page.getByRole('row', { name: new RegExp(`IMP-${n} `) });
  await line(11)
    .getByRole('button', { name: /^Undo this row/ })
    .click();
  await expect(page.getByRole('dialog')).toContainText('1 book is deleted.');
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect(line(11)).toContainText('Undone by ada');
  await expect(line(11).getByRole('checkbox')).toHaveCount(0);
  await ready(page);

  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await line(13).getByRole('checkbox').uncheck();
  await page.getByRole('button', { name: 'Undo 2 rows' }).click();
  await expect(page.getByRole('dialog')).toContainText('edited since then');
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect(line(12)).toContainText('Undone by ada');
  expect(await bids()).toEqual([{ bid: 'IMP-13' }, { bid: 'IMP-14' }]);
  await office.sql('truncate book, series cascade');
});

test('the first rows of a sheet are shown while the others are read, and a wrong cell that is found later appears', async ({
  page,
  office,
}) => {
  const rows = Array.from({ length: 2000 }, (_, n) => row(n + 1, n === 1499 ? { lexile: 'much' } : {}));
  await open(page, office, '/book/import');
  // The upload stops at its end, where it writes its audit row.
  await office.sql('begin; lock table audit in share mode');
  await page.locator('input[type=file]').setInputFiles(csv(rows));
  await expect(page.getByRole('row', { name: /IMP-1 .*New/ })).toBeVisible();
  await expect(page.getByText('Reading and checking: 2,000 rows')).toBeVisible();
  await expect(page.getByText('1 rejected row so far')).toBeVisible();
  await expect(page.getByText(/^ISBN Meta, row 1,501, column R .*Enter a Lexile/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Apply: once all rows are read' })).toBeDisabled();
  await office.sql('rollback');
  await page.waitForURL(/\/book\/import\/\d+/);
  await ready(page);
  await expect(page.getByText(/^ISBN Meta, row 1,501, column R .*Enter a Lexile/)).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await page.waitForURL(/\/book\/import$/);
});

test('the columns of a sheet with foreign headings are matched by hand, and the rows are read', async ({
  page,
  office,
}) => {
  const { bid = '', title = '', series = '', level = '', isbn_print = '', isbn_spindle = '' } = row(21);
  const cells = [bid, title, series, level, isbn_print, isbn_spindle, 'blue'];
  const foreign = `Key,도서명,Serie,Nivel,ISBN,e-ISBN,Colour of cover\n${cells.join(',')}`;
  await open(page, office, '/book/import');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'publisher.csv', mimeType: 'text/csv', buffer: Buffer.from(foreign) });
  await page.waitForURL(/\/book\/import\/\d+/);
  await ready(page);
  const field = (letter: string) => page.getByLabel(`Field of column ${letter}`);
  const fields = ['bid', 'title', 'series', 'level', 'isbn_print', 'isbn_spindle'];
  for (const [index, name] of fields.entries()) await field('ABCDEF'.charAt(index)).selectOption(name);
  await expect(page.getByText('6 columns matched')).toBeVisible();
  // A field belongs to one column: moving it to another one clears the first.
  await field('G').selectOption('title');
  await expect(field('B')).toHaveValue('');
  await field('B').selectOption('title');
  await expect(field('G')).toHaveValue('');
  await page.getByRole('button', { name: 'Read the rows' }).click();
  await expect(page.getByRole('button', { name: /^Apply: 1 new book/ })).toBeVisible();
  await expect(page.getByText(title)).toBeVisible();
});

test('the later steps say that the books need their ids first', async ({ page, office }) => {
  await open(page, office, '/book/import');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Apply the book data first');
  expect(await axeViolations(page)).toEqual([]);
});

test('a file that is not a sheet is refused at once, and another one can be chosen', async ({ page, office }) => {
  await open(page, office, '/book/import');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'books.xlsx', mimeType: 'text/plain', buffer: Buffer.from('no sheet') });
  await expect(page.getByRole('alert')).toContainText('An error occurred: ');
  await expect(page.getByText('Choose sheet', { exact: true })).toBeVisible();
});

test('a sheet that changes nothing says so and leads on with its books; opening the last step ends it', async ({
  page,
  office,
}) => {
  const upload = async () => {
    await open(page, office, '/book/import');
    await page.locator('input[type=file]').setInputFiles(csv([row(31), row(32)]));
    await page.waitForURL(/\/book\/import\/\d+/);
    await ready(page);
  };
  await upload();
  await page.getByLabel('Create them with the books').check();
  await page.getByRole('button', { name: /^Apply: 2 new books/ }).click();
  await page.waitForURL(/\/images/);

  // A look at the last step ends nothing while there are books to publish.
  const ended: string[] = [];
  page.on(
    'request',
    (request) => request.method() === 'PUT' && request.url().endsWith('/step') && ended.push(request.url()),
  );
  await open(
    page,
    office,
    page
      .url()
      .slice(office.url.length)
      .replace(/images.*/, 'done'),
  );
  await expect(page.getByRole('button', { name: 'Publish 2 books' })).toBeVisible();

  await upload();
  const actions = page.getByRole('region', { name: 'Apply the import' });
  // While a choice is saved, the checkbox shows that and nothing seems to be applied.
  let answer = () => {};
  const gate = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/api.v1.import.\d+$/, (route) => gate.then(() => route.continue()));
  await actions.getByLabel('Update existing books').click();
  await expect(actions.getByRole('button', { name: /^Apply/ })).not.toHaveAttribute('data-busy');
  answer();
  await expect(actions).toContainText('Nothing to apply: 2 rows are unchanged, 0 excluded.');
  await actions.getByRole('button', { name: 'Continue with 2 books' }).click();
  await page.waitForURL(/\/images/);
  await expect(page.getByRole('row', { name: /IMP-31/ })).toBeVisible();

  const [found] = await office.sql('select import_idx from import order by import_idx desc limit 1');
  const id = String(found?.['import_idx']);
  await open(page, office, `/book/import/${id}/done`);
  await expect(page.getByRole('link', { name: 'Go to books' })).toBeVisible();
  await expect
    .poll(async () => office.sql(`select step from import where import_idx = ${id}`))
    .toEqual([{ step: 'done' }]);
  expect(ended).toEqual([expect.stringMatching(`/${id}/step$`)]);
});

test('a failing act of the importer says that an error occurred, and why', async ({ page, office }) => {
  await open(page, office, '/book/import');
  await page.locator('input[type=file]').setInputFiles(csv([row(11)]));
  await page.waitForURL(/\/book\/import\/\d+/);
  await ready(page);
  const error = { code: 'x', message: 'Somebody else was faster.' };
  await page.route(/api.v1.import/, (route) => route.fulfill({ status: 409, json: { error } }));
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('An error occurred');
  await expect(alert).toContainText('Somebody else was faster.');
});

test('the real catalogue of 9,300 books is imported', async ({ page, office }) => {
  test.skip(!hasSharedData, 'the real catalogue is not on this machine');
  await open(page, office, '/book/import');
  await page.locator('input[type=file]').setInputFiles(path.join(sharedData, 'isbn-meta.xlsx'));
  await page.waitForURL(/\/book\/import\/\d+/);
  await ready(page);
  await page.getByLabel('Create them with the books').check();
  await page.getByRole('button', { name: /^Apply: 9,300 new books/ }).click();
  await page.waitForURL(/\/images/);
  await open(page, office, '/book?search_val=hunger');
  await expect(page.getByRole('link', { name: 'The Hunger Games' }).first()).toBeVisible();
});
