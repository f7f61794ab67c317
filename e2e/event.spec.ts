import type { Locator, Page } from '@playwright/test';
import { expect, fromMenu, open, ready, test } from './office.ts';

const codeField = (page: Page) => page.getByRole('textbox', { name: 'Code', exact: true });

test('an event is created, filled to its limit by codes that staff redeem, paused and resumed', {
  tag: '@journey',
}, async ({ page, office }) => {
  await page.request.post(`${office.url}/api/v1/collection`, { data: { cid: 'summer', title: 'Summer stories' } });
  await open(page, office, '/event/create');
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.getByRole('button', { name: 'Save' }).click();
  // An error looks like an error, not like help.
  const colourOf = (text: Locator) => text.evaluate((element) => getComputedStyle(element).color);
  const fault = page.locator('[data-field=cid]').getByText('Required.');
  await expect(fault).toBeVisible();
  expect(await colourOf(fault)).not.toBe(await colourOf(page.getByText('12 characters remain')));
  await page.getByLabel('Name').fill('Summer fair');
  const code = codeField(page);
  await code.fill('summ-er26');
  await expect(page.getByText('4 characters remain')).toBeVisible();
  await code.fill('summ-er26-abcde');
  await expect(page.getByText('1 character too many')).toBeVisible();
  await code.fill('summ-er26-abcd');
  await expect(page.getByText(/character/)).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Collection' }).pressSequentially('summer');
  await page.getByRole('option', { name: 'Summer stories (summer)' }).click();
  await page.getByLabel('From').fill('2026-01-01T00:00');
  await page.getByLabel('Until').fill('2099-12-31T12:30');
  await page.getByLabel('Forced expiry').check();
  await expect(page.getByLabel('Registrations end')).toHaveValue('Jan 7, 2100, 12:30 PM');
  // Follows the end until it is changed by hand.
  await page.getByLabel('Until').fill('2099-12-30T12:30');
  await expect(page.getByLabel('Registrations end')).toHaveValue('Jan 6, 2100, 12:30 PM');
  await page.getByLabel('Registrations end').fill('Feb 1, 2100, 12:00 AM');
  await page.getByLabel('Until').fill('2099-12-31T12:30');
  await expect(page.getByLabel('Registrations end')).toHaveValue('Feb 1, 2100, 12:00 AM');
  await expect(page.getByLabel('Access period (days)')).toHaveCount(0);
  await page.getByLabel('Participant limit').fill('1');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Summer fair' })).toBeVisible();

  await open(page, office, '/code/redeem');
  await expect(codeField(page)).toBeFocused();
  const redeem = async (learner: string) => {
    await codeField(page).fill('SUMM-ER26-ABCD');
    await expect(page.getByLabel('Learner ID')).toBeFocused();
    await page.keyboard.type(learner);
    await page.keyboard.press('Enter');
  };
  await codeField(page).fill('ZZZZ-ZZZZ-ZZZZ');
  await expect(page.getByText('There is no such code. Check each character.')).toBeVisible();
  await redeem('mia');
  await expect(page.getByText('Redeemed for mia.')).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  await codeField(page).fill('summer26abcd');
  await expect(page.getByText('The event of this code is full: its place is taken.')).toBeVisible();

  await open(page, office, '/event?status=in_progress');
  await page.getByRole('cell', { name: '1 of 1' }).click();
  await expect(page.getByRole('heading', { name: 'Summer fair' })).toBeVisible();
  await ready(page);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Event paused.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('In progress')).toBeVisible();
  // It opens on who has joined: figures that add up, by day, and what its code was refused for.
  await expect(page.locator('[data-key="figure: joined"]').first()).toHaveText(/1$/);
  await expect(page.locator('[data-key="figure: left"]')).toHaveText(/0$/);
  await expect(page.getByRole('heading', { name: 'Joined by day' })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'mia', exact: true })).toBeVisible();

  await ready(page);
  await fromMenu(page, 'Delete');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Event participant cannot delete this event');
  await expect(dialog).not.toContainText('used in');
  await expect(dialog.getByRole('link', { name: 'mia' })).toBeVisible();
});
