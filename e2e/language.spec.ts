import { expect, open, ready, test } from './office.ts';

test('a page is entirely in the language of its address: dialogs, refusals, notices, whatever the cookies say', async ({
  page,
  context,
  office,
}) => {
  await office.sql("insert into age_group (title) values ('Ages 3 to 5')");
  await context.addCookies(['lang', 'language'].map((name) => ({ name, value: 'en', url: office.url })));
  await open(page, office, '/agegroup?lang=ko');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ko');
  await page.getByRole('button', { name: '새 연령 그룹' }).click();
  const dialog = page.getByRole('dialog', { name: '새 연령 그룹' });
  await dialog.getByLabel('제목').fill('Ages 3 to 5');
  await dialog.getByRole('button', { name: '추가' }).click();
  await expect(dialog.getByText('이 제목의 연령 그룹이 이미 있습니다.')).toBeVisible();
  await page.route('**/api/v1/age_group', (route) => route.abort());
  await dialog.getByRole('button', { name: '추가' }).click();
  await expect(dialog.getByRole('alert')).toContainText('연령 그룹을 추가하지 못했습니다.');
  await page.unroute('**/api/v1/age_group');
  await dialog.getByLabel('제목').fill('Ages 6 to 8');
  await dialog.getByRole('button', { name: '추가' }).click();
  await expect(page.getByRole('status').filter({ hasText: '추가했습니다: Ages 6 to 8' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ko');
});

test('a link to a dialog in another language than the cookies opens it, and its page, in that language', async ({
  page,
  office,
}) => {
  await open(page, office, '/series/create?lang=es');
  await expect(page.getByRole('dialog', { name: 'Nueva serie' }).getByLabel('Título')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
});

test('choosing a language overrides the one of the address', async ({ page, office }) => {
  await open(page, office, '/series?lang=ko&open=1');
  await page.getByRole('button', { name: /한국어/ }).click();
  await page.getByRole('button', { name: 'Türkçe' }).click();
  await page.waitForURL(`${office.url}/series?open=1`);
  await ready(page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'tr');
});
