import type { Page } from '@playwright/test';
import { drop, expect, open, pickUp, reloaded, test } from './office.ts';

async function confirm(page: Page, phrase: string): Promise<void> {
  const input = page.getByRole('textbox', { name: /I understand/ });
  await input.fill(phrase);
  await input.press('Enter');
}

test.beforeEach(async ({ office }) => {
  await office.sql('truncate series, level, book restart identity cascade');
  await office.sql("insert into series (title, position) select 'Series ' || n, n from generate_series(1, 5) n");
});

test('series are reordered by keyboard and by number, and the order is saved after the typed confirmation', {
  tag: '@journey',
}, async ({ page, office }) => {
  await open(page, office, '/series');
  await page.getByRole('button', { name: 'Reorder series' }).click();
  // Like a screen reader user: each step after the previous one has been announced.
  await pickUp(page, 'Move Series 1', 'Series 1 picked up');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('Series 1 is at position 2 of 5.')).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('Series 1 is at position 3 of 5.')).toBeAttached();
  await page.keyboard.press('Space');
  const position = page.getByLabel('Position of Series 5');
  await position.fill('1');
  await position.press('Enter');
  await page.getByRole('button', { name: 'Complete' }).click();
  await confirm(page, 'I understand');
  await expect
    .poll(() => office.sql('select title from series order by position'))
    .toEqual(['Series 5', 'Series 2', 'Series 3', 'Series 1', 'Series 4'].map((title) => ({ title })));
});

test('selected series move together, by number, by key and by pointer, and the result is told in one sentence', async ({
  page,
  office,
}) => {
  await office.sql("insert into series (title, position) values ('Series 6', 6)");
  await open(page, office, '/series');
  await page.getByRole('button', { name: 'Reorder series' }).click();
  const editor = page.getByRole('region', { name: 'Reorder series' });
  const shown = () => editor.getByRole('listitem').allInnerTexts();
  await editor.getByRole('checkbox', { name: 'Select Series 1' }).check();
  await editor.getByRole('checkbox', { name: 'Select Series 3' }).check();
  const position = editor.getByLabel('Position of Series 1');
  await position.fill('3');
  await position.press('Enter');
  await expect(page.getByText('2 moved, to 3.')).toBeAttached();
  await expect.poll(shown).toEqual([2, 4, 1, 3, 5, 6].map((n) => `Series ${n}`));
  await editor.getByLabel('Position of Series 1').press('Alt+ArrowUp');
  await expect.poll(shown).toEqual([2, 1, 3, 4, 5, 6].map((n) => `Series ${n}`));
  const from = editor.getByRole('button', { name: 'Move Series 1' });
  const to = await editor.getByRole('button', { name: 'Move Series 5' }).boundingBox();
  await from.hover();
  await page.mouse.down();
  await page.mouse.move((to?.x ?? 0) + 18, (to?.y ?? 0) + 18, { steps: 6 });
  await drop(page);
  await expect.poll(shown).toEqual([2, 4, 5, 1, 3, 6].map((n) => `Series ${n}`));
  await page.getByRole('button', { name: 'Complete' }).click();
  // The drag was announced in the same words.
  await reloaded(page, () => confirm(page, 'I understand'));
  await expect(page.getByText('2 moved, to 4.')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect
    .poll(() => office.sql('select title from series order by position'))
    .toEqual([1, 2, 3, 4, 5, 6].map((n) => ({ title: `Series ${n}` })));
});

test('in reorder mode a long list is searched, and the found series are moved by their position', async ({
  page,
  office,
}) => {
  await office.sql("insert into series (title, position) select 'Series ' || n, n from generate_series(6, 1500) n");
  await office.sql('analyze series');
  await open(page, office, '/series');
  await page.locator('#series_list').waitFor();
  await page.getByRole('searchbox', { name: 'Search series' }).fill('series 1005');
  await page.getByRole('button', { name: 'Reorder series' }).click();
  const editor = page.getByRole('region', { name: 'Reorder series' });
  await expect(editor.getByRole('searchbox')).toHaveValue('series 1005');
  await expect(editor.getByRole('listitem')).toHaveCount(1);
  const position = editor.getByLabel('Position of Series 1005');
  await expect(position).toHaveValue('1005');
  await position.fill('5');
  await position.press('Enter');
  await expect(position).toHaveValue('5');
  await expect(position).toBeFocused();
  await editor.getByRole('searchbox').fill('');
  await expect(editor.getByLabel('Position of Series 4', { exact: true })).toHaveValue('4');
  await expect(editor.getByLabel('Position of Series 5', { exact: true })).toHaveValue('6');
  await page.getByRole('button', { name: 'Complete' }).click();
  await confirm(page, 'I understand');
  await expect
    .poll(() => office.sql('select title from series order by position offset 4 limit 2'))
    .toEqual([{ title: 'Series 1005' }, { title: 'Series 5' }]);
});

test('cancelling restores exactly the previous list', async ({ page, office }) => {
  await open(page, office, '/series');
  const list = page.locator('#series_list');
  const before = await list.innerText();
  await page.getByRole('button', { name: 'Reorder series' }).click();
  const position = page.getByLabel('Position of Series 5');
  await position.fill('2');
  await position.press('Enter');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  const leave = page.getByRole('dialog').getByRole('button', { name: 'Leave' });
  if (await leave.isVisible()) await leave.click();
  await expect(list).toBeVisible();
  expect(await list.innerText()).toBe(before);
});

test('reorder mode takes the focus, and gives it back to the button that began it', async ({ page, office }) => {
  await open(page, office, '/series');
  const begin = page.getByRole('button', { name: 'Reorder series' });
  await begin.press('Enter');
  await expect(page.getByRole('heading', { name: 'Reorder series' })).toBeFocused();
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(begin).toBeFocused();
});

test('a wrongly typed phrase cancels, says so, and keeps the draft', async ({ page, office }) => {
  await open(page, office, '/series');
  await page.getByRole('button', { name: 'Reorder series' }).click();
  const position = page.getByLabel('Position of Series 5');
  await position.fill('1');
  await position.press('Enter');
  await page.getByRole('button', { name: 'Complete' }).click();
  await confirm(page, 'i understand');
  await expect(page.getByRole('alert')).toContainText('Cancelled');
  await expect(page.getByLabel('Position of Series 5')).toHaveValue('1');
  expect(await office.sql('select title from series order by position limit 1')).toEqual([{ title: 'Series 1' }]);
});

test("an order that conflicts with somebody else's is refused and the draft is kept", async ({ page, office }) => {
  await open(page, office, '/series');
  await page.getByRole('button', { name: 'Reorder series' }).click();
  const position = page.getByLabel('Position of Series 5');
  await position.fill('1');
  await position.press('Enter');
  await office.sql("insert into series (title, position) values ('Series 6', 6)");
  await page.getByRole('button', { name: 'Complete' }).click();
  await confirm(page, 'I understand');
  await expect(page.getByText('Could not update the sequence of the series.')).toBeVisible();
  await expect(page.getByLabel('Position of Series 5')).toHaveValue('1');
});

for (const { fails, answer } of [
  { fails: 'without an answer', answer: null },
  {
    fails: 'by a fault of the server',
    answer: { status: 500, json: { error: { code: 'x', message: 'Out of order.' } } },
  },
]) {
  test(`an order of series or levels that fails ${fails} says that the sequence could not be updated`, async ({
    page,
    office,
  }) => {
    await office.sql(
      "insert into level (ser_idx, title, position) select 1, 'Level ' || n, n from generate_series(1, 2) n",
    );
    await page.route(/difficulty|v2.level/, (route) => (answer ? route.fulfill(answer) : route.abort()));
    const alert = page.getByRole('alert');
    const reorder = async (records: string, last: string) => {
      await page.getByRole('button', { name: `Reorder ${records}` }).click();
      const position = page.getByLabel(`Position of ${last}`);
      await position.fill('1');
      await position.press('Enter');
      await page.getByRole('button', { name: 'Complete' }).click();
      await confirm(page, 'I understand');
      await expect(alert).toContainText(answer ? 'Out of order.' : 'There is no response from the server.');
    };
    await open(page, office, '/series?open=1');
    await reorder('levels', 'Level 2');
    await expect(alert).toContainText('Could not update the sequence of the series level.');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await reorder('series', 'Series 5');
    await expect(alert).toContainText('Could not update the sequence of the series.');
  });
}

test('a series is expanded to its levels, and a level is added and renamed', async ({ page, office }) => {
  await open(page, office, '/series');
  await page
    .getByRole('button', { name: /^Series 2/ })
    .first()
    .click();
  // A page that is loaded again is without it.
  await page.evaluate(() => document.documentElement.setAttribute('data-same', ''));
  await page
    .getByRole('button', { name: /Add a level|New level/ })
    .first()
    .click();
  await page.getByRole('dialog').getByLabel('Title').fill('Level 1');
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Level 1').first()).toBeVisible();
  await expect(page.getByText('1 level', { exact: true })).toBeVisible();
  await expect(page.locator('html[data-same]')).toBeAttached();
  expect(await office.sql('select l.title, s.title as series from level l join series s using (ser_idx)')).toEqual([
    { title: 'Level 1', series: 'Series 2' },
  ]);
});
