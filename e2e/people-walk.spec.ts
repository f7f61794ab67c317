import type { Page } from '@playwright/test';
import { colleague, expect, type Office, open, ready, test } from './office.ts';

/** A price of Ada's that needs another person: the path of its plan. */
async function planPrice(page: Page, office: Office, cid: string): Promise<string> {
  const headers = { origin: office.url };
  const prices = (price: string) => [{ currency: 'KRW', price, subscription_period: 30 }];
  await office.sql(`delete from setting where key = 'second_person'`);
  await page.request.post(`${office.url}/api/v1/collection`, {
    data: { cid, title: `Walk ${cid}`, prices: prices('9900') },
    headers,
  });
  await office.sql(`insert into setting (key, value) values ('second_person', $1)`, [
    JSON.stringify({
      release: false,
      codes_above: null,
      records_above: null,
      prices: true,
      delete_collection: false,
      proposals: false,
    }),
  ]);
  const answer = await page.request.put(`${office.url}/api/v5/collection/${cid}`, {
    data: { prices: prices('10400') },
    headers,
  });
  expect(answer.status()).toBe(202);
  return `/approval/${(await answer.json()).results.approval}`;
}

const priceOf = async (office: Office, cid: string) =>
  (
    await office.sql('select price::integer from collection_price join collection using (cidx) where cid = $1', [cid])
  )[0]?.['price'];

test.afterEach(async ({ office }) => {
  await office.sql(`delete from setting where key = 'second_person'`);
  await office.sql(`update approval set status = 'withdrawn' where status = 'waiting'`);
});

test('a plan that is approved in one tab says so in the other at once, and Back leads to a start page without it', async ({
  page,
  office,
  browser,
}) => {
  const plan = await planPrice(page, office, 'TABS');
  const elsewhere = await browser.newContext();
  const mina = await colleague(elsewhere, office);
  await open(mina, office, '/');
  await mina
    .getByRole('link', { name: /Prices, Walk TABS/ })
    .first()
    .click();
  await expect(mina.getByText('What readers will see')).toBeVisible();
  const second = await elsewhere.newPage();
  await open(second, office, plan);
  await mina.getByRole('button', { name: 'Approve and apply 1 change' }).click();
  await expect(mina.getByText('Applied.')).toBeVisible();
  await expect(second.getByText(/^Approved by (Mina|mina)/)).toBeVisible();
  await expect(second.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  expect(await priceOf(office, 'TABS')).toBe(10_400);
  await mina.goBack();
  await expect(mina).toHaveURL(`${office.url}/`);
  await expect(mina.getByText('Walk TABS')).toHaveCount(0);
  await elsewhere.close();
});

test('several plans that wait are stepped through, each can be written about with C, and P shows it as readers will see it', async ({
  page,
  office,
  browser,
}) => {
  const first = await planPrice(page, office, 'STEP1');
  const second = await planPrice(page, office, 'STEP2');
  const elsewhere = await browser.newContext();
  const mina = await colleague(elsewhere, office);
  await open(mina, office, second);
  await expect(mina.getByText('1 of 2')).toBeVisible();
  await mina.keyboard.press(']');
  await mina.waitForURL(office.url + first);
  await ready(mina);
  await expect(mina.getByText('2 of 2')).toBeVisible();
  await mina.keyboard.press('c');
  const panel = mina.getByRole('dialog', { name: /^Comments/ });
  const comment = panel.getByRole('textbox', { name: 'New comment' });
  await comment.fill('Agreed with Acme?');
  await mina.keyboard.press('Control+Enter');
  await expect(comment).toHaveValue('');
  await expect(panel.getByText('Agreed with Acme?')).toBeVisible();
  await mina.keyboard.press('Escape');
  await expect(mina.getByRole('link', { name: 'Comments 1' })).toBeVisible();
  await mina.keyboard.press('p');
  const dialog = mina.getByRole('dialog');
  await expect(dialog.getByText('With the changes of the plan “Prices: Walk STEP1”')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const shown = elsewhere.waitForEvent('page');
  await dialog.getByRole('link', { name: 'Open' }).click();
  await expect((await shown).getByText('10,400')).toBeVisible();
  expect(await priceOf(office, 'STEP1')).toBe(9900);
  await elsewhere.close();
});

test('a press after the session has ended asks to log in again, and then does what was pressed, once', async ({
  page,
  office,
}) => {
  await planPrice(page, office, 'ENDED');
  // Planned by a colleague, so that Ada decides.
  await office.sql(`insert into staff (staff_id, name, password_hash, is_admin) values ('mina', 'Mina', 'none', true)
    on conflict do nothing`);
  await office.sql(`update approval set created_by = 'mina', planners = '{mina}' where status = 'waiting'`);
  const [row] = await office.sql(`select appr_idx from approval where status = 'waiting'`);
  await open(page, office, `/approval/${String(row?.['appr_idx'])}`);
  await office.sql('delete from session');
  await page.getByRole('button', { name: 'Approve and apply 1 change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Log in again' });
  await dialog.getByLabel('Password').fill('correct horse battery');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Applied.')).toBeVisible();
  expect(await priceOf(office, 'ENDED')).toBe(10_400);
});

test('a page of a plan, a hand-over or the outbox without a session leads to the log-in and back', async ({
  page,
  office,
}) => {
  const plan = await planPrice(page, office, 'RETURN');
  await office.sql('delete from session');
  for (const path of [plan, '/approval/second-person', '/mail', '/mailing']) {
    await page.goto(office.url + path);
    await page.getByLabel('ID').fill('ada');
    await page.getByLabel('Password').fill('correct horse battery');
    await page.keyboard.press('Enter');
    await page.waitForURL(office.url + path);
    await office.sql('delete from session');
  }
});
