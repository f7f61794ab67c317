import type { Locator, Page } from '@playwright/test';
import { expect, type Office, open, ready, test } from './office.ts';

const day = 86_400;
const { sold, ...codes } = {
  wrong: '26KSYYRC3GW6',
  twice: '7QHTMWVA4N2X',
  erased: '9RTYPWVA4N3X',
  ended: 'W26KSYYRC38B',
  lost: 'X37NSYYRC49A',
  file: 'M48PSYYRC5AT',
  sold: 'N59QSYYRC6BU',
};
const ivo = { second: 'P68RSYYRC7CV', third: 'Q79TSYYRC8DX' };

/** Codes that readers have, one of a file that left, and one that a shop sold. */
async function prepare(office: Office): Promise<void> {
  await office.sql(
    `insert into customer (cust_id, name, created_at, updated_at) values ('LANTERN', 'Lantern Schools', now(), now())`,
  );
  await office.sql(`insert into collection (cid, created_at, updated_at) values ('first', now(), now())`);
  await office.sql(
    `insert into code_batch (cust_idx, cidx, title, count, price, currency, status, created_at, updated_at)
     select cust_idx, cidx, title, codes, 9.90, 'USD', 'issued', now(), now()
     from customer, collection, (values ('Readers', 5), ('Leaked', 1), ('Shop', 1)) as made (title, codes)`,
  );
  await office.sql(
    `insert into code (code, cg_idx, issued_at, length, activated_date, expired_date)
     select made.code, cg_idx, now - 20 * ${day}, 90, used, case when used > 0 then used + days * ${day} else 0 end
     from code_batch b, (select extract(epoch from now())::bigint as now) clock, lateral (values
       ($1, 'Readers', now - 3600, 90), ($2, 'Readers', now - 3600, 40), ($3, 'Readers', now - 3600, 60),
       ($4, 'Readers', now - 50 * ${day}, 10), ($5, 'Readers', now - 3600, 50),
       ($6, 'Leaked', 0, 0), ($7, 'Shop', 0, 0)
     ) made (code, batch, used, days) where b.title = made.batch`,
    [...Object.values(codes), sold],
  );
  await office.sql(
    `insert into registration (registered_at, cidx, learner_id, code)
     select activated_date, cidx, learner, code
     from (values ($1, 'kim-12'), ($2, 'kim-l2'), ($3, 'mia-7'), ($4, 'noa-3'), ($5, 'kim-12')) made (made, learner)
     join code on code = made, collection`,
    Object.values(codes).slice(0, 5),
  );
  // Of another reader two collections, and the office knows only their ID.
  await office.sql(
    `with made as (
       insert into collection (cid, created_at, updated_at) values ('third', now(), now()), ('second', now(), now())
       returning cidx, cid
     ), named as (
       insert into collection_text (cidx, locale, title, saved_at) select cidx, 'en', initcap(cid) || ' steps', now() from made
     ), used as (
       insert into code (code, cg_idx, issued_at, length, activated_date, expired_date)
       select made.code, cg_idx, now - ${day}, 90, now - 3600, now + 89 * ${day}
       from code_batch b, (select extract(epoch from now())::bigint as now) clock, (values ($1), ($2)) made (code)
       where b.title = 'Readers' returning code, activated_date
     )
     insert into registration (registered_at, cidx, learner_id, code)
     select activated_date, cidx, 'ivo-5', code from used join made on (code = $1) = (cid = 'second')`,
    [ivo.second, ivo.third],
  );
}

test.beforeAll(({ office }) => prepare(office));

/** A call: what is pasted into the finder, how often something is pressed until it is answered, and no ID in an address. */
async function answer(page: Page, office: Office, pasted: string) {
  await open(page, office, '/');
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.keyboard.press('Control+k');
  const finder = page.getByRole('dialog', { name: 'Find a book' });
  await finder.getByRole('combobox').fill(pasted);
  const card = finder.getByRole('region');
  await expect(card).toBeVisible();
  let presses = 0;
  return {
    card,
    dialog: page.getByRole('dialog').last(),
    press: async (what: Locator) => {
      presses += 1;
      await what.click();
    },
    hangUp: () => {
      expect(presses).toBeLessThanOrEqual(3);
      expect(addresses.filter((address) => /kim-|mia-7|noa-3|ivo-/.test(address))).toEqual([]);
    },
  };
}

const post = (page: Page, office: Office, path: string, data: object) =>
  page.request.post(`${office.url}/api/v1/${path}`, { data, headers: { origin: office.url } });

const batchOf = async (office: Office, code: string) =>
  Number((await office.sql('select cg_idx from code where code = $1', [code]))[0]?.['cg_idx']);

const learnersOf = async (office: Office, code: string) =>
  (await office.sql('select learner_id from registration where code = $1', [code])).map((row) => row['learner_id']);

test('“I redeemed it for the wrong ID”: the registration of the code moves, another of the reader stays', async ({
  page,
  office,
}) => {
  const { card, dialog, press, hangUp } = await answer(page, office, '26ks yyrc 3gw6');
  await press(card.getByRole('link', { name: 'The reader' }));
  await press(page.getByRole('button', { name: 'Move…' }));
  await dialog.getByLabel('To the learner ID').fill('kim-13');
  await press(dialog.getByRole('button', { name: 'Move to kim-13' }));
  await expect(page.getByText('1 registration moved to kim-13.')).toBeVisible();
  expect(await learnersOf(office, codes.wrong)).toEqual(['kim-13']);
  expect(await learnersOf(office, codes.lost)).toEqual(['kim-12']);
  hangUp();
});

test('“I redeemed one of them for the wrong ID”, with the ID alone: the card names what the reader has, and one moves', async ({
  page,
  office,
}) => {
  const { card, dialog, press, hangUp } = await answer(page, office, 'ivo-5');
  await press(card.getByRole('link', { name: 'Second steps' }));
  await press(page.getByRole('button', { name: 'Move…' }));
  await dialog.getByLabel('To the learner ID').fill('ivo-6');
  await press(dialog.getByRole('button', { name: 'Move to ivo-6' }));
  await expect(page.getByText('1 registration moved to ivo-6.')).toBeVisible();
  expect(await learnersOf(office, ivo.second)).toEqual(['ivo-6']);
  expect(await learnersOf(office, ivo.third)).toEqual(['ivo-5']);
  hangUp();
});

test('“I have two IDs”: they are merged', async ({ page, office }) => {
  const { card, dialog, press, hangUp } = await answer(page, office, 'kim-l2');
  await press(card.getByRole('link', { name: 'The reader' }));
  await press(page.getByRole('button', { name: 'Merge…' }));
  await dialog.getByLabel('The learner ID that stays').fill('kim-13');
  await press(dialog.getByRole('button', { name: 'Merge into kim-13' }));
  await expect(page.getByText('kim-l2 merged into kim-13: 1 registration.')).toBeVisible();
  hangUp();
});

test('“What do you have about me?”: the file of it is downloaded', async ({ page, office }) => {
  const { card, press, hangUp } = await answer(page, office, 'mia-7');
  const downloading = page.waitForEvent('download');
  await press(card.getByRole('link', { name: 'Download their data' }));
  expect((await downloading).suggestedFilename()).toMatch(/\.zip$/);
  hangUp();
});

test('“Erase me”: after the typed confirmation the page of the pseudonym says so', async ({ page, office }) => {
  const { card, dialog, press, hangUp } = await answer(page, office, 'mia-7');
  await press(card.getByRole('button', { name: 'Erase…' }));
  await dialog.getByLabel(/I understand/).fill('I understand');
  await press(dialog.getByRole('button', { name: 'Erase mia-7' }));
  await expect(page.getByText(/^Erased\. The reader is now /)).toBeVisible();
  expect(await learnersOf(office, codes.erased)).not.toContain('mia-7');
  hangUp();
});

test('“Give me the days again”: a registration that was cancelled is given with the days that were left', async ({
  page,
  office,
}) => {
  const now = Math.floor(Date.now() / 1000);
  await office.sql('update code set is_canceled = $2 where code = $1', [codes.lost, now]);
  const { card, dialog, press, hangUp } = await answer(page, office, codes.lost);
  await press(card.getByRole('link', { name: 'The reader' }));
  await press(page.getByRole('button', { name: 'Give again…' }));
  await press(dialog.getByRole('button', { name: 'Give 1 registration again' }));
  await expect(page.getByText('1 registration given again')).toBeVisible();
  hangUp();
});

test('“It ended too early”: the code is extended, and the same card takes it back', async ({ page, office }) => {
  const { card, press, hangUp } = await answer(page, office, codes.wrong);
  await press(card.getByRole('button', { name: /^Extend 30 days/ }));
  await expect(card.getByText(/^26KS-YYRC-3GW6 now runs until/)).toBeVisible();
  await press(card.getByRole('button', { name: /^Undo/ }));
  await expect(card.getByText(/^Undone/)).toBeVisible();
  hangUp();
});

test('“I did not want it”, “now I do”: the code is cancelled and restored', async ({ page, office }) => {
  const { card, press, hangUp } = await answer(page, office, codes.twice);
  await press(card.getByRole('button', { name: /^Cancel/ }));
  await press(
    page.getByRole('dialog', { name: 'Cancel 7QHT-MWVA-4N2X?' }).getByRole('button', { name: 'Cancel code' }),
  );
  await expect(card.getByText('7QHT-MWVA-4N2X is cancelled.')).toBeVisible();
  await press(card.getByRole('button', { name: /^Restore/ }));
  await expect(card.getByText('7QHT-MWVA-4N2X is restored.')).toBeVisible();
  hangUp();
});

test('“My code does not work”: the card says what was refused and why, the page says it in the language of the caller', async ({
  page,
  office,
}) => {
  const refused = await post(page, office, 'code/redeem', { code: codes.ended, learner_id: 'noa-3' });
  expect(refused.status()).toBe(409);
  const { card, press, hangUp } = await answer(page, office, codes.ended);
  await expect(card.getByRole('listitem').or(card.getByRole('row')).filter({ hasText: 'noa-3' }).first()).toBeVisible();
  await press(card.getByRole('link', { name: 'The reader' }).first());
  await press(page.getByRole('button', { name: '한국어' }).last());
  await expect(page.locator('main [lang="ko"]')).toBeVisible();
  hangUp();
});

test('“Somebody put our codes on the web”: from one of them its file is frozen and replaced', async ({
  page,
  office,
}) => {
  const cg_idx = await batchOf(office, codes.file);
  const file = await page.request.get(`${office.url}/api/v1/code?cg_idx=${cg_idx}&status=valid`);
  expect(file.status()).toBe(200);
  const { card, dialog, press, hangUp } = await answer(page, office, codes.file);
  await press(card.getByRole('link', { name: 'This file leaked' }));
  await press(dialog.getByRole('button', { name: 'Freeze and replace 1 code' }));
  await expect(page.getByRole('heading', { name: 'Leaked file replaced' })).toBeVisible();
  hangUp();
});

test('“What became of our order?”: its number finds the code, which is copied for the shop', async ({
  page,
  office,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: office.url });
  const terms = { name: 'Shop', scope: 'vend', batches: [await batchOf(office, sold)], quota: 5 };
  const key = await post(page, office, 'api_key', terms);
  expect(key.status()).toBe(200);
  const shop = { authorization: `Bearer ${(await key.json()).results.key}`, 'content-type': 'application/json' };
  const drawn = await fetch(`${office.url}/partner/v1/orders`, {
    method: 'POST',
    headers: shop,
    body: JSON.stringify({ order: 'HB-21911' }),
  });
  expect(drawn.status).toBe(200);
  const { card, press, hangUp } = await answer(page, office, 'HB-21911');
  await expect(card.getByRole('heading', { name: 'N59Q-SYYR-C6BU' })).toBeVisible();
  await expect(card).toContainText('Unused');
  await press(card.getByRole('button', { name: 'Copy' }));
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('N59Q-SYYR-C6BU');
  hangUp();
});

test('a menu from which a file was downloaded by keyboard opens by keyboard again', async ({ page, office }) => {
  await open(page, office, '/registration');
  await page.getByRole('link', { name: 'noa-3' }).first().click();
  await expect(page.getByRole('heading', { name: 'noa-3' })).toBeVisible();
  await ready(page);
  const more = page.getByRole('button', { name: 'More', exact: true });
  const download = page.getByRole('menuitem', { name: 'Download their data' });
  for (const _ of ['once', 'again']) {
    await more.focus();
    await page.keyboard.press('Enter');
    await expect(download).toBeFocused();
    const downloading = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    await downloading;
    await expect(download).toBeHidden();
    await expect(more).toBeFocused();
  }
});
