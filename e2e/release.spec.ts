import type { Locator, Page } from '@playwright/test';
import { bookRow } from '../src/features/book/book.factory.ts';
import { jpeg } from '../src/features/image/image.fixture.ts';
import { sentenceRow, silentMp3 } from '../src/features/word/sentence.factory.ts';
import { drop, expect, fromMenu, type Office, open, ready, test } from './office.ts';

test.beforeEach(({ office }) =>
  office.sql('truncate release, collection, book, series, roadmap, age_group, guide restart identity cascade'),
);

/** Forty books that readers do not see yet, and a collection that they can buy. */
async function library(page: Page, office: Office, cid = 'C1'): Promise<void> {
  const headers = { origin: office.url };
  const books = Array.from({ length: 40 }, (_, n) => bookRow(n + 1, { title: `Fox ${n + 1}` }));
  const made = await page.request.put(`${office.url}/api/v1/book/import`, {
    data: { books, create_missing: true },
    headers,
  });
  expect(await made.json()).toMatchObject({ results: { success: true } });
  const prices = [{ currency: 'KRW', price: '9900' }];
  const data = { cid, title: 'Fox tales', is_public: 'O', prices };
  expect((await page.request.post(`${office.url}/api/v1/collection`, { data, headers })).status()).toBe(200);
}

test('forty books and a price go into a release for Monday in seven clicks; a conflict is decided; it is applied and undone', {
  tag: '@journey',
}, async ({ page, office }) => {
  await library(page, office);
  let clicks = 0;
  const click = async (what: Locator) => {
    clicks += 1;
    await what.click();
  };
  const put = page.getByRole('button', { name: 'Add to release', exact: true });
  await open(page, office, '/book');
  await click(page.getByRole('checkbox', { name: 'Select all rows on this page' }));
  await click(page.getByRole('button', { name: 'Publish in a release…' }));
  await page.getByRole('textbox', { name: 'Name' }).fill('Winter launch');
  await page.getByLabel('Time').fill('2035-12-03T00:00');
  await click(put);
  await expect(page.getByText('Added to Winter launch.')).toBeVisible();
  await click(page.locator('#side-menu a[href="/collection"]'));
  await ready(page);
  await click(page.getByRole('link', { name: 'Fox tales' }));
  await ready(page);
  await click(page.getByRole('link', { name: 'Edit' }).first());
  await ready(page);
  await page.getByRole('textbox', { name: 'Price', exact: true }).fill('8900');
  await click(page.getByRole('button', { name: 'Add to Winter launch' }));
  await expect(page.getByText('Added to Winter launch.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Price', exact: true })).toHaveValue('9900');
  expect(clicks).toBe(7);
  // One key more moves it to Tuesday, and one drag to Wednesday.
  const time = async () => {
    const [row] = await office.sql('select extract(epoch from apply_at)::bigint as at from release');
    return Number(row?.['at']);
  };
  const midnight = (day: string) => Date.parse(`${day}T00:00+09:00`) / 1000;
  expect(await time()).toBe(midnight('2035-12-03'));
  await open(page, office, '/calendar?on=2035-12-01');
  const handle = page.getByRole('button', { name: 'Move Winter launch' });
  await handle.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(time).toBe(midnight('2035-12-04'));
  const tuesday = page.getByRole('region', { name: 'Tuesday, December 4', exact: true });
  await expect(tuesday).toContainText('Winter launch');
  const wednesday = page.getByRole('region', { name: 'Wednesday, December 5', exact: true });
  await handle.hover();
  await page.mouse.down();
  const target = await wednesday.boundingBox();
  await page.mouse.move((target?.x ?? 0) + 40, (target?.y ?? 0) + 60, { steps: 5 });
  await drop(page);
  await expect.poll(time).toBe(midnight('2035-12-05'));

  // The release stays over every page until it is closed.
  await open(page, office, '/series');
  const bar = page.getByRole('complementary', { name: 'Winter launch' });
  await expect(bar).toContainText('41 changes');
  await bar.getByRole('button', { name: 'Stop adding changes to this release' }).click();
  await expect(bar).toBeHidden();

  await open(page, office, '/release/1');
  await expect(page.getByText('40 books become visible')).toBeVisible();
  await expect(page.getByText('₩8,900')).toBeVisible();
  const rival = { data: { prices: [{ currency: 'KRW', price: '9500' }] }, headers: { origin: office.url } };
  expect((await page.request.put(`${office.url}/api/v5/collection/C1`, rival)).status()).toBe(200);
  await open(page, office, '/release/1');
  await expect(page.getByRole('button', { name: 'Apply now' })).toBeDisabled();
  await page.getByRole('radio', { name: /Value without this release/ }).check();
  await expect(page.getByRole('button', { name: 'Use ₩9,500' })).toBeVisible();
  await page.getByRole('radio', { name: /Value of this release/ }).check();
  await page.getByRole('button', { name: 'Keep ₩8,900' }).click();
  await ready(page);
  await page.getByRole('button', { name: 'Apply now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Apply now' }).click();
  await expect(page.getByText('The release was applied.')).toBeVisible();
  const shown = () => office.sql('select count(*)::integer as count from book where published_at is not null');
  expect(await shown()).toEqual([{ count: 40 }]);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(shown).toEqual([{ count: 0 }]);
});

test('while a person works on a release, the questions and bulk edits of other screens put into it too', async ({
  page,
  office,
}) => {
  // A cid is never given twice.
  await library(page, office, 'C2');
  const headers = { origin: office.url };
  const call = async (method: 'post' | 'put', url: string, data: object) => {
    const answer = await page.request[method](`${office.url}${url}`, { data, headers });
    expect(answer.status()).toBe(200);
    return (await answer.json()).results;
  };
  const { rel_idx: rel } = await call('post', '/api/v1/release', { name: 'Winter launch' });
  const { age_group: group } = await call('post', '/api/v1/age_group', { title: 'Ages 5 to 6' });
  await call('put', '/api/v1/roadmap', { target_group: group, target_row: 0, bids: ['B1', 'B2'] });
  await page.context().addCookies([{ name: 'release', value: String(rel), url: office.url }]);
  const into = page.getByRole('button', { name: 'Add to Winter launch' });
  const isIn = page.getByText('Added to Winter launch.');

  // A lock, from its question.
  await open(page, office, '/collection/C2');
  await fromMenu(page, 'Lock');
  await into.click();
  await expect(isIn).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();

  // Books picked in the list, in manage mode; a reason is asked for first.
  await page.getByRole('button', { name: 'Manage contents' }).first().click();
  await ready(page);
  await open(page, office, '/book');
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).click();
  await page.getByRole('button', { name: 'Add the selected ones' }).click();
  await into.click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('The winter list');
  await into.click();
  await expect(isIn).toBeVisible();

  // The draft of a roadmap.
  await open(page, office, `/roadmap/${group}`);
  await page.getByRole('button', { name: 'Bulk edit' }).click();
  await expect(into).toBeDisabled();

  await open(page, office, '/collection/update/C2');
  await page.getByRole('textbox', { name: 'Price', exact: true }).fill('8900');
  await expect(page.getByRole('button', { name: 'Save now' })).toBeVisible();
  await page.keyboard.press('Control+Shift+S');
  await expect(isIn).toBeVisible();

  await open(page, office, `/release/${rel}`);
  await expect(page.getByText('+ Books 40')).toBeVisible();
  await open(page, office, '/release');
  await expect(page.getByRole('link', { name: 'Winter launch' }).first()).toBeVisible();
});

test('words, sentences and audio of a book are changed in its sheet for a release; readers get them once it is applied', async ({
  page,
  office,
}) => {
  const headers = { origin: office.url };
  await page.request.post(`${office.url}/api/v1/book`, {
    data: { books: [bookRow(1)], create_missing: true },
    headers,
  });
  const rows = [1, 2].map((no) => sentenceRow(no, 'B1'));
  await page.request.post(`${office.url}/api/v1/sentence`, { data: { sentences: rows }, headers });
  await page.request.post(`${office.url}/api/v1/release`, { data: { name: 'Winter launch' }, headers });
  const stored = () =>
    office.sql(
      'select word, sentence, audio_key is not null as heard from sentence join word using (word_idx) order by 1, 2',
    );
  const before = await stored();
  const first = String(before[0]?.['sentence']);
  await open(page, office, '/book/B1/words');
  await page.getByRole('button', { name: 'Change for a release' }).click();
  const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text });
  await rowOf(first).getByRole('gridcell').nth(1).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('It is winter.');
  await page.keyboard.press('Escape');
  await expect(rowOf(first)).toBeVisible();
  await rowOf(first).getByRole('gridcell').nth(1).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('It is winter.');
  await page.keyboard.press('Tab');
  const voice = { name: 'voice.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from(silentMp3(200)) };
  await rowOf('It is winter.').locator('input[type=file]').setInputFiles(voice);
  await expect(rowOf('It is winter.')).toContainText('0:05');
  await page.getByRole('button', { name: 'Add row' }).click();
  await page.keyboard.type('Snow');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Snow falls.');
  await page.keyboard.press('Enter');
  await expect(rowOf('Snow falls.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('status').filter({ hasText: '2 unsaved changes' })).toBeVisible();
  const { promise: shown, resolve: show } = Promise.withResolvers<void>();
  await page.route('**/book/B1/words*', (route) => shown.then(() => route.continue()));
  await page.keyboard.press('Control+Shift+S');
  await page.getByRole('button', { name: 'Add to release', exact: true }).click();
  await expect(page.getByText('Added to Winter launch.')).toBeVisible();
  expect(await stored()).toEqual(before);

  // The next change begins with what the release already has, so not before the page has it.
  const begin = page.getByRole('button', { name: 'Change for a release' });
  await expect(begin).toBeHidden();
  show();
  await begin.click();
  await expect(page.getByText('Begins with what Winter launch already changes here.')).toBeVisible();
  await rowOf('Snow falls.').getByRole('gridcell').nth(1).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Snow is falling.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+Shift+S');
  await expect(rowOf(first)).toBeVisible();

  // The same field of many books goes in from the dialog that changes them.
  await open(page, office, '/book');
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).click();
  await page.getByRole('button', { name: 'Change…' }).click();
  const change = page.getByRole('dialog');
  await change.getByRole('combobox', { name: 'Field' }).selectOption('language');
  await change.getByRole('combobox', { name: 'New value' }).fill('Korean');
  await change.getByRole('button', { name: 'Add to Winter launch' }).click();
  await expect(page.getByText('Added to Winter launch.')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();

  await open(page, office, '/release/1');
  await expect(page.getByText('It is winter.').first()).toBeVisible();
  await expect(page.getByText('snow: Snow is falling.')).toBeVisible();
  await page.getByRole('button', { name: 'Apply now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Apply now' }).click();
  await expect(page.getByText('The release was applied.')).toBeVisible();
  const after = await stored();
  expect(after).toHaveLength(3);
  expect(after).toContainEqual({ word: before[0]?.['word'], sentence: 'It is winter.', heard: true });
  expect(after).toContainEqual({ word: 'snow', sentence: 'Snow is falling.', heard: false });
  expect(await office.sql('select language from book')).toEqual([{ language: 'Korean' }]);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(stored).toEqual(before);
});

test('cells, bars of guides and images go into the release that a person works on; its bar counts them in every tab', async ({
  page,
  office,
}) => {
  await library(page, office, 'C3');
  const headers = { origin: office.url };
  const made = await page.request.post(`${office.url}/api/v1/release`, { data: { name: 'Winter launch' }, headers });
  const { rel_idx: rel } = (await made.json()).results;
  const items = ['First', 'Second'].map((title) => ({ gui_id: 'path', title }));
  for (const form of items) await page.request.post(`${office.url}/api/v1/extra/series_guide`, { form, headers });
  const other = await page.context().newPage();
  await open(other, office, '/series');
  await open(page, office, `/release/${rel}`);
  const barOf = (tab: Page) => tab.getByRole('complementary', { name: 'Winter launch' });
  await page.getByRole('button', { name: 'Add changes to this release' }).click();
  await expect(barOf(other)).toContainText('No changes');
  const into = page.getByRole('dialog').getByRole('button', { name: 'Add to Winter launch' });

  // A cell of a list, which is saved at once otherwise.
  await open(page, office, '/book?search_val=Fox 7');
  const row = page.getByRole('row').filter({ hasText: 'Fox 7' }).first();
  await row.hover();
  await page.getByRole('button', { name: 'Edit Title: Fox 7', exact: true }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Winter fox');
  await page.keyboard.press('Enter');
  await into.click();
  await expect(page.getByRole('link', { name: 'Fox 7' }).first()).toBeVisible();
  await expect(barOf(page)).toContainText('1 change');
  await expect(barOf(other)).toContainText('1 change');

  // The bar of an item of a guide, and its deletion.
  await open(page, office, '/series_guide?gui_id=path');
  const bar = page.getByRole('slider', { name: 'Age range of First' });
  await bar.focus();
  await page.keyboard.press('ArrowRight');
  await into.click();
  await expect(bar).toHaveAttribute('aria-valuenow', '1');
  await page.getByRole('button', { name: 'Delete: Second' }).click();
  await into.click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('slider')).toHaveCount(2);
  await expect(barOf(page)).toContainText('2 changes');

  // An image of a collection is stored, and shown by the release alone. The guide may still be loading anew.
  await expect(() => open(page, office, '/collection/C3/images')).toPass();
  const cover = { name: 'cover.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await jpeg()) };
  await page.locator('input[type=file]').first().setInputFiles(cover);
  await into.click();
  await expect(barOf(page)).toContainText('3 changes');
  const shown = () => office.sql('select cover_img is not null as cover from collection');
  expect(await shown()).toEqual([{ cover: false }]);
  const applied = await page.request.post(`${office.url}/api/v1/release/${rel}/apply`, { headers });
  expect(applied.status()).toBe(200);
  expect(await shown()).toEqual([{ cover: true }]);
  expect(await office.sql('select title, start from guide_item')).toEqual([{ title: 'First', start: 2 }]);
  expect(await office.sql("select title from book where title = 'Winter fox'")).toHaveLength(1);
});

test('an event is moved by a release from its form, and a code is not', async ({ page, office }) => {
  await office.sql('truncate event cascade');
  await library(page, office, 'FAIR');
  const headers = { origin: office.url };
  const times = { from: 2_080_000_000, until: 2_081_000_000 };
  const data = { name: 'Winter fair', code: 'WINTERFAIR26', cid: 'FAIR', ...times };
  const made = await page.request.post(`${office.url}/api/v1/event`, { data, headers });
  const { event_idx: id } = (await made.json()).results;
  await open(page, office, `/event/update/${id}`);
  const into = page.getByRole('button', { name: 'Add to release…' });
  await page.getByLabel('Name').fill('Winter fair 2035');
  await expect(into).toBeVisible();
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('WINTERFAIR27');
  await expect(into).toBeHidden();
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('WINTERFAIR26');
  await into.click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Winter launch');
  await page.getByRole('button', { name: 'Add to release', exact: true }).click();
  await expect(page.getByText('Added to Winter launch.')).toBeVisible();
  await open(page, office, '/release');
  await page.getByRole('link', { name: 'Winter launch' }).click();
  await expect(page.getByText('Winter fair 2035')).toBeVisible();
});
