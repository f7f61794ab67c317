import { startProvider } from '../src/features/draft/provider-double.fixture.ts';
import { expect, open, test } from './office.ts';

test('a provider is chosen and tried, its drafts are requested, told their price, taken by key and live only after the phrase', {
  tag: '@journey',
}, async ({ page, office }) => {
  const provider = await startProvider('deepl');
  await office.sql('delete from collection');
  const data = { cid: 'steps', title: 'First steps', multi_lang_data: { en: { title: 'First steps' } } };
  expect((await page.request.post(`${office.url}/api/v1/collection`, { data })).ok()).toBe(true);
  await open(page, office, '/collection/matrix');
  await expect(page.getByRole('button', { name: 'Machine drafts…' })).toHaveCount(0);

  await open(page, office, '/settings');
  await page.getByRole('link', { name: 'Machine drafts', exact: true }).click();
  await page.getByLabel('DeepL').check();
  await expect(page.getByLabel('Address')).toHaveValue('https://api-free.deepl.com/v2');
  await page.getByLabel('Address').fill(provider.url);
  await page.getByLabel('Key').fill('right-key');
  await page.getByLabel('Price of a million characters').fill('20');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByText('Set by ada', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Translate' }).click();
  await expect(page.getByText('번역한 글')).toBeVisible();

  await open(page, office, '/collection/matrix');
  await page.getByRole('button', { name: 'Machine drafts…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('44 characters');
  await expect(dialog).toContainText('$0.0009');
  await dialog.getByRole('button', { name: 'Request' }).click();
  await expect(page.getByRole('button', { name: 'Take 4 drafts' })).toBeVisible();
  const korean = page.getByRole('button', { name: 'First steps, 한국어: Title:' });
  await expect(korean).toContainText('번역한 글');
  const live = () => office.sql(`select count(*)::int as n from collection_text where locale <> 'en' and title <> ''`);
  expect(await live()).toEqual([{ n: 0 }]);
  await korean.focus();
  await expect(page.getByText('Machine draft by DeepL')).toBeVisible();
  await page.keyboard.press('Alt+m');
  await expect(page.getByRole('button', { name: 'Save 1 text…' })).toBeVisible();
  await page.keyboard.press('Control+s');
  await page.getByRole('dialog').getByRole('textbox').fill('I understand');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 text is saved and live.')).toBeVisible();
  expect(await live()).toEqual([{ n: 1 }]);
  await page.getByRole('button', { name: 'Take 3 drafts' }).click();
  await expect(page.getByRole('button', { name: 'Save 3 texts…' })).toBeVisible();

  // A long text, while its paragraphs are open.
  const description = { en: { title: 'First steps', description: '<p>Read all.</p>' } };
  const long = { cid: 'long', title: 'First steps', multi_lang_data: description };
  expect((await page.request.post(`${office.url}/api/v1/collection`, { data: long })).ok()).toBe(true);
  const request = { kind: 'collection', ids: ['long'], to: ['tr'], fields: ['description'] };
  expect((await page.request.post(`${office.url}/api/v1/draft`, { data: request })).ok()).toBe(true);
  await expect
    .poll(async () => office.sql(`select state from machine_draft where record_key = 'long'`))
    .toEqual([{ state: 'waiting' }]);
  await open(page, office, '/collection/matrix?text=description&search_val=long');
  await page.getByRole('button', { name: 'First steps, Türkçe: Description:' }).click();
  await expect(page.getByText('Machine draft by DeepL')).toBeVisible();
  await page.keyboard.press('Alt+m');
  await expect(page.getByRole('complementary').getByRole('textbox').first()).toContainText('çevrilen metin');
  await provider.close();
});
