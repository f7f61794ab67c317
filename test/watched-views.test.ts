import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { type Office, type Person, startOffice } from '#test/app.ts';

let office: Office;
let ada: Person;
let eve: Person;
let mina: Person;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
  ada = office.admin;
  eve = await office.signIn('eve', true);
  mina = await office.signIn('mina', true);
  await addBooks(1, 2);
});
afterAll(() => office.close());

const addBooks = (...numbers: number[]) =>
  ada.post('/api/v1/book', { books: numbers.map((n) => bookRow(n)), create_missing: true });

const save = async (name: string, query: Record<string, string> = { status: 'unpublished' }) =>
  (await ada.post('/api/v1/view', { list: '/book', name, query })).json.results.view_idx;
const put = (person: Person, view: number, staff_id: string) =>
  person.post(`/api/v1/view/${view}/reader`, { staff_id });
const take = (person: Person, view: number, staff_id: string) =>
  person.delete(`/api/v1/view/${view}/reader?staff_id=${staff_id}`);
const noteVisit = (person: Person, view: number, count: number) => person.post(`/api/v1/view/${view}/look`, { count });

/** The group of saved views in the side menu of a page. */
const menuOf = async (person: Person) => {
  const { body } = await person.get('/series');
  return /<div role="group" aria-labelledby="menu-views"[^>]*>.*?<\/div>/s.exec(body)?.[0] ?? '';
};
const countIn = (menu: string, name: string) => new RegExp(`data-count="${name}">([^<]*)<`).exec(menu)?.[1];
const rowOf = async (person: Person) => {
  const { body } = await person.get('/');
  const props = /data-view="home\/home".*?<script type="application\/json">(.*?)<\/script>/s.exec(body)?.[1] ?? '';
  const { rows } = JSON.parse(props).needs;
  return rows.find(({ kind }: { kind: string }) => kind === 'table.views_grew') ?? null;
};
const lastAct = () =>
  office.db
    .selectFrom('audit')
    .select(['action', 'before', 'after', 'actor'])
    .where('entity', '=', 'saved_view')
    .orderBy('audit_idx', 'desc')
    .executeTakeFirst();

test('A saved view stands in the menu of its owner with its count, and is taken out again', async () => {
  const view = await save('Drafts');
  expect(await menuOf(ada)).toBe('');
  expect((await put(ada, view, 'ada')).status).toBe(200);
  expect(await lastAct()).toMatchObject({ action: 'saved_view.pinned', after: { name: 'Drafts' }, actor: 'ada' });
  await expect.poll(async () => countIn(await menuOf(ada), `view ${view}`)).toBe('2');
  expect(await menuOf(ada)).toShow('href="/book?status=unpublished"');
  expect(await menuOf(eve)).toBe('');
  expect((await take(ada, view, 'ada')).status).toBe(200);
  expect(await menuOf(ada)).toBe('');
  expect((await take(ada, view, 'ada')).status).toBe(404);
  await ada.delete(`/api/v1/view/${view}`);
});

test('A view that has grown since its owner looked says by how much, in the menu and on the start page', async () => {
  const view = await save('Drafts');
  await put(ada, view, 'ada');
  // It has not been looked at yet, so nothing is new.
  await expect.poll(async () => countIn(await menuOf(ada), `view ${view}`)).toBe('2');
  expect(await rowOf(ada)).toBeNull();
  await noteVisit(ada, view, 2);
  await addBooks(3, 4, 5);
  await expect.poll(async () => countIn(await menuOf(ada), `grown ${view}`)).toBe('+3');
  expect(await rowOf(ada)).toMatchObject({
    title: 'Drafts: 3 more',
    line: '5 now, since you last looked. You watch this view.',
    tasks: [{ id: view, count: 3, href: '/book?status=unpublished' }],
  });
  expect(await rowOf(eve)).toBeNull();
  await noteVisit(ada, view, 5);
  expect(countIn(await menuOf(ada), `grown ${view}`)).toBe('');
  expect(await rowOf(ada)).toBeNull();
  await ada.delete(`/api/v1/view/${view}`);
});

test('A view is shared with colleagues by name, who see it among theirs and can leave it', async () => {
  const view = await save('Drafts');
  const colleagues = async () => (await ada.get(`/api/v1/view/${view}/reader`)).json.results;
  expect(await colleagues()).toEqual([
    { staff_id: 'eve', name: 'eve', shared: false },
    { staff_id: 'mina', name: 'mina', shared: false },
  ]);
  await put(ada, view, 'eve');
  expect(await lastAct()).toMatchObject({ action: 'saved_view.shared', after: { name: 'Drafts', with: 'eve' } });
  expect((await colleagues())[0]).toMatchObject({ staff_id: 'eve', shared: true });
  expect(await menuOf(eve)).toShow('Drafts');
  expect((await eve.get('/book?status=unpublished')).body).toShow('by ada');
  expect((await mina.get('/book?status=unpublished')).body).not.toShow('by ada');
  // It is the owner's: a colleague can neither share nor remove it.
  expect((await put(eve, view, 'mina')).status).toBe(404);
  expect((await eve.delete(`/api/v1/view/${view}`)).status).toBe(404);
  expect((await eve.get(`/api/v1/view/${view}/reader`)).json.results).toEqual([]);
  expect((await take(mina, view, 'eve')).status).toBe(404);
  expect((await take(eve, view, 'eve')).status).toBe(200);
  expect(await menuOf(eve)).toBe('');
  await put(ada, view, 'eve');
  expect((await take(ada, view, 'eve')).status).toBe(200);
  expect(await lastAct()).toMatchObject({ action: 'saved_view.unshared', before: { name: 'Drafts', with: 'eve' } });
  await put(ada, view, 'eve');
  await ada.delete(`/api/v1/view/${view}`);
  expect(await menuOf(eve)).toBe('');
});

test('A view is shared only with people who can use lists', async () => {
  const view = await save('Drafts');
  for (const staffId of ['nobody', 'bert'])
    expect((await put(ada, view, staffId)).json.error).toMatchObject({ code: 'table.view_nobody' });
});

test('A menu has room for twelve views, even when two are added at once, and adding one twice is no error', async () => {
  const views = await Promise.all(Array.from({ length: 13 }, (_, n) => save(`View ${n}`, { category: String(n + 1) })));
  for (const view of views.slice(0, 11)) await put(ada, view, 'mina');
  const both = await Promise.all(views.slice(11).map((view) => put(ada, view, 'mina')));
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  const before = await lastAct();
  expect((await put(ada, views[0], 'mina')).status).toBe(200);
  expect(await lastAct()).toEqual(before);
});

test('The count of a view in an open menu follows changes', async () => {
  const view = await save('Everything published', { status: 'published' });
  await put(ada, view, 'ada');
  await expect.poll(async () => countIn(await menuOf(ada), `view ${view}`)).toBe('');
  await ada.put('/api/v1/book', { bids: ['B1'] });
  await expect.poll(async () => countIn(await menuOf(ada), `view ${view}`)).toBe('1');
});
