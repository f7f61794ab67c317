import type { Locator, Page } from '@playwright/test';
import { jpeg } from '../src/features/image/image.fixture.ts';
import { drop, expect, type Office, open, openAsleep, ready, test } from './office.ts';

const titles = [
  'Amber',
  'Birch',
  'Cedar',
  'Daisy',
  'Ember',
  'Fern',
  'Grove',
  'Hazel',
  'Iris',
  'Juniper',
  'Kelp',
  'Lotus',
];
const api = '/api/v1/extra/series_guide';

/** The target places of the twelve items: every other one is moved there, the others are lengthened. */
const wanted = titles.map((_, n) =>
  n % 2 === 0 ? { start: (n % 5) + 2, length: 1 } : { start: 1, length: (n % 5) + 2 },
);
const columnsOf = (n: number) => (n % 5) + 1;

test.beforeEach(({ office }) => office.sql('truncate guide, guide_item restart identity cascade'));

async function addItems(page: Page, office: Office, some: readonly string[]): Promise<void> {
  for (const [n, title] of some.entries())
    await page.request.post(office.url + api, { data: { gui_id: 'path', title, legend: n % 2 ? 'Songs' : 'Tales' } });
}

const bar = (page: Page, title: string) => page.getByRole('slider', { name: `Age range of ${title}` });
const stored = async (page: Page, office: Office): Promise<{ title: string; start: number; length: number }[]> =>
  (await (await page.request.get(`${office.url}${api}?gui_id=path`)).json()).results.items;
const ranges = async (page: Page, office: Office) =>
  (await stored(page, office)).map(({ start, length }) => ({ start, length }));
const order = async (page: Page, office: Office) => (await stored(page, office)).map(({ title }) => title);

/** Drags a point of an element by this many pixels. */
async function drag(page: Page, target: Locator, { from = 0.5, x = 0, y = 0 }): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('What is dragged is in view.');
  const [left, top] = [box.x + box.width * from, box.y + box.height / 2];
  await page.mouse.move(left, top);
  await page.mouse.down();
  await page.mouse.move(left + x / 2, top + y / 2, { steps: 2 });
  await page.mouse.move(left + x, top + y, { steps: 2 });
  await drop(page);
}

test('a guide of twelve items is built by dragging: bars resized and moved, the last item put first', async ({
  page,
  office,
}) => {
  await open(page, office, '/series_guide');
  await page.getByLabel('Guide ID').fill('Path');
  await expect(page.getByText('Will be saved as path.')).toBeVisible();
  await page.getByRole('button', { name: 'Add guide' }).click();
  await page.waitForURL(/gui_id=path/);
  await ready(page);
  await page.getByRole('button', { name: 'Add item' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title', { exact: false }).first().fill('Amber');
  await dialog.getByLabel('Legend').fill('Tales, Songs');
  await dialog.getByLabel('Button link').fill('javascript:alert(1)');
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'amber.jpg', mimeType: 'image/jpeg', buffer: await jpeg(1, { width: 60, height: 80 }) });
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Found on beaches.');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('Enter an address that starts with http:// or https://.').first()).toBeVisible();
  await dialog.getByLabel('Button link').fill('https://example.org');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Item added.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit: Amber' })).toBeFocused();
  await addItems(page, office, titles.slice(1));
  await page.reload();
  await ready(page);
  const column = (await bar(page, 'Amber').boundingBox())?.width ?? 0;
  for (const [n, title] of titles.entries())
    await drag(page, bar(page, title), { from: n % 2 === 0 ? 0.5 : 0.97, x: column * columnsOf(n) });
  await expect.poll(() => ranges(page, office)).toEqual(wanted);
  // It stops at the end.
  await drag(page, bar(page, 'Lotus'), { x: column * 20 });
  await expect.poll(async () => (await ranges(page, office))[11]).toEqual({ start: 8, length: 3 });
  const lotus = page.getByRole('button', { name: 'Move Lotus' });
  const top = (await page.getByRole('button', { name: 'Move Juniper' }).boundingBox())?.y ?? 0;
  await drag(page, lotus, { y: top - ((await lotus.boundingBox())?.y ?? 0) - 10 });
  const moved = [...titles.slice(0, 9), 'Lotus', 'Juniper', 'Kelp'];
  await expect.poll(() => order(page, office)).toEqual(moved);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => order(page, office)).toEqual(titles);
});

test('the same is built by keyboard and by number, with a deletion that is undone; then it is read', {
  tag: '@journey',
}, async ({ page, office }) => {
  await addItems(page, office, titles);
  await open(page, office, '/series_guide?gui_id=path');
  for (const [n, title] of titles.entries()) {
    const key = n % 2 === 0 ? 'ArrowRight' : 'Shift+ArrowRight';
    await bar(page, title).focus();
    for (let step = 0; step < columnsOf(n); step++) await page.keyboard.press(key);
  }
  await expect(bar(page, 'Cedar')).toHaveAttribute('aria-valuetext', '7–8, column 4');
  await expect.poll(() => ranges(page, office)).toEqual(wanted);
  const start = page.getByRole('spinbutton', { name: 'Start of Lotus' });
  await expect(start).toHaveCount(0);
  await page.getByRole('button', { name: 'Numbers' }).click();
  await expect(start).toBeVisible();
  const wake = await openAsleep(page, page.url());
  await start.fill('99');
  await start.press('Enter');
  await wake();
  await expect.poll(async () => (await ranges(page, office))[11]).toEqual({ start: 10, length: 1 });
  const position = page.getByLabel('Position of Lotus');
  await position.fill('1');
  await position.press('Enter');
  await expect.poll(() => order(page, office)).toEqual(['Lotus', ...titles.slice(0, 11)]);
  await page.getByRole('button', { name: 'Delete: Amber' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(
    'Are you sure you want to delete the selected item? The deleted items cannot be restored.',
  );
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Edit: Birch' })).toBeFocused();
  await expect(page.getByText('Item deleted.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/^Undone: /)).toBeVisible();
  expect(await order(page, office)).toEqual(['Lotus', ...titles.slice(0, 11)]);
  await page.getByRole('link', { name: 'View' }).click();
  await ready(page);
  await expect(page.getByRole('heading', { name: 'Lotus' })).toBeVisible();
  await page.getByRole('link', { name: /^Birch/ }).click();
  await expect(page.getByRole('heading', { name: 'Birch' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Lotus' })).toBeHidden();
  await expect(page.getByRole('slider')).toHaveCount(0);
});

test('a failure is shown and retried, and a change that somebody else made first is loaded first', async ({
  page,
  office,
}) => {
  await addItems(page, office, ['Amber', 'Birch']);
  await open(page, office, '/series_guide?gui_id=path');
  await page.route(`**${api}`, (route) => route.abort());
  await bar(page, 'Amber').press('ArrowRight');
  const problem = page.getByRole('alert').filter({ hasText: 'Could not save the age range.' });
  await expect(problem).toContainText('There is no response from the server.');
  await expect(bar(page, 'Amber')).toHaveAttribute('aria-valuenow', '1');
  await page.unroute(`**${api}`);
  await problem.getByRole('button', { name: 'Try again' }).click();
  await expect
    .poll(() => ranges(page, office))
    .toEqual([
      { start: 2, length: 1 },
      { start: 1, length: 1 },
    ]);
  await page.request.put(office.url + api, { data: { gui_id: 'path', itm_idx: 2, start: 7, length: 2 } });
  await bar(page, 'Birch').press('ArrowRight');
  const stale = page.getByRole('alert').filter({ hasText: 'You saved changes in another tab' });
  await expect(stale).toBeVisible();
  await expect(bar(page, 'Birch')).toHaveAttribute('aria-valuenow', '7');
  await stale.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(async () => (await ranges(page, office))[1]).toEqual({ start: 2, length: 1 });
  await page.getByRole('link', { name: 'Series Guide' }).first().click();
  await ready(page);
  await page.getByLabel('Guide ID').fill('PATH');
  await page.getByRole('button', { name: 'Add guide' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'This ID is already in use.' })).toBeVisible();
});
