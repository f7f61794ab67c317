import { clicksOf } from '../look/task.ts';
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

test('five hundred titles are fixed in three presses, and exactly one of them is taken back', async ({
  page,
  office,
}) => {
  const book = { bid: 'MANY-0', title: 'Many 0', series: 'Many', level: 'Level 1' };
  const isbns = { isbn_print: '9788000070001', isbn_spindle: '9798000070001' };
  const data = { books: [{ ...book, ...isbns }], create_missing: true };
  await office.sql(`update book set title = btrim(title) where title <> btrim(title)`);
  const added = await page.request.post(`${office.url}/api/v1/book`, { data, headers: { origin: office.url } });
  expect(added.status(), await added.text()).toBe(200);
  await office.sql(`
    insert into book (bid, title, format, ser_idx, lev_idx, isbn_print, isbn_spindle, created_at, updated_at)
    select 'MANY-' || n, 'Many ' || n || ' ', format, ser_idx, lev_idx, 'many-p-' || n, 'many-s-' || n, created_at, updated_at
    from book, generate_series(1, 500) n where bid = 'MANY-0'`);
  // Counts follow the changes that calls report.
  await page.request.put(`${office.url}/api/v1/book`, { data: { bids: ['MANY-0'] }, headers: { origin: office.url } });
  const blank = async () => (await office.sql(`select bid from book where title like 'Many % '`)).length;
  expect(await blank()).toBe(500);

  const task = {
    name: 'five hundred faults fixed',
    most: 5,
    start: '/',
    act: async ({ press, key }: Parameters<Parameters<typeof clicksOf>[0]['act']>[0]) => {
      await press(page.getByRole('navigation').getByRole('link', { name: /^Workbench/ }));
      await press(page.getByRole('link', { name: 'Blanks at the ends, or doubled', exact: true }));
      await expect(page.getByText('500 selected')).toBeVisible();
      await key('Control+Enter');
      await expect(page.getByText('500 fixed', { exact: true })).toBeVisible();
    },
  };
  expect(await clicksOf(task, page, office.url)).toBe(3);
  expect(await blank()).toBe(0);

  await page.getByRole('button', { name: 'Undo some…' }).click();
  await page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Many' }).first().getByRole('button').click();
  // The question is over the list.
  await expect(page.getByRole('button', { name: 'Undo for this record' })).toHaveCount(0);
  await page.getByRole('dialog').last().getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(blank).toBe(1);
  await expect(page.getByText('1 selected')).toBeVisible();
});

test('codes that read as numbers are replaced in all batches after a question, and come back with one undo', async ({
  page,
  office,
}) => {
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`${office.url}/api/v1/${path}`, { data, headers: { origin: office.url } });
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()).results;
  };
  await open(page, office, '/');
  const { cidx } = await post('collection', { cid: 'NUMERIC', title: 'Numeric' });
  const { cust_idx } = await post('customer', { cust_id: 'NUMERIC', name: 'Numeric' });
  const batches: number[] = [];
  for (const title of ['Numbers one', 'Numbers two']) {
    const { cg_idx } = await post('code/batch', {
      cust_idx,
      cidx,
      title,
      count: 2,
      price: '1',
      currency: 'USD',
      length: 9,
    });
    await expect
      .poll(() => office.sql(`select status from code_batch where cg_idx = ${cg_idx}`))
      .toEqual([{ status: 'issued' }]);
    batches.push(cg_idx);
  }
  // As an earlier version drew them.
  const [one, two] = batches;
  await office.sql(`update code set code = '77777777777' || case cg_idx when ${one} then 2 else 3 end where code in (
    select max(code) from code where cg_idx in (${one}, ${two}) group by cg_idx)`);
  const valid = async () =>
    (
      await office.sql(
        `select code from code where cg_idx in (${one}, ${two}) and not withdrawn and code ~ '^7{11}' order by 1`,
      )
    ).map(({ code }) => code);
  expect(await valid()).toEqual(['777777777772', '777777777773']);

  await open(page, office, '/workbench/code_numeric');
  await page.getByRole('button', { name: 'Fix 2' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Whoever has one of these codes needs the new one');
  await question.getByRole('button', { name: 'Fix 2' }).click();
  await expect(page.getByText('2 fixed', { exact: true })).toBeVisible();
  expect(await valid()).toEqual([]);
  await page.getByRole('main').getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('777777777772');
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(valid).toEqual(['777777777772', '777777777773']);
});
