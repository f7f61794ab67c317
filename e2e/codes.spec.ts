import { readFile } from 'node:fs/promises';
import { expect, open, ready, test } from './office.ts';

test('a batch is issued with its total shown before, and its quantity is lowered and restored', {
  tag: '@journey',
}, async ({ page, office }) => {
  const made = async (url: string, data: object) =>
    (await (await page.request.post(office.url + url, { data })).json()).results;
  await made('/api/v1/collection', { cid: 'first-steps', title: 'First steps' });
  const { cust_idx } = await made('/api/v1/customer', { cust_id: 'ACME', name: 'Acme Books' });
  await open(page, office, `/customer/${cust_idx}`);
  await page.getByRole('button', { name: 'New batch' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Acme Books')).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'Collection' })).toBeFocused();
  await page.keyboard.type('first');
  await page.getByRole('option', { name: 'First steps (first-steps)' }).click();
  await expect(dialog.getByText('First order of this collection.')).toBeVisible();
  const issue = dialog.getByRole('button', { name: 'Issue' });
  await expect(issue).toBeDisabled();
  await expect(dialog.getByText('Still needed: Title, Quantity, Price per code, Access period (days)')).toBeVisible();
  await dialog.getByLabel('Title').fill('Spring term');
  await dialog.getByLabel('Quantity').fill('200');
  await dialog.getByLabel('Price per code').fill('9.90');
  await dialog.getByLabel('Currency').selectOption('USD');
  await dialog.getByLabel('Access period (days)').fill('30');
  await expect(dialog.getByText('$1,980.00')).toBeVisible();
  await expect(
    dialog.getByText('Each code gives one reader access to First steps (first-steps) for 30 days'),
  ).toBeVisible();
  await expect(issue).toHaveText('Issue 200 × $9.90, 30 days');
  await dialog.getByRole('checkbox', { name: 'Permanent' }).check();
  await issue.click();
  const question = page.getByRole('dialog', { name: 'Issue 200 permanent codes?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('checkbox', { name: 'Permanent' }).uncheck();
  await dialog.getByLabel('Access period (days)').fill('30');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { name: 'Spring term', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Unused 200' })).toBeVisible();
  const issued = await office.sql('select count(*)::integer as codes from code');
  expect(issued).toEqual([{ codes: 200 }]);

  await ready(page);
  await page.getByRole('button', { name: 'Change quantity' }).click();
  await expect(page.getByRole('textbox', { name: 'Quantity' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Quantity' }).fill('150');
  await expect(page.getByText('50 never activated codes are withdrawn, undelivered ones first')).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw 50 codes' }).click();
  await expect(page.getByRole('link', { name: 'Withdrawn 50' })).toBeVisible();
  await ready(page);
  await page.getByTitle('Ctrl Z').click();
  await expect(page.getByText('Undone: 50 records are back in the previous state.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Unused 200' })).toBeVisible();
});

test('the quantity panel announces nothing over a batch that another tab has changed, and no amount of a refused one', async ({
  page,
  office,
}) => {
  const send = async (method: 'post' | 'put', url: string, data: object) =>
    (await (await page.request[method](office.url + url, { data })).json()).results;
  const { cidx } = await send('post', '/api/v1/collection', { cid: 'next-steps', title: 'Next steps' });
  const { cust_idx } = await send('post', '/api/v1/customer', { cust_id: 'BETA', name: 'Beta Books' });
  const terms = { cust_idx, cidx, title: 'Spring', count: 100, price: '2', currency: 'USD' };
  const { cg_idx } = await send('post', '/api/v1/code/batch', terms);
  const batch = `/api/v1/code/batch/${cg_idx}`;
  const stateOf = async () => (await (await page.request.get(office.url + batch)).json()).results;
  await expect.poll(async () => (await stateOf()).status).toBe('issued');
  await office.sql(
    `update code set activated_date = 1 where code in (select code from code where cg_idx = ${cg_idx} limit 10)`,
  );

  await open(page, office, `/code/update?cust_idx=${cust_idx}&cg_idx=${cg_idx}`);
  const then = page.getByRole('definition').last();
  await page.getByRole('textbox', { name: 'Quantity' }).fill('5');
  await expect(page.getByText('10 codes were activated: there cannot be fewer.')).toBeVisible();
  await expect(then).toHaveText('—');
  await page.getByRole('textbox', { name: 'Quantity' }).fill('150');
  await expect(page.getByText('50 more codes are issued.')).toBeVisible();
  await expect(then).toHaveText('$300.00');

  // The other tab raises it beyond that: what was an issue would now be a cancellation.
  await send('put', batch, { count: 200 });
  await expect.poll(async () => (await stateOf()).status).toBe('issued');
  await page.getByRole('textbox', { name: 'Quantity' }).fill('160');
  await expect(page.getByText(/You saved changes in another tab at .* after you opened this/)).toBeVisible();
  await expect(page.getByText(/codes are withdrawn/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('40 never activated codes are withdrawn, undelivered ones first')).toBeVisible();
  expect(await stateOf()).toMatchObject({ count: 200, withdrawn_codes: 0 });
});

test('the arrow keys go through the months of a statement', async ({ page, office }) => {
  const answer = await page.request.post(`${office.url}/api/v1/customer`, {
    data: { cust_id: 'GAMMA', name: 'Gamma' },
  });
  const { cust_idx } = (await answer.json()).results;
  await open(page, office, `/customer/statement/${cust_idx}?month=2026-02`);
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('heading', { name: 'Statement, January 2026' })).toBeVisible();
  await ready(page);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'Statement, February 2026' })).toBeVisible();
});

test('Enter pressed before the prices of the collection have arrived waits for them, and issues nothing', async ({
  page,
  office,
}) => {
  const made = async (url: string, data: object) =>
    (await (await page.request.post(office.url + url, { data })).json()).results;
  const prices = [{ currency: 'USD', price: '7.50', subscription_period: 90 }];
  await made('/api/v1/collection', { cid: 'slow-steps', title: 'Slow steps', prices });
  const { cust_idx } = await made('/api/v1/customer', { cust_id: 'DELTA', name: 'Delta' });
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
  await page.route(/batch\/terms/, async (route) => {
    await allowed;
    await route.continue();
  });
  await open(page, office, `/customer/${cust_idx}`);
  await page.getByRole('button', { name: 'New batch' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('combobox', { name: 'Collection' })).toBeFocused();
  await page.keyboard.type('slow');
  await page.getByRole('option', { name: /Slow steps/ }).click();
  await dialog.getByLabel('Title').fill('Early');
  await dialog.getByLabel('Quantity').fill('5');
  await page.keyboard.press('Enter');
  const awaited = dialog.getByText('The prices of the collection are being read.');
  await expect(awaited).toHaveCount(2);
  allow();
  await expect(awaited).toHaveCount(0);
  await expect(dialog.getByLabel('Price per code')).toHaveValue('7.50');
  await expect(dialog.getByRole('button', { name: 'Issue 5 × $7.50, 90 days' })).toBeEnabled();
  expect(await office.sql(`select 1 from code_batch where cust_idx = ${cust_idx}`)).toEqual([]);
  await dialog.getByLabel('Quantity').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Early', exact: true })).toBeVisible();
});

test('the codes that lowering takes from a customer are downloaded from its dialog, which stays; a page size is kept', async ({
  page,
  office,
}) => {
  const made = async (url: string, data: object) =>
    (await (await page.request.post(office.url + url, { data })).json()).results;
  const { cidx } = await made('/api/v1/collection', { cid: 'gone-steps', title: 'Gone steps' });
  const { cust_idx } = await made('/api/v1/customer', { cust_id: 'EPSILON', name: 'Epsilon' });
  const terms = { cust_idx, cidx, title: 'Gone', count: 60, price: '2', currency: 'USD', length: 30 };
  const { cg_idx } = await made('/api/v1/code/batch', terms);
  await expect
    .poll(() => office.sql(`select status from code_batch where cg_idx = ${cg_idx}`))
    .toEqual([{ status: 'issued' }]);
  await page.request.get(`${office.url}/api/v1/code?cg_idx=${cg_idx}&as=csv`);

  await open(page, office, `/code/batch/${cg_idx}`);
  await page.getByRole('button', { name: 'Change quantity' }).click();
  await page.getByRole('textbox', { name: 'Quantity' }).fill('50');
  const dialog = page.getByRole('dialog');
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('link', { name: /10/ }).click();
  const file = await readFile(await (await downloading).path(), 'utf8');
  expect(file.trim().split('\r\n')).toHaveLength(11);
  await expect(page.getByRole('textbox', { name: 'Quantity' })).toHaveValue('50');
  await expect(dialog.getByRole('button', { name: 'Withdraw 10 codes' })).toBeEnabled();

  const rows = page.locator('main [data-list] tbody tr');
  await open(page, office, `/customer/code/${cust_idx}/${cg_idx}`);
  await expect(rows).toHaveCount(60);
  await page.getByRole('link', { name: '25 rows per page' }).first().click();
  await expect(rows).toHaveCount(25);
  await open(page, office, `/customer/code/${cust_idx}/${cg_idx}`);
  await expect(rows).toHaveCount(25);
});
