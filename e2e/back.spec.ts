import type { Page } from '@playwright/test';
import { expect, type Office, open, ready, test } from './office.ts';

/** A page of the office, opened from the start page, so that Back has somewhere to go. */
async function openFromHome(page: Page, office: Office, path: string): Promise<void> {
  await open(page, office, '/');
  await open(page, office, path);
}

const dialogs = (page: Page) => page.getByRole('dialog');

// An empty list has another below.
const newCategory = (page: Page) => page.getByRole('button', { name: 'New category' }).first();

test('Back closes a dialog and stays on the page; forward goes nowhere', async ({ page, office }) => {
  await openFromHome(page, office, '/category');
  await newCategory(page).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.goBack();
  await expect(dialogs(page)).toHaveCount(0);
  await expect(page).toHaveURL(`${office.url}/category`);
  await expect(newCategory(page)).toBeFocused();
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Category');
  await newCategory(page).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Fables');
  await page.getByRole('textbox', { name: 'Title' }).press('Enter');
  await expect(page.getByRole('cell', { name: 'Fables', exact: true })).toBeVisible();
  await ready(page);
  await page.goBack();
  await expect(page).toHaveURL(`${office.url}/`);
});

test('Back asks before typed text is lost, and closes dialogs one at a time', async ({ page, office }) => {
  await openFromHome(page, office, '/category');
  await newCategory(page).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Myths');
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(question).toBeVisible();
  // Dialogs are seen one at a time.
  await expect(dialogs(page)).toHaveCount(1);
  await page.goBack();
  await expect(question).toHaveCount(0);
  await expect(dialogs(page)).toHaveCount(1);
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Myths');
  await page.goBack();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(dialogs(page)).toHaveCount(0);
  await expect(page).toHaveURL(`${office.url}/category`);
  await page.goBack();
  await expect(page).toHaveURL(`${office.url}/`);
});

test('a dialog closed by other means leaves nothing to go back to', async ({ page, office }) => {
  await openFromHome(page, office, '/category');
  for (const close of ['Escape', 'button']) {
    await newCategory(page).click();
    await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
    if (close === 'Escape') await page.keyboard.press('Escape');
    else await dialogs(page).getByRole('button', { name: 'Close' }).click();
    await expect(newCategory(page)).toBeFocused();
  }
  await page.keyboard.press('?');
  await expect(dialogs(page)).toHaveCount(1);
  await page.goBack();
  await expect(dialogs(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(`${office.url}/`);
});

test('Back closes a dialog that was opened by its address, and its page stays', async ({ page, office }) => {
  await openFromHome(page, office, '/category/create');
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.goBack();
  await expect(dialogs(page)).toHaveCount(0);
  await expect(page).toHaveURL(`${office.url}/category`);
  await page.goBack();
  await expect(page).toHaveURL(`${office.url}/`);
});

test('the finder is closed by Back, and is not met again behind what it opened', async ({ page, office }) => {
  await openFromHome(page, office, '/category');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('combobox')).toHaveCount(0);
  await expect(page).toHaveURL(`${office.url}/category`);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('Target group');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${office.url}/agegroup`);
  await ready(page);
  await page.goBack();
  await expect(page).toHaveURL(`${office.url}/category`);
  await ready(page);
  await page.goBack();
  await expect(page).toHaveURL(`${office.url}/`);
});

test('a page that was left from inside a dialog takes one step to pass when going back', async ({ page, office }) => {
  await openFromHome(page, office, '/category');
  await newCategory(page).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.evaluate(() => location.assign('/series'));
  await expect(page).toHaveURL(`${office.url}/series`);
  await ready(page);
  await page.goBack();
  await expect(page).toHaveURL(`${office.url}/category`);
  await ready(page);
  // The dialogs' code has taken over the history once it can open one.
  await page.keyboard.press('?');
  await expect(dialogs(page)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialogs(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(`${office.url}/`);
});
