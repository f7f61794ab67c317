import type { Page } from '@playwright/test';
import { drop, expect, fromMenu, type Office, open, pickUp, ready, signIn, test } from './office.ts';

/** Does with calls what other screens do. */
async function call(page: Page, office: Office, method: 'post' | 'put', path: string, data: object) {
  const answer = await page.request[method](office.url + path, { data, headers: { origin: office.url } });
  expect(answer.status()).toBe(200);
  return (await answer.json()).results;
}

const prices = (price: string) => ({ prices: [{ currency: 'USD', price }] });

test.beforeEach(async ({ page, office }) => {
  await office.sql('truncate reservation, collection, collection_cid, version, versioned restart identity cascade');
  await call(page, office, 'post', '/api/v1/collection', { cid: 'C1', title: 'Fox tales', ...prices('10') });
});

test('a change is scheduled, its conflict is seen and rebased, and it is applied live in another browser', {
  tag: '@journey',
}, async ({ page, office, browser }) => {
  await open(page, office, '/reservation/create');
  await page.getByRole('button', { name: 'Save' }).click();
  const refused = page.getByRole('alert').filter({ hasText: 'Choose a collection and a time.' });
  await refused.getByRole('button', { name: 'Collection' }).click();
  await expect(page.getByRole('combobox', { name: 'Collection' })).toBeFocused();
  await page.getByRole('combobox', { name: 'Collection' }).pressSequentially('Fox');
  await page.getByRole('option', { name: 'Fox tales (C1)' }).click();
  await expect(page.locator('input[name=cid]')).toHaveValue('C1');
  await page.getByLabel('What changes').selectOption('Prices');
  const price = page.getByRole('textbox', { name: 'Price', exact: true });
  await expect(price).toHaveValue('10');
  // The same prices would change nothing.
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The collection already has these values.' })).toBeVisible();
  await price.fill('8');
  // A time skipped by a clock change, then one that occurs twice.
  await page.getByRole('combobox', { name: 'Time zone' }).click();
  await page.keyboard.type('new york');
  await page.getByRole('option', { name: 'America/New York' }).click();
  const when = page.getByLabel('Date and time');
  await when.fill('2035-03-11T02:30');
  await expect(page.getByText('The clocks in America/New_York skip this time.')).toBeVisible();
  await page.getByRole('button', { name: 'Use that time' }).click();
  await expect(when).toHaveValue('Mar 11, 2035, 3:30 AM');
  await when.fill('2035-11-04T01:30');
  await page.getByRole('radio', { name: /The second: .+GMT-5/ }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/\/reservation\/1$/);
  await ready(page);
  await expect(page.getByRole('heading', { name: 'Prices: Fox tales', level: 1 })).toBeVisible();
  const [{ at } = {}] = await office.sql('select extract(epoch from apply_at)::bigint as at from reservation');
  expect(Number(at)).toBe(Date.parse('2035-11-04T01:30:00-05:00') / 1000);

  // Another one of the same field is announced before it is saved, and may restore what there is now.
  await open(page, office, '/reservation/create?cid=C1&target=price');
  const note = page.getByText('A change of this field is scheduled already.');
  await expect(note).toBeVisible();
  await page.getByLabel('What changes').selectOption('Description');
  await expect(note).toBeHidden();

  await call(page, office, 'put', '/api/v5/collection/C1', prices('11'));
  await open(page, office, '/reservation');
  await page.getByRole('button', { name: 'Resolve: Prices: Fox tales' }).click();
  await expect(page.getByText('ada changed this field at')).toBeVisible();
  await page.getByRole('button', { name: 'Start from the current state' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start from the current state' }).click();
  await expect(page.getByText('Conflict resolved.')).toBeVisible();
  await expect(page.getByText('Conflict', { exact: true })).toBeHidden();

  const soon = Math.floor(Date.now() / 1000) + 4;
  await call(page, office, 'put', '/api/v1/reservation/1', { apply_at: soon });
  const other = await browser.newContext();
  await signIn(other, office);
  const second = await other.newPage();
  await open(second, office, '/collection/C1/scheduled');
  await expect(second.getByText('Scheduled', { exact: true })).toBeVisible();
  await expect(second.getByText('Applied', { exact: true })).toBeVisible();
  await expect(second.getByText('$8.00').first()).toBeVisible();
  await other.close();
});

test('a change is scheduled for the collection chosen last, whichever is loaded last', async ({ page, office }) => {
  await call(page, office, 'post', '/api/v1/collection', { cid: 'C2', title: 'Owl tales', ...prices('20') });
  await open(page, office, '/reservation/create');
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/v1/reservation/current?cid=C1', async (route) => {
    await gate.promise;
    await route.continue();
  });
  const collection = page.getByRole('combobox', { name: 'Collection' });
  await collection.fill('Fox');
  await page.getByRole('option', { name: 'Fox tales (C1)' }).click();
  await collection.press('Backspace');
  await collection.fill('Owl');
  await page.getByRole('option', { name: 'Owl tales (C2)' }).click();
  await page.getByLabel('What changes').selectOption('Prices');
  const price = page.getByRole('textbox', { name: 'Price', exact: true });
  await expect(price).toHaveValue('20');
  const late = page.waitForResponse('**/api/v1/reservation/current?cid=C1');
  gate.resolve();
  await (await late).finished();
  await price.fill('8');
  await page.getByLabel('Date and time').fill('2035-03-11T02:30');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/\/reservation\/1$/);
  expect(await office.sql('select cid from reservation')).toEqual([{ cid: 'C2' }]);
});

test('changes are moved in the calendar by mouse and by keyboard, and cancelled together with Undo', async ({
  page,
  office,
}) => {
  const at = Date.parse('2035-05-16T09:00:00+09:00') / 1000;
  // Without prices, an empty table changes nothing and may be scheduled.
  await office.sql('delete from collection_price');
  const given = { cid: 'C1', target: 'price', value: [] };
  await call(page, office, 'post', '/api/v1/reservation', { ...given, apply_at: at });
  await call(page, office, 'post', '/api/v1/reservation', {
    cid: 'C1',
    target: 'cover_img',
    value: null,
    apply_at: at + 60,
  });
  const times = async () =>
    (await office.sql('select extract(epoch from apply_at)::bigint as at from reservation order by res_idx')).map(
      (row) => Number(row['at']),
    );
  await open(page, office, '/calendar?on=2035-05-01');
  const day = (name: string) => page.getByRole('region', { name });
  const handle = page.getByRole('button', { name: 'Move Fox tales, Prices' });
  await handle.hover();
  await page.mouse.down();
  const target = await day('Friday, May 18').boundingBox();
  await page.mouse.move((target?.x ?? 0) + 40, (target?.y ?? 0) + 60, { steps: 5 });
  await drop(page);
  await expect(day('Friday, May 18').getByText('Fox tales')).toBeVisible();
  await expect.poll(times).toEqual([at + 2 * 86_400, at + 60]);

  await open(page, office, '/calendar?span=week&on=2035-05-18');
  const moved = day('Friday, May 18').getByRole('listitem');
  await expect(moved).toContainText('9:00 AM');
  await expect(day('Sunday, May 13').getByText('9 AM', { exact: true })).toBeVisible();
  await open(page, office, '/calendar?on=2035-05-01');

  await pickUp(page, 'Move Fox tales, Cover', 'Fox tales, Cover is over Wednesday, May 16.');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('Fox tales, Cover is over Wednesday, May 23.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect.poll(times).toEqual([at + 2 * 86_400, at + 60 + 7 * 86_400]);

  await open(page, office, '/reservation');
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await page.getByRole('button', { name: 'Cancel changes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel 2 changes' }).click();
  await expect(page.getByText('2 changes cancelled.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone: 2 records are back in the previous state.')).toBeVisible();
  await expect.poll(() => office.sql('select distinct status from reservation')).toEqual([{ status: 'scheduled' }]);
});

test('on a phone a week shows the days that have changes, and the time zone of its times', async ({ page, office }) => {
  const apply_at = Date.parse('2035-05-16T09:00:00+09:00') / 1000;
  await call(page, office, 'post', '/api/v1/reservation', {
    cid: 'C1',
    target: 'price',
    value: [{ currency: 'KRW', price: '1' }],
    apply_at,
  });
  await page.setViewportSize({ width: 360, height: 800 });
  await open(page, office, '/calendar?span=week&on=2035-05-16');
  await expect(page.getByRole('region', { name: 'Wednesday, May 16' })).toBeVisible();
  for (const day of ['Sunday, May 13', 'Tuesday, May 15'])
    await expect(page.getByRole('region', { name: day })).toBeHidden();
  await expect(page.getByText('Times are in Asia/Seoul.')).toBeVisible();
  await open(page, office, '/reservation/1');
  await expect(page.getByRole('insertion').filter({ hasText: '9:00 AM Asia/Seoul' }).first()).toBeVisible();
});

test('a preview at a future time is created on the page of a collection and opened without an account', async ({
  page,
  office,
  browser,
}) => {
  await call(page, office, 'post', '/api/v1/reservation', {
    cid: 'C1',
    target: 'price',
    value: [{ currency: 'USD', price: '8' }],
    apply_at: '2035-01-01T00:00:00Z',
  });
  await open(page, office, '/collection/C1');
  await fromMenu(page, 'Preview');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Shown as of').selectOption('A later time, with scheduled changes');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog.getByText('Choose a time that the clocks show.')).toBeVisible();
  await dialog.getByLabel('Time').fill('2035-06-01T09:00');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByLabel('Preview link').inputValue();
  const context = await browser.newContext();
  const reader = await context.newPage();
  await reader.goto(link);
  await expect(reader.getByRole('heading', { name: 'Fox tales', level: 1 })).toBeVisible();
  await expect(reader.getByText('$8.00')).toBeVisible();
  await reader.getByRole('link', { name: '한국어' }).click();
  await expect(reader.getByText('독자에게 보이지 않습니다')).toBeVisible();
  await expect(reader.locator('html')).toHaveAttribute('lang', 'ko');
  await context.close();
});

test('what readers saw at a past moment is a link made on the page of versions, which shows it to anybody', async ({
  page,
  office,
  browser,
}) => {
  const change = { title: 'Wolf tales', is_public: 'O', ...prices('12') };
  await call(page, office, 'put', '/api/v5/collection/C1', change);
  await office.sql("update version set at = case number when 1 then '2026-01-05' else '2026-03-05' end::timestamptz");
  await open(page, office, '/collection/C1/versions');
  await page.getByRole('link', { name: 'Preview at a date…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Shown as of')).toHaveValue('past');
  await dialog.getByLabel('Time').fill('2025-11-03T14:03');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog.getByText('There is no version from that time.')).toBeVisible();
  await dialog.getByLabel('Time').fill('2026-02-03T14:03');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByLabel('Preview link').inputValue();
  const context = await browser.newContext();
  const reader = await context.newPage();
  await reader.goto(link);
  await expect(reader.getByRole('heading', { name: 'Fox tales', level: 1 })).toBeVisible();
  await expect(reader.getByText('$10.00')).toBeVisible();
  await expect(reader.getByText('as readers got it at Feb 3, 2026, 2:03 PM.')).toBeVisible();
  await expect(reader.getByText('Readers could not see it then.')).toBeVisible();
  await context.close();
});
