import type { Page } from '@playwright/test';
import { expect, open, reloaded, test } from './office.ts';

test.beforeEach(async ({ office }) => {
  await office.sql('truncate series, level, book restart identity cascade');
  await office.sql("insert into series (title, position) select 'Series ' || n, n from generate_series(1, 10) n");
});

const order = async (office: { sql: (text: string) => Promise<Record<string, unknown>[]> }) =>
  (await office.sql('select ser_idx from series order by position')).map((row) => row['ser_idx']).join(' ');
const straight = '1 2 3 4 5 6 7 8 9 10';

/** The presses of a journey: clicks, Enter and shortcuts; typing is free. */
class Presses {
  count = 0;
  private readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
  async click(name: string | RegExp): Promise<void> {
    this.count++;
    await this.page.getByRole('button', { name }).click();
  }
  async key(key: string): Promise<void> {
    this.count++;
    await this.page.keyboard.press(key);
  }
}

async function moveFirstToFifth(page: Page): Promise<Presses> {
  const presses = new Presses(page);
  await presses.click('Move to position: Series 1, 1');
  await expect(page.getByLabel('To position (of 10)')).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('5');
  await presses.key('Enter');
  await expect(page.getByRole('textbox', { name: /I understand/ })).toBeFocused();
  await page.keyboard.type('I understand');
  // The question has the same words as the notice.
  await reloaded(page, () => presses.key('Enter'));
  await expect(page.getByText('Series 1 moved, 1 to 5.')).toBeVisible();
  return presses;
}

test('a series is moved to position 5 in three presses, told in one sentence, and Ctrl Z moves it back', async ({
  page,
  office,
}) => {
  await open(page, office, '/series');
  const presses = await moveFirstToFifth(page);
  expect(presses.count).toBe(3);
  expect(await order(office)).toBe('2 3 4 5 1 6 7 8 9 10');
  await presses.key('Control+z');
  await expect(page.getByText('Undone: 1 record is back in the previous state.')).toBeVisible();
  expect(await order(office)).toBe(straight);
});

test('Ctrl Z undoes the acts of the page one after the other, then says that there are no more', async ({
  page,
  office,
}) => {
  await open(page, office, '/series?open=2');
  await moveFirstToFifth(page);
  await page.getByRole('button', { name: 'Rename: Series 2' }).click();
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('Lanterns');
  // While something is typed, Ctrl Z is the field's.
  await title.press('Control+z');
  expect(await order(office)).not.toBe(straight);
  await title.fill('Lanterns');
  await title.press('Enter');
  await expect(page.getByText('Series renamed.')).toBeVisible();
  const isUndone = page.getByText('Undone: 1 record is back in the previous state.');
  await reloaded(page, () => page.keyboard.press('Control+z'));
  await expect(isUndone).toBeVisible();
  expect(await office.sql('select title from series where ser_idx = 2')).toEqual([{ title: 'Series 2' }]);
  await reloaded(page, () => page.keyboard.press('Control+z'));
  await expect(isUndone).toBeVisible();
  expect(await order(office)).toBe(straight);
  await page.keyboard.press('Control+z');
  await expect(page.getByText('There is nothing of yours to undo on this page.')).toBeVisible();
});

test("an undo after somebody else's change keeps theirs and says whose it is", async ({ page, office }) => {
  await open(page, office, '/series');
  await moveFirstToFifth(page);
  const ben = await office.client();
  await office.sql("update audit set actor = 'ada'");
  await ben.request('PUT', '/api/v1/series/difficulty', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].toReversed());
  await office.sql("update audit set actor = 'ben' where audit_idx = (select max(audit_idx) from audit)");
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/^ben has changed this since .* Nothing was undone\.$/)).toBeVisible();
  expect(await order(office)).toBe('10 9 8 7 6 5 4 3 2 1');
});

test('levels out of order are sorted naturally in two presses, and Undo puts them back', async ({ page, office }) => {
  await office.sql(
    "insert into level (ser_idx, title, position) select 1, 'Level ' || n, place from unnest(array[1, 10, 2]) with ordinality as given (n, place)",
  );
  await open(page, office, '/series?open=1');
  await expect(page.getByText('Levels out of order: Level 10 comes before Level 2')).toBeVisible();
  const presses = new Presses(page);
  await presses.click('Sort naturally');
  await expect(page.getByRole('textbox', { name: /I understand/ })).toBeFocused();
  await page.keyboard.type('I understand');
  await presses.key('Enter');
  expect(presses.count).toBe(2);
  const levels = async () =>
    (await office.sql('select title from level order by position')).map((row) => row['title']).join();
  await expect.poll(levels).toBe('Level 1,Level 2,Level 10');
  await expect(page.getByText('Level 10 moved, 2 to 3.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(levels).toBe('Level 1,Level 10,Level 2');
});

test('in reorder mode rows are moved by Alt and the arrows, to the ends, and by M to a position', async ({
  page,
  office,
}) => {
  await open(page, office, '/series');
  await page.getByRole('button', { name: 'Reorder series' }).click();
  await expect(page.getByRole('heading', { name: 'Reorder series' })).toBeFocused();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Press Space to pick up');
  await page.keyboard.press('Escape');
  const position = page.getByLabel('Position of Series 2', { exact: true });
  await page.getByRole('button', { name: 'Move Series 2', exact: true }).press('Alt+ArrowDown');
  await expect(position).toHaveValue('3');
  await expect(position).toBeFocused();
  await position.press('Alt+End');
  await expect(position).toHaveValue('10');
  await page.getByRole('button', { name: 'Move Series 2', exact: true }).press('m');
  await expect(position).toBeFocused();
  await page.keyboard.type('4');
  await page.keyboard.press('Enter');
  await expect(position).toHaveValue('4');
});

test('an undo that fails says why, and its button keeps the focus', async ({ page, office }) => {
  await page.request.post(`${office.url}/api/v1/series`, { form: { title: 'Lanterns' } });
  await open(page, office, '/series');
  await page.getByRole('button', { name: /^Lanterns/ }).click();
  await page.getByRole('button', { name: 'History: Lanterns' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo this?' });
  await page.route('**/api/v1/act/*/undo', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Undo' })).toBeFocused();
});
