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
    const presses = main.getByText(/^(Export|New series|New book|Edit|History|Today)$/);
    await expect(presses.filter({ visible: true })).toHaveCount(0);
  }
  await expect(page.locator('#side-menu')).toBeHidden();
});

test('paper says when it was printed and what a list is filtered by, and leaves out what is over the page', async ({
  page,
  office,
}) => {
  const books = [11, 12].map((n) => bookRow(n, { title: `Lantern ${n}`, format: 'EPUB' }));
  await page.request.post(`${office.url}/api/v1/book`, { data: { books, create_missing: true } });
  await open(page, office, '/book?format=EPUB&search_val=lantern');
  await page.locator('tbody').getByRole('checkbox').first().check();
  await page.keyboard.press('Control+z');
  const notice = page.getByText('There is nothing of yours to undo on this page.');
  await expect(notice).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(page.getByText('Format: EPUB')).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('lantern');
  for (const hidden of [notice, page.getByRole('group', { name: 'selected' }), page.getByText('Clear filters')])
    await expect(hidden).toBeHidden();
  const printed = await page.locator('main').evaluate((main) => getComputedStyle(main, '::after').content);
  expect(printed).toContain(String(new Date().getFullYear()));
  expect(await page.locator('main').evaluate((main) => getComputedStyle(main).printColorAdjust)).toBe('exact');
});

test('the fields of a form are light on paper in dark mode too', async ({ page, office }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await open(page, office, '/collection/create');
  await expect(page.locator('html[data-mantine-color-scheme=dark]')).toBeAttached();
  await expect(page.getByLabel('Collection ID')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});

test('of a guide, paper shows the texts of all items, and of a long list which of its rows it shows', async ({
  page,
  office,
}) => {
  const books = Array.from({ length: 60 }, (_, n) => bookRow(n + 1, { title: `Lantern ${n + 1}`, series: 'Tides' }));
  await page.request.put(`${office.url}/api/v1/book/import`, { data: { books, create_missing: true } });
  await page.request.post(`${office.url}/api/v1/collection`, { data: { cid: 'sea', title: 'Tales of the sea' } });
  const ids = await office.sql('select bidx from book order by bidx');
  const add = ids.map(({ bidx }) => ({ content_type: 'book', content_idx: Number(bidx) }));
  const added = { add, reason: 'For the fair' };
  expect((await page.request.put(`${office.url}/api/v5/collection/sea/contents`, { data: added })).status()).toBe(200);
  for (const title of ['Rhymes', 'Fables']) {
    const item = { gui_id: 'path', title, description: `<p>About ${title}.</p>`, start: 2, length: 3 };
    await page.request.post(`${office.url}/api/v1/extra/series_guide`, { data: item });
  }
  await page.emulateMedia({ media: 'print' });
  await open(page, office, '/series_guide?gui_id=path&mode=view');
  await expect(page.getByText('About Rhymes.')).toBeVisible();
  await expect(page.getByText('About Fables.')).toBeVisible();
  await open(page, office, '/collection/sea/contents');
  await expect(page.getByText(/^1–\d+ of 6\d rows$/)).toBeVisible();
});
