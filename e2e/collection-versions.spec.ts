import type { Page } from '@playwright/test';
import { expect, type Office, open, pickUp, ready, test } from './office.ts';

/** Does with calls what other screens do. */
async function call(page: Page, office: Office, method: 'post' | 'put', path: string, data: object): Promise<void> {
  const answer = await page.request[method](office.url + path, { data, headers: { origin: office.url } });
  expect(answer.status()).toBe(200);
}

async function confirm(page: Page): Promise<void> {
  const input = page.getByRole('textbox', { name: /I understand/ });
  await input.fill('I understand');
  await input.press('Enter');
}

test.beforeEach(async ({ office }) => {
  await office.sql('truncate collection, collection_cid, version, versioned restart identity cascade');
});

test('a price is changed, two versions are compared, one is restored and undone, and a memo says why', {
  tag: '@journey',
}, async ({ page, office }) => {
  const price = (amount: string) => ({ prices: [{ currency: 'USD', price: amount }] });
  await call(page, office, 'post', '/api/v1/collection', { cid: 'C1', title: 'Fox tales', ...price('10') });
  await call(page, office, 'put', '/api/v5/collection/C1', { title: 'Brave fox tales', ...price('12') });
  await call(page, office, 'put', '/api/v5/collection/C1', { is_public: 'O' });
  await open(page, office, '/collection/C1/versions');
  const compare = page.getByRole('region', { name: 'Compare' });
  await expect(compare).toContainText('Not public');

  await compare.getByLabel('From', { exact: true }).selectOption('1');
  await compare.getByLabel('To', { exact: true }).selectOption('2');
  await compare.getByRole('button', { name: 'Compare' }).click();
  await ready(page);
  await expect(compare.getByRole('group', { name: 'Prices' }).getByRole('cell', { name: '12' })).toBeVisible();
  await expect(compare.locator('ins', { hasText: 'Brave fox' })).toBeVisible();

  await page.getByRole('link', { name: 'Memo of version 2' }).click();
  await page.getByRole('dialog').getByLabel('Memo', { exact: true }).fill('For the fair');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('link', { name: 'Memo of version 2' })).toHaveText('For the fair');

  await compare.getByRole('link', { name: 'Restore version 1' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Not public');
  await dialog.getByLabel('Reason').fill('The old price was right');
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await page.waitForURL(/C1\/versions$/);
  await ready(page);
  await expect(page.getByText('Version 4 restored version 1.')).toBeVisible();
  expect(await office.sql('select price::text, is_public from collection_price join collection using (cidx)')).toEqual([
    { price: '10', is_public: 'X' },
  ]);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(() => office.sql('select price::text, is_public from collection_price join collection using (cidx)'))
    .toEqual([{ price: '12', is_public: 'O' }]);
});

test('collections are advertised, put in order by keyboard, removed and put back', async ({ page, office }) => {
  for (const n of [1, 2, 3])
    await call(page, office, 'post', '/api/v1/collection', { cid: `C${n}`, title: `Tales ${n}` });
  const order = () => office.sql('select cid from collection where ads_place is not null order by ads_place');
  const ids = (...cids: string[]) => cids.map((cid) => ({ cid }));
  await open(page, office, '/collection/advertisement');
  for (const n of [1, 2, 3]) {
    const field = page.getByRole('combobox', { name: 'Collection to advertise' });
    await field.pressSequentially(`Tales ${n}`);
    await page.getByRole('option', { name: `Tales ${n} (C${n})` }).click();
    await page.getByRole('button', { name: 'Advertise', exact: true }).click();
    await confirm(page);
    await expect(page.getByRole('link', { name: `Tales ${n}` })).toBeVisible();
    await ready(page);
  }
  expect(await order()).toEqual(ids('C1', 'C2', 'C3'));

  await page.getByRole('button', { name: 'Reorder advertised collections' }).click();
  await pickUp(page, 'Move Tales 1', 'Tales 1 picked up');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('Tales 1 is at position 2 of 3.')).toBeAttached();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Complete' }).click();
  await confirm(page);
  await expect.poll(order).toEqual(ids('C2', 'C1', 'C3'));
  await expect(page.getByText('Tales 1 moved, 1 to 2.')).toBeVisible();
  await ready(page);

  await page.getByRole('button', { name: 'Remove: Tales 1' }).click();
  await confirm(page);
  await expect(page.getByText('Tales 1 is no longer advertised.')).toBeVisible();
  await ready(page);
  expect(await order()).toEqual(ids('C2', 'C3'));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(order).toEqual(ids('C2', 'C1', 'C3'));
});

test('an image of a collection is uploaded, seen, deleted and brought back', async ({ page, office }) => {
  await call(page, office, 'post', '/api/v1/collection', { cid: 'C1', title: 'Fox tales' });
  await open(page, office, '/collection/C1/images');
  const sharp = (await import('sharp')).default;
  const buffer = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#1b6b52' } })
    .png()
    .toBuffer();
  await page.locator('input[type=file]').first().setInputFiles({ name: 'fox.png', mimeType: 'image/png', buffer });
  await expect(page.getByRole('img', { name: 'Cover: Fox tales' })).toBeVisible();
  await ready(page);
  await page.getByRole('button', { name: 'Delete: Cover: Fox tales' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Image deleted.')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Cover: Fox tales' })).toBeHidden();
  expect(await office.sql('select cover_img from collection')).toEqual([{ cover_img: null }]);
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Undone: 1 record is back in the previous state.')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Cover: Fox tales' })).toBeVisible();
  await expect(page).toHaveURL(/C1\/images$/);
});
