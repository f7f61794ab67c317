import { axeViolations } from '../test/axe.ts';
import { expect, open, test } from './office.ts';

const price = (currency: string, amount: string) => ({ currency, price: amount, subscription_period: 30 });

test('a collection’s prices are drawn as steps, and each leads to what set it', async ({ page, office }) => {
  const http = await office.client();
  await http.results('POST', '/api/v1/collection', {
    cid: 'how',
    title: 'How it works',
    prices: [price('KRW', '8900'), price('JPY', '980')],
  });
  const { version } = await http.results<{ version: number }>('GET', '/api/v5/collection/how?language=en');
  await http.results('PUT', '/api/v5/collection/how', { version, prices: [price('KRW', '9900')] });
  const apply_at = Math.floor(Date.now() / 1000) + 40 * 86_400;
  const { rel_idx } = await http.results<{ rel_idx: number }>('POST', '/api/v1/release', { name: 'Winter', apply_at });
  const values = { prices: [price('KRW', '8900')] };
  await http.results('PUT', `/api/v1/release/${rel_idx}/change`, { kind: 'collection', id: 'how', values });

  await open(page, office, '/collection/how');
  await page.getByRole('link', { name: 'Prices' }).click();
  const steps = page.getByRole('region', { name: 'Price changes' }).getByRole('row');
  await expect(steps.nth(1)).toContainText('Scheduled');
  await expect(steps.nth(1)).toContainText('₩9,900 → ₩8,900');
  await expect(steps.filter({ hasText: 'no price' })).toContainText('Ended');
  await expect(steps.filter({ hasText: 'Now' })).toContainText('₩8,900 → ₩9,900');
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('link', { name: '6 months' }).click();
  await expect(page.getByRole('link', { name: '6 months' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('link', { name: 'Release “Winter”' }).click();
  await expect(page.getByRole('heading', { name: 'Winter', level: 1 })).toBeVisible();
  await page.goBack();
  await steps.filter({ hasText: 'Now' }).getByRole('link').click();
  await expect(page).toHaveURL(/\/collection\/how\/versions\?to=\d+$/);
});
