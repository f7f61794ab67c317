import { bookRow } from '../src/features/book/book.factory.ts';
import { expect, open, ready, test } from './office.ts';

test('choosing a language reloads the page in it and is remembered', async ({ page, context, office }) => {
  await open(page, office, '/series');
  await page.getByRole('button', { name: /Language/ }).click();
  await page.getByRole('button', { name: '한국어' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ko');
  const cookies = await context.cookies();
  expect(cookies.filter(({ name }) => name === 'lang' || name === 'language').map(({ value }) => value)).toEqual([
    'ko',
    'ko',
  ]);
  await open(page, office, '/category');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ko');
});

test('dark mode is chosen once and holds on every page', async ({ page, office }) => {
  await open(page, office, '/series');
  await page.getByRole('button', { name: /Your account/ }).click();
  await page.getByRole('button', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await open(page, office, '/category');
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(background).toBe('rgb(20, 19, 18)');
});

test('the command palette finds a screen and a record by keyboard alone', async ({ page, office }) => {
  await office.sql(
    "insert into series (title, position) select 'Lantern Street', coalesce(max(position), 0) + 1 from series",
  );
  await open(page, office, '/category');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('lantern');
  await expect(page.getByRole('option', { name: /Lantern Street/ })).toBeVisible();
  await page.getByRole('combobox').fill('Target');
  await expect(page.getByRole('option', { name: 'Target group' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/agegroup/);
});

test('the finder puts the exact title first, offers what was opened last, and does what the menus do', async ({
  page,
  office,
}) => {
  const titles = ['The Emma Years', 'Emma and the Sea', 'Emma'];
  const books = titles.map((title, index) => bookRow(500 + index, { title }));
  await page.request.put(`${office.url}/api/v1/book/import`, { data: { books, create_missing: true } });
  await open(page, office, '/category');
  await page.keyboard.press('Control+k');
  const finder = page.getByRole('dialog', { name: 'Find a book' });
  await finder.getByRole('combobox').fill('emma');
  await expect(finder.getByRole('option')).toHaveText([/^\s*Emma B502/, /^\s*Emma and the Sea/, /^\s*The Emma Years/]);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/book\/B502/);
  await ready(page);
  await page.keyboard.press('Control+k');
  await expect(finder.getByRole('group', { name: 'Recently opened' }).getByRole('option')).toHaveText([
    /^\s*Emma B502/,
  ]);
  await finder.getByRole('combobox').fill('new b');
  await expect(finder.getByRole('option', { name: 'New book' })).toHaveAttribute('aria-selected', 'true');
  await finder.getByRole('combobox').fill('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('a dialog with unsaved words asks before it closes, and its link opens it over its page', async ({
  page,
  office,
}) => {
  await open(page, office, '/agegroup/create');
  const dialog = page.getByRole('dialog', { name: 'New age group' });
  await dialog.getByLabel('Title').fill('Ages 3 to 5');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue('Ages 3 to 5');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText('Ages 3 to 5')).toBeVisible();
});

test('a server that does not answer is told, and trying again does the act', async ({ page, office }) => {
  await office.sql("insert into category (title) values ('Fables')");
  await open(page, office, '/category');
  await page.getByRole('button', { name: 'Edit: Fables' }).click();
  await page.route('**/api/v1/category/*', (route) => route.abort());
  await page.getByRole('textbox', { name: 'Title' }).fill('Myths');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/There is no response from the server/)).toBeVisible();
  await page.unroute('**/api/v1/category/*');
  await page.getByRole('textbox', { name: 'Title' }).press('Enter');
  await expect(page.getByRole('cell', { name: 'Myths', exact: true })).toBeVisible();
});

test('signing out ends the session, and the page one wanted opens after signing in', async ({ page, office }) => {
  await open(page, office, '/series');
  await page.getByRole('button', { name: /Your account/ }).click();
  await page.getByRole('button', { name: 'Log-out' }).click();
  await page.waitForURL(/\/login/);
  await page.goto(`${office.url}/category`);
  await expect(page).toHaveURL(/\/login\?next=%2Fcategory/);
  await page.getByLabel('ID').fill('ada');
  await page.getByLabel('Password').fill('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Log-in failed. Please confirm your ID and password');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${office.url}/category`);
});
