import { bookRow } from '../src/features/book/book.factory.ts';
import { axeViolations } from '../test/axe.ts';
import { colleague, expect, open, test } from './office.ts';

test('a comment on a field is begun at it and shown at it to a colleague who is typing there', {
  tag: '@journey',
}, async ({ page, office, browser }) => {
  const http = await office.client();
  await http.results('POST', '/api/v1/book', { books: [bookRow(1)], create_missing: true });
  const away = await browser.newContext();
  const mina = await colleague(away, office);
  await open(mina, office, '/book/update/B1');
  const hers = mina.getByRole('textbox', { name: 'Title', exact: true });
  await hers.fill('A title that is not saved');

  await open(page, office, '/book/update/B1');
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await title.focus();
  await page.getByRole('button', { name: 'Comments: Title', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Comments: Book 1' });
  const field = panel.getByRole('textbox', { name: /Title$/ });
  await expect(field).toBeFocused();
  await field.fill('Is this how the cover says it?');
  await page.keyboard.press('Control+Enter');
  await expect(panel.getByRole('listitem').getByText('Is this how the cover says it?').first()).toBeVisible();
  await expect(field).toHaveValue('');
  await page.keyboard.press('Escape');
  const mark = (on: typeof page) => on.getByRole('button', { name: 'Comments: Title, 1', exact: true });
  await expect(mark(page)).toBeVisible();

  await expect(mark(mina)).toBeVisible();
  await expect(hers).toHaveValue('A title that is not saved');
  await hers.focus();
  await mina.keyboard.press('Control+Alt+m');
  const thread = mina.getByRole('dialog', { name: 'Comments: Book 1' });
  await expect(thread.getByRole('textbox', { name: /^Reply to/ })).toBeFocused();
  await thread.getByRole('button', { name: 'Resolve: Title' }).click();
  await expect(mark(page)).toBeHidden();
  await mina.keyboard.press('Escape');
  await expect(hers).toBeFocused();
  await expect(hers).toHaveValue('A title that is not saved');
  await mina.reload();
  await away.close();
});

test('the dialog of a customer and, on a phone, the editor of a collection show what is said about their fields', async ({
  page,
  office,
}) => {
  const http = await office.client();
  const { cust_idx } = await http.results('POST', '/api/v1/customer', { cust_id: 'MARKS', name: 'Marks' });
  const prices = [{ currency: 'KRW', price: '9900', subscription_period: 30 }];
  await http.results('POST', '/api/v1/collection', { cid: 'MARKS', title: 'Marks', prices });
  const begin = (kind: string, id: string, field: string) =>
    http.results('POST', '/api/v1/thread', { kind, id, field, text: `About ${field}` });
  await begin('customer', String(cust_idx), 'memo');
  await begin('collection', 'MARKS', 'ko.title');
  await begin('collection', 'MARKS', 'is_public');

  await open(page, office, `/customer/update/${cust_idx}`);
  const form = page.getByRole('dialog', { name: /customer/i });
  await form.getByRole('button', { name: /^Comments: Memo, 1$/ }).click();
  const panel = page.getByRole('dialog', { name: 'Comments: Marks' });
  await expect(panel.getByText('About memo')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await form.getByRole('textbox', { name: 'Name' }).focus();
  await page.keyboard.press('Control+Alt+m');
  const field = panel.getByRole('textbox', { name: /Name$/ });
  await field.fill('Their new name?');
  await page.keyboard.press('Control+Enter');
  await expect(field).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(form.getByRole('button', { name: 'Comments: Name, 1' })).toBeVisible();

  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, office, '/collection/update/MARKS');
  await expect(page.getByRole('button', { name: /^Comments: .*, 1$/ })).toHaveCount(1);
  await page.getByRole('tab', { name: /한국어/ }).click();
  await page.getByRole('button', { name: 'Comments: Title, 1' }).click();
  await expect(page.getByText('About ko.title')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('the forms of a series, a release and a scheduled price show what is said about their fields, and prices as one field', async ({
  page,
  office,
}) => {
  const http = await office.client();
  const prices = [{ currency: 'KRW', price: '9900', subscription_period: 30 }];
  await http.results('POST', '/api/v1/collection', { cid: 'PRICED', title: 'Priced', prices });
  const { ser_idx } = await http.results('POST', '/api/v1/series', { title: 'Owls' });
  const { rel_idx } = await http.results('POST', '/api/v1/release', { name: 'Spring' });
  const change = {
    cid: 'PRICED',
    target: 'price',
    apply_at: 4_000_000_000,
    value: [{ currency: 'KRW', price: '7900' }],
  };
  const { res_idx } = await http.results('POST', '/api/v1/reservation', change);
  const begin = (kind: string, id: unknown, field: string) =>
    http.results('POST', '/api/v1/thread', { kind, id: String(id), field, text: `About ${kind} ${field}` });
  await begin('series', ser_idx, 'title');
  await begin('release', rel_idx, 'apply_at');
  await begin('reservation', res_idx, 'value');
  await begin('collection', 'PRICED', 'prices');
  /** Opens what is said at a field, and closes it again. */
  const read = async (mark: string, text: string) => {
    await page.getByRole('button', { name: mark, exact: true }).click();
    await expect(page.getByText(text)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText(text)).toBeHidden();
  };

  await open(page, office, `/series?open=${ser_idx}`);
  await page.getByRole('button', { name: 'Rename: Owls' }).click();
  await read('Comments: Title, 1', 'About series title');
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Title' }).press('Escape');
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeHidden();

  await open(page, office, `/release/update/${rel_idx}`);
  await read('Comments: Time, 1', 'About release apply_at');
  expect(await axeViolations(page)).toEqual([]);

  await open(page, office, `/reservation/${res_idx}`);
  await read('Comments: Prices, 1', 'About reservation value');
  expect(await axeViolations(page)).toEqual([]);

  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, office, '/collection/update/PRICED');
  await read('Comments: Prices, 1', 'About collection prices');
  await page.getByRole('textbox', { name: 'Price', exact: true }).focus();
  await page.keyboard.press('Control+Alt+m');
  await expect(page.getByText('About collection prices')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
