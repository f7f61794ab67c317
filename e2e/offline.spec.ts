import { expect, open, test } from './office.ts';

test.use({ serviceWorkers: 'allow' });

test('an address that is typed without a network shows a page of the office, which opens by itself once there is one', async ({
  page,
  context,
  office,
}) => {
  await context.addCookies([{ name: 'lang', value: 'ko', url: office.url }]);
  await open(page, office, '/category');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.goto(`${office.url}/series`);
  await expect(page.getByRole('heading', { name: '연결되지 않음' })).toBeVisible();
  await expect(page).toHaveURL(/\/series$/);
  await page.getByRole('link', { name: '다시 시도' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: '시리즈' })).toBeVisible();
});

test('nothing of a page that was read is kept for those who come without a session', async ({ page, office }) => {
  await open(page, office, '/customer');
  await page.evaluate(() => navigator.serviceWorker.ready);
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    );
    return all.flat().map((url) => new URL(url).pathname);
  });
  expect(kept).toEqual(['/offline']);
});
