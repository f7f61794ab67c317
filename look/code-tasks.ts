import { expect, type Page } from '@playwright/test';
import { button, type Task } from './task.ts';

/** What staff do most with codes. */
export const codeTasks: readonly Task[] = [
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
      await press(page.getByRole('link', { name: 'Download 1,000 unused' }).first());
      await downloading;
    },
  },
  {
    name: 'a telephoned code found and extended',
    most: 3,
    start: '/',
    act: async ({ page, key }) => {
      const code = await activeCode(page);
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
    start: '/customer/statement/1',
    act: async ({ page, press, key }) => {
      await press(page.getByRole('link', { name: 'Autumn term' }).first());
      await page.waitForURL(/\/code\/batch\/1$/);
      await page.locator('html[data-ready]').waitFor({ state: 'attached' });
      await press(button(page, 'Cancel unused'));
      await press(page.getByRole('dialog').getByRole('button', { name: 'Cancel 24 codes' }));
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
      const code = await activeCode(page);
      const wrong = code.slice(0, -1) + (code.endsWith('2') ? '3' : '2');
      await key('Control+k');
      await page.getByRole('combobox').fill(wrong);
      await page.getByText(/was never issued/).waitFor();
      await key('Enter');
      await page.getByRole('button', { name: /^Extend/ }).waitFor();
    },
  },
];

/** The code that somebody telephones about: a learner uses it. */
async function activeCode(page: Page): Promise<string> {
  const answer = await page.request.get(new URL('/api/v1/code?status=active&as=json', page.url()).href);
  const { results } = await answer.json();
  return results.rows[0].code;
}
