import type { Locator, Page } from '@playwright/test';
import { bookRow } from '../src/features/book/book.factory.ts';
import { importCsv, importRow } from '../src/features/import/import.factory.ts';
import { zipOf } from '../src/kernel/archive/archive.fixture.ts';
import { expect, type Office, open, ready, test } from './office.ts';

/** The title of the page that is shown has the focus. */
const expectTitleFocused = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();

/** A book that lacks its cover and its content, and a function that makes more records. */
async function prepare(page: Page, office: Office) {
  const add = async (path: string, data: object) =>
    (await page.request.post(office.url + path, { data, headers: { origin: office.url } })).json();
  await office.sql('truncate release, collection, book restart identity cascade');
  await add('/api/v1/book', { books: [bookRow(1, { title: 'The Lamp' })], create_missing: true });
  return add;
}

const zip = (files: Record<string, string>) => ({
  name: 'lamp.zip',
  mimeType: 'application/zip',
  buffer: zipOf(files),
});

/** Presses Undo in the notice that says this. */
const undo = (page: Page, said: string) =>
  page.getByRole('status').filter({ hasText: said }).getByRole('button', { name: 'Undo', exact: true }).click();

/** Chooses a file as a person does who came to the button by key. */
async function choose(input: Locator, file: ReturnType<typeof zip>): Promise<void> {
  await input.focus();
  await input.setInputFiles(file);
}

test('after a zip is uploaded where a book lacks it, the work goes on at what it lacks next', async ({
  page,
  office,
}) => {
  await prepare(page, office);
  await open(page, office, '/book/B1');
  const card = page.getByRole('region', { name: /missing/ });
  await choose(card.getByLabel('Add file'), zip({ 'page.html': 'a page' }));
  await expect(page.getByText('File uploaded.')).toBeVisible();
  await expect(card.getByLabel('Choose cover')).toBeFocused();
});

test('after a zip is put into a release, the button that chose it has the focus', async ({ page, office }) => {
  const add = await prepare(page, office);
  const { results } = await add('/api/v1/release', { name: 'Winter' });
  await open(page, office, `/release/${results.rel_idx}`);
  await page.getByRole('button', { name: 'Add changes to this release' }).click();
  await expect(page.getByRole('complementary', { name: 'Winter' })).toBeVisible();
  await open(page, office, '/book/B1/content');
  const input = page.locator('input[type=file]').last();
  await choose(input, zip({ 'page.html': 'a page' }));
  await page.getByRole('dialog').getByRole('button', { name: 'Add to Winter' }).click();
  await expect(page.getByRole('complementary', { name: 'Winter' })).toContainText('1 change');
  await expect(input).toBeFocused();
});

test('translations that came back in a zip are shown with the focus on their title', async ({ page, office }) => {
  const add = await prepare(page, office);
  await add('/api/v1/collection', { cid: 'sea', title: 'Stories of the sea' });
  const left = await page.request.get(`${office.url}/api/v1/texts?what=collection&from=en&to=ko&only=all&as=xliff`);
  await open(page, office, '/texts');
  await choose(page.locator('input[type=file]'), zip({ 'ko.xlf': await left.text() }));
  await page.waitForURL(/\/texts\/\d+/);
  await ready(page);
  await expectTitleFocused(page, 'lamp.zip');
});

test('the import that a sheet opens has the focus on its title', async ({ page, office }) => {
  await open(page, office, '/book/import');
  const buffer = Buffer.from(importCsv([importRow(9001)]));
  await page.locator('input[type=file]').setInputFiles({ name: 'autumn.csv', mimeType: 'text/csv', buffer });
  await page.waitForURL(/\/book\/import\/\d+/);
  await ready(page);
  await expectTitleFocused(page, 'autumn.csv');
});

test('a release that is created at the address of its form is shown, and can be taken back', async ({
  page,
  office,
}) => {
  await open(page, office, '/release/create');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Autumn titles');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/\/release\/\d+$/);
  await expectTitleFocused(page, 'Autumn titles');
  await undo(page, 'added.');
  await expect
    .poll(() => office.sql("select status from release where name = 'Autumn titles'"))
    .toEqual([{ status: 'cancelled' }]);
});

test('what is edited at the address of its form is said to be saved, and can be taken back', async ({
  page,
  office,
}) => {
  const add = await prepare(page, office);
  const { results } = await add('/api/v1/customer', { cust_id: 'HARBOUR', name: 'Harbour Books' });
  await open(page, office, `/customer/update/${results.cust_idx}`);
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Harbour');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible();
  await expectTitleFocused(page, 'Harbour');
  await undo(page, 'Saved.');
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour Books' })).toBeVisible();
});

for (const { path, guide } of [
  { path: '/series_guide/create?gui_id=walks', guide: null },
  { path: '/static/html/series_guide_editor.html', guide: 'strolls' },
]) {
  test(`an item that is added at ${path} has the focus in its guide`, async ({ page, office }) => {
    await open(page, office, path);
    const dialog = page.getByRole('dialog');
    if (guide !== null) await dialog.getByRole('textbox', { name: 'Guide ID' }).fill(guide);
    await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill('Walks in the hills');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Edit: Walks in the hills' })).toBeFocused();
  });
}
