import { TOTP } from 'otpauth';
import { bookRow } from '../src/features/book/book.factory.ts';
import { type ProviderDouble, startProvider } from '../src/features/staff/single-sign-on/provider.fixture.ts';
import { test as base, expect, open, ready } from './office.ts';

const test = base.extend<object, { provider: ProviderDouble }>({
  provider: [
    async ({}, use) => {
      const provider = await startProvider();
      await use(provider);
      await provider.stop();
    },
    { scope: 'worker' },
  ],
  environment: [async ({ provider }, use) => use(provider.environment), { scope: 'worker' }],
});

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

test('dark mode is chosen once and applies to every page', async ({ page, office }) => {
  await open(page, office, '/series');
  await page.getByRole('button', { name: /Your account/ }).click();
  await page.getByRole('button', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await open(page, office, '/category');
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(background).toBe('rgb(20, 19, 18)');
});

test('the command palette finds a screen and a record by keyboard alone', { tag: '@journey' }, async ({
  page,
  office,
}) => {
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

test('the finder lists the exact title first, offers recently opened records, and does what the menus do', async ({
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
  await expect(finder.getByRole('option', { name: /dark/i })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('the question mark shows the keys of the page, and no others', async ({ page, office }) => {
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const keys = dialog.locator('dl').first().locator('kbd');
  const answer = await page.request.put(`${office.url}/api/v1/book/import`, {
    data: { books: [bookRow(1), bookRow(2)], create_missing: true },
  });
  expect(await answer.json()).toMatchObject({ results: { success: true } });
  await open(page, office, '/book');
  await page.keyboard.press('?');
  await expect(keys).toHaveText(['J', 'K', 'Enter', 'Space', 'X', 'E', '/', 'Ctrl K', 'Ctrl Z', '?']);
  await expect(dialog.getByText('Library')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: 'Library' }).locator('tbody a').first().click();
  await page.getByRole('link', { name: 'Next' }).waitFor();
  await page.keyboard.press('?');
  await expect(keys).toHaveText(['Alt Page Down', ']', 'C', 'Ctrl K', 'Ctrl Z', '?']);
  await open(page, office, '/book/create');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await expect(keys).toHaveText(['Ctrl S', 'Ctrl K', 'Ctrl Z', '?']);
  await expect(dialog).toContainText('Save');
});

test('a dialog with unsaved text asks before it closes, and its link opens it over its page', {
  tag: '@journey',
}, async ({ page, office }) => {
  await open(page, office, '/agegroup/create');
  const dialog = page.getByRole('dialog', { name: 'New age group' });
  await dialog.getByLabel('Title').fill('Ages 3 to 5');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue('Ages 3 to 5');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Ages 3 to 5', exact: true })).toBeVisible();
});

test('a dialog opened by its address leaves the keyboard at the top of the page it was over', async ({
  page,
  office,
}) => {
  await open(page, office, '/agegroup/create');
  await page.getByRole('dialog', { name: 'New age group' }).waitFor();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a server that does not answer is reported, and trying again repeats the act', async ({ page, office }) => {
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

test('signing out ends the session, and the requested page opens after signing in', { tag: '@journey' }, async ({
  page,
  office,
}) => {
  await open(page, office, '/series');
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

test('a person logs in at the provider, again over a page with typed text, and out of both', async ({
  page,
  context,
  office,
  provider,
}) => {
  // The provider's pages request a font from another site.
  await context.route(/fonts\.googleapis\.com/, (route) => route.fulfill({ body: '' }));
  provider.people.set('kim', { groups: ['librarians'] });
  await context.clearCookies();
  await page.goto(`${office.url}/category`);
  await page.getByRole('link', { name: 'Log in with Example ID' }).click();
  await page.getByPlaceholder('Enter any login').fill('kim');
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${office.url}/category`);
  await ready(page);

  await page.getByRole('button', { name: 'New category' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Sagas');
  await office.sql('delete from session');
  await page.keyboard.press('Enter');
  const again = page.getByRole('dialog', { name: 'Log in again' });
  const tab = context.waitForEvent('page');
  await again.getByRole('link', { name: 'Log in with Example ID' }).click();
  await (await tab).getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('cell', { name: 'Sagas', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Log-out' }).click();
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await page.waitForURL(`${office.url}/login`);
  for (const other of context.pages()) if (other !== page) await other.close();
});

test('two-factor is set up by a code of the app, and then required at each log-in', { tag: '@journey' }, async ({
  page,
  office,
}) => {
  await open(page, office, '/staff/sessions');
  await page.getByRole('button', { name: 'Set up two-factor authentication' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up two-factor authentication' });
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  await expect(dialog.getByLabel('Current password')).toBeFocused();
  await page.keyboard.type('correct horse battery');
  await dialog.getByLabel('Code from the app').fill(new TOTP({ secret }).generate());
  await page.keyboard.press('Enter');
  const codes = dialog.getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expect(dialog.locator(':focus')).toHaveCount(1);
  const [first = '', second = ''] = await codes.allInnerTexts();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('Two-factor authentication is on. To change it')).toBeVisible();

  await page.getByRole('button', { name: 'Log-out' }).click();
  await page.goto(`${office.url}/login?next=/category`);
  await page.getByLabel('ID').fill('ada');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.keyboard.press('Enter');
  await page.getByLabel('Code from the app').fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('This code is wrong');
  await page.getByLabel('Code from the app').fill(first);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${office.url}/category`);
  await ready(page);

  await page.getByRole('button', { name: 'New category' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Epics');
  await office.sql('delete from session');
  await page.keyboard.press('Enter');
  const again = page.getByRole('dialog', { name: 'Log in again' });
  await again.getByLabel('Password').fill('correct horse battery');
  await page.keyboard.press('Enter');
  await again.getByLabel('Code from your authenticator app').fill(second);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('cell', { name: 'Epics', exact: true })).toBeVisible();
});
