import type { Page } from '@playwright/test';
import { bookRow } from '../src/features/book/book.factory.ts';
import { jpeg } from '../src/features/book/images/image.fixture.ts';
import { sentenceRow, silentMp3 } from '../src/features/book/sentences/sentence.factory.ts';
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

test('a book without a cover and audio is made ready and published on its page in four steps', async ({
  page,
  office,
}) => {
  await addBooks(page, office, {});
  await open(page, office, '/book/B1');
  await expect(card(page)).toContainText('2 things are missing');
  await expect(card(page)).toContainText('6 of 8 ready');
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
  await expect(page.getByRole('dialog')).toContainText('Nothing is missing');
  await step(page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click());
  await expect(page.getByText('1 book published.')).toBeVisible();
  expect(steps).toBe(4);
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
