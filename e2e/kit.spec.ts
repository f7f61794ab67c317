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
