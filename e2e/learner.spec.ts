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
    select cust_idx, cidx, 'Spring term', 4, 9.90, 'USD', 'issued', now(), now() from customer, collection`);
  await office.sql(
    `insert into code (code, cg_idx, issued_at, length, activated_date, expired_date)
     select code, cg_idx, now - 20 * ${day}, 90, now - 3600, now + days * ${day}
     from code_batch, (select extract(epoch from now())::bigint as now) clock, lateral (values
       ('26KSYYRC3GW6', 90), ('7QHTMWVA4N2X', 40), ('9RTYPWVA4N3X', 60),
       ('W26KSYYRC38B', 50)) codes (code, days)`,
  );
  await office.sql(`
    insert into registration (registered_at, cidx, learner_id, code)
    select activated_date, cidx, case code when '26KSYYRC3GW6' then 'kim-12' when '7QHTMWVA4N2X' then 'kim-l2'
      when '9RTYPWVA4N3X' then 'mia-7' else 'noa-3' end, code
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
  await expect(page.getByRole('checkbox', { name: 'first' })).toBeChecked();
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

test('the only registration is ticked: it is extended, cancelled, given again and restored in two presses, the figures first', async ({
  page,
  office,
}) => {
  await open(page, office, '/registration');
  await page.getByRole('link', { name: 'noa-3' }).click();
  const dialog = page.getByRole('dialog');
  const act = async (name: string, figures: string, submit: string, done: string) => {
    await expect(page.getByRole('checkbox', { name: 'first' })).toBeChecked();
    await page.getByRole('button', { name, exact: true }).click();
    await expect(dialog.getByText(figures).first()).toBeVisible();
    await dialog.getByRole('button', { name: submit }).click();
    await expect(page.getByText(done)).toBeVisible();
  };
  await act('Extend…', '1 → 1 registration', 'Extend 1 registration', '1 registration extended.');
  await act('Cancel registration…', '1 → 0 registrations', 'Cancel 1 registration', '1 registration cancelled.');
  await act('Restore…', '0 → 1 registration', 'Restore 1 registration', '1 registration restored.');
  await act('Cancel registration…', '1 → 0 registrations', 'Cancel 1 registration', '1 registration cancelled.');
  await act('Give again…', '0 → 1 registration', 'Give 1 registration again', '1 registration given again');
  const [{ days }] = (await office.sql(
    `select ((expired_date - extract(epoch from now())::bigint) / ${day})::integer as days from code where code = 'W26KSYYRC38B'`,
  )) as [{ days: number }];
  expect([79, 80]).toContain(days);
});

test('what was refused is read out in the language of the caller, and a code never issued is compared, not shown', async ({
  page,
  office,
}) => {
  await open(page, office, '/code/redeem?code=26K5YYRC3GW6');
  await expect(page.getByRole('heading', { name: 'Did you mean…?' })).toBeVisible();
  await page.getByRole('button', { name: '26KS-YYRC-3GW6' }).click();
  await expect(page.getByText('Cannot be redeemed')).toBeVisible();
  await page.evaluate(() =>
    fetch('/api/v1/code/redeem', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: '26K5YYRC3GW6', learner_id: 'kim-12' }),
    }),
  );
  await open(page, office, '/registration');
  await page.getByRole('link', { name: 'kim-12' }).first().click();
  await expect(page.getByText('There is no such code. Check each character.')).toBeVisible();
  await page.getByRole('button', { name: '한국어' }).last().click();
  await expect(page.getByText('There is no such code.')).toBeHidden();
  await page.getByLabel('Compare what is read out').fill('26k5 yyrc 3gw6');
  await expect(page.getByText('This is what was tried.')).toBeVisible();
  await page.getByLabel('Compare what is read out').fill('26K5YYRC3GW7');
  await expect(page.getByText('This reader has not tried it within 90 days.')).toBeVisible();
});

test('the figures of a merge fit a phone', async ({ page, office }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, office, '/registration');
  await page.getByRole('link', { name: 'noa-3' }).click();
  await page.getByRole('button', { name: 'Merge…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('The learner ID that stays').fill('kim-12');
  await expect(dialog.getByText('Kept once, the longer end')).toBeVisible();
  const wider = await dialog.evaluate(
    (element) =>
      [element, ...element.querySelectorAll('*')].filter(
        (one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible',
      ).length,
  );
  expect(wider).toBe(0);
});

test('a learner who is searched for stands in no address, and the filter shows the ID', async ({ page, office }) => {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await open(page, office, '/registration');
  await page.getByRole('searchbox').first().fill('noa-3');
  await expect(page.getByRole('row', { name: 'noa-3' })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(/search_val=[\w-]{22,}/);
  await page.reload();
  await expect(page.getByRole('searchbox').first()).toHaveValue('noa-3');
  await open(page, office, '/registration');
  await page.locator('summary', { hasText: 'Filter' }).click();
  await page.getByRole('searchbox', { name: 'Learner ID', exact: true }).fill('noa-3');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(/learner_id=[\w-]{22,}/);
  await page.getByRole('link', { name: /^Remove Learner ID/ }).click();
  await expect(page.getByRole('row', { name: 'mia' }).first()).toBeVisible();
  expect(urls.filter((url) => url.includes('noa-3'))).toEqual([]);
});

test('the page of a reader says what they redeemed beside what staff did, and leads to the cards of its codes', async ({
  page,
  office,
}) => {
  await office.sql(
    `insert into code (code, cg_idx, issued_at, length, activated_date, expired_date)
     select 'Q7KSYYRC38BW', cg_idx, now - 9 * ${day}, 90, now - 60, now + 50 * ${day}
     from code_batch, (select extract(epoch from now())::bigint as now) clock`,
  );
  await office.sql(`
    insert into registration (registered_at, cidx, learner_id, code)
    select activated_date, cidx, 'lea-5', code from code, collection where code = 'Q7KSYYRC38BW'`);
  await open(page, office, '/registration');
  await page.getByRole('link', { name: 'lea-5' }).click();
  await page.getByRole('button', { name: 'Extend…', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Extend 1 registration' }).click();
  const named = (name: string) => page.locator('section').filter({ has: page.getByRole('heading', { name }) });
  await expect(named('History: ').getByText('extended')).toBeVisible();
  const history = named('Redeemed and refused');
  await expect(history.getByRole('listitem')).toHaveText([/Redeemed first/]);
  await history.getByRole('link', { name: 'Q7KS-YYRC-38BW' }).click();
  await expect(page).toHaveURL(/\/code\?code=Q7KSYYRC38BW$/);
});
