import { bookRow } from '#features/book/book.factory.ts';
import { expect, open, test } from './office.ts';

test('on paper a screen shows its content, and nothing to press', async ({ page, office }) => {
  const books = [bookRow(1, { title: 'The Lantern', series: 'Tides', age_group: 'Ages 4' })];
  await page.request.post(`${office.url}/api/v1/book`, { data: { books, create_missing: true } });
  await page.request.put(`${office.url}/api/v1/book`, { data: { bids: ['B1'] } });
  await page.request.put(`${office.url}/api/v1/roadmap`, { data: { target_group: 1, target_row: 0, bids: ['B1'] } });
  await page.emulateMedia({ media: 'print' });
  const main = page.locator('main');
  for (const [path, content] of [
    ['/series', 'Tides'],
    ['/roadmap/1', 'The Lantern'],
    ['/book', 'The Lantern'],
    ['/book/B1', 'The Lantern'],
    ['/calendar', '15'],
  ] as const) {
    await open(page, office, path);
    await expect(main.getByText(content, { exact: true }).filter({ visible: true }).first()).toBeVisible();
    await expect(main.locator('button:not([data-printed]):visible, input:visible')).toHaveCount(0);
    const presses = main.getByText(/^(Export CSV|New series|New book|Edit|History|Today)$/);
    await expect(presses.filter({ visible: true })).toHaveCount(0);
  }
  await expect(page.locator('#side-menu')).toBeHidden();
});
