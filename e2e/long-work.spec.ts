import { expect, open, ready, test } from './office.ts';

const letters = 'ABCDEFGHJKMNPQRSTVWY';
const each = 300;

test('a change of 6,000 codes and its undo show their progress, though an answer is lost; a stopped undo changes nothing', async ({
  page,
  office,
}) => {
  await office.sql(
    `insert into customer (cust_id, name, created_at, updated_at) values ('ACME', 'Acme', now(), now())`,
  );
  await office.sql(`insert into collection (cid, created_at, updated_at) values ('fair', now(), now())`);
  await office.sql(`
    insert into code_batch (cust_idx, cidx, title, count, price, currency, status, created_at, updated_at)
    select cust_idx, cidx, 'Spring', ${letters.length * each}, 9.90, 'USD', 'issued', now(), now() from customer, collection`);
  await office.sql(`
    insert into code (code, cg_idx, issued_at, length)
    select letter || 'BCDEFGH' || translate(lpad(n::text, 4, '0'), '01', 'ZY'), cg_idx,
      extract(epoch from now())::bigint, 30
    from regexp_split_to_table('${letters}', '') letter, generate_series(1, ${each}) n, code_batch`);
  const lengths = () =>
    office.sql('select length, count(*)::integer as codes from code group by length order by length');
  // Somebody else locks some of the codes, so that the job is visible while it runs.
  const lock = async () => {
    await office.sql('begin');
    await office.sql(`select code from code where code like '${letters.at(10)}%' for update`);
  };
  const letGo = () => office.sql('rollback');

  await open(page, office, '/code?status=issued');
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await page.getByRole('button', { name: 'Select all 6,000 that match' }).click();
  await page.getByRole('button', { name: 'Change access period…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('spinbutton').fill('60');
  await page.route('**/api/v1/work/*', (route) => route.abort(), { times: 1 });
  await lock();
  await dialog.getByRole('button', { name: 'Change 6,000 codes' }).click();
  const progress = dialog.getByRole('progressbar');
  await expect(dialog.getByRole('status').filter({ hasText: /of 6,000/ })).toBeVisible();
  await letGo();
  await expect(page.getByText('6,000 codes changed.')).toBeVisible();
  await ready(page);
  expect(await lengths()).toEqual([{ length: 60, codes: 6000 }]);

  const undo = async () => {
    await page.getByRole('button', { name: 'Undo' }).first().click();
    await expect(dialog).toContainText('6,000 records');
    await lock();
    await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(progress).toBeVisible();
    await expect(dialog.getByRole('status').filter({ hasText: /of 6,000/ })).toBeVisible();
  };
  await undo();
  const stopped = page.waitForResponse(
    (answer) => answer.url().includes('/api/v1/work/') && answer.request().method() === 'DELETE',
  );
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await stopped;
  await letGo();
  await expect(dialog.getByRole('alert')).toBeVisible();
  expect(await lengths()).toEqual([{ length: 60, codes: 6000 }]);
  await lock();
  await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(progress).toBeVisible();
  await letGo();
  await expect(page.getByText('Undone: 6,000 records are back in the previous state.')).toBeVisible();
  expect(await lengths()).toEqual([{ length: 30, codes: 6000 }]);
});
