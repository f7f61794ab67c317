import { expect, open, test } from './office.ts';

test('five of six titles with blanks are fixed by keys, one of them is taken back, and one is dismissed', {
  tag: '@journey',
}, async ({ page, office }) => {
  const books = Array.from({ length: 6 }, (_, nth) => {
    const digits = `97800000${String(4000 + nth)}`;
    const isbn = (prefix: string) => `${prefix}${digits.slice(3)}${nth}`;
    const texts = { title: `Blank ${nth + 1}`, series: 'Blanks', level: 'Level 1' };
    return { bid: `BLANK-${nth + 1}`, ...texts, isbn_print: isbn('978'), isbn_spindle: isbn('979') };
  });
  const data = { books, create_missing: true };
  const added = await page.request.post(`${office.url}/api/v1/book`, { data, headers: { origin: office.url } });
  expect(added.status(), await added.text()).toBe(200);
  await office.sql("update book set title = title || ' ' where bid like 'BLANK-%'");
  const blank = async () =>
    (await office.sql("select bid from book where title like '% ' order by bid")).map(({ bid }) => bid);

  await open(page, office, '/workbench');
  await page.getByRole('link', { name: 'Blanks at the ends, or doubled', exact: true }).click();
  await expect(page.getByText('6 selected')).toBeVisible();
  await page.getByRole('checkbox', { name: /Blank 6/ }).uncheck();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('5 fixed', { exact: true })).toBeVisible();
  expect(await blank()).toEqual(['BLANK-6']);

  await page.getByRole('button', { name: 'Undo some…' }).click();
  const one = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Blank 2' });
  await one.getByRole('button').click();
  // The question is over the list.
  await expect(page.getByRole('button', { name: 'Undo for this record' })).toHaveCount(0);
  await page.getByRole('dialog').last().getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(blank).toEqual(['BLANK-2', 'BLANK-6']);

  await expect(page.getByText('1 selected')).toBeVisible();
  await page.keyboard.press('d');
  await page.getByRole('dialog').getByRole('textbox').fill('On the cover');
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss 1' }).click();
  await expect(page.getByText('1 dismissed', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Dismissed 1' }).click();
  await expect(page.getByText('On the cover')).toBeVisible();
});
