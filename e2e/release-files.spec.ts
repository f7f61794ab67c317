import type { Page } from '@playwright/test';
import { bookRow } from '../src/features/book/book.factory.ts';
import { madeEpub } from '../src/features/content/epub/epub.factory.ts';
import { jpeg } from '../src/features/image/image.fixture.ts';
import { unitRow } from '../src/features/unit/unit-info.factory.ts';
import { unitCells } from '../src/features/unit/unit-info.rules.ts';
import { expect, type Office, open, test } from './office.ts';

test.beforeEach(({ office }) =>
  office.sql('truncate release, collection, book, series, roadmap, age_group, guide restart identity cascade'),
);

/** Makes a release that the person works on, and returns its number, with a way to call the product. */
async function begin(page: Page, office: Office) {
  const headers = { origin: office.url };
  const call = async (url: string, data: object) => {
    const answer = await page.request.post(office.url + url, { data, headers });
    expect(answer.status()).toBe(200);
    return (await answer.json()).results;
  };
  await call('/api/v1/book', { books: [bookRow(1, { title: 'The Lamp' })], create_missing: true });
  const { rel_idx: rel } = await call('/api/v1/release', { name: 'Winter' });
  await open(page, office, `/release/${rel}`);
  await page.getByRole('button', { name: 'Add changes to this release' }).click();
  const bar = page.getByRole('complementary', { name: 'Winter' });
  await expect(bar).toBeVisible();
  return { rel, call, bar };
}

test('an EPUB and units go into a release from where staff upload and edit them', async ({ page, office }) => {
  const { rel, call, bar } = await begin(page, office);
  const into = page.getByRole('dialog').getByRole('button', { name: 'Add to Winter' });
  await open(page, office, '/book/B1/content');
  const epub = { name: 'lamp.epub', mimeType: 'application/epub+zip', buffer: Buffer.from(madeEpub()) };
  await page.locator('input[type=file]').first().setInputFiles(epub);
  await into.click();
  await expect(bar).toContainText('1 change');
  await open(page, office, '/book/B1/units');
  for (const [row, n] of [1, 2].entries())
    for (const [column, text] of unitCells(unitRow(n)).entries())
      await page.locator(`[data-cell="${row} ${column}"]`).fill(text);
  await page.getByRole('button', { name: 'Add to Winter' }).click();
  await expect(bar).toContainText('2 changes');
  expect(await office.sql('select from unit_info_row union all select from book_content')).toEqual([]);
  const second = page.locator('[data-cell="1 1"]');
  await expect(second).toHaveCount(0);
  await page.getByRole('button', { name: 'Continue with them' }).click();
  await expect(second).toHaveValue('Hello 2');
  await open(page, office, `/release/${rel}`);
  await expect(page.getByRole('link', { name: /^lamp\.epub: .* 6 files inside · With errors$/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Unit info' }).getByRole('row')).toHaveCount(3);
  await call(`/api/v1/release/${rel}/apply`, {});
  expect(await office.sql('select file_name from book_content')).toEqual([{ file_name: 'lamp.epub' }]);
  expect(await office.sql('select subunit_title from unit_info_row order by row_no')).toEqual([
    { subunit_title: 'Hello 1' },
    { subunit_title: 'Hello 2' },
  ]);
});

test('a cover, previews and a new item of a guide go into a release from where staff upload and add them', async ({
  page,
  office,
}) => {
  const { rel, call, bar } = await begin(page, office);
  await call('/api/v1/extra/series_guide', { gui_id: 'path', title: 'First' });
  const file = async (name: string, seed: number) => ({
    name,
    mimeType: 'image/jpeg',
    buffer: Buffer.from(await jpeg(seed)),
  });
  const into = page.getByRole('dialog').getByRole('button', { name: 'Add to Winter' });
  await open(page, office, '/book/B1/images');
  for (const [nth, files] of [
    [await file('lamp.jpg', 1)],
    [await file('one.jpg', 2), await file('two.jpg', 3)],
  ].entries()) {
    await page.locator('input[type=file]').nth(nth).setInputFiles(files);
    // The notice of the cover still stands when the previews are added.
    const added = page.waitForResponse((answer) => /\/release\/\d+\/change/.test(answer.url()) && answer.ok());
    await into.click();
    await added;
    await expect(page.getByText('Added to Winter.').first()).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await expect(bar).toContainText('1 change');
  expect(await office.sql('select from book_image')).toEqual([]);
  await open(page, office, '/series_guide?gui_id=path');
  await page.getByRole('button', { name: 'Add item' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title', { exact: false }).first().fill('Second');
  await dialog.locator('input[type=file]').setInputFiles(await file('amber.jpg', 4));
  await into.click();
  await expect(bar).toContainText('2 changes');
  expect(await office.sql('select title from guide_item')).toEqual([{ title: 'First' }]);
  await open(page, office, `/release/${rel}`);
  await expect(page.getByText('New: Second')).toBeVisible();
  for (const name of ['lamp.jpg', 'two.jpg', 'amber.jpg'])
    await expect
      .poll(() => page.getByRole('img', { name }).evaluate((image: HTMLImageElement) => image.naturalHeight))
      .toBeGreaterThan(0);
  await call(`/api/v1/release/${rel}/apply`, {});
  expect(
    await office.sql('select kind, count(*)::integer as count from book_image group by kind order by kind'),
  ).toEqual([
    { kind: 'cover', count: 1 },
    { kind: 'preview', count: 2 },
  ]);
  expect(await office.sql('select title, cover is not null as cover from guide_item order by place')).toEqual([
    { title: 'First', cover: false },
    { title: 'Second', cover: true },
  ]);
});
