import { expect, open, test } from './office.ts';

test('the tabs of a form are one stop of the keyboard: arrows, Home and End choose, and the rest waits', async ({
  page,
  office,
}) => {
  await open(page, office, '/docs/kit');
  const tabs = page.getByRole('tablist', { name: 'Actions' }).getByRole('tab');
  const panel = page.getByRole('tabpanel');
  await tabs.first().click();
  await expect(panel).toHaveCount(1);
  for (const [key, at] of [
    ['ArrowRight', 1],
    ['End', 2],
    ['ArrowRight', 0],
    ['ArrowLeft', 2],
    ['Home', 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect(tabs.nth(at)).toBeFocused();
    await expect(tabs.nth(at)).toHaveAttribute('aria-selected', 'true');
    await expect(panel).toHaveAccessibleName((await tabs.nth(at).textContent()) ?? '');
  }
  expect(await tabs.evaluateAll((all) => all.map((one) => (one as HTMLElement).tabIndex))).toEqual([0, -1, -1]);
});

test('the parts of a record are links, of which the current one says so', async ({ page, office }) => {
  await open(page, office, '/docs/kit');
  const links = page.getByRole('navigation', { name: 'Sections of the record' }).getByRole('link');
  await expect(links.first()).toHaveAttribute('aria-current', 'page');
  expect(await links.evaluateAll((all) => all.filter((one) => one.ariaCurrent !== null).length)).toBe(1);
});

test('a filter in use is a chip: pressed, its field opens; its cross takes it away', async ({ page, office }) => {
  await open(page, office, '/book?format=EPUB');
  await page.getByRole('button', { name: 'Format: EPUB' }).click();
  await expect(page.getByRole('combobox', { name: 'Format' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Remove Format: EPUB' }).click();
  await expect(page).toHaveURL(/\/book$/);
  await expect(page.getByRole('button', { name: 'Format: EPUB' })).toHaveCount(0);
});

test('a link that is followed without a network leaves the page as it is, and works once there is one', async ({
  page,
  context,
  office,
}) => {
  await open(page, office, '/category');
  await context.setOffline(true);
  const link = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Series', exact: true });
  await link.click();
  const bar = page.getByRole('alert').filter({ hasText: 'There is no response from the server.' });
  await expect(bar).toBeVisible();
  await bar.getByRole('button').click();
  await expect(bar).toBeVisible();
  await expect(page).toHaveURL(/\/category$/);
  await context.setOffline(false);
  await bar.getByRole('button').click();
  await expect(page).toHaveURL(/\/series$/);
});
