import { expect, type Office, open, test } from './office.ts';

const day = 86_400;

/** A collection that two IDs of one person have, one until later, and another person. */
async function prepare(office: Office): Promise<void> {
  await office.sql(
    `insert into customer (cust_id, name, created_at, updated_at) values ('LANTERN', 'Lantern Schools', now(), now())`,
  );
  await office.sql(`insert into collection (cid, created_at, updated_at) values ('first', now(), now())`);
  await office.sql(`
    insert into code_batch (cust_idx, cidx, title, count, price, currency, status, created_at, updated_at)
    select cust_idx, cidx, 'Spring term', 3, 9.90, 'USD', 'issued', now(), now() from customer, collection`);
  await office.sql(
    `insert into code (code, cg_idx, issued_at, length, activated_date, expired_date)
     select code, cg_idx, now - 20 * ${day}, 90, now - 3600, now + days * ${day}
     from code_batch, (select extract(epoch from now())::bigint as now) clock, lateral (values
       ('26KSYYRC3GW6', 90), ('7QHTMWVA4N2X', 40), ('9RTYPWVA4N3X', 60)) codes (code, days)`,
  );
  await office.sql(`
    insert into registration (registered_at, cidx, learner_id, code)
    select activated_date, cidx, case code when '26KSYYRC3GW6' then 'kim-12' when '7QHTMWVA4N2X' then 'kim-l2' else 'mia-7' end, code
    from code, collection where activated_date > 0`);
}

test.beforeAll(({ office }) => prepare(office));

test('two IDs of one person become one after the figures were shown, and the notice offers to undo it', async ({
  page,
  office,
}) => {
  await open(page, office, '/registration');
  await page.getByRole('link', { name: 'kim-l2' }).click();
  await expect(page.getByRole('heading', { name: 'kim-l2' })).toBeVisible();
  expect(page.url()).not.toContain('kim');
  await page.getByRole('button', { name: 'Merge…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('The learner ID that stays').fill('kim-l2');
  await expect(dialog.getByText('This is the ID it has.')).toBeVisible();
  await dialog.getByLabel('The learner ID that stays').fill('kim-12');
  await expect(dialog.getByText('Kept once, the longer end')).toBeVisible();
  await expect(dialog.getByText('1 → 0 registrations')).toBeVisible();
  await dialog.getByRole('button', { name: 'Merge into kim-12' }).click();
  await expect(page.getByText('kim-l2 merged into kim-12: 1 registration.')).toBeVisible();
  await expect(page.getByText('No registrations.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' }).first()).toBeVisible();
});

test('a ticked registration moves to a new ID', async ({ page, office }) => {
  await open(page, office, '/registration');
  await page.getByRole('link', { name: 'mia-7' }).click();
  await page.getByRole('checkbox', { name: 'first' }).check();
  await page.getByRole('button', { name: 'Move…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('To the learner ID').fill('mia-8');
  await expect(dialog.getByText('mia-8 is new here and starts with this.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Move to mia-8' }).click();
  await expect(page.getByText('1 registration moved to mia-8.')).toBeVisible();
  expect(await office.sql(`select learner_id from registration where code = '9RTYPWVA4N3X'`)).toEqual([
    { learner_id: 'mia-8' },
  ]);
});
