import { expect, open, test } from './office.ts';

test('an empty list says what it is for and how to begin, with nothing to filter, page or download', async ({
  page,
  office,
}) => {
  await open(page, office, '/release');
  await expect(page.getByText('There are no releases yet.')).toBeVisible();
  await expect(page.getByRole('search', { name: 'Filters' })).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Views' })).toHaveCount(0);
  await expect(page.getByText('0 rows')).toHaveCount(0);
  await page.locator('main').getByRole('button', { name: 'New release' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeVisible();
  await open(page, office, '/category');
  await expect(page.getByRole('button', { name: 'Export' })).toHaveCount(0);
  await page.locator('main').getByRole('button', { name: 'New category' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Fables');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
});

test('a menu and tabs show no zeros', async ({ page, office }) => {
  await open(page, office, '/event');
  await expect(
    page.locator('#side-menu [data-count="/event"], #side-menu [data-count="/release"]').first(),
  ).toBeEmpty();
  await page.request.post(`${office.url}/api/v1/collection`, { data: { cid: 'TIDES', title: 'Tides' } });
  await open(page, office, '/collection');
  const views = page.getByRole('navigation', { name: 'Views' });
  await expect(views.getByRole('link', { name: 'Locked', exact: true })).toBeVisible();
  await open(page, office, '/collection/TIDES');
  await expect(page.locator('[data-tabs]').getByRole('link', { name: 'Contents', exact: true })).toBeVisible();
});
