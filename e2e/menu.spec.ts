import { localeNames, locales } from '#kernel/messages/locale.ts';
import { expect, open, test } from './office.ts';

test.beforeEach(async ({ page }) => page.setViewportSize({ width: 1366, height: 860 }));

for (const locale of locales)
  test(`the whole menu is in sight and uncut at 860 px, with everything unfolded, in ${localeNames[locale]}`, async ({
    page,
    office,
    context,
  }) => {
    await context.addCookies([{ name: 'lang', value: locale, url: office.url }]);
    await open(page, office, '/category');
    const menu = page.locator('nav').filter({ has: page.locator('[data-screens]') });
    const folded = menu.locator('[data-screens] button[aria-expanded="false"]');
    while ((await folded.count()) > 0) await folded.first().click();
    const links = menu.locator('[data-screens] a');
    await expect(links.filter({ visible: true })).toHaveCount(await links.count());
    const cut = await menu.evaluate((nav) => {
      const names = [...nav.querySelectorAll('a span:last-of-type')];
      return {
        below: nav.scrollHeight - nav.clientHeight,
        wide: names.flatMap((one) => (one.scrollWidth > one.clientWidth ? [one.textContent] : [])),
      };
    });
    expect(cut).toEqual({ below: 0, wide: [] });
  });

test('a folded group stays folded on other pages, and never hides the current screen', async ({ page, office }) => {
  await open(page, office, '/report/all-books');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const reports = menu.getByRole('button', { name: 'Reports' });
  await reports.press('Enter');
  await expect(reports).toHaveAttribute('aria-expanded', 'false');
  await expect(menu.getByRole('link', { name: 'All books' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Platform Report' })).toBeHidden();
  await open(page, office, '/category');
  await expect(reports).toHaveAttribute('aria-expanded', 'false');
  await expect(menu.getByRole('link', { name: 'All books' })).toBeHidden();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('Platform');
  await expect(page.getByRole('option', { name: 'Platform Report' })).toBeVisible();
  await page.keyboard.press('Escape');
  await reports.click();
  await expect(menu.getByRole('link', { name: 'Platform Report' })).toBeVisible();
});

test('G and a letter open a screen; its tip says so, beside its label', async ({ page, office }) => {
  await open(page, office, '/category');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: 'Distributor purchase' }).hover();
  await expect(page.locator('[popover="manual"]')).toHaveText('Distributor purchaseGD');
  await page.keyboard.press('g');
  await page.keyboard.press('e');
  await expect(page).toHaveURL(/\/event$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Promotion Coupons');
  await expect(page.getByRole('banner').or(page.locator('main header')).getByText('· Event')).toBeVisible();
});
