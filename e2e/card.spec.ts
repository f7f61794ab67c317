import { expect, type Office, open, ready, test } from './office.ts';

const day = 86_400;

/** A customer's batch with one code in use, one that nobody has activated, and an event. */
async function prepare(office: Office): Promise<void> {
  await office.sql(
    `insert into customer (cust_id, name, created_at, updated_at) values ('LANTERN', 'Lantern Schools', now(), now())`,
  );
  await office.sql(`insert into collection (cid, created_at, updated_at) values ('first', now(), now())`);
  await office.sql(`
    insert into code_batch (cust_idx, cidx, title, count, price, currency, status, created_at, updated_at)
    select cust_idx, cidx, 'Spring term', 2, 9.90, 'USD', 'issued', now(), now() from customer, collection`);
  await office.sql(
    `insert into code (code, cg_idx, issued_at, length, valid_until, activated_date, expired_date)
     select code, cg_idx, now - 20 * ${day}, 90, until, used, ends
     from code_batch, (select extract(epoch from now())::bigint as now) clock, lateral (values
       ('26KSYYRC3GW6', 0, now - 3600, now + 90 * ${day}), ('7QHTMWVA4N2X', now + 40 * ${day}, 0, 0)
     ) codes (code, until, used, ends)`,
  );
  await office.sql(`
    insert into registration (registered_at, cidx, learner_id, code)
    select activated_date, cidx, 'kim-12', code from code, collection where activated_date > 0`);
}

const stored = async (office: Office, code: string) =>
  (await office.sql('select *, expired_date::float8 as ends from code where code = $1', [code]))[0] ?? {};

test.beforeAll(({ office }) => prepare(office));

test('a telephoned code is found in any spelling and extended by keyboard, and the change undone, on one card', {
  tag: '@journey',
}, async ({ page, office }) => {
  await open(page, office, '/');
  await page.keyboard.press('Control+k');
  const finder = page.getByRole('dialog', { name: 'Find a book' });
  await finder.getByRole('combobox').fill('26ks yyrc–3gw6');
  const card = finder.getByRole('region');
  await expect(card).toContainText('Issued to Lantern Schools on');
  await expect(card).toContainText('redeemed by kim-12 on');
  await expect(card.getByRole('button', { name: 'Replace' })).toBeDisabled();
  await expect(card.getByText('Replace is for codes that nobody has activated.')).toBeVisible();
  const { ends } = await stored(office, '26KSYYRC3GW6');
  // In the field, letters are typed; below it they act.
  await page.keyboard.press('e');
  await expect(finder.getByRole('combobox')).toHaveValue('26ks yyrc–3gw6e');
  await expect(card).toBeHidden();
  await page.keyboard.press('Backspace');
  await expect(card).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('e');
  await expect(card.getByText(/^26KS-YYRC-3GW6 now runs until/)).toBeVisible();
  await expect(card.getByText(/Active, 120 days left/)).toBeVisible();
  const extended = await stored(office, '26KSYYRC3GW6');
  // Thirty days more, and the last day in full.
  expect(Number(extended['ends']) - Number(ends)).toBeGreaterThanOrEqual(30 * day);
  expect(Number(extended['ends']) - Number(ends)).toBeLessThan(31 * day);
  await page.keyboard.press('Control+z');
  await expect(card.getByText('Undone: 1 record is back in the previous state.')).toBeVisible();
  expect(await stored(office, '26KSYYRC3GW6')).toMatchObject({ ends });

  await page.keyboard.press('c');
  const question = page.getByRole('dialog', { name: 'Cancel 26KS-YYRC-3GW6?' });
  await expect(question).toContainText('The reader loses access immediately.');
  await question.getByRole('button', { name: 'Keep code' }).click();
  await page.keyboard.press('c');
  await question.getByRole('button', { name: 'Cancel code' }).click();
  await expect(card.getByText('26KS-YYRC-3GW6 is cancelled.')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Restore' })).toBeEnabled();
  await page.keyboard.press('c');
  await expect(card.getByText('26KS-YYRC-3GW6 is restored.')).toBeVisible();
  expect(await stored(office, '26KSYYRC3GW6')).toMatchObject({ is_canceled: '0' });
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/code\?code=26KSYYRC3GW6/);
});

test('a phoned code with a slip leads to the one that was meant, which is replaced; its twin is on the clipboard', async ({
  page,
  office,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: office.url });
  await open(page, office, '/');
  await page.keyboard.press('Control+k');
  const finder = page.getByRole('dialog', { name: 'Find a book' });
  await finder.getByRole('combobox').fill('7QHT-MWVA-4NX2');
  const card = finder.getByRole('region');
  await expect(card.getByText('7QHT-MWVA-4NX2 was never issued.')).toBeVisible();
  await expect(card.getByText('19 left')).toBeVisible();
  await expect(card.getByRole('button', { name: /7QHT-MWVA-4N2X Unused Lantern Schools/ })).toContainText(
    'Two are swapped',
  );
  await page.keyboard.press('Enter');
  await expect(card.getByRole('heading', { name: '7QHT-MWVA-4N2X' })).toBeVisible();
  await page.keyboard.press('r');
  await expect(card.getByText(/replaces 7QHT-MWVA-4N2X and was copied\.$/)).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  await expect(card.getByRole('heading', { name: copied })).toBeVisible();
  expect(await stored(office, copied.replaceAll('-', ''))).toMatchObject({ is_canceled: '0', activated_date: '0' });
  expect(await stored(office, '7QHTMWVA4N2X')).toMatchObject({ withdrawn: true });
  await card.getByRole('button', { name: /^Undo/ }).click();
  await expect(card.getByText(/not redeemed yet/)).toBeVisible();
  await expect(card.getByRole('heading', { name: '7QHT-MWVA-4N2X' })).toBeVisible();
  expect(await stored(office, '7QHTMWVA4N2X')).toMatchObject({ withdrawn: false, is_canceled: '0' });
});

test('the address of a card opens it over the list of codes', async ({ page, office }) => {
  await open(page, office, '/card?text=7qht-mwva-4n2x');
  await ready(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/^Issued to Lantern Schools/)).toBeVisible();
  await dialog.getByRole('button', { name: '90 days' }).click();
  await dialog.getByRole('textbox', { name: 'Memo' }).fill('asked for by telephone');
  await dialog.getByRole('button', { name: 'Extend 90 days' }).click();
  await expect(dialog.getByText(/can now be redeemed until/)).toBeVisible();
  const acts = await office.sql('select memo from code_act order by act_idx desc limit 1');
  expect(acts).toEqual([{ memo: 'asked for by telephone' }]);
});
