import type { Page } from '@playwright/test';
import { bookRow } from '../src/features/book/book.factory.ts';
import { jpeg } from '../src/features/image/image.fixture.ts';
import { sentenceRow } from '../src/features/word/sentence.factory.ts';
import { expect, type Office, open, ready, test } from './office.ts';

const again = (page: Page) => page.getByRole('button', { name: 'Create it again' });
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

const add = async (page: Page, office: Office, path: string, data: object) =>
  (await (await page.request.post(`${office.url}/api/v1/${path}`, { data })).json()).results;

/** Deletes as another tab does: open pages hear of it. */
async function remove(page: Page, office: Office, path: string, data: object = {}): Promise<void> {
  const answer = await page.request.delete(`${office.url}/api/v1/${path}`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test('what is deleted in one tab is created again in the other, from what is typed there', async ({ page, office }) => {
  await add(page, office, 'category', { title: 'Fables' });
  await open(page, office, '/category');
  await page
    .getByRole('row', { name: /Fables/ })
    .getByRole('button', { name: /Edit/ })
    .click();
  await page.keyboard.type('Tall tales');
  const other = await page.context().newPage();
  await open(other, office, '/category');
  await other
    .getByRole('row', { name: /Fables/ })
    .getByRole('button', { name: /Delete/ })
    .click();
  await other.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(other.getByText('Fables')).toHaveCount(0);
  await add(other, office, 'category', { title: 'Tall tales' });
  await other.close();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('This category no longer exists.');
  // Its title is taken by now: told, and another one is typed.
  await again(page).click();
  await expect(page.getByRole('alert')).not.toContainText('no longer exists');
  await page.getByRole('textbox', { name: 'Title' }).fill('Taller tales');
  await again(page).click();
  await expect(page.getByText('“Taller tales” added.')).toBeVisible();
  await ready(page);
  expect(await office.sql('select title from category order by 1')).toEqual([
    { title: 'Tall tales' },
    { title: 'Taller tales' },
  ]);
});

test('a series, a level, a word and a sentence are created again, and it is said what does not come back', async ({
  page,
  office,
}) => {
  const { ser_idx: series } = await add(page, office, 'series', { title: 'Moon' });
  const { lev_idx: level } = await add(page, office, 'level', { ser_idx: series, title: 'Level 1' });
  await open(page, office, `/series?open=${series}`);
  const levels = page.getByRole('list', { name: /Moon/ });
  await levels.getByRole('button', { name: /Rename/ }).click();
  const title = page.getByRole('dialog').getByRole('textbox', { name: 'Title' });
  await title.fill('Level one');
  await remove(page, office, `level/${level}`);
  await title.press('Enter');
  await expect(page.getByRole('alert')).toContainText('This level no longer exists.');
  await expect(page.getByRole('alert')).toContainText('It is added at the end.');
  await again(page).click();
  await expect(page.getByText('“Level one” added.')).toBeVisible();
  await ready(page);
  expect(await office.sql('select title from level')).toEqual([{ title: 'Level one' }]);

  await page
    .getByRole('button', { name: /Rename/ })
    .first()
    .click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Full moon');
  await office.sql('truncate level, series cascade');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Its levels are not restored.')).toBeVisible();
  await again(page).click();
  await expect(page.getByText('“Full moon” added.')).toBeVisible();
  await ready(page);

  await add(page, office, 'book', { books: [bookRow(1)], create_missing: true });
  await add(page, office, 'sentence', { sentences: [sentenceRow(1, 'B1'), sentenceRow(2, 'B1')] });
  await open(page, office, '/book/B1/words');
  await rowOf(page, 'word 1').getByRole('gridcell').nth(0).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('moon');
  const [row] = await office.sql("select word_idx from word where word like 'word_1'");
  const word = Number(row?.['word_idx']);
  const { results } = await (await page.request.get(`${office.url}/api/v1/reference/word/${word}`)).json();
  await remove(page, office, `book/B1/word/${word}?seen=${results.seen}`);
  await page.keyboard.press('Enter');
  await again(page).click();
  await expect(rowOf(page, 'moon')).toContainText('The 1th sentence');

  await rowOf(page, 'word 2')
    .getByRole('button', { name: /^Actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Edit sentence' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Half a sentence.');
  await office.sql("delete from sentence where sentence like 'The 2th%'");
  await office.sql("delete from word where word like 'word_2'");
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await again(page).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await office.sql('select sentence from sentence order by sent_idx desc limit 1')).toEqual([
    { sentence: 'Half a sentence.' },
  ]);
});

test('a release and a scheduled change that were cancelled meanwhile are made again', async ({ page, office }) => {
  await add(page, office, 'collection', { cid: 'FAIR', title: 'Fair' });
  const { rel_idx: release } = await add(page, office, 'release', { name: 'Winter' });
  await open(page, office, `/release/${release}`);
  await page.getByRole('button', { name: 'Schedule…', exact: true }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Spring');
  await remove(page, office, `release/${release}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await again(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Spring');

  const apply_at = 2_100_000_000;
  const given = { cid: 'FAIR', target: 'description', locale: 'en', value: '<p>Soon</p>', apply_at };
  const { res_idx: change } = await add(page, office, 'reservation', given);
  await open(page, office, `/reservation/${change}`);
  await page.getByLabel('Date and time').fill('2036-08-01T09:00');
  await remove(page, office, `reservation/${change}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('This change was cancelled.');
  await again(page).click();
  await expect(page.getByText('Change scheduled.')).toBeVisible();
  expect(await office.sql('select status from reservation order by res_idx')).toEqual([
    { status: 'cancelled' },
    { status: 'scheduled' },
  ]);
});

test('where a record was deleted meanwhile, a move, a dialog and an act on a selection say so and go on', async ({
  page,
  office,
}) => {
  await office.sql('truncate series, level, book restart identity cascade');
  const { ser_idx: series } = await add(page, office, 'series', { title: 'Sun' });
  for (const title of ['One', 'Two', 'Three', 'Four']) await add(page, office, 'level', { ser_idx: series, title });
  await open(page, office, `/series?open=${series}`);
  const levels = page.getByRole('list', { name: /Sun/ }).getByRole('listitem');
  await expect(levels).toHaveCount(4);
  await office.sql("delete from level where title = 'One'");
  await levels.filter({ hasText: 'Four' }).getByRole('button', { name: 'Move to position' }).click();
  await page.getByLabel('To position (of 4)').fill('2');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: /I understand/ }).fill('I understand');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('Removed in the meantime: One.');
  await page.getByRole('button', { name: /^Update my order/ }).click();
  await expect(page.getByText(/Four.* moved/)).toBeVisible();
  expect(await office.sql('select title from level order by position')).toEqual([
    { title: 'Four' },
    { title: 'Two' },
    { title: 'Three' },
  ]);

  // The list is read again after the move: only then does it stay as it is when a level goes unsaid.
  await expect(levels).toHaveText([/Four/, /Two/, /Three/]);
  await ready(page);
  await office.sql("delete from level where title = 'Two'");
  await levels
    .filter({ hasText: 'Two' })
    .getByRole('button', { name: /Rename/ })
    .click();
  await expect(page.getByRole('dialog')).toContainText('This level no longer exists.');
  await page.getByRole('dialog').getByRole('button', { name: 'Reload the page' }).click();
  await expect(levels).toHaveCount(2);

  await add(page, office, 'book', { books: [bookRow(1), bookRow(2)], create_missing: true });
  await open(page, office, '/book');
  for (const bid of ['B1', 'B2']) await rowOf(page, bid).getByRole('checkbox').check();
  await office.sql("delete from book where bid = 'B1'");
  const unpublish = page.getByRole('button', { name: 'Unpublish', exact: true });
  await unpublish.click();
  await expect(page.getByText('These books do not exist: B1.')).toContainText('They are no longer selected');
  await expect(page.getByText('1 selected')).toBeVisible();
});

test('the rows of a roadmap and the memo of a version are saved though their group and their collection were deleted', async ({
  page,
  office,
}) => {
  await office.sql(
    'truncate roadmap_book, roadmap, age_group, book, collection, collection_cid restart identity cascade',
  );
  const books = [1, 2, 3].map((n) => bookRow(n, { age_group: 'Ages 5 to 8' }));
  await add(page, office, 'book', { books, create_missing: true });
  const { age_group: group } = await add(page, office, 'age_group', { title: 'Night readers' });
  const put = (target_row: number, bids: string[]) =>
    page.request.put(`${office.url}/api/v1/roadmap`, { data: { target_group: group, target_row, bids } });
  await put(0, ['B1', 'B2', 'B3']);
  await open(page, office, `/roadmap/${group}`);
  await page.getByRole('button', { name: 'Bulk edit' }).click();
  await page.getByRole('button', { name: /^Move .* 3/ }).click();
  await page.getByRole('menuitem', { name: 'New row', exact: true }).click();
  await expect(page.getByText('3 books in 2 rows')).toBeVisible();
  await put(-1, ['B1', 'B2', 'B3']);
  await remove(page, office, `age_group/${group}`);
  await office.sql("delete from book where bid = 'B2'");
  // Its title is taken by now: told, and another one is typed.
  await add(page, office, 'age_group', { title: 'Night readers' });
  await page.getByRole('button', { name: 'Complete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
  await expect(page.getByRole('alert').first()).toContainText('This target group no longer exists.');
  await expect(page.getByText('with the books of your arrangement that still exist')).toBeVisible();
  await again(page).click();
  const title = page.getByRole('textbox', { name: 'Title' });
  await expect(title).toHaveAttribute('aria-invalid', 'true');
  await title.fill('Late readers');
  await again(page).click();
  await expect(page.getByText('“Late readers” added.')).toBeVisible();
  await expect(page.getByText('2 books in 2 rows')).toBeVisible();

  await add(page, office, 'collection', { cid: 'GALA', title: 'Gala' });
  await open(page, office, '/collection/GALA/versions');
  await page
    .getByRole('link', { name: /^Add memo/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('For the autumn fair.');
  await remove(page, office, '../v5/collection/GALA');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await office.sql("select memo from version where entity = 'collection' and memo <> ''")).toEqual([
    { memo: 'For the autumn fair.' },
  ]);
});

test('a cell of the list, texts of a language and an image that was scheduled are no dead ends either', async ({
  page,
  office,
}) => {
  await office.sql('truncate collection, collection_cid, reservation, series, book restart identity cascade');
  await add(page, office, 'book', { books: [bookRow(1, { title: 'Owl' })], create_missing: true });
  await open(page, office, '/book');
  await page.getByRole('cell', { name: /B1/ }).dblclick({ position: { x: 4, y: 4 } });
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Owl Yard');
  await office.sql('delete from book');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The form of a new book opens')).toBeVisible();
  await again(page).click();
  await page.waitForURL(/\/book\/create/);
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Owl Yard');
  await expect(page.getByRole('textbox', { name: 'Book ID' })).toHaveValue('B1');

  await add(page, office, 'collection', { cid: 'FAIR', title: 'Fair' });
  await open(page, office, '/collection/FAIR/localize/ko');
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('박람회');
  await office.sql('truncate collection, collection_cid cascade');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('I understand');
  await page.keyboard.press('Enter');
  await expect(page.getByText('It is created from its texts alone')).toBeVisible();
  await again(page).click();
  await page.waitForURL(/\/collection\/FAIR$/);
  expect(await office.sql('select locale, title from collection_text order by 1')).toEqual([
    { locale: 'en', title: 'Fair' },
    { locale: 'ko', title: '박람회' },
  ]);

  const image = { name: 'one.jpg', mimeType: 'image/jpeg', buffer: await jpeg() };
  await open(page, office, '/reservation/create?cid=FAIR&target=cover_img');
  await page.locator('main input[type=file]').setInputFiles(image);
  await page.getByLabel('Date and time').fill('2036-08-01T09:00');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(/\/reservation\/\d+$/);
  await ready(page);
  const [row] = await office.sql('select res_idx from reservation');
  const change = Number(row?.['res_idx']);
  await page.getByLabel('Date and time').fill('2036-08-02T09:00');
  await remove(page, office, `reservation/${change}`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Choose the image again')).toBeVisible();
  await page.locator('main input[type=file]').setInputFiles(image);
  await expect(page.getByText('Could not upload the image')).toBeVisible();
  await again(page).click();
  await expect
    .poll(() => office.sql('select status from reservation order by res_idx'))
    .toEqual([{ status: 'cancelled' }, { status: 'scheduled' }]);
  await page.waitForURL((url) => !url.pathname.endsWith(`/${change}`));
});
