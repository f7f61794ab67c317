import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { seriesDesk } from '#features/series/series.fixture.ts';
import { systemCaller } from '#kernel/unit-of-work.ts';
import { type Office, startOffice } from '#test/app.ts';
import { categoryTitle } from './category.factory.ts';
import { addCategories, findCategoryIds, listCategoryOptions } from './category.public.ts';

let office: Office;
const library = seriesDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());
beforeEach(async () => {
  await library.clear();
  await office.db.deleteFrom('category').execute();
});

const url = '/api/v1/category';
const add = async (title: string): Promise<number> => (await office.admin.form(url, { title })).json.results.cat_idx;
const list = async () => (await office.admin.get(url)).json.results;
const trail = () =>
  office.db
    .selectFrom('audit')
    .select(['entity_id', 'action', 'actor', 'before', 'after'])
    .orderBy('audit_idx')
    .execute();

test('a category is added from a form, its title trimmed, and listed with its id', async () => {
  const answer = await office.admin.form(url, { title: '  Ages 3 to 5 ' });
  expect(answer).toMatchObject({ status: 200, json: { results: { cat_idx: expect.any(Number) } } });
  expect(await list()).toEqual([{ idx: answer.json.results.cat_idx, title: 'Ages 3 to 5' }]);
  expect(await trail()).toMatchObject([
    { action: 'category.created', actor: 'ada', before: null, after: { title: 'Ages 3 to 5' } },
  ]);
});

test('categories are listed by title, with numbers by value', async () => {
  for (const n of [10, 2, 6]) await add(categoryTitle(n));
  expect((await list()).map((one: { title: string }) => one.title)).toEqual([2, 6, 10].map(categoryTitle));
});

test('a category without a title is refused beside its field, and nothing is added', async () => {
  const answer = await office.admin.post(url, { title: '   ' });
  expect(answer).toMatchObject({ status: 400, json: { error: { fields: { title: 'Required.' } } } });
  expect(await list()).toEqual([]);
  expect(await trail()).toEqual([]);
});

test('a title can be used once, also when two are added at the same moment', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => office.admin.post(url, { title: 'Teens' })));
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  const refused = answers.find((answer) => answer.status === 409);
  expect(refused?.json.error).toMatchObject({
    code: 'category.title_taken',
    fields: { title: 'A category with this title exists already.' },
  });
  expect(await list()).toHaveLength(1);
  expect(await trail()).toHaveLength(1);
});

test('titles that differ only in case are two', async () => {
  await add('teens');
  expect((await office.admin.post(url, { title: 'Teens' })).status).toBe(200);
});

test('a category is renamed, and its history tells from what to what', async () => {
  const id = await add('Teens');
  const answer = await office.admin.put(`${url}/${id}`, { title: 'Teenagers', version: 1 });
  expect(answer).toMatchObject({ status: 200, json: { results: { success: true } } });
  expect(await list()).toEqual([{ idx: id, title: 'Teenagers' }]);
  expect((await trail()).at(-1)).toMatchObject({
    entity_id: String(id),
    action: 'category.updated',
    before: { title: 'Teens' },
    after: { title: 'Teenagers' },
  });
});

test('renaming to the same title again changes nothing and leaves no trace', async () => {
  const id = await add('Teens');
  expect((await office.admin.put(`${url}/${id}`, { title: 'Teens', version: 1 })).status).toBe(200);
  expect((await office.admin.put(`${url}/${id}`, { title: 'Teens', version: 1 })).status).toBe(200);
  expect(await trail()).toHaveLength(1);
});

test('renaming over a newer title is refused with who saved it, and what it is now', async () => {
  const id = await add('Teens');
  await office.admin.put(`${url}/${id}`, { title: 'Teenagers', version: 1 });
  const answer = await office.admin.put(`${url}/${id}`, { title: 'Youth', version: 1 });
  expect(answer).toMatchObject({
    status: 409,
    json: { error: { code: 'error.stale', details: { name: 'ada', version: 2, record: { title: 'Teenagers' } } } },
  });
  expect(await list()).toEqual([{ idx: id, title: 'Teenagers' }]);
});

test('renaming without a version saves over whatever there is', async () => {
  const id = await add('Teens');
  await office.admin.put(`${url}/${id}`, { title: 'Teenagers' });
  expect((await office.admin.put(`${url}/${id}`, { title: 'Youth' })).status).toBe(200);
});

test('renaming to a title in use is refused', async () => {
  await add('Kids');
  const id = await add('Teens');
  expect(await office.admin.put(`${url}/${id}`, { title: 'Kids' })).toMatchObject({
    status: 409,
    json: { error: { code: 'category.title_taken' } },
  });
});

test('a category is deleted once; the second time there is none', async () => {
  const id = await add('Teens');
  expect(await office.admin.delete(`${url}/${id}`)).toMatchObject({
    status: 200,
    json: { results: { success: true } },
  });
  expect(await office.admin.delete(`${url}/${id}`)).toMatchObject({
    status: 404,
    json: { error: { message: 'This category does not exist any more.' } },
  });
  expect(await office.admin.put(`${url}/${id}`, { title: 'Kids' })).toMatchObject({ status: 404 });
  expect((await trail()).map((entry) => entry.action)).toEqual(['category.created', 'category.deleted']);
});

test('a category that a book uses is not deleted; the refusal names the book', async () => {
  const id = await add('Teens');
  const series = await library.addSeries('Bright Readers');
  await library.addBook(series, await library.addLevel(series, 'One'), 'Ant');
  await office.db.updateTable('book').set({ cat_idx: id }).execute();
  expect(await office.admin.delete(`${url}/${id}`)).toMatchObject({
    status: 409,
    json: {
      error: {
        message: 'The category is still used in 1 place (Ant).',
        details: { count: 1, references: [{ label: 'Ant', kind: 'book.kind' }] },
      },
    },
  });
  expect(await list()).toHaveLength(1);
  await office.db.updateTable('book').set({ cat_idx: null }).execute();
  expect((await office.admin.delete(`${url}/${id}`)).status).toBe(200);
});

test('the page lists the titles, and its fragment for a new one is bare HTML', async () => {
  await add('Teens');
  expect((await office.admin.get('/category')).body).toContain('>Teens<');
  const fragment = await office.admin.get('/category/create', { 'sec-fetch-mode': 'cors' });
  expect(fragment.body).toContain('New category');
  expect(fragment.body).not.toContain('<html');
});

test('a failure is told in the language of the caller', async () => {
  const answer = await office.admin.delete(`${url}/1`, undefined, { cookie: `${office.admin.cookie}; lang=ko` });
  expect(answer.json.error.message).toBe('이 카테고리는 더 이상 존재하지 않습니다.');
});

test('a bulk act adds the titles that are missing, once each, and leaves the audit row to its caller', async () => {
  const old = await add('Kids');
  await office.db.deleteFrom('audit').execute();
  const { added, found, options } = await office.app.work.write(systemCaller('bulk'), async (ctx) => ({
    added: await addCategories(ctx, ['Teens', 'Kids', 'Adults', 'Teens']),
    found: await findCategoryIds(ctx, ['Kids', 'Teens', 'kids']),
    options: await listCategoryOptions(ctx),
  }));
  expect([...added.keys()].toSorted()).toEqual(['Adults', 'Teens']);
  expect(found).toEqual(
    new Map([
      ['Kids', old],
      ['Teens', added.get('Teens')],
    ]),
  );
  expect(options.map((option) => option.title)).toEqual(['Adults', 'Kids', 'Teens']);
  expect(await trail()).toEqual([]);
});
