import type { Page } from '@playwright/test';
import { jpeg } from '#features/image/image.fixture.ts';
import { silentMp3 } from '#features/word/sentence.factory.ts';
import { zipOf } from '#kernel/archive/archive.fixture.ts';
import { button, type Task } from './task.ts';

/** What staff do most with books and the collections that sell them. */
export const bookTasks: readonly Task[] = [
  {
    name: 'thirty books into a collection',
    most: 4,
    start: '/book/B150',
    act: async ({ page, press, key }) => {
      await fillBefore(page);
      await page.goto(new URL('/book?sort=bid', page.url()).href);
      await page.locator('html[data-ready]').waitFor({ state: 'attached' });
      const ticks = page.getByRole('row').getByRole('checkbox');
      await press(ticks.nth(1));
      await press(ticks.nth(30), { modifiers: ['Shift'] });
      await page.getByText('30 selected').waitFor();
      await press(page.getByRole('link', { name: 'Add to collection' }));
      await page.getByText('Add 30 books?').waitFor();
      await key('Enter');
      await page.getByText('30 items added to “First steps in reading”.').waitFor();
    },
  },
  {
    name: 'an unready book made ready with cover and audio, and published',
    most: 5,
    start: '/book/B160',
    act: async ({ page, press, choose }) => {
      await makeNearlyReady(page, 'B160');
      await page.reload();
      await page.locator('html[data-ready]').waitFor({ state: 'attached' });
      await press(button(page, 'Publish'));
      const dialog = page.getByRole('dialog');
      await dialog.getByText('2 things are missing').waitFor();
      const cover = { name: 'cover.jpg', mimeType: 'image/jpeg', buffer: await jpeg(9) };
      await choose(dialog.getByLabel('Choose cover'), cover);
      await dialog.getByText('One thing is missing').waitFor();
      const audio = { name: 'river.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from(silentMp3(200)) };
      await choose(dialog.getByLabel('Add MP3 files'), audio);
      await dialog.getByText('Ready for readers').waitFor();
      await press(dialog.getByRole('button', { name: 'Publish', exact: true }));
      await page.getByText('1 book published.').waitFor();
    },
  },
];

/** The collection that is being filled: this person added another book to it before. */
async function fillBefore(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Add to collection', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Collection').fill('SEA-2');
  await page.getByRole('option', { name: 'First steps in reading' }).click();
  await dialog.getByText(/^Add “/).waitFor();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('1 item added to').waitFor();
}

/** Gives a book everything but a cover and the audio of its only sentence. */
async function makeNearlyReady(page: Page, bid: string): Promise<void> {
  const at = (path: string) => new URL(path, page.url()).href;
  const headers = { origin: new URL(page.url()).origin };
  const preview = { name: 'page.jpg', mimeType: 'image/jpeg', buffer: await jpeg(8) };
  await page.request.post(at(`/api/v1/book/${bid}/preview`), { headers, multipart: { book_preview: preview } });
  const content = {
    name: 'book.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(zipOf({ 'page.html': 'a page' })),
  };
  await page.request.post(at(`/api/v1/book/${bid}/zip`), { headers, multipart: { file: content } });
  const sentence = { bid, word: 'river', sentence: 'The river is wide.', mdr_targeted: 'Y' };
  await page.request.post(at('/api/v1/sentence'), { headers, data: { sentences: [sentence] } });
  const data = { level_type: 'CEFR', cefr_level: 'A1', grp_idx: 1 };
  await page.request.put(at(`/api/v1/book/${bid}`), { headers, data });
}
