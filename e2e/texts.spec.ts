import { readFile } from 'node:fs/promises';
import { expect, open, ready, test } from './office.ts';

test('a person sends texts out, brings the translation back, sees each text, saves them and undoes it', {
  tag: '@journey',
}, async ({ page, office }) => {
  const data = { cid: 'steps', title: 'First steps' };
  expect((await page.request.post(`${office.url}/api/v1/collection`, { data })).ok()).toBe(true);
  await open(page, office, '/collection/matrix');
  await page.getByRole('link', { name: 'Translate in files' }).click();
  await page.waitForURL(/\/texts$/);
  await ready(page);
  for (const language of ['Español', '日本語', 'Türkçe']) await page.getByLabel(language).uncheck();
  await page.getByLabel('XLIFF 2').check();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^texts-collection-ko-.*\.xlf$/);
  const left = await readFile(await download.path(), 'utf8');
  const buffer = Buffer.from(left.replace('</source>', '</source><target>첫걸음</target>'));
  await page.locator('input[type=file]').setInputFiles({ name: 'ko.xlf', mimeType: 'application/xliff+xml', buffer });
  await page.waitForURL(/\/texts\/\d+/);
  await ready(page);
  await expect(page.getByText('1 text changes')).toBeVisible();
  await expect(page.getByRole('cell', { name: '첫걸음' })).toBeVisible();

  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('I understand');
  await page.getByRole('dialog').getByRole('button', { name: 'Save texts' }).click();
  await expect(page.getByText('The texts of the file are saved and live.')).toBeVisible();
  const stored = () => office.sql("select title from collection_text where locale = 'ko'");
  expect(await stored()).toEqual([{ title: '첫걸음' }]);

  await page.locator('header').getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();
  expect(await stored()).toEqual([]);
});
