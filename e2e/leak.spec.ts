import type { Page } from '@playwright/test';
import { expect, type Office, open, test } from './office.ts';

/** A batch of eight codes that left as a file, of which one learner has redeemed three since. */
async function leakedBatch(page: Page, office: Office, name: string): Promise<number> {
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`${office.url}/api/v1/${path}`, { data, headers: { origin: office.url } });
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()).results;
  };
  const { cidx } = await post('collection', { cid: name, title: 'First steps' });
  const { cust_idx } = await post('customer', { cust_id: name, name: 'Acme Distribution' });
  const terms = { title: `Autumn ${name}`, count: 8, price: '9900', currency: 'KRW', length: 90 };
  const { cg_idx } = await post('code/batch', { cust_idx, cidx, ...terms });
  const status = () => office.sql(`select status from code_batch where cg_idx = ${cg_idx}`);
  await expect.poll(status).toEqual([{ status: 'issued' }]);
  const file = await page.request.get(`${office.url}/api/v1/code?cg_idx=${cg_idx}&status=valid`);
  expect(file.status()).toBe(200);
  // Times are whole seconds: what is redeemed in that of the file may have been before it.
  const isLater = 'select now() > date_trunc($$second$$, max(at)) + interval $$1 second$$ as later from code_delivery';
  await expect.poll(() => office.sql(isLater)).toEqual([{ later: true }]);
  const codes = await office.sql(`select code from code where cg_idx = ${cg_idx} order by code limit 3`);
  for (const { code } of codes) await post('code/redeem', { code, learner_id: `free-reads-${name}` });
  return cg_idx;
}

const figure = (page: Page, key: string) => page.getByRole('dialog').locator(`[data-key="${key}"]`);

test('a delivery leaked: one press leads to the new file and to the redemptions that look doubtful, and is undone', {
  tag: '@journey',
}, async ({ page, office }) => {
  await open(page, office, '/');
  const cg_idx = await leakedBatch(page, office, 'LEAK1');
  await open(page, office, `/code/batch/${cg_idx}`);
  const delivery = page.getByRole('listitem').filter({ hasText: 'Codes downloaded' });
  await delivery.getByRole('button', { name: /^More: Delivery of codes/ }).click();
  await page.getByRole('menuitem', { name: 'This file leaked' }).click();
  await expect(figure(page, 'frozen')).toContainText('5 codes are frozen');
  await expect(figure(page, 'replaced')).toContainText('5 new codes');
  await expect(figure(page, 'stay')).toContainText('3 stay as they are');
  await expect(figure(page, 'doubtful')).toHaveText('3 of 3 redemptions since then look doubtful');
  await expect(page.getByRole('dialog')).toContainText('One reader, 3 codes');
  await page.getByLabel('Memo').fill('On a coupon forum');
  await page.getByRole('button', { name: 'Freeze and replace 5 codes' }).click();

  await expect(page.getByRole('heading', { name: 'Leaked file replaced' })).toBeVisible();
  await expect(page.getByText('5 leaked codes were replaced')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download 5 new codes' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.csv$/);
  const reader = page.getByRole('link', { name: 'free-reads-LEAK1' }).first();
  await expect(reader).toHaveAttribute('href', /^\/learner\/[\w-]+$/);
  await reader.click();
  await expect(page.getByRole('heading', { name: 'free-reads-LEAK1' })).toBeVisible();
  await page.goBack();
  await page.getByRole('main').getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('main')).toContainText('Undone: leaked file replaced');
  const unused = 'select count(*)::integer as n from code where withdrawn and leaked';
  expect(await office.sql(unused)).toEqual([{ n: 0 }]);
});

test('a lot or a batch that leaked is replaced by keyboard, also on a phone', async ({ page, office }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, office, '/');
  const cg_idx = await leakedBatch(page, office, 'LEAK2');
  await open(page, office, `/code/batch/${cg_idx}`);
  await page.getByRole('button', { name: 'More: Lot 1' }).press('Enter');
  await page.getByRole('menuitem', { name: 'This file leaked' }).press('Enter');
  await expect(figure(page, 'frozen')).toContainText('5 codes are frozen');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'This file leaked' }).press('Enter');
  await page.getByLabel('Memo').fill('On the web');
  await page.getByLabel('Memo').press('Enter');
  await expect(page.getByRole('heading', { name: 'Leaked file replaced' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await open(page, office, `/code/leak?cg_idx=${cg_idx}`);
  await expect(page.getByRole('dialog')).toContainText('Nothing is unused');
});
