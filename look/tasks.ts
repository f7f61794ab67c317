import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { silentMp3 } from '#features/book/sentences/sentence.factory.ts';
import { importCsv, importRow } from '#features/import/import.factory.ts';
import { record } from './figures.ts';
import { type LookedAt, open } from './office.ts';

/** Counts clicks on a page, and keys that act, such as Enter and shortcuts; typing does not count. */
interface Hand {
  page: Page;
  press: (what: Locator, options?: Parameters<Locator['click']>[0]) => Promise<void>;
  key: (name: string) => Promise<void>;
  choose: (what: Locator, file: { name: string; mimeType: string; buffer: Buffer }) => Promise<void>;
}

/** A usual task of staff, with the most clicks it may take. */
export interface Task {
  name: string;
  most: number;
  start: string;
  act: (hand: Hand) => Promise<void>;
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

/** The most frequent tasks of staff, as an experienced person does them. */
export const tasks: readonly Task[] = [
  {
    name: 'find a book and fix its author',
    most: 4,
    start: '/',
    act: async ({ page, press, key }) => {
      await key('Control+k');
      await page.getByRole('combobox').fill('B8');
      await page.getByRole('option', { name: /B8 / }).first().waitFor();
      await key('Enter');
      await page.waitForURL(/\/book\/B8$/);
      await press(page.getByRole('link', { name: 'Edit', exact: true }));
      await page.getByLabel('Author').fill('Ann Author');
      await press(button(page, 'Save'));
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
    most: 5,
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
    most: 4,
    start: '/series',
    act: async ({ page, press, key }) => {
      await press(button(page, 'Reorder series'));
      await page
        .getByLabel(/^Position of/)
        .first()
        .fill('5');
      await key('Enter');
      await press(button(page, 'Complete'));
      await page.getByRole('textbox', { name: /I understand/ }).fill('I understand');
      await key('Enter');
      await expect(button(page, 'Reorder series')).toBeVisible();
    },
  },
  {
    name: 'who changed it',
    most: 2,
    start: '/book/B8',
    act: async ({ page, press }) => {
      await press(page.getByRole('navigation').getByRole('link', { name: 'History', exact: true }));
      await page.locator('[data-view="audit/audit-history"]').getByText('ada').first().waitFor();
    },
  },
  {
    name: '1,000 codes to a new customer, downloaded',
    most: 6,
    start: '/customer',
    act: async ({ page, press, key }) => {
      const dialog = page.getByRole('dialog');
      await press(button(page, 'New customer'));
      await dialog.getByLabel('Customer ID').fill('NEW-1');
      await dialog.getByLabel('Name').fill('New Books');
      await key('Enter');
      await page.getByRole('heading', { name: 'New Books' }).waitFor();
      await page.locator('html[data-ready]').waitFor({ state: 'attached' });
      await press(button(page, 'New batch'));
      await expect(dialog.getByRole('combobox', { name: 'Collection' })).toBeFocused();
      await page.keyboard.type('SEA-1');
      await page.getByRole('option', { name: /SEA-1/ }).waitFor();
      await key('Enter');
      await dialog.getByLabel('Title').fill('First order');
      await dialog.getByLabel('Quantity').fill('1000');
      await button(page, /^Issue 1,000 × /).waitFor();
      await key('Enter');
      const downloading = page.waitForEvent('download');
      await press(page.getByRole('link', { name: 'Download 1,000 unused' }));
      await downloading;
    },
  },
  {
    name: 'a telephoned code found and extended',
    most: 3,
    start: '/',
    act: async ({ page, key }) => {
      const [code = ''] = await redeemedCodes(page);
      await key('Control+k');
      await page.getByRole('combobox').fill(code.toLowerCase());
      await page.getByRole('button', { name: /^Extend/ }).waitFor();
      await key('ArrowDown');
      await key('e');
      await page.getByText(/now runs until/).waitFor();
    },
  },
  {
    name: "a lost lot's unused codes cancelled, and that undone",
    most: 4,
    start: '/code/batch/1',
    act: async ({ page, press, key }) => {
      await press(button(page, 'Cancel unused'));
      await press(page.getByRole('dialog').getByRole('button', { name: 'Cancel unused' }));
      await page.getByText(/codes changed/).waitFor();
      await key('Control+z');
      await page.getByText(/^Undone: 24 records/).waitFor();
    },
  },
  {
    name: 'a phoned wrong code found',
    most: 3,
    start: '/',
    act: async ({ page, key }) => {
      const [code = ''] = await redeemedCodes(page);
      const wrong = code.slice(0, -1) + (code.endsWith('2') ? '3' : '2');
      await key('Control+k');
      await page.getByRole('combobox').fill(wrong);
      await page.getByText(/was never issued/).waitFor();
      await key('Enter');
      await page.getByRole('button', { name: /^Extend/ }).waitFor();
    },
  },
];

/** The codes that learners use, newest batch first. */
async function redeemedCodes(page: Page): Promise<string[]> {
  const answer = await page.request.get(new URL('/api/v1/code?status=active&as=json', page.url()).href);
  const { results } = await answer.json();
  return results.rows.map(({ code }: { code: string }) => code);
}

/** Does a task, and counts the clicks it takes. */
export async function clicksOf({ start, act }: Task, page: Page, url: string): Promise<number> {
  let clicks = 0;
  const counted = async (pressing: Promise<void>) => {
    clicks += 1;
    await pressing;
  };
  await open(page, url + start);
  await act({
    page,
    press: (what, options) => counted(what.click(options)),
    key: (name) => counted(page.keyboard.press(name)),
    choose: (what, file) => counted(what.setInputFiles(file)),
  });
  return clicks;
}

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
