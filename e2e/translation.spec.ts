import type { Page } from '@playwright/test';
import { clicksOf } from '../look/task.ts';
import { colleague, expect, type Office, open, ready, test } from './office.ts';

const phrase = 'I understand';
const cellOf = (page: Page, name: string) => page.getByRole('button', { name: `${name}:` });
const fieldOf = (page: Page, name: string) => page.getByRole('textbox', { name: `${name}:` });
const textsOf = (office: Office, cid: string) =>
  office.sql(
    `select locale, title, summary from collection_text join collection using (cidx) where cid = '${cid}' order by locale`,
  );
const add = async (page: Page, office: Office, cid: string, title: string, texts: object = {}) => {
  const data = { cid, title, multi_lang_data: texts };
  expect((await page.request.post(`${office.url}/api/v1/collection`, { data })).ok()).toBe(true);
};

test.beforeEach(async ({ office }) => {
  await office.sql('delete from collection');
  await office.sql('delete from collection_cid');
});

test('a title gets its other four languages in six clicks', { tag: '@journey' }, async ({ page, office }) => {
  await add(page, office, 'steps', 'First steps');
  const task = {
    name: 'five languages of a title',
    most: 6,
    start: '/collection/matrix',
    act: async ({ press, key }: Parameters<Parameters<typeof clicksOf>[0]['act']>[0]) => {
      await press(cellOf(page, 'First steps, Español'));
      await page.keyboard.type('Primeros pasos');
      for (const title of ['はじめの一歩', '첫걸음', 'İlk adımlar']) {
        await key('Tab');
        await page.keyboard.insertText(title);
      }
      await key('Control+s');
      await page.getByRole('dialog').getByRole('textbox').fill(phrase);
      await key('Enter');
      await expect(page.getByText('4 texts are saved and live.')).toBeVisible();
    },
  };
  expect(await clicksOf(task, page, office.url)).toBe(6);
  expect((await textsOf(office, 'steps')).map(({ locale, title }) => [locale, title])).toEqual([
    ['en', 'First steps'],
    ['es', 'Primeros pasos'],
    ['jp', 'はじめの一歩'],
    ['ko', '첫걸음'],
    ['tr', 'İlk adımlar'],
  ]);
  expect(await office.sql("select action from audit where entity_id = 'steps' order by audit_idx")).toEqual([
    { action: 'collection.created' },
    { action: 'collection.updated' },
  ]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/^Undone: /)).toBeVisible();
  await expect(cellOf(page, 'First steps, Español')).toContainText('Missing');
  expect((await textsOf(office, 'steps')).filter(({ title }) => title !== '')).toHaveLength(1);
});

test('texts are drafts until they are saved: they survive other pages and a reload, and a wrong phrase', async ({
  page,
  office,
}) => {
  page.on('dialog', (dialog) => void dialog.accept());
  await add(page, office, 'a', 'Lamp', { en: { summary: 'A light' } });
  await add(page, office, 'b', 'Boat', { en: { summary: 'A ship' }, ko: { title: '배', summary: '큰 배' } });
  await open(page, office, '/collection/matrix');
  await cellOf(page, 'Lamp, 한국어').click();
  await page.keyboard.insertText('등불');
  await page.keyboard.press('Enter');
  await expect(fieldOf(page, 'Boat, 한국어')).toHaveValue('배');
  await page.keyboard.insertText('!');
  await page.keyboard.press('Escape');
  await expect(cellOf(page, 'Boat, 한국어')).toBeFocused();
  await expect(cellOf(page, 'Boat, 한국어')).toContainText('배');
  await page.getByRole('link', { name: /^Summary/ }).click();
  await expect(page.getByRole('link', { name: /^Summary/ })).toHaveAttribute('aria-current', 'page');
  await cellOf(page, 'Lamp, 한국어').click();
  await page.keyboard.insertText('빛');
  await expect(page.getByText('2 texts kept as drafts, not live yet')).toBeVisible();
  expect(await textsOf(office, 'a')).toHaveLength(1);

  await page.reload();
  await ready(page);
  await expect(cellOf(page, 'Lamp, 한국어')).toContainText('빛');
  await page.getByRole('button', { name: 'Save 2 texts…' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('i understand');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Cancelled: the text does not match.')).toBeVisible();
  await page.keyboard.press('Control+s');
  await page.getByRole('dialog').getByRole('textbox').fill(phrase);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Save texts' })).toBeDisabled();
  expect(await textsOf(office, 'a')).toMatchObject([{ locale: 'en' }, { locale: 'ko', title: '등불', summary: '빛' }]);
});

test('Ctrl Enter goes to what is missing, over all four texts, and the memory fills it by key', async ({
  page,
  office,
}) => {
  const known = { title: 'x', summary: 'x' };
  await add(page, office, 'a', 'Science for curious readers', { es: known, jp: known, tr: known });
  await add(page, office, 'b', 'Stories for curious readers', {
    en: { summary: 'Tales' },
    es: known,
    jp: known,
    tr: known,
    ko: { title: '호기심 많은 독자를 위한 이야기' },
  });
  await open(page, office, '/collection/matrix');
  await page.keyboard.press('Control+Enter');
  await expect(fieldOf(page, 'Science for curious readers, 한국어')).toBeFocused();
  const memory = page.getByRole('region', { name: 'Translated before' });
  await expect(memory.getByRole('listitem')).toHaveCount(1);
  await expect(memory).toContainText('호기심 많은 독자를 위한 이야기');
  await page.keyboard.press('Alt+1');
  await expect(fieldOf(page, 'Science for curious readers, 한국어')).toHaveValue('호기심 많은 독자를 위한 이야기');
  await page.keyboard.press('Control+Enter');
  await expect(fieldOf(page, 'Stories for curious readers, 한국어')).toBeFocused();
  await expect(page).toHaveURL(/lack=missing.*text=summary/);
  await page.keyboard.insertText('이야기');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Nothing more to write here.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save 2 texts…' })).toBeVisible();
});

test('somebody else’s save is shown in the cell that has a draft, and each text can be kept', async ({
  page,
  office,
  browser,
}) => {
  await add(page, office, 'a', 'Lamp', { ko: { title: '램프' } });
  await add(page, office, 'b', 'Boat');
  await open(page, office, '/collection/matrix');
  await cellOf(page, 'Lamp, 한국어').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('등불');
  await cellOf(page, 'Boat, 한국어').click();
  await page.keyboard.insertText('배');
  const mina = await colleague(await browser.newContext(), office);
  const texts = { ko: { title: '전등' } };
  await mina.request.put(`${office.url}/api/v5/collection/a/texts`, { data: { texts } });
  const marked = page.getByRole('cell').filter({ hasText: 'Somebody else changed this text' });
  await expect(marked).toContainText('등불');
  await page.keyboard.press('Control+s');
  await page.getByRole('dialog').getByRole('textbox').fill(phrase);
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 text is saved and live.')).toBeVisible();
  await expect(page.getByRole('alert').first()).toContainText('Lamp: mina saved changes');
  expect(await textsOf(office, 'b')).toMatchObject([{}, { locale: 'ko', title: '배' }]);
  await cellOf(page, 'Lamp, 한국어').click();
  await expect(page.getByRole('alert').filter({ hasText: '전등' })).toBeVisible();
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.keyboard.press('Control+s');
  await page.getByRole('dialog').getByRole('textbox').fill(phrase);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Save texts' })).toBeDisabled();
  expect(await textsOf(office, 'a')).toMatchObject([{}, { title: '등불' }]);
});

test('a text older than the English shows what changed, and is marked as still right by key', async ({
  page,
  office,
}) => {
  await add(page, office, 'a', 'Lamp', { en: { summary: 'A light' }, ko: { title: '등불', summary: '빛' } });
  await page.request.put(`${office.url}/api/v5/collection/a/localize/en`, { data: { summary: 'A small light' } });
  await open(page, office, '/collection/matrix?text=summary&lack=older');
  await page.keyboard.press('Control+Enter');
  await expect(fieldOf(page, 'Lamp, 한국어')).toBeFocused();
  await expect(page.getByRole('insertion')).toHaveText('small ');
  await page.keyboard.press('Alt+o');
  await expect(page.getByText('The text is marked as still right.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Older than English', exact: true })).toBeVisible();
});

test('long texts are edited beside the grid, and rows of a spreadsheet fill the cells', async ({ page, office }) => {
  await add(page, office, 'a', 'Lamp', { en: { description: '<p>A light</p>' } });
  await add(page, office, 'b', 'Boat');
  await open(page, office, '/collection/matrix?text=description');
  await page.keyboard.press('Control+Enter');
  const editor = page.getByRole('textbox', { name: 'Español: Description' });
  await expect(editor).toBeFocused();
  await page.keyboard.type('Una luz');
  await expect(cellOf(page, 'Lamp, Español')).toContainText('Una luz');
  await page.keyboard.press('Escape');
  await expect(cellOf(page, 'Lamp, Español')).toBeFocused();

  await page.getByRole('link', { name: /^Title/ }).click();
  await expect(page.getByRole('link', { name: /^Title/ })).toHaveAttribute('aria-current', 'page');
  await cellOf(page, 'Lamp, Español').click();
  await fieldOf(page, 'Lamp, Español').evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Farol\tランプ\t등불\r\nBarco\t舟\t배\r\n');
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(page.getByRole('button', { name: 'Save 7 texts…' })).toBeVisible();
  await expect(cellOf(page, 'Boat, 한국어')).toContainText('배');
});
