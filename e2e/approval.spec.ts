import { axeViolations } from '../test/axe.ts';
import { colleague, expect, fromMenu, open, test } from './office.ts';

test('a person asks for a colleague where collections are deleted, deletes one, and it goes when the colleague approves', {
  tag: '@journey',
}, async ({ page, office, browser }) => {
  const origin = { origin: office.url };
  const data = { cid: 'Going', title: 'Going soon' };
  const made = await page.request.post(`${office.url}/api/v1/collection`, { data, headers: origin });
  expect(made.status()).toBe(200);
  const elsewhere = await browser.newContext();
  const other = await colleague(elsewhere, office);
  await open(page, office, '/approval/second-person');
  await page.getByRole('switch', { name: 'Deleting a collection' }).click();
  await page.getByRole('switch', { name: 'Issuing codes' }).click();
  const limit = page.getByRole('spinbutton', { name: 'More codes than' });
  await limit.fill('0');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter 1 or more.', { exact: true })).toBeVisible();
  await limit.fill('200');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);

  await open(page, office, '/collection/Going');
  await fromMenu(page, 'Delete');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('I understand');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'Deleting a collection: Going soon' })).toBeVisible();
  await expect(page.getByText('You planned this. It waits for another administrator.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  expect(await axeViolations(page)).toEqual([]);

  await open(other, office, '/');
  await other.getByText('planned: Deleting a collection, Going soon').waitFor();
  await open(other, office, new URL(page.url()).pathname);
  expect(await axeViolations(other)).toEqual([]);
  await expect(other.getByRole('button', { name: 'Approve and apply' })).toBeVisible();
  await other.keyboard.press('a');
  await expect(other.getByText('Applied.')).toBeVisible();
  const left = await office.sql(`select cid from collection where cid = 'Going'`);
  expect(left).toEqual([]);

  await elsewhere.close();
  // Other tests of this office ask nobody.
  await office.sql(`delete from setting where key = 'second_person'`);
});
