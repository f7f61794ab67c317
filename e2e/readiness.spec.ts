import type { Page } from '@playwright/test';
import { bookRow } from '../src/features/book/book.factory.ts';
import { jpeg } from '../src/features/image/image.fixture.ts';
import { sentenceRow, silentMp3 } from '../src/features/word/sentence.factory.ts';
import { zipOf } from '../src/kernel/archive/archive.fixture.ts';
import { expect, type Office, open, ready, test } from './office.ts';

const measured = { level_type: 'Lexile', lexile: '320L', age_group: 'Ages 6 to 8' };
const mp3 = (name: string) => ({ name, mimeType: 'audio/mpeg', buffer: Buffer.from(silentMp3(40)) });
const card = (page: Page) => page.getByRole('region', { name: /missing|Ready for readers/ });

/** Books that lack only a cover and audio for two sentences; more fields of each may be given. */
async function addBooks(page: Page, office: Office, ...rows: object[]): Promise<void> {
  await office.sql('truncate series, level, book restart identity cascade');
  const books = rows.map((over, index) => bookRow(index + 1, { ...measured, ...over }));
  await page.request.post(`${office.url}/api/v1/book`, { data: { books, create_missing: true } });
  const sentences = books.flatMap(({ bid }) => [1, 2].map((n) => sentenceRow(n, String(bid))));
  await page.request.post(`${office.url}/api/v1/sentence`, { data: { sentences } });
  await office.sql(`insert into book_image (bidx, kind, place, folder, file_name, width, height, size)
    select bidx, 'preview', 1, 'images/book/' || bid, 'a.png', 1, 1, 1 from book`);
  await office.sql(`insert into book_content (bidx, kind, file_key, file_name, size, unpacked, entries, uploaded_at)
    select bidx, 'epub', 'contents/' || bid, 'a.epub', 1, 1, 1, now() from book`);
}

test('a book without a cover and audio is made ready and published on its page in four steps', {
  tag: '@journey',
}, async ({ page, office }) => {
  await addBooks(page, office, {});
  await open(page, office, '/book/B1');
  await expect(card(page)).toContainText('2 things are missing');
  await expect(card(page)).toContainText('5 of 7 ready');
  let steps = 0;
  const step = async (act: Promise<unknown>) => {
    steps += 1;
    await act;
  };
  const cover = { name: 'lamp.jpg', mimeType: 'image/jpeg', buffer: await jpeg(1) };
  await step(card(page).getByLabel('Choose cover').setInputFiles(cover));
  await expect(card(page).getByRole('heading')).toHaveText('One thing is missing');
  await expect(card(page)).toContainText('300 × 400 pixels');
  // The work goes on at the next gap.
  await expect(card(page).getByRole('link', { name: 'Show them' })).toBeFocused();
  await step(
    card(page)
      .getByLabel('Add MP3 files')
      .setInputFiles([mp3('word 1.mp3'), mp3('word 2.mp3')]),
  );
  await expect(card(page).getByRole('heading')).toHaveText('Ready for readers');
  await step(page.getByRole('button', { name: 'Publish', exact: true }).click());
  await expect(page.getByRole('dialog')).toContainText('Ready for readers');
  await step(page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click());
  await expect(page.getByText('1 book published.')).toBeVisible();
  expect(steps).toBe(4);
});

test('a book is made ready in the question before publishing, without leaving it', async ({ page, office }) => {
  await addBooks(page, office, { level_type: null, lexile: null, age_group: null }, { level: 'Level 2' });
  await office.sql("delete from book_content where bidx = (select bidx from book where bid = 'B1')");
  await open(page, office, '/book/B1');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Publish: / });
  const heading = dialog.getByRole('heading', { name: /missing|Ready/ });
  await expect(heading).toHaveText('5 things are missing');
  const cover = { name: 'lamp.jpg', mimeType: 'image/jpeg', buffer: await jpeg(1) };
  await dialog.getByLabel('Choose cover').setInputFiles(cover);
  await expect(heading).toHaveText('4 things are missing');
  const content = {
    name: 'lamp.ZIP',
    mimeType: 'application/zip',
    buffer: Buffer.from(zipOf({ 'page.html': 'a page' })),
  };
  await dialog.getByLabel('Add file').setInputFiles(content);
  await expect(heading).toHaveText('3 things are missing');
  await dialog.getByLabel('Add MP3 files').setInputFiles([mp3('word 1.mp3'), mp3('word 2.mp3')]);
  await expect(heading).toHaveText('2 things are missing');
  await dialog.getByLabel('Lexile measure or CEFR level').fill('a1');
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText('One thing is missing');
  await expect(dialog.getByLabel('Age group')).toBeFocused();
  await dialog.getByLabel('Age group').selectOption('Ages 6 to 8');
  await dialog.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(heading).toHaveText('Ready for readers');
  // The page below follows.
  await expect(page.locator('main').getByText('Ready for readers')).toBeAttached();
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('1 book published.')).toBeVisible();
  const [book] = await office.sql("select level_type, cefr_level, published_at from book where bid = 'B1'");
  expect(book).toMatchObject({ level_type: 'CEFR', cefr_level: 'A1', published_at: expect.anything() });
  // The address of the question, opened later.
  await open(page, office, '/book/publish/B1');
  const answered = page.getByRole('dialog', { name: /^Published: / });
  await expect(answered).toContainText('The book is already published.');
  await expect(answered.getByRole('button', { name: 'Publish', exact: true })).toHaveCount(0);
});

test('what a level cannot be is said beside it, and words are pasted in the question too', async ({ page, office }) => {
  await addBooks(page, office, { level_type: null, lexile: null });
  await office.sql('delete from word');
  await open(page, office, '/book?sort=bid');
  await page.getByRole('row').getByRole('checkbox').nth(1).check();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Publish: / });
  await dialog.getByLabel('Lexile measure or CEFR level').fill('hard');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('Enter a Lexile measure');
  await dialog.getByLabel('Lexile measure or CEFR level').fill('650');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('heading', { name: '2 things are missing' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Paste rows' }).click();
  await dialog.getByLabel('Rows copied from a spreadsheet').fill('lamp\tThe lamp is lit.');
  await dialog.getByRole('button', { name: 'Add 1 sentence' }).click();
  await expect(dialog.getByRole('heading', { name: 'One thing is missing' })).toBeVisible();
});

test('audio that matches no sentence stays on the card until it is placed', async ({ page, office }) => {
  await addBooks(page, office, {});
  await open(page, office, '/book/B1');
  await card(page)
    .getByLabel('Add MP3 files')
    .setInputFiles([mp3('word 1.mp3'), mp3('voice.mp3')]);
  const panel = page.getByRole('region', { name: 'Add MP3 files' });
  await expect(panel.getByRole('status')).toContainText('1 saved');
  await panel.getByLabel('Choose a sentence: voice.mp3').selectOption({ index: 2 });
  await panel.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect(panel).toBeHidden();
  await expect(card(page).getByRole('heading')).toHaveText('One thing is missing');
});

test('“Next to finish” walks through the nearly ready books, and the list shows them', async ({ page, office }) => {
  await addBooks(page, office, {}, { age_group: null, level: 'Level 2' }, {}, {});
  await office.sql("update sentence set mdr_targeted = 'N'");
  await open(page, office, '/book?readiness=nearly&sort=bid');
  await expect(page.getByRole('link', { name: /^Book \d/ })).toHaveText([/Book 1/, /Book 3/, /Book 4/]);
  await expect(page.getByText('Nearly ready: one thing missing').first()).toBeAttached();
  await page.getByRole('link', { name: /^Book 3/ }).click();
  await page.waitForURL(/\/book\/B3$/);
  await ready(page);
  await page.keyboard.press('n');
  await page.waitForURL(/\/book\/B4$/);
  await ready(page);
  await page.keyboard.press('n');
  await page.waitForURL(/\/book\/B1$/);
});
