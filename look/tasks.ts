import type { Browser } from '@playwright/test';
import { silentMp3 } from '#features/word/sentence.factory.ts';
import { importCsv, importRow } from '#features/import/import.factory.ts';
import { bookTasks } from './book-tasks.ts';
import { codeTasks } from './code-tasks.ts';
import { record } from './figures.ts';
import type { LookedAt } from './office.ts';
import { releaseTasks } from './release-tasks.ts';
import { button, clicksOf, type Task } from './task.ts';

/** The most frequent tasks of staff, as an experienced person does them. */
export const tasks: readonly Task[] = [
  {
    name: 'find a book and fix its author',
    most: 3,
    start: '/',
    act: async ({ page, key }) => {
      await key('Control+k');
      await page.getByRole('combobox').fill('B8');
      await page.getByRole('option', { name: /B8 / }).first().waitFor();
      await key('Alt+1');
      await page.getByLabel('Author').fill('Ann Author');
      await page.locator('html[data-ready]').waitFor({ state: 'attached' });
      await key('Enter');
      await page.getByText('Book updated.').waitFor();
    },
  },
  {
    name: 'publish 20 books',
    most: 4,
    start: '/book?status=unpublished&sort=bid',
    act: async ({ page, press }) => {
      const ticks = page.getByRole('row').getByRole('checkbox');
      await press(ticks.nth(1));
      await press(ticks.nth(20), { modifiers: ['Shift'] });
      await page.getByText('20 selected').waitFor();
      await press(button(page, 'Publish'));
      await press(page.getByRole('dialog').getByRole('button', { name: /^Publish/ }));
      await page.getByText('20 books published.').waitFor();
    },
  },
  {
    name: 'import a sheet',
    most: 3,
    start: '/book/import',
    act: async ({ page, press, choose }) => {
      const buffer = Buffer.from(importCsv([importRow(7001), importRow(7002)]));
      await choose(page.locator('input[type=file]').first(), { name: 'books.csv', mimeType: 'text/csv', buffer });
      await page.waitForURL(/\/book\/import\/\d+/);
      await page.locator('html[data-ready]').waitFor({ state: 'attached' });
      await press(page.getByLabel('Create them with the books'));
      await press(button(page, /^Apply/));
      await page.waitForURL(/\/images/);
    },
  },
  {
    name: 'a word with a sentence and its audio',
    most: 4,
    start: '/book/B9/words',
    act: async ({ page, press, choose }) => {
      await press(button(page, 'Add row'));
      await page.getByRole('textbox', { name: 'Word' }).fill('river');
      await page.getByRole('textbox', { name: 'Sentence' }).fill('The river is wide.');
      const buffer = Buffer.from(silentMp3(200));
      await choose(page.getByLabel('Choose MP3 file').last(), { name: 'river.mp3', mimeType: 'audio/mpeg', buffer });
      await press(button(page, 'Add'));
      await press(page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }));
      await page.getByText('The river is wide.').waitFor();
    },
  },
  {
    name: 'a series to position 5',
    most: 3,
    start: '/series',
    act: async ({ page, press, key }) => {
      await press(button(page, /^Move to position: /).first());
      await page.getByLabel(/^To position/).fill('5');
      await key('Enter');
      await page.getByRole('textbox', { name: /I understand/ }).fill('I understand');
      await key('Enter');
      await page.getByText(/ moved, 1 to 5\.$/).waitFor();
    },
  },
  {
    name: 'five languages of a title',
    most: 6,
    start: '/collection/matrix',
    act: async ({ page, press, key }) => {
      await press(button(page, /^Science for winter, Español:/));
      await page.keyboard.type('Ciencia para el invierno');
      for (const title of ['冬の科学', '겨울 과학', 'Kış için bilim']) {
        await key('Tab');
        await page.keyboard.insertText(title);
      }
      await key('Control+s');
      await page.getByRole('dialog').getByRole('textbox').fill('I understand');
      await key('Enter');
      await page.getByText(/texts are saved and live\.$/).waitFor();
    },
  },
  {
    name: 'who changed it',
    most: 1,
    start: '/book/B8',
    act: async ({ page, press }) => {
      await press(page.getByRole('navigation').getByRole('link', { name: 'History', exact: true }));
      await page.locator('[data-view="audit/audit-history"]').getByText('ada').first().waitFor();
    },
  },
  ...bookTasks,
  ...releaseTasks,
  ...codeTasks,
];

export async function countClicks(browser: Browser, office: LookedAt): Promise<void> {
  const context = await office.context(browser, { viewport: { width: 1366, height: 860 } }, { lang: 'en' });
  for (const task of tasks) {
    const { name, most } = task;
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    try {
      record({ name: `clicks: ${name}`, value: await clicksOf(task, page, office.url), most });
    } catch (error) {
      const [reason = ''] = String(error).split('\n');
      record({ name: `clicks: ${name}`, value: Number.POSITIVE_INFINITY, most, found: [reason] });
    }
    await page.close();
  }
  await context.close();
}
