import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Office, type Person, startOffice } from '#test/app.ts';
import type { SavedView } from './saved-views.ts';

let office: Office;
let eve: Person;
beforeAll(async () => {
  office = await startOffice();
  eve = await office.signIn('eve', true);
});
afterAll(() => office.close());
beforeEach(() => office.db.deleteFrom('saved_view').execute());

const silent = { list: '/book', name: 'Silent', query: { missing: 'audio', sort: 'title' } };
const save = (person: Person, body: object) => person.post('/api/v1/view', body);
const viewsOf = async (person: Person): Promise<{ view_idx: number; name: string; query: object }[]> => {
  const { body } = await person.get('/book');
  const { views } = JSON.parse(/<script type="application\/json">(.*?)<\/script>/s.exec(body)?.[1] ?? '');
  return views.saved.map(({ view_idx, name, query }: SavedView) => ({ view_idx, name, query }));
};

describe('A view of a list', () => {
  test('is saved for oneself, shown in the list, and recorded in the audit trail', async () => {
    const { view_idx } = (await save(office.admin, silent)).json.results;
    expect(await viewsOf(office.admin)).toEqual([{ view_idx, name: 'Silent', query: silent.query }]);
    expect(await viewsOf(eve)).toEqual([]);
    const { body } = await office.admin.get('/book?missing=audio&sort=title');
    expect(body).toShow(/<a href="\/book\?sort=title&amp;missing=audio" [^>]*aria-current="page">Silent</);
    expect(await office.db.selectFrom('audit').select(['entity', 'action', 'after', 'actor']).execute()).toContainEqual(
      {
        entity: 'saved_view',
        action: 'saved_view.saved',
        after: { name: 'Silent' },
        actor: 'ada',
      },
    );
  });

  test('is replaced by one of the same name', async () => {
    await save(office.admin, silent);
    await save(office.admin, { ...silent, query: { status: 'published' } });
    expect(await viewsOf(office.admin)).toMatchObject([{ name: 'Silent', query: { status: 'published' } }]);
  });

  test('is removed by its owner, and by nobody else', async () => {
    const { view_idx } = (await save(office.admin, silent)).json.results;
    expect((await eve.delete(`/api/v1/view/${view_idx}`)).status).toBe(404);
    expect((await office.admin.delete(`/api/v1/view/${view_idx}`)).status).toBe(200);
    expect((await office.admin.delete(`/api/v1/view/${view_idx}`)).status).toBe(404);
    expect(await viewsOf(office.admin)).toEqual([]);
  });

  test('that was removed is back after an undo, with its key and in the menus in which it stood, for its owner alone', async () => {
    const { view_idx } = (await save(office.admin, silent)).json.results;
    await office.admin.post(`/api/v1/view/${view_idx}/reader`, { staff_id: 'eve' });
    const { act_idx } = (await office.admin.delete(`/api/v1/view/${view_idx}`)).json.results;
    expect((await eve.undo(act_idx)).status).toBe(404);
    expect(await office.admin.undo(act_idx)).toMatchObject({ status: 200, json: { results: { back: 1 } } });
    expect(await viewsOf(office.admin)).toEqual([{ view_idx, name: 'Silent', query: silent.query }]);
    expect(await viewsOf(eve)).toHaveLength(1);
  });

  test('just saved goes again with an undo; one that replaced another has the earlier filters again', async () => {
    const first = (await save(office.admin, silent)).json.results;
    const second = (await save(office.admin, { ...silent, query: { status: 'published' } })).json.results;
    expect((await office.admin.undo(second.act_idx)).status).toBe(200);
    expect(await viewsOf(office.admin)).toMatchObject([{ view_idx: first.view_idx, query: silent.query }]);
    expect((await office.admin.undo(first.act_idx)).status).toBe(200);
    expect(await viewsOf(office.admin)).toEqual([]);
  });

  test('is refused beyond fifty, even when two are saved at once', async () => {
    for (let n = 1; n < 50; n++) await save(office.admin, { ...silent, name: `View ${n}` });
    const both = await Promise.all(['Last', 'Too many'].map((name) => save(office.admin, { ...silent, name })));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect(await viewsOf(office.admin)).toHaveLength(50);
    // An existing one may still change.
    expect((await save(office.admin, { ...silent, name: 'View 1' })).status).toBe(200);
  });

  test.each([
    ['a list that has none', { ...silent, list: '/nowhere' }, 404],
    ['no name', { ...silent, name: ' ' }, 400],
    ['filters that are no texts', { ...silent, query: { series: { id: 1 } } }, 400],
  ])('is refused for %s', async (_what, body, status) => {
    expect((await save(office.admin, body)).status).toBe(status);
  });
});
