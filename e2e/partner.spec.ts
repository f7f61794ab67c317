import { expect, open, ready, test } from './office.ts';

test('a link is made on the page of a batch, opens its codes for a partner without an account or scripts, and is revoked', {
  tag: '@journey',
}, async ({ page, office, browser }) => {
  const made = async (url: string, data: object) =>
    (await (await page.request.post(office.url + url, { data })).json()).results;
  const { cidx } = await made('/api/v1/collection', { cid: 'first-steps', title: 'First steps' });
  const { cust_idx } = await made('/api/v1/customer', { cust_id: 'ACME', name: 'Acme Distribution' });
  const terms = { cust_idx, cidx, title: 'Autumn reading', count: 900, price: '9900', currency: 'KRW', length: 90 };
  const { cg_idx } = await made('/api/v1/code/batch', terms);
  const stateOf = async () =>
    (await (await page.request.get(`${office.url}/api/v1/code/batch/${cg_idx}`)).json()).results;
  await expect.poll(async () => (await stateOf()).status).toBe('issued');

  await open(page, office, `/code/batch/${cg_idx}`);
  const file = page.waitForEvent('download');
  await expect(page.getByText('900 codes not delivered')).toBeVisible();
  await page.keyboard.press('d');
  expect((await file).suggestedFilename()).toMatch(/^acme-autumn-reading-codes-\d{4}-\d\d-\d\d\.csv$/);
  await ready(page);
  // A file that staff took is no delivery yet: somebody says to whom, and when.
  const lot = page.locator('[data-key="lot 1"]');
  await expect(lot).toContainText('downloaded by');
  await expect(page.getByText('900 codes not delivered')).toBeVisible();
  await lot.getByRole('button', { name: 'Deliver lot 1' }).click();
  const delivery = page.getByRole('dialog', { name: 'Deliver lot 1' });
  await expect(delivery.getByLabel('Delivered to')).toHaveValue('Acme Distribution');
  await delivery.getByLabel('Delivered to').fill('City School');
  await page.keyboard.press('Enter');
  await expect(lot).toContainText('to City School');
  await expect(page.getByText('900 codes not delivered')).toBeHidden();
  await page.getByRole('main').getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('dialog', { name: 'Undo this?' }).getByRole('button', { name: 'Undo' }).click();
  await expect(lot).toContainText('downloaded by');
  await ready(page);
  await page.keyboard.press('?');
  for (const key of ['DDownload 900 unused', 'QChange quantity', 'LPartner’s link'])
    await expect(page.getByRole('dialog')).toContainText(key);
  await page.keyboard.press('Escape');
  await page.keyboard.press('q');
  await expect(page.getByRole('textbox', { name: 'Quantity' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'More downloads' }).click();
  await expect(page.getByRole('menuitem', { name: 'Print cards' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.keyboard.press('l');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Open until').fill('2099-12-31');
  await dialog.getByLabel('Password (optional)').fill('autumn');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByLabel('Partner’s link').inputValue();
  expect(link).toMatch(/\/delivery\/[\w-]{32}$/);

  // The partner's browser knows nothing of the library, and runs no scripts.
  const partner = await browser.newContext({
    javaScriptEnabled: false,
    hasTouch: true,
    viewport: { width: 360, height: 800 },
  });
  const visit = await partner.newPage();
  await visit.goto(link);
  await visit.getByLabel('Password').fill('spring');
  await visit.getByRole('button', { name: 'Open' }).click();
  await expect(visit.getByText('This password is wrong.')).toBeVisible();
  await visit.getByLabel('Password').fill('autumn');
  await visit.getByRole('button', { name: 'Open' }).click();
  await expect(visit.getByRole('heading', { name: 'Autumn reading' })).toBeVisible();
  await expect(visit.getByText('Scripts are turned off')).toBeHidden();
  const taken = visit.waitForEvent('download');
  await visit.getByRole('button', { name: 'CSV' }).click();
  expect((await taken).suggestedFilename()).toContain('acme-autumn-reading-codes');
  await visit.getByRole('link', { name: '한국어' }).click();
  await expect(visit.getByText('여기에서 1번 다운로드했습니다.')).toBeVisible();
  // Nothing is wider than the screen of a phone, and each button is as high as a finger.
  expect(await visit.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  for (const button of await visit.getByRole('button').all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);

  await ready(page);
  await dialog.getByRole('button', { name: /^Revoke/ }).click();
  await expect(dialog.getByText('revoked')).toBeVisible();
  await visit.reload();
  await expect(visit.getByText('이 페이지는 닫혔습니다.')).toBeVisible();
  await partner.close();
});
