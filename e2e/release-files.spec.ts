import { bookRow } from '../src/features/book/book.factory.ts';
import { jpeg } from '../src/features/image/image.fixture.ts';
import { expect, open, test } from './office.ts';

test.beforeEach(({ office }) =>
  office.sql('truncate release, collection, book, series, roadmap, age_group, guide restart identity cascade'),
);

test('a cover, previews and a new item of a guide go into a release from where staff upload and add them', async ({
  page,
  office,
}) => {
  const headers = { origin: office.url };
  const call = async (url: string, data: object) => {
    const answer = await page.request.post(office.url + url, { data, headers });
    expect(answer.status()).toBe(200);
    return (await answer.json()).results;
  };
  await call('/api/v1/book', { books: [bookRow(1, { title: 'The Lamp' })], create_missing: true });
  await call('/api/v1/extra/series_guide', { gui_id: 'path', title: 'First' });
  const { rel_idx: rel } = await call('/api/v1/release', { name: 'Winter' });
  await open(page, office, `/release/${rel}`);
  await page.getByRole('button', { name: 'Work on it' }).click();
  await expect(page.getByRole('complementary', { name: 'Winter' })).toBeVisible();
  const file = async (name: string, seed: number) => ({
    name,
    mimeType: 'image/jpeg',
    buffer: Buffer.from(await jpeg(seed)),
  });
  const into = page.getByRole('dialog').getByRole('button', { name: 'Save into Winter' });
  const put = page.getByRole('button', { name: 'Put into the release' });
  const bar = page.getByRole('complementary', { name: 'Winter' });
  await open(page, office, '/book/B1/images');
  for (const [nth, files] of [
    [await file('lamp.jpg', 1)],
    [await file('one.jpg', 2), await file('two.jpg', 3)],
  ].entries()) {
    await page.locator('input[type=file]').nth(nth).setInputFiles(files);
    await into.click();
    await put.click();
    await expect(page.getByText('It is in Winter now.').first()).toBeVisible();
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
  await put.click();
  await expect(bar).toContainText('2 changes');
  expect(await office.sql('select title from guide_item')).toEqual([{ title: 'First' }]);
  await open(page, office, `/release/${rel}`);
  await expect(page.getByText('New: Second')).toBeVisible();
  for (const name of ['lamp.jpg', 'two.jpg', 'amber.jpg'])
    await expect
      .poll(() => page.getByRole('img', { name }).evaluate((image: HTMLImageElement) => image.naturalHeight))
      .toBeGreaterThan(0);
  const applied = await page.request.post(`${office.url}/api/v1/release/${rel}/apply`, { headers });
  expect(applied.status()).toBe(200);
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
