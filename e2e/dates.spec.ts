import type { Page } from '@playwright/test';
import { expect, type Office, open, test } from './office.ts';

/** The last day of a period in the filters of the audit trail. */
async function openDay(page: Page, office: Office) {
  await open(page, office, '/audit');
  await page.locator('main summary').filter({ hasText: 'Filter' }).click();
  const day = page.getByRole('textbox', { name: 'To', exact: true });
  await expect(day).toHaveAttribute('placeholder', 'MM/DD/YYYY');
  return day;
}

/** The start of a new event. */
async function openTime(page: Page, office: Office, path = '/event/create?day=2035-05-22') {
  await open(page, office, path);
  return page.getByRole('textbox', { name: 'From' });
}

const posted = (page: Page, name: string) =>
  page.evaluate(
    (field) => [...document.forms].map((form) => new FormData(form).get(field)).find((value) => value !== null),
    name,
  );

test('a date is typed as people write it, and is sent as before', async ({ page, office }) => {
  const day = await openDay(page, office);
  await day.fill('3/2/2035');
  await expect(page).toHaveURL(/until=2035-03-02/);
  await day.blur();
  await expect(day).toHaveValue('Mar 2, 2035');
  await day.fill('2035-03-04');
  await expect(page).toHaveURL(/until=2035-03-04/);
});

test('a day that is changed while the answer to another is awaited is not set back by it', async ({ page, office }) => {
  const day = await openDay(page, office);
  const { promise: isLate, resolve: answer } = Promise.withResolvers<void>();
  await page.route(/until=2035-03-31/, async (route) => {
    await isLate;
    await route.continue().catch(() => undefined);
  });
  const request = page.waitForRequest(/until=2035-03-31/);
  await day.fill('2035-03-31');
  await request;
  await day.fill('2035-03-30');
  answer();
  await expect(page).toHaveURL(/until=2035-03-30/);
});

test('a day is emptied by the button beside it, also one that cannot be read', async ({ page, office }) => {
  const day = await openDay(page, office);
  const reset = page.getByRole('button', { name: 'Reset: To', exact: true });
  await day.fill('3/2/2035');
  await expect(page).toHaveURL(/until=2035-03-02/);
  await day.fill('soon');
  await day.blur();
  await expect(page.getByRole('alert')).toBeVisible();
  await reset.click();
  await expect(page).not.toHaveURL(/until/);
  await expect(day).toBeFocused();
  await expect(day).toHaveValue('');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('text that is no date is refused where it stands, with an example', async ({ page, office }) => {
  const day = await openDay(page, office);
  await day.fill('soon');
  await day.blur();
  await expect(page.getByRole('alert')).toContainText('This is not a date. Type it like “');
  await expect(day).toHaveAttribute('aria-invalid', 'true');
  expect(page.url()).not.toContain('until');
  await day.fill('');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a day is picked by keys: days, weeks, months and years; Escape changes nothing', async ({ page, office }) => {
  const day = await openDay(page, office);
  await day.fill('2035-03-31');
  await day.press('Alt+ArrowDown');
  const calendar = page.getByRole('dialog', { name: 'Calendar' });
  const isFocused = (name: string) => expect(calendar.getByRole('button', { name, exact: true })).toBeFocused();
  await isFocused('March 31, 2035');
  // The typed day has filtered the list, whose answer leaves the calendar open.
  await expect(page).toHaveURL(/until=2035-03-31/);
  for (const [key, reached] of [
    ['ArrowRight', 'April 1, 2035'],
    ['ArrowUp', 'March 25, 2035'],
    ['End', 'March 31, 2035'],
    ['PageUp', 'February 28, 2035'],
    ['Home', 'February 25, 2035'],
    ['Shift+PageDown', 'February 25, 2036'],
  ] as const) {
    await page.keyboard.press(key);
    await isFocused(reached);
  }
  await page.keyboard.press('Escape');
  await expect(calendar).toHaveCount(0);
  await expect(day).toHaveValue('Mar 31, 2035');
  await day.press('Alt+ArrowDown');
  await isFocused('March 31, 2035');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(calendar).toHaveCount(0);
  await expect(day).toBeFocused();
  await expect(page).toHaveURL(/until=2035-03-30/);
});

test('a time is picked as a day and a time of day, and read back in the language of the page', async ({
  page,
  office,
  context,
}) => {
  const from = await openTime(page, office);
  await expect(from).toHaveValue('May 22, 2035, 12:00 AM');
  await from.locator('..').getByRole('button', { name: 'Open calendar' }).click();
  const calendar = page.getByRole('dialog', { name: 'Calendar' });
  await calendar.getByRole('button', { name: 'Next month' }).click();
  await calendar.getByRole('button', { name: 'June 5, 2035', exact: true }).click();
  await calendar.getByRole('combobox', { name: 'Time of day' }).selectOption('14:30');
  await expect(from).toHaveValue('Jun 5, 2035, 2:30 PM');
  await calendar.getByRole('button', { name: 'Done' }).click();
  await expect(from).toBeFocused();
  expect(await posted(page, 'from')).toBe('2035-06-05T14:30');
  await context.addCookies([{ name: 'lang', value: 'ko', url: office.url }]);
  await open(page, office, '/event/create?day=2035-05-22');
  const korean = page.locator('[name="from"]');
  await expect(korean).toHaveValue('2035. 5. 22. 오전 12:00');
  await korean.fill('2035. 6. 5. 오후 2:30');
  expect(await posted(page, 'from')).toBe('2035-06-05T14:30');
});

test('in a dialog, Escape closes the calendar first, and text that is no date is not saved', async ({
  page,
  office,
}) => {
  await open(page, office, '/release/create?day=2035-05-22');
  const dialog = page.getByRole('dialog', { name: 'New release' });
  const time = dialog.getByRole('textbox', { name: 'Time' });
  await time.press('Alt+ArrowDown');
  const calendar = page.getByRole('dialog', { name: 'Calendar' });
  await expect(calendar).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(calendar).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Summer');
  await time.fill('never');
  await time.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('This is not a date with a time');
  await expect(time).toBeFocused();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a date is chosen by the control of the browser', async ({ page, office }) => {
    await page.goto(`${office.url}/report/platform?since=2035-03-01&until=2035-03-04`);
    const since = page.locator('input[name="since"]');
    await expect(since).toHaveAttribute('type', 'date');
    await expect(since).toHaveValue('2035-03-01');
    await expect(page.getByRole('button', { name: 'Open calendar' })).toHaveCount(0);
  });
});
