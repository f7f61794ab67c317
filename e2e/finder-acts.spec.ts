import { expect, type Office, open, test } from './office.ts';

/** Thirty books of a title, in a series of their own, and a collection. */
async function prepare(office: Office, { title, letter, cid }: { title: string; letter: string; cid: string }) {
  await office.sql('insert into series (title, position) select $1, count(*) + 1 from series', [`Series ${letter}`]);
  await office.sql(`insert into level (ser_idx, title, position) select max(ser_idx), 'One', 1 from series`);
  await office.sql(
    `insert into book (bid, title, author, ser_idx, lev_idx, isbn_print, isbn_spindle, format, created_at, updated_at)
     select $1 || n, $2 || ' ' || n, 'J.K. Rowling', ser_idx, lev_idx, $1 || 'p' || n, $1 || 's' || n, 'EPUB', now(), now()
     from (select * from level order by lev_idx desc limit 1) one, generate_series(1, 30) n`,
    [letter, title],
  );
  await office.sql('insert into collection (cid, search, created_at, updated_at) values ($1, $1, now(), now())', [cid]);
}

const contained = async (office: Office, cid: string) =>
  (
    await office.sql(
      'select b.bid from collection_content join collection using (cidx) join book b using (bidx) where cid = $1',
      [cid],
    )
  ).length;

test('a misspelt book is found, and added to a collection, edited or published from the finder by keyboard', async ({
  page,
  office,
}) => {
  await prepare(office, { title: 'Harry Potter', letter: 'F', cid: 'winter' });
  await open(page, office, '/');
  const finder = page.getByRole('dialog', { name: 'Find a book' });
  const search = async () => {
    await page.keyboard.press('Control+k');
    await finder.getByRole('combobox').fill('hary poter 7');
    await expect(finder.getByText('No results for “hary poter 7”. Similar:')).toBeVisible();
    await expect(finder.getByRole('option').first()).toContainText('F7 · J.K. Rowling');
  };
  await search();
  await page.keyboard.press('Tab');
  await expect(finder.getByRole('option', { name: 'Edit' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(finder.getByRole('option', { name: 'Edit' })).toBeHidden();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add to collection: Harry Potter 7' });
  await dialog.getByLabel('Collection').fill('winter');
  await page.getByRole('option', { name: 'winter' }).click();
  await expect(dialog.getByText('Add “Harry Potter 7”?')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('1 item added to “winter”.')).toBeVisible();
  expect(await contained(office, 'winter')).toBe(1);
  await search();
  await page.keyboard.press('Tab');
  await page.keyboard.press('2');
  await page.waitForURL('**/book/F7');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Publish' })).toBeVisible();
});

test('thirty selected books are in a recent collection after four presses', async ({ page, office }) => {
  await prepare(office, { title: 'Silent Owl', letter: 'S', cid: 'spring' });
  await open(page, office, '/book/S1');
  const add = page.getByRole('dialog');
  await page.getByRole('link', { name: 'Add to collection', exact: true }).click();
  await add.getByLabel('Collection').fill('spring');
  await page.getByRole('option', { name: 'spring' }).click();
  await add.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('1 item added to “spring”.')).toBeVisible();
  await open(page, office, '/book?search_val=silent');
  await page.getByRole('checkbox', { name: 'Select all' }).first().click();
  await page.getByRole('link', { name: 'Add to collection' }).click();
  await add.getByRole('button', { name: 'spring' }).click();
  await expect(add.getByText('Add 29 books?')).toBeVisible();
  await add.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('29 items added to “spring”.')).toBeVisible();
  expect(await contained(office, 'spring')).toBe(30);
});
