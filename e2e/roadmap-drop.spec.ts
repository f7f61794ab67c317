import type { Locator, Page } from '@playwright/test';
import { bookRow } from '#features/book/book.factory.ts';
import { drop, expect, open, test } from './office.ts';

// Enough rows that only some are rendered; a few waiting books per drop below.
const rowCount = 24;
const bid = (row: number, place: number) => `B${row * 2 + place + 1}`;
const start = Array.from({ length: rowCount }, (_, row) => [bid(row, 0), bid(row, 1)]);
const spare = Array.from({ length: 12 }, (_, n) => `B${rowCount * 2 + n + 1}`);

test.beforeEach(async ({ page, office }) => {
  await office.sql('truncate roadmap_book, roadmap, book, age_group restart identity cascade');
  const books = Array.from({ length: rowCount * 2 + spare.length }, (_, n) =>
    bookRow(n + 1, { title: `Book ${String(n + 1).padStart(2, '0')}`, age_group: 'Ages 4' }),
  );
  await page.request.post(`${office.url}/api/v1/book`, { data: { books, create_missing: true } });
  await page.request.put(`${office.url}/api/v1/book`, { data: { bids: books.map((book) => book.bid) } });
  await office.sql('insert into roadmap (grp_idx) values (1)');
  await office.sql(
    `insert into roadmap_book (grp_idx, bidx, row_no, place)
     select 1, bidx, (bidx - 1) / 2, (bidx - 1) % 2 from book where bidx <= $1`,
    [rowCount * 2],
  );
  await open(page, office, '/roadmap/1');
});

const rows = (page: Page) => page.getByRole('region', { name: 'Rows' });
const list = (page: Page, row: number) => page.getByRole('list', { name: `Row ${row + 1}`, exact: true });
const tile = (page: Page, book: string) =>
  page.getByRole('button', { name: `Book ${book.slice(1).padStart(2, '0')} ${book}`, exact: true });

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('Both ends of a drag are in view.');
  return box;
}

/** Scrolls a row to the middle of the list. */
async function show(page: Page, row: number): Promise<void> {
  await expect(async () => {
    await rows(page).evaluate((scroller, top) => scroller.scrollTo({ top }), row * 150);
    await list(page, row).evaluate((element) => element.scrollIntoView({ block: 'center' }), null, { timeout: 200 });
  }).toPass();
}

type Where = 'before the first' | 'between' | 'after the last' | 'empty space';

/** The point of a row that a place is at. */
async function pointAt(page: Page, row: number, where: Where) {
  const books = list(page, row).getByRole('listitem');
  const [first, last, all] = [await boxOf(books.first()), await boxOf(books.last()), await boxOf(list(page, row))];
  const y = all.y + all.height / 2;
  if (where === 'before the first') return { x: first.x + 8, y };
  if (where === 'between') return { x: first.x + first.width + 2, y };
  if (where === 'after the last') return { x: last.x + last.width - 8, y };
  return { x: all.x + all.width - 12, y };
}

async function lift(page: Page, book: Locator): Promise<void> {
  const from = await boxOf(book);
  await page.mouse.move(from.x + 20, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 32, from.y + from.height / 2);
}

const stored = async (page: Page, url: string): Promise<string[][]> =>
  (await (await page.request.get(`${url}/api/v1/roadmap?target_group=1`)).json()).results.rows;

const put = (into: string[][], book: string, row: number, where: Where): string[][] => {
  const place = { 'before the first': 0, between: 1, 'after the last': 9, 'empty space': 9 }[where];
  return into
    .map((bids) => bids.filter((one) => one !== book))
    .map((bids, index) => (index === row ? bids.toSpliced(place, 0, book) : bids))
    .filter((bids) => bids.length > 0);
};

const everyRow = [0, 1, Math.floor(rowCount / 2), rowCount - 2, rowCount - 1];
const everywhere: Where[] = ['before the first', 'between', 'after the last', 'empty space'];

test('a waiting book lands in the row and at the place where it is dropped', async ({ page, office }) => {
  let wanted = start;
  let next = 0;
  for (const row of everyRow) {
    await show(page, row);
    for (const where of row === everyRow[2] ? everywhere.slice(1) : everywhere.slice(-2)) {
      const book = spare[next++] ?? '';
      await lift(page, tile(page, book));
      const { x, y } = await pointAt(page, row, where);
      await page.mouse.move(x, y, { steps: 4 });
      await drop(page);
      wanted = put(wanted, book, row, where);
      await expect.poll(() => stored(page, office.url), `${where} of row ${row + 1}`).toEqual(wanted);
    }
  }
});

test('in a bulk edit a placed book lands in every row, also after the list was scrolled with it', async ({
  page,
  office,
}) => {
  await page.getByRole('button', { name: 'Bulk edit' }).click();
  let wanted = start;
  const move = async (book: string, row: number, where: Where) => {
    const { x, y } = await pointAt(page, row, where);
    await page.mouse.move(x, y, { steps: 4 });
    await drop(page);
    wanted = put(wanted, book, row, where);
  };
  await lift(page, tile(page, bid(0, 0)));
  await move(bid(0, 0), 1, 'empty space');
  await lift(page, tile(page, bid(1, 0)));
  await move(bid(1, 0), 1, 'empty space');
  await lift(page, tile(page, bid(2, 1)));
  await move(bid(2, 1), 1, 'between');
  // The wheel scrolls the list while a book is lifted.
  await lift(page, tile(page, bid(0, 1)));
  const { x, y } = await pointAt(page, 1, 'empty space');
  await page.mouse.move(x, y, { steps: 2 });
  await page.mouse.wheel(0, 150 * 12);
  await expect(list(page, 13)).toBeInViewport();
  await move(bid(0, 1), 12, 'empty space');
  await page.getByRole('button', { name: 'Complete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
  await expect.poll(() => stored(page, office.url)).toEqual(wanted);
});

test('a row that is hidden is no target: neither under the head of a scrolled page, nor outside its list', async ({
  page,
  office,
}) => {
  await page.setViewportSize({ width: 1366, height: 560 });
  await rows(page).evaluate((scroller) => scroller.scrollTo({ top: 150 * 10 }));
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  for (const spot of ['head', 'above'] as const) {
    const scroller = await boxOf(rows(page));
    await lift(page, tile(page, spare[0] ?? ''));
    await page.mouse.move(scroller.x + 200, spot === 'head' ? 12 : scroller.y - 6, { steps: 4 });
    await drop(page);
    expect(await stored(page, office.url)).toEqual(start);
  }
});
