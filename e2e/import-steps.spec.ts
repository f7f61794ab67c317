import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { bookRow } from '../src/features/book/book.factory.ts';
import { jpeg } from '../src/features/image/image.fixture.ts';
import { silentMp3 } from '../src/features/word/sentence.factory.ts';
import { makeFiveSteps } from '../test/five-steps.ts';
import { hasSharedData } from '../test/shared-data.ts';
import { expect, type Office, open, ready, test } from './office.ts';

const bids = ['STEP-1', 'STEP-2'];

/** Books for this test only, and an import of them at its second step. */
async function choose(page: Page, office: Office): Promise<string> {
  await page.request.post(`${office.url}/api/v1/book`, {
    data: { create_missing: true, books: bids.map((bid, n) => bookRow(700 + n, { bid })) },
  });
  await open(page, office, '/book?search_val=step-');
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await page.getByRole('group', { name: 'selected' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Import files' }).click();
  await page.waitForURL(/\/book\/import\?bids=/);
  await ready(page);
  await page.getByRole('button', { name: 'Continue with 2 books' }).click();
  await page.waitForURL(/\/images$/);
  await ready(page);
  return page.url().replace(/\/images$/, '');
}

const file = (name: string, bytes: Uint8Array) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(bytes),
});

test('a person gives books their images, sentences and audio, sees what is wrong, and publishes them', async ({
  page,
  office,
}) => {
  const address = await choose(page, office);
  const drop = page.locator('input[type=file]');
  const covers = await Promise.all(bids.map(async (bid, n) => file(`${bid}_cover.jpg`, await jpeg(n))));

  await drop.setInputFiles([
    ...covers,
    file('STEP-9_cover.jpg', await jpeg(9)),
    file('STEP-1_preview_1.jpg', silentMp3()),
  ]);
  await expect(page.getByRole('alert')).toContainText('2 files are invalid. Nothing is uploaded until');
  await expect(page.getByText('No book in this import has the ID STEP-9.')).toBeVisible();
  await expect(page.getByText('Not a valid .jpg file.')).toBeVisible();
  expect(await office.sql('select 1 from import_file')).toEqual([]);
  await page.getByRole('button', { name: 'Skip invalid files and upload 2 files' }).click();
  await page.waitForURL(/\/sentences$/);
  await ready(page);
  await expect(page.getByText('2 files uploaded.')).toBeVisible();

  const rows = 'bid,word,sentence,mdr_targeted\nSTEP-1,Lantern,The lantern shone.,Y\nSTEP-9,Boat,The boat sank.,N\n';
  await drop.setInputFiles(file('words.csv', Buffer.from(rows)));
  await expect(page.getByRole('button', { name: 'Save 1 row' })).toBeDisabled();
  await page.getByRole('button', { name: 'Edit bid of row 3: STEP-9' }).click();
  await page.keyboard.insertText('STEP-2');
  await page.getByRole('textbox', { name: 'Edit bid of row 3' }).fill('STEP-2');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save 2 rows' }).click();
  await page.waitForURL(/\/audio$/);
  await ready(page);
  await expect(page.getByText('2 sentences and 2 words added; 0 skipped.')).toBeVisible();

  await drop.setInputFiles([file('STEP-2_boat.mp3', silentMp3())]);
  await expect(page.getByText('There is no sentence row with mdr_targeted Y for book STEP-2')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await drop.setInputFiles([file('STEP-1_Lantern.mp3', silentMp3())]);
  await page.waitForURL(/\/done$/);
  await ready(page);
  await expect(page.getByRole('definition')).toHaveText(['2', '0 / 2', '2', '0', '2', '1 / 1']);
  await open(page, office, new URL(`${address}/audio`).pathname);
  const first = page.getByRole('row', { name: /STEP-1/ });
  for (const what of ['Data', 'Cover', 'Audio'])
    await expect(first.getByRole('img', { name: `${what}: OK` })).toBeVisible();
  await expect(first.getByRole('img', { name: 'Previews: missing' })).toBeVisible();
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.waitForURL(/\/done$/);
  await ready(page);
  await page.getByRole('button', { name: 'Publish 2 books' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish 2 books' }).click();
  await expect(page.getByText('2 books published.')).toBeVisible();
  expect(await office.sql("select published_at is not null as published from book where bid like 'STEP-%'")).toEqual([
    { published: true },
    { published: true },
  ]);
  await expect(page.getByText('2 / 2')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Publish/ })).toHaveCount(0);

  await open(page, office, '/book/import');
  await expect(page.getByRole('link', { name: 'Chosen books' })).toHaveAttribute(
    'href',
    new URL(`${address}/done`).pathname,
  );
});

test('an interrupted upload of a folder resumes where it was, in another browser too', async ({ page, office }) => {
  const address = await choose(page, office);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'covers-'));
  await mkdir(path.join(folder, 'deep'));
  await writeFile(path.join(folder, 'STEP-1_cover.jpg'), await jpeg(1));
  await writeFile(path.join(folder, 'deep', 'STEP-2_cover.jpg'), await jpeg(2));
  await writeFile(path.join(folder, '.DS_Store'), 'x');
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.jpg'));
  const files = names.map((name) => path.join(folder, name));
  // The storage accepts one file and rejects the other, as if a disk were full.
  let uploads = 0;
  const arrived = page.waitForResponse('**/storage/upload');
  await page.route('**/storage/upload', async (route) => {
    if (uploads++ === 0) return route.continue();
    await arrived;
    return route.fulfill({ status: 507, body: '{}' });
  });
  await page.locator('input[type=file]').setInputFiles(files);
  await expect(page.getByRole('alert')).toContainText('Failed on uploading image files');
  await page.unrouteAll();

  await open(page, office, new URL(`${address}/images`).pathname);
  await expect(page.getByText('2 chosen files are not uploaded yet.')).toBeVisible();
  const sent: string[] = [];
  page.on('request', (request) => request.url().endsWith('/storage/upload') && sent.push(request.url()));
  await page.locator('input[type=file]').setInputFiles(files);
  await page.waitForURL(/\/sentences$/);
  expect(sent).toHaveLength(1);
  await rm(folder, { recursive: true });
});

// `npm run test:long` uses as many as there are sentences for.
const count = process.env['TEST_LONG'] ? 2000 : 200;
const books = count.toLocaleString('en');

test(`the first ${books} books of the real catalogue go through all five steps`, async ({ page, office }) => {
  test.skip(!hasSharedData, 'the real catalogue is not on this machine');
  test.setTimeout(1_200_000);
  const input = await makeFiveSteps(count, { width: 60, height: 80 });
  const inside = async (folder: string) => (await readdir(folder)).map((name) => path.join(folder, name));
  const drop = page.locator('input[type=file]');
  await open(page, office, '/book/import');
  await drop.setInputFiles(input.booksSheet);
  await page.waitForURL(/\/book\/import\/\d+$/);
  await ready(page);
  await page.getByLabel('Create them with the books').check();
  await page.getByRole('button', { name: new RegExp(`^Apply: ${books} new books`) }).click();
  await page.waitForURL(/\/images$/);
  await ready(page);
  await drop.setInputFiles(await inside(input.coversFolder));
  await page.waitForURL(/\/sentences$/);
  await ready(page);
  await drop.setInputFiles(input.sentencesSheet);
  await page.getByRole('button', { name: `Save ${input.sentences.toLocaleString('en')} rows` }).click();
  await page.waitForURL(/\/audio$/);
  await ready(page);
  await drop.setInputFiles(await inside(input.audioFolder));
  await page.waitForURL(/\/done$/);
  await ready(page);
  await page.getByRole('button', { name: `Publish ${books} books` }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Publish ${books} books` })
    .click();
  await expect(page.getByText(`${books} books published.`)).toBeVisible();
  expect(
    await office.sql(`
      select (select count(*)::int from book where bid like 'GB%' and published_at is not null) as books,
        (select count(*)::int from book_image i join book b using (bidx) where b.bid like 'GB%') as covers,
        (select count(*)::int from sentence s join word w using (word_idx) join book b using (bidx) where b.bid like 'GB%') as sentences,
        (select count(*)::int from sentence s join word w using (word_idx) join book b using (bidx) where b.bid like 'GB%' and s.audio_key is not null) as voiced`),
  ).toEqual([{ books: count, covers: count, sentences: input.sentences, voiced: count }]);
  await input.remove();
});
