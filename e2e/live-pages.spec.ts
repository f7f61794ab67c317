import type { Page } from '@playwright/test';
import { bookRow } from '../src/features/book/book.factory.ts';
import { test as base, colleague, expect, type Office, open, openLive, ready, signIn } from './office.ts';

/** Mina works on another computer; her changes are made by the calls of her screens, unless a test opens those. */
const test = base.extend<{ mina: Page }>({
  mina: async ({ browser, office }, use) => {
    const context = await browser.newContext();
    await use(await colleague(context, office));
    await context.close();
  },
});

test.describe.configure({ mode: 'serial' });

const post = async (page: Page, office: Office, path: string, data: object) =>
  (await (await page.request.post(office.url + path, { data })).json()).results;
const put = (page: Page, office: Office, path: string, data: object) => page.request.put(office.url + path, { data });

/** Opens a page that listens, with nobody active on it: the pointer is over the head of the window. */
async function watch(page: Page, office: Office, address: string): Promise<void> {
  await openLive(page, office, address);
  await page.mouse.move(2, 2);
}

/** Saves a book, although it has no content for mobiles. */
async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Save anyway' }).click();
}

const strip = (page: Page) => page.getByRole('complementary', { name: 'Changes by others' });

test('the open start page shows what a colleague does, marked, and never moves under the pointer', async ({
  page,
  office,
  mina,
}) => {
  await post(page, office, '/api/v1/book', { books: [bookRow(1)], create_missing: true });
  await watch(page, office, '/');
  const acts = page.getByRole('region', { name: /^Since your last visit|^In the last 7 days/ });
  const entry = (title: string) => acts.getByRole('listitem').filter({ hasText: title });
  await post(mina, office, '/api/v1/category', { title: 'Fables' });
  await expect(entry('Fables')).toBeVisible();
  await expect(entry('Fables')).toHaveAttribute('data-changed', '');
  await expect(entry('Fables')).toHaveAttribute('title', /^Changed by mina, /);

  const shelf = page.getByRole('region', { name: 'New in the library' });
  await post(mina, office, '/api/v1/book', { books: [bookRow(2)], create_missing: true });
  await expect(shelf.getByRole('link')).toHaveCount(2);
  await expect(shelf.getByRole('listitem').first()).toHaveAttribute('data-changed', '');
  await expect(shelf.getByRole('listitem').last()).not.toHaveAttribute('data-changed', '');

  // While the pointer is over the page, it does not change but says that there is more.
  await shelf.getByRole('link').first().hover();
  await post(mina, office, '/api/v1/category', { title: 'Science' });
  await expect(strip(page)).toContainText('Changed by mina');
  await expect(entry('Science')).toHaveCount(0);
  await page.mouse.move(2, 2);
  await expect(entry('Science')).toHaveAttribute('data-changed', '');
  await expect(strip(page)).not.toContainText('Changed by mina');
});

test('the page of a record marks fields that a colleague changed, and under the pointer waits for a click', async ({
  page,
  office,
  mina,
}) => {
  await watch(page, office, '/book/B1');
  const field = (name: string) => page.locator(`dl > [data-key$=": ${name}"]`);
  await put(mina, office, '/api/v1/book/B1', { genre: 'Myth' });
  const heading = page.getByRole('heading', { level: 1 });
  await expect(field('Genre').filter({ hasText: 'Myth' })).toHaveAttribute('data-changed', '');
  await expect(heading).not.toHaveAttribute('data-changed', '');
  await expect(field('Added').first()).not.toHaveAttribute('data-changed', '');

  const before = await heading.textContent();
  await heading.hover();
  await put(mina, office, '/api/v1/book/B1', { title: 'A longer title than before' });
  await strip(page).getByRole('button', { name: 'Show' }).waitFor();
  await expect(heading).toHaveText(before ?? '');
  await strip(page).getByRole('button', { name: 'Show' }).click();
  await expect(heading).toHaveText('A longer title than before');
  await expect(heading).toHaveAttribute('data-changed', '');
});

test('what a person searches for and has open stays while a colleague changes the list, and the change is shown when asked for', async ({
  page,
  office,
  mina,
}) => {
  const ids: number[] = [];
  for (const title of ['Harbour', 'Harvest', 'Islands'])
    ids.push((await post(mina, office, '/api/v1/series', { title })).ser_idx);
  await watch(page, office, '/series');
  const row = (title: string) => page.locator('#series_list [aria-expanded]').filter({ hasText: title });
  const search = page.getByRole('searchbox', { name: 'Search series' });
  await search.fill('har');
  await row('Harvest').click();
  await expect(row('Harvest')).toHaveAttribute('aria-expanded', 'true');
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.mouse.move(2, 2);
  await post(mina, office, '/api/v1/level', { title: 'First steps', ser_idx: ids[0] });
  await expect(strip(page)).toContainText('Changed by mina');
  await expect(search).toHaveValue('har');
  await expect(row('Harvest')).toHaveAttribute('aria-expanded', 'true');
  await expect(row('Harbour')).toContainText('0 levels');
  await strip(page).getByRole('button', { name: 'Show' }).click();
  await expect(row('Harbour')).toContainText('1 level');
});

test('text typed into a form stays while a colleague saves the same record, and both changes are kept', async ({
  page,
  office,
  mina,
}) => {
  await open(mina, office, '/book/update/B1');
  await open(page, office, '/book/update/B1');
  await expect(strip(page)).toContainText('mina has been editing this since');
  await expect(strip(mina)).toContainText('ada has been editing this since');
  // In the bar of the window, which covers no field.
  const notice = await strip(page).locator('p').boundingBox();
  const bar = await page.getByRole('banner').boundingBox();
  expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await title.fill('Half typed');
  await mina.getByRole('textbox', { name: 'Author', exact: true }).fill('Ann');
  await save(mina);
  await expect(strip(page)).toContainText('Changed by mina');
  await expect(title).toHaveValue('Half typed');
  await expect(title).toBeFocused();
  await save(page);
  await expect(page.getByText(/mina/).first()).toBeVisible();
  await expect
    .poll(() => office.sql("select title, author from book where bid = 'B1'"))
    .toEqual([{ title: 'Half typed', author: 'Ann' }]);
});

test('the calendar and the page of a collection show what a colleague schedules and moves', async ({
  page,
  office,
  mina,
}) => {
  await post(page, office, '/api/v1/collection', { cid: 'FAIR', title: 'Fair' });
  await watch(page, office, '/calendar?on=2035-05-01');
  const beside = await page.context().newPage();
  await watch(beside, office, '/collection/FAIR/scheduled');
  const at = Date.parse('2035-05-16T09:00:00+09:00') / 1000;
  const given = { cid: 'FAIR', target: 'price', value: [], apply_at: at };
  const { res_idx } = await post(mina, office, '/api/v1/reservation', given);
  await expect(beside.getByText('Scheduled', { exact: true })).toBeVisible();
  await page.bringToFront();
  const change = (day: string) => page.getByRole('region', { name: day }).getByRole('listitem');
  await expect(change('Wednesday, May 16')).toHaveAttribute('data-changed', '');
  await put(mina, office, `/api/v1/reservation/${res_idx}`, { apply_at: at + 86_400 });
  await expect(change('Thursday, May 17')).toHaveAttribute('data-changed', '');
  await expect(change('Wednesday, May 16')).toHaveCount(0);
  await beside.close();
  await ready(page);
});

test('the page of an event with a limit shows who joins, marked', async ({ page, office, mina }) => {
  await post(mina, office, '/api/v1/collection', { cid: 'fair', title: 'Fair' });
  const { event_idx } = await post(mina, office, '/api/v1/event', {
    name: 'Spring fair',
    cid: 'fair',
    code: 'SPRINGFAIR26',
    from: 0,
    until: 4_000_000_000,
    length: 30,
    participant_limit: 5,
  });
  await watch(page, office, `/event/${event_idx}/participants`);
  await put(mina, office, `/api/v1/event/${event_idx}`, { participant_limit: 8 });
  await expect(page.locator('[data-key="figure: limit"]')).toHaveText(/8$/);
  await expect(page.locator('[data-changed]').first()).toBeVisible();
});

test('the counts of the menu follow the library on every screen, without a reload', async ({ page, office }) => {
  const add = (n: number) =>
    page.request.post(`${office.url}/api/v1/customer`, { data: { cust_id: `MENU-${n}`, name: `Menu ${n}` } });
  await add(1);
  await open(page, office, '/code/redeem');
  const customers = page.locator('#side-menu [data-count="/customer"]');
  await expect(customers).toHaveText(/^\d+$/);
  const before = Number(await customers.textContent());
  await add(2);
  await expect(customers).toHaveText(String(before + 1));
});

test('what a person changes in one tab is shown in their other tab', async ({ page, context, office }) => {
  const other = await context.newPage();
  await open(other, office, '/book/B1');
  await open(page, office, '/book/update/B1');
  await page.getByRole('textbox', { name: 'Author', exact: true }).fill('Written in a tab');
  await save(page);
  await expect(other.locator('main').getByText('Written in a tab').first()).toBeVisible();
  await other.close();
});

test('what a person changes on another device is shown on their open page as theirs', async ({
  page,
  browser,
  office,
}) => {
  await watch(page, office, '/book/B1');
  const phone = await browser.newContext();
  await signIn(phone, office);
  await phone.request.put(`${office.url}/api/v1/book/B1`, { data: { author: 'Written on a phone' } });
  await expect(page.locator('main').getByText('Written on a phone').first()).toBeVisible();
  await expect(strip(page)).toContainText('Changed by you');
  await phone.close();
});
