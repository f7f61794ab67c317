import type { Page } from '@playwright/test';
import { bookRow } from '#features/book/book.factory.ts';
import { drop, expect, open, ready, test } from './office.ts';

const titles = ['Amber', 'Birch', 'Cedar', 'Daisy', 'Ember', 'Fern', 'Grove', 'Hazel'];

test.beforeEach(async ({ page, office }) => {
  await office.sql('truncate roadmap_book, roadmap, book, age_group restart identity cascade');
  const books = titles.map((title, n) => bookRow(n + 1, { title, age_group: 'Ages 4' }));
  await page.request.post(`${office.url}/api/v1/book`, { data: { books, create_missing: true } });
  await page.request.put(`${office.url}/api/v1/book`, { data: { bids: books.map(({ bid }) => bid) } });
  await open(page, office, '/roadmap/1');
});

const waiting = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Waiting list' }).getByRole('button', { name: title }).first();
const row = (page: Page, number: number) => page.getByRole('list', { name: `Row ${number}` });
const tile = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Rows' }).getByRole('button', { name: title }).first();
const stored = async (page: Page, url: string) =>
  (await (await page.request.get(`${url}/api/v1/roadmap?target_group=1`)).json()).results.rows;

async function drag(page: Page, from: ReturnType<typeof waiting>, to: ReturnType<typeof waiting>) {
  const [a, b] = [await from.boundingBox(), await to.boundingBox()];
  if (!a || !b) throw new Error('Both ends of a drag are in view.');
  await page.mouse.move(a.x + a.width / 2, a.y + 10);
  await page.mouse.down();
  await page.mouse.move(a.x + a.width / 2 + 10, a.y + 20);
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 5 });
  await drop(page);
}

test('a click with Shift selects all books up to it, and moving another book keeps the selection', async ({
  page,
  office,
}) => {
  await waiting(page, 'Birch').click();
  await waiting(page, 'Daisy').click({ modifiers: ['Shift'] });
  for (const title of ['Birch', 'Cedar', 'Daisy'])
    await expect(waiting(page, title)).toHaveAttribute('aria-pressed', 'true');
  await expect(waiting(page, 'Amber')).toHaveAttribute('aria-pressed', 'false');
  // A row holds no more than five.
  await waiting(page, 'Hazel').click({ modifiers: ['Shift'] });
  await expect(page.getByText('A row cannot exceed 5 books')).toBeVisible();

  await waiting(page, 'Fern').focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'New row', exact: true }).click();
  await expect(tile(page, 'Fern')).toBeVisible();
  await expect(waiting(page, 'Cedar')).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'New row: drop books here' }).click();
  await expect.poll(() => stored(page, office.url)).toEqual([['B6'], ['B2', 'B3', 'B4']]);
});

test('books are dragged from the waiting list into rows and back, and a sixth is refused by the rule', {
  tag: '@journey',
}, async ({ page, office }) => {
  const newRow = page.getByRole('button', { name: 'New row: drop books here' });
  await drag(page, waiting(page, 'Amber'), newRow);
  await expect(row(page, 1).getByRole('button', { name: 'Amber' }).first()).toBeVisible();
  for (const title of ['Birch', 'Cedar', 'Daisy', 'Ember']) {
    await drag(page, waiting(page, title), row(page, 1));
    await expect(tile(page, title)).toBeVisible();
    await expect(waiting(page, title)).toBeHidden();
  }
  await drag(page, waiting(page, 'Fern'), row(page, 1));
  await expect(page.getByText('A row cannot exceed 5 books')).toBeVisible();
  await drag(page, tile(page, 'Cedar'), waiting(page, 'Grove'));
  await expect(waiting(page, 'Cedar')).toBeVisible();
  await drag(page, tile(page, 'Ember'), tile(page, 'Amber'));
  await expect.poll(() => stored(page, office.url)).toEqual([['B5', 'B1', 'B2', 'B4']]);
});

test('books are moved by keyboard, and the change is undone from the notice', async ({ page, office }) => {
  await waiting(page, 'Birch').focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'New row' }).press('Enter');
  await expect(tile(page, 'Birch')).toBeVisible();
  // The next book takes the place, and the focus, of the one that was moved.
  await expect(waiting(page, 'Cedar')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+F10');
  await page.keyboard.press('Enter');
  await page.getByRole('spinbutton', { name: 'Row number, 1 to 1' }).fill('1');
  await page.keyboard.press('Enter');
  await expect.poll(() => stored(page, office.url)).toEqual([['B2', 'B3']]);
  await tile(page, 'Birch').focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'New row below' }).press('Enter');
  await expect(row(page, 2).getByRole('button', { name: 'Birch' }).first()).toBeFocused();
  await expect.poll(() => stored(page, office.url)).toEqual([['B3'], ['B2']]);
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Remove' }).press('Enter');
  await expect.poll(() => stored(page, office.url)).toEqual([['B3']]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => stored(page, office.url)).toEqual([['B3'], ['B2']]);
});

test('Undo that is pressed while a book is being removed puts that book back, by mouse and by key', async ({
  page,
  office,
}) => {
  for (const title of ['Amber', 'Birch'])
    await drag(page, waiting(page, title), page.getByRole('button', { name: 'New row: drop books here' }));
  await expect.poll(() => stored(page, office.url)).toEqual([['B1'], ['B2']]);
  const undoButton = page.getByRole('button', { name: 'Undo' });
  for (const undo of [() => undoButton.click(), () => page.keyboard.press('Control+z')]) {
    const held = Promise.withResolvers<void>();
    await page.route('**/api/v1/roadmap', async (route) => {
      await held.promise;
      await route.continue();
    });
    await tile(page, 'Birch').focus();
    await page.keyboard.press('Shift+F10');
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByRole('menuitem', { name: 'Remove' }).press('Enter');
    await sent;
    const undone = page.waitForRequest('**/api/v1/act/*/undo');
    await undo();
    held.resolve();
    await undone;
    await expect.poll(() => stored(page, office.url)).toEqual([['B1'], ['B2']]);
    await expect(tile(page, 'Birch')).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('Ctrl Z pressed twice at once takes back the last two changes, the last one first', async ({ page, office }) => {
  const newRow = page.getByRole('button', { name: 'New row: drop books here' });
  await drag(page, waiting(page, 'Amber'), newRow);
  await expect.poll(() => stored(page, office.url)).toEqual([['B1']]);
  await drag(page, waiting(page, 'Birch'), newRow);
  await drag(page, tile(page, 'Birch'), tile(page, 'Amber'));
  await expect.poll(() => stored(page, office.url)).toEqual([['B2', 'B1']]);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(() => stored(page, office.url)).toEqual([['B1']]);
  await expect(waiting(page, 'Birch')).toBeVisible();
});

test('books that are moved from the bar of selected ones are focused in their row', async ({ page }) => {
  await waiting(page, 'Amber').click();
  await page.getByRole('button', { name: 'Move 1 book' }).click();
  await page.getByRole('menuitem', { name: 'New row' }).click();
  await expect(row(page, 1).getByRole('button', { name: 'Amber' }).first()).toBeFocused();
});

test('a bulk edit is saved as a whole after a question, or discarded', async ({ page, office }) => {
  const move = (data: object) =>
    page.request.put(`${office.url}/api/v1/roadmap`, { data: { target_group: 1, ...data } });
  await move({ target_row: 0, bids: ['B1', 'B2'] });
  await move({ target_row: 1, bids: ['B3'] });
  await page.reload();
  await ready(page);
  const bulk = page.getByRole('button', { name: 'Bulk edit' });
  await bulk.click();
  await expect(page.getByRole('group', { name: 'Bulk edit' })).toBeFocused();
  await drag(page, tile(page, 'Cedar'), tile(page, 'Amber'));
  await expect(row(page, 2)).toBeHidden();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, 2)).toBeVisible();
  await bulk.click();
  await drag(page, tile(page, 'Cedar'), tile(page, 'Birch'));
  // Somebody else is faster.
  await move({ target_row: -1, bids: ['B1'] });
  const complete = async () => {
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
  };
  await complete();
  await expect(page.getByText('ada changed this roadmap')).toBeVisible();
  await page.getByRole('button', { name: 'Keep my arrangement' }).click();
  await complete();
  await expect.poll(() => stored(page, office.url)).toEqual([['B3', 'B2']]);
});

test("a move that conflicts with somebody else's is kept, shown and applied to the newer rows", async ({
  page,
  office,
}) => {
  await page.request.put(`${office.url}/api/v1/roadmap`, { data: { target_group: 1, target_row: 0, bids: ['B8'] } });
  await waiting(page, 'Amber').click();
  await page.getByRole('button', { name: 'New row: drop books here' }).click();
  await expect(page.getByText('Your move of 1 book is not saved yet: Amber.')).toBeVisible();
  await expect(tile(page, 'Hazel')).toBeVisible();
  await page.getByRole('button', { name: 'Move them now' }).click();
  await expect.poll(() => stored(page, office.url)).toEqual([['B8'], ['B1']]);
});

test.describe('With a finger', () => {
  test.use({ hasTouch: true });

  test('a long press opens the menu of a book and does not select it; a tap selects it', async ({ page, office }) => {
    const box = await waiting(page, 'Birch').boundingBox();
    if (!box) throw new Error('The book is in view.');
    const finger = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchEnd') =>
      finger.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchStart' ? [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }] : [],
      });
    await touch('touchStart');
    await expect(page.getByRole('menu', { name: 'Move Birch' })).toBeVisible();
    await touch('touchEnd');
    await page.getByRole('menuitem', { name: 'New row' }).tap();
    await expect.poll(() => stored(page, office.url)).toEqual([['B2']]);
    await expect(page.getByRole('button', { pressed: true })).toHaveCount(0);
    await waiting(page, 'Cedar').tap();
    await expect(waiting(page, 'Cedar')).toHaveAttribute('aria-pressed', 'true');
  });
});

test('where a pressed button gets no focus, the focus still goes with the selected books', async ({ page }) => {
  await page.evaluate(() =>
    addEventListener(
      'mousedown',
      (event) => {
        if (!(event.target instanceof Element) || !event.target.closest('button')) return;
        event.preventDefault();
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      },
      true,
    ),
  );
  await waiting(page, 'Birch').click();
  await page.getByRole('button', { name: 'Move 1 book' }).click();
  await page.getByRole('menuitem', { name: 'New row', exact: true }).click();
  await expect(row(page, 1).getByRole('button', { name: 'Birch' }).first()).toBeFocused();
});
