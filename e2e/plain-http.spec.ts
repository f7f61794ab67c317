import { importCsv, importRow } from '../src/features/import/import.factory.ts';
import { expect, type Office, open, signIn, test } from './office.ts';

// As in an office where the product runs on another computer, without HTTPS: browsers then disable features that need
// it. The configuration gives this machine that name.
const onNetwork = ({ url, ...rest }: Office): Office => ({ url: url.replace('127.0.0.1', 'office.test'), ...rest });

test('over plain http people see what else is open for editing, copy links, redeem codes, and read sheets', async ({
  page,
  context,
  office: local,
}) => {
  const office = onNetwork(local);
  await signIn(context, office);
  await open(page, office, '/book/import');
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  const buffer = Buffer.from(importCsv([importRow(1)]));
  await page.locator('input[type=file]').setInputFiles({ name: 'autumn.csv', mimeType: 'text/csv', buffer });
  await page.waitForURL(/\/book\/import\/\d+/);

  await page.request.post(`${local.url}/api/v1/collection`, { data: { cid: 'FAIR', title: 'Fair' } });
  await open(page, office, '/collection/update/FAIR');
  const beside = await context.newPage();
  await open(beside, office, '/collection/FAIR');
  await expect(beside.getByRole('complementary', { name: 'Changes by others' })).toContainText(
    'You have been editing this in another tab since',
  );
  await beside.close();

  await open(page, office, '/preview/create?of=collection&id=FAIR');
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByLabel('Preview link')).toBeFocused();
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();

  const code = 'ABCDEFGHJKMN';
  await office.sql(
    `insert into customer (cust_id, name, created_at, updated_at) values ('ACME', 'Acme', now(), now())`,
  );
  await office.sql(`
    with batch as (
      insert into code_batch (cust_idx, cidx, title, count, price, currency, status, created_at, updated_at)
      select cust_idx, cidx, 'Spring', 1, 9.90, 'USD', 'issued', now(), now() from customer, collection returning cg_idx)
    insert into code (code, cg_idx, issued_at, length) select '${code}', cg_idx, 1, 30 from batch`);
  await open(page, office, '/code/redeem');
  await page.locator('input[name=code]').fill(code);
  await page.getByLabel('Learner ID').fill('mia');
  await page.getByRole('button', { name: 'Redeem' }).click();
  await expect.poll(() => office.sql('select learner_id from registration')).toEqual([{ learner_id: 'mia' }]);
});
