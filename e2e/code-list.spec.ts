import { readFile } from 'node:fs/promises';
import { expect, type Office, open, ready, test } from './office.ts';

/** A batch of 40 codes of a customer, issued directly. */
async function prepare(office: Office): Promise<void> {
  await office.sql(
    `insert into customer (cust_id, name, created_at, updated_at) values ('ACME', 'Acme', now(), now())`,
  );
  await office.sql(`insert into collection (cid, created_at, updated_at) values ('fair', now(), now())`);
  await office.sql(`
    insert into code_batch (cust_idx, cidx, title, count, price, currency, status, created_at, updated_at)
    select cust_idx, cidx, 'Spring', 40, 9.90, 'USD', 'issued', now(), now() from customer, collection`);
  await office.sql(`
    insert into code (code, cg_idx, issued_at, length)
    select 'ABCDEFGH' || lpad(translate(n::text, '01', 'XY'), 4, 'Z'), cg_idx, extract(epoch from now())::bigint, 30
    from generate_series(1, 40) n, code_batch`);
}

test('codes are found, one is cancelled in its row, the rest extended by a filter, undone, and exported', {
  tag: '@journey',
}, async ({ page, office }) => {
  await prepare(office);
  await open(page, office, '/code?status=issued');
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows).toHaveCount(41);
  await page
    .getByRole('button', { name: /^Details: / })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel code' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel code' }).click();
  await expect(page.getByText('1 code changed.')).toBeVisible();
  await ready(page);
  await expect(rows).toHaveCount(40);

  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await page.getByRole('button', { name: 'Change access period…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('spinbutton').fill('60');
  await expect(dialog.getByText('39 codes change.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Change 39 codes' }).click();
  await expect(page.getByText('39 codes changed.')).toBeVisible();
  expect(
    await office.sql('select length, count(*)::integer as codes from code group by length order by length'),
  ).toEqual([
    { length: 30, codes: 1 },
    { length: 60, codes: 39 },
  ]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone: 39 records are back in the previous state.')).toBeVisible();
  expect(await office.sql('select count(*)::integer as codes from code where length = 30')).toEqual([{ codes: 40 }]);

  await ready(page);
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n').slice(1, -1);
  const stored = await office.sql('select code from code where is_canceled = 0 order by code');
  expect(lines.map((line) => ({ code: line.split(',')[0] }))).toEqual(stored);
});

test('the codes of a collection are reached by choosing one, though the answer to another search is late', async ({
  page,
  office,
}) => {
  await page.request.post(`${office.url}/api/v1/collection`, { data: { cid: 'moon', title: 'Moon tales' } });
  await open(page, office, '/collection');
  await page.getByRole('link', { name: 'Codes', exact: true }).click();
  await page.waitForURL(/\/collection\/code$/);
  await ready(page);
  const field = page.getByRole('combobox', { name: 'Collection' });
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/v1/collection?search=star', async (route) => {
    await gate.promise;
    await route.continue();
  });
  const [request, found, late] = [
    page.waitForRequest('**/api/v1/collection?search=star'),
    page.waitForResponse('**/api/v1/collection?search=moon'),
    page.waitForResponse('**/api/v1/collection?search=star'),
  ];
  await field.fill('star');
  await request;
  await field.fill('moon');
  await (await found).finished();
  gate.resolve();
  await (await late).finished();
  // Only what is offered is chosen by typing it.
  await expect(page.getByRole('option', { name: 'Moon tales (moon)' })).toBeVisible();
  await field.fill('Moon tales (moon)');
  await expect(page.getByRole('heading', { name: 'Codes of a collection: Moon tales' })).toBeVisible();
});
