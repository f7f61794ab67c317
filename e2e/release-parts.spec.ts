import { bookRow } from '../src/features/book/book.factory.ts';
import { expect, open, pickUp, ready, test } from './office.ts';

test('two books exchange their ISBNs in a release, with a category, an age group and the advertised order; undone whole', async ({
  page,
  office,
}) => {
  const headers = { origin: office.url };
  const call = async (method: 'post' | 'put', path: string, data: object) => {
    const answer = await page.request[method](office.url + path, { data, headers });
    expect(answer.status(), path).toBe(200);
    return (await answer.json()).results;
  };
  const books = [bookRow(1, { title: 'Lamp' }), bookRow(2, { title: 'Moth' })] as const;
  await call('post', '/api/v1/book', { books, create_missing: true });
  await call('post', '/api/v1/category', { title: 'Fables' });
  await call('post', '/api/v1/age_group', { title: 'Ages 5 to 6' });
  for (const n of [1, 2]) {
    const { cidx } = await call('post', '/api/v1/collection', { cid: `C${n}`, title: `Tales ${n}` });
    await call('put', '/api/v1/collection/advertisement', { cidx, adsOn: true });
  }
  const { rel_idx: rel } = await call('post', '/api/v1/release', { name: 'Winter' });
  await page.context().addCookies([{ name: 'release', value: String(rel), url: office.url }]);
  const state = () =>
    office.sql(`
      select (select json_agg(json_build_array(bid, isbn_print, c.title, a.title) order by bid)
        from book left join category c using (cat_idx) left join age_group a using (grp_idx)) as books,
        (select json_agg(cid order by ads_place) from collection where ads_place is not null) as advertised`);
  const before = await state();

  for (const [bid, isbn] of [
    ['B1', books[1].isbn_print],
    ['B2', books[0].isbn_print],
  ] as const) {
    await open(page, office, `/book/update/${bid}`);
    await page.getByLabel('ISBN (print)').fill(String(isbn));
    if (bid === 'B1')
      for (const [field, title] of [
        ['Category', 'Fables'],
        ['Age group', 'Ages 5 to 6'],
      ] as const) {
        const box = page.getByRole('combobox', { name: field, exact: true });
        await box.focus();
        await page.keyboard.type(title);
        await page.getByRole('option', { name: title }).first().click();
      }
    await page.getByRole('button', { name: 'Add to Winter' }).click();
    await expect(page.getByText('Added to Winter.').first()).toBeVisible();
  }
  await open(page, office, '/collection/advertisement');
  await page.getByRole('button', { name: 'Reorder advertised collections' }).click();
  await pickUp(page, 'Move Tales 1', 'Tales 1 picked up');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('Tales 1 is at position 2 of 2.')).toBeAttached();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Add to Winter' }).click();
  await expect(page.getByRole('complementary', { name: 'Winter' })).toContainText('3 changes');
  expect(await state()).toEqual(before);

  await open(page, office, `/release/${rel}`);
  await expect(page.getByText('ISBN (print), Category, Age group')).toBeVisible();
  await page.getByRole('button', { name: 'Apply now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Apply now' }).click();
  await expect(page.getByText('The release was applied.')).toBeVisible();
  await ready(page);
  expect(await state()).toEqual([
    {
      books: [
        ['B1', books[1].isbn_print, 'Fables', 'Ages 5 to 6'],
        ['B2', books[0].isbn_print, null, null],
      ],
      advertised: ['C2', 'C1'],
    },
  ]);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(state).toEqual(before);
});
