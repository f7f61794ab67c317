import type { Page } from '@playwright/test';
import { bookRow } from '../src/features/book/book.factory.ts';
import { readSheet } from '../src/kernel/sheets/sheet-read.ts';
import { expect, type Office, open, ready, signIn, test } from './office.ts';

test.describe.configure({ mode: 'serial' });

/** Does with calls what other screens do. */
async function call(page: Page, office: Office, method: 'post' | 'put', path: string, data: object) {
  const answer = await page.request[method](office.url + path, { data });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()).results;
}

// Codes contain neither 0 nor 1.
const codeOf = (start: string, n: number) =>
  start + String(n).padStart(4, '0').replaceAll('0', 'Z').replaceAll('1', 'Y');

/**
 * Three books of a series and one of another. The collection TALES contains the series, ROCKS one book of each;
 * learners redeemed seven of thirty codes for TALES, issued 40 days ago, and three of twenty for ROCKS, issued five
 * days ago.
 */
async function fill(page: Page, office: Office): Promise<void> {
  const books = [
    bookRow(1, { title: 'The Goblet', author: 'Ann', series: 'Tales' }),
    bookRow(2, { title: 'The Lantern', author: 'Bert', series: 'Tales' }),
    bookRow(3, { title: '=The Lamp', author: 'Ann', series: 'Tales' }),
    bookRow(4, { title: 'Stones', author: 'Cem', series: 'Science' }),
  ];
  await call(page, office, 'put', '/api/v1/book/import', { books, create_missing: true });
  const rows = await office.sql('select bidx, ser_idx from book order by bid');
  const { cidx: tales } = await call(page, office, 'post', '/api/v1/collection', { cid: 'TALES', title: 'Fox tales' });
  const { cidx: rocks } = await call(page, office, 'post', '/api/v1/collection', { cid: 'ROCKS', title: 'Rocks' });
  const add = (cid: string, items: object[]) =>
    call(page, office, 'put', `/api/v5/collection/${cid}/contents`, { add: items, reason: 'Autumn' });
  await add('TALES', [{ content_type: 'series', content_idx: rows[0]?.['ser_idx'] }]);
  await add(
    'ROCKS',
    [0, 3].map((n) => ({ content_type: 'book', content_idx: rows[n]?.['bidx'] })),
  );
  for (const [cust_id, name, cidx, start, count, daysAgo] of [
    ['ACME', 'Acme', tales, 'ACMEACME', 30, 40],
    ['ZENITH', 'Zenith', rocks, 'ZENRZENR', 20, 5],
  ]) {
    const { cust_idx } = await call(page, office, 'post', '/api/v1/customer', { cust_id, name });
    await office.sql(
      `with batch as (
         insert into code_batch (cust_idx, cidx, title, count, price, currency, status, created_at, updated_at)
         values ($1, $2, 'Autumn', $3, 9.90, 'USD', 'issued', now(), now()) returning cg_idx)
       insert into code (code, cg_idx, issued_at, length)
       select unnest($4::text[]), cg_idx, extract(epoch from now())::bigint - $5::integer * 86400, 30 from batch`,
      [cust_idx, cidx, count, Array.from({ length: count }, (_, n) => codeOf(start, n + 2)), daysAgo],
    );
  }
  for (const [start, count] of [
    ['ACMEACME', 7],
    ['ZENRZENR', 3],
  ] as const)
    for (let n = 2; n < count + 2; n++)
      await call(page, office, 'post', '/api/v1/code/redeem', { code: codeOf(start, n), learner_id: `learner-${n}` });
}

/** The rows of a table on the screen: the text under each heading. */
async function shown(page: Page, region: string): Promise<Record<string, string>[]> {
  const texts = await page
    .getByRole('region', { name: region })
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...(row as HTMLTableRowElement).cells].map((cell) => cell.innerText.replace(/[↑↓]/, '').trim()),
      ),
    );
  const [heading = [], ...rows] = texts;
  return rows.map((cells) => Object.fromEntries(heading.map((name, index) => [name, cells[index] ?? ''])));
}

/** The rows of an exported file, by heading. */
async function exported(
  page: Page,
  within: Page | ReturnType<Page['locator']>,
  as: 'CSV' | 'XLSX',
): Promise<Record<string, string>[]> {
  await within.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    within.getByRole('menuitem', { name: as }).click(),
  ]);
  const rows: string[][] = [];
  for await (const some of readSheet(await download.path(), { name: download.suggestedFilename() }))
    rows.push(...some.map(({ cells }) => cells));
  const [heading = [], ...others] = rows;
  return others.map((cells) => Object.fromEntries(heading.map((name, index) => [name, cells[index] ?? ''])));
}

/** The cells of rows under some headings. */
const under = (names: readonly string[], rows: readonly Record<string, string>[]) =>
  rows.map((row) => names.map((name) => row[name]));

test.beforeAll(async ({ browser, office }) => {
  const context = await browser.newContext();
  await signIn(context, office);
  await fill(await context.newPage(), office);
  await context.close();
});

test('a platform report is read, compared with the period before, and exported as it is shown', {
  tag: '@journey',
}, async ({ page, office }) => {
  await open(page, office, '/report/platform');
  const total = (name: string) =>
    page
      .locator('dl')
      .first()
      .locator('div')
      .filter({ has: page.getByText(name, { exact: true }) });
  await expect(total('Issued')).toContainText('20-33%30 in the period before');
  await expect(total('Registrations')).toContainText('100 in the period before');

  // The days of the report change while typing, and the field keeps the focus.
  const from = page.getByRole('textbox', { name: 'From' });
  const shownUntil = await page.getByRole('textbox', { name: 'To' }).inputValue();
  const until = new Date(`${shownUntil} UTC`).toISOString().slice(0, 10);
  const daysBefore = (count: number) => new Date(Date.parse(until) - count * 86_400_000).toISOString().slice(0, 10);
  await from.fill(daysBefore(59));
  await expect(total('Issued')).toContainText('500 in the period before');
  await expect(page).toHaveURL(new RegExp(`since=${daysBefore(59)}&until=${until}$`));
  await expect(from).toBeFocused();

  const figures = ['Issued', 'Activated', 'Expired', 'Cancelled', 'Registrations'];
  const days = await shown(page, 'By day');
  expect(days).toHaveLength(60);
  expect(days.reduce((sum, row) => sum + Number(row['Issued']), 0)).toBe(50);
  const section = (name: string) => page.locator('section').filter({ has: page.getByRole('heading', { name }) });
  const file = await exported(page, section('By day'), 'CSV');
  expect(under(figures, file.toReversed())).toEqual(under(figures, days));
  expect(file.toReversed().map((row) => row['Day'])).toEqual(
    days.map((row) => new Date(`${row['Day']} UTC`).toISOString().slice(0, 10)),
  );
  for (const by of ['Customer', 'Collection', 'Series']) {
    const region = `By ${by.toLowerCase()}`;
    const rows = await shown(page, region);
    expect(rows).toHaveLength(2);
    expect(under([by, ...figures], await exported(page, section(region), 'XLSX'))).toEqual(
      under([by, ...figures], rows),
    );
  }
  // A figure opens what it counts, a name its record.
  await page.getByRole('region', { name: 'By customer' }).getByRole('link', { name: '30', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Access codes' })).toBeVisible();
  await expect(page.getByRole('status').first()).toHaveText('30 rows');
  await page.goBack();
  await ready(page);
  await page.getByRole('region', { name: 'By customer' }).getByRole('link', { name: 'Zenith' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Zenith' })).toBeVisible();
});

test('the chart of a platform report is read with the arrow keys, and a bar opens its list', async ({
  page,
  office,
}) => {
  await open(page, office, '/report/platform');
  const chart = page.getByRole('group', { name: 'By day' });
  await expect(chart.locator('[data-row]')).toHaveText([/^Issued 20/, /^Activated 10/, /^Registrations 10/]);
  await expect(page.getByText('None in this period: Expired · Cancelled')).toBeVisible();
  const day = page.locator('dl').nth(1);
  await expect(day).toContainText('Activated10');
  // One Tab stop, on the last day; five days before, 20 codes were issued.
  await expect(chart.locator('a[tabindex="0"]')).toHaveCount(1);
  await chart.locator('a[tabindex="0"]').focus();
  for (let n = 0; n < 5; n++) await page.keyboard.press('ArrowLeft');
  await expect(day).toContainText('Issued20Activated0');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Access codes' })).toBeVisible();
  await expect(page.getByRole('status').first()).toHaveText('20 rows');
  await page.goBack();
  await ready(page);
  await chart.locator('[data-row="2"] a').last().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Registrations' })).toBeVisible();
  await expect(page.getByRole('status').first()).toHaveText('10 rows');
});

test('a period of more than 90 days is refused with the rule, and the typed dates can be corrected', async ({
  page,
  office,
}) => {
  await open(page, office, '/report/platform?since=2026-03-01&until=2026-03-31');
  const from = page.getByRole('textbox', { name: 'From' });
  await from.fill('2025-12-31');
  await expect(page.getByRole('alert')).toHaveText('The report period is at most 90 days.');
  await expect(from).toHaveValue('2025-12-31');
  await expect(from).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('region', { name: 'By day' })).toHaveCount(0);
  await from.fill('2026-01-01');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText('Nothing happened in this period.')).toBeVisible();
  await page.getByRole('textbox', { name: 'To' }).fill('2025-12-31');
  await expect(page.getByRole('alert')).toHaveText('The last day is before the first.');
});

test('the days of a list are chosen by the name of a period', async ({ page, office }) => {
  await open(page, office, '/registration');
  await page.locator('main summary').filter({ hasText: 'Filter' }).click();
  const periods = page.getByRole('group', { name: 'Periods' });
  await periods.getByRole('button', { name: 'Last week' }).click();
  await expect(page).toHaveURL(/since=.*until=/);
  const { since, until } = Object.fromEntries(new URL(page.url()).searchParams);
  expect([new Date(`${since}`).getUTCDay(), new Date(`${until}`).getUTCDay()]).toEqual([1, 0]);
  expect(Date.parse(`${until}`) - Date.parse(`${since}`)).toBe(6 * 86_400_000);
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
  await expect(page.locator('input[name="since"]')).toHaveValue(day.format(new Date(`${since}`)));
  await expect(periods.getByRole('button', { pressed: true })).toHaveText('Last week');
});

const lists = [
  {
    path: '/report/registered-collection',
    name: 'Registered collection',
    search: 'Search by collection ID, title or label',
    found: { typed: 'tales', rows: 1 },
    column: { add: 'First', take: 'Owners' },
    sort: { heading: 'Registrations', key: 'Title', order: [/ROCKS/, /TALES/] },
    compared: ['Registrations', 'Active', 'Expired', 'Cancelled', 'By code', 'By event'],
    id: { shown: 'Title', file: 'Collection ID' },
  },
  {
    path: '/report/all-coupons',
    name: 'All coupons',
    search: 'Code or its first characters',
    found: { typed: 'ZENR', rows: 20 },
    column: { add: 'Batch', take: 'Customer' },
    // Their order is fixed.
    sort: null,
    compared: ['Kind', 'State', 'Batch', 'Learner ID'],
    id: { shown: 'Code', file: 'Code' },
  },
] as const;

for (const { path, name, search, found, column, sort, compared, id } of lists) {
  test(`the report “${name}” is narrowed, sorted, saved as a view, and exported row by row as it is shown`, async ({
    page,
    office,
  }) => {
    await open(page, office, path);
    const rows = page.getByRole('region', { name }).locator('tbody tr');
    const all = await rows.count();
    expect(all).toBeGreaterThan(found.rows);

    const headings = page.getByRole('columnheader');
    await page.getByText('Columns', { exact: true }).click();
    await page.getByRole('checkbox', { name: column.add, exact: true }).check();
    await page.getByRole('checkbox', { name: column.take, exact: true }).uncheck();
    await expect(headings.getByText(column.add, { exact: true })).toBeVisible();
    await expect(headings.getByText(column.take, { exact: true })).toHaveCount(0);
    await page.keyboard.press('Escape');

    if (sort) {
      const heading = headings.filter({ has: page.getByRole('link', { name: sort.heading, exact: true }) });
      await heading.getByRole('link').click();
      await ready(page);
      await expect(heading).toHaveAttribute('aria-sort', 'ascending');
      expect((await shown(page, name)).map((row) => row[sort.key])).toEqual(
        sort.order.map((one) => expect.stringMatching(one)),
      );
      await heading.getByRole('link').click();
      await ready(page);
      await expect(heading).toHaveAttribute('aria-sort', 'descending');
    }
    await page.getByRole('searchbox', { name: search }).fill(found.typed);
    await expect(rows).toHaveCount(found.rows);
    await expect(headings.getByText(column.add, { exact: true })).toBeVisible();

    const views = page.getByRole('navigation', { name: 'Views' });
    await views.getByRole('button', { name: 'Save view' }).click();
    await page.keyboard.type('Mine');
    await page.keyboard.press('Enter');
    await expect(page.getByText('View saved.')).toBeVisible();
    const query = () => Object.fromEntries(new URL(page.url()).searchParams);
    const queryBefore = query();
    await views.getByRole('link', { name: 'All' }).first().click();
    await ready(page);
    await expect(rows).toHaveCount(all);
    await views.getByRole('link', { name: 'Mine' }).click();
    await ready(page);
    expect(query()).toEqual(queryBefore);
    await expect(rows).toHaveCount(found.rows);

    const screen = await shown(page, name);
    for (const as of ['CSV', 'XLSX'] as const) {
      const file = await exported(page, page, as);
      expect(under(compared, file)).toEqual(under(compared, screen));
      for (const [n, row] of screen.entries())
        expect((row[id.shown] ?? '').replaceAll(/[\s-]/g, '')).toContain(file[n]?.[id.file]);
    }
  });
}
