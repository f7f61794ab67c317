import { expect, open, test } from './office.ts';

test('a term is added by keys, a text that says something else is pointed out, and a new name finds old texts', {
  tag: '@journey',
}, async ({ page, office }) => {
  const data = {
    cid: 'steps',
    title: 'Steps of a reader',
    multi_lang_data: {
      en: { description: '<p>For readers</p>' },
      ko: { title: '리더의 걸음', description: '<p>글</p>' },
    },
  };
  expect((await page.request.post(`${office.url}/api/v1/collection`, { data })).ok()).toBe(true);
  await open(page, office, '/term');
  await page.getByRole('button', { name: 'New term' }).press('Enter');
  await page.getByRole('dialog').getByLabel('English').fill('reader');
  await page.keyboard.press('Tab');
  for (const form of ['lector', '読者', '독자', 'okur']) {
    await page.keyboard.press('Tab');
    await page.keyboard.insertText(form);
  }
  await page.keyboard.press('Enter');
  await expect(page.getByText('Term added.')).toBeVisible();
  await expect(page.getByRole('row', { name: /reader lector 読者 독자 okur/ })).toBeVisible();

  await open(page, office, '/collection/steps/localize/ko');
  const terms = page.getByRole('list', { name: 'Terms of the house' }).first();
  await expect(terms).toContainText('reader → 독자');
  await expect(terms).toContainText('Not in this text');
  await page.getByLabel('Title', { exact: true }).fill('독자의 걸음');
  await expect(terms).not.toContainText('Not in this text');
  await page.keyboard.press('Control+s');
  await page.getByRole('dialog').getByRole('textbox').fill('I understand');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The texts in 한국어 are saved.')).toBeVisible();

  await open(page, office, '/term');
  await page.getByRole('link', { name: 'reader', exact: true }).press('Enter');
  await page.getByRole('dialog').getByLabel('한국어').fill('읽는이');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Term saved.')).toBeVisible();
  await page.getByRole('link', { name: 'Texts with an old term' }).press('Enter');
  await expect(page.getByText('ko title: reader, 독자')).toBeVisible();
});

test('what titles repeat is proposed, and added with a key', async ({ page, office }) => {
  for (const [cid, title, ko] of [
    ['k1', 'The blue kettle', '파란 주전자'],
    ['k2', 'A kettle for two', '둘을 위한 주전자'],
    ['k3', 'Kettle songs', '주전자의 노래'],
  ] as const) {
    const data = { cid, title, multi_lang_data: { ko: { title: ko } } };
    expect((await page.request.post(`${office.url}/api/v1/collection`, { data })).ok()).toBe(true);
  }
  await open(page, office, '/term');
  await page.getByRole('link', { name: 'Found in texts' }).press('Enter');
  await expect(page.getByRole('row', { name: /kettle 3 주전자 3 of 3/ })).toBeVisible();
  await page.getByRole('button', { name: 'Add: kettle' }).press('Enter');
  await expect(page.getByRole('dialog').getByLabel('한국어')).toHaveValue('주전자');
  await expect(page.getByRole('dialog').getByLabel('English')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Term added.')).toBeVisible();
  await expect(page.getByRole('row', { name: /kettle/ })).toHaveCount(0);
});
