import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { type Answer, type Office, startOffice } from '#test/app.ts';
import { strayActs } from '#test/stray-acts.ts';
import { price, releaseDesk } from '../release.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());
const desk = releaseDesk(() => office);
type Library = Awaited<ReturnType<typeof desk.library>>;
let library: Library;
beforeEach(async () => {
  await desk.clear();
  library = await desk.library();
});

interface Case {
  what: string;
  /** An act of staff, before the release. */
  byHand: (library: Library) => Promise<Answer>;
  kind: string;
  id: (library: Library) => string | number;
  values: (library: Library) => object;
}

const admin = () => office.admin;
const bid = ({ bids }: Library) => bids[0] ?? '';
const [a, guide] = [() => 'a', () => 'g'];
const cases: Case[] = [
  {
    what: 'a field of a book',
    byHand: (one) => admin().put(`/api/v1/book/${bid(one)}`, { genre: 'By hand' }),
    kind: 'book',
    id: bid,
    values: () => ({ genre: 'Released' }),
  },
  {
    what: 'a field of many books',
    byHand: (one) =>
      admin().put('/api/v1/book/change', { selection: { ids: [bid(one)] }, change: { language: 'English' } }),
    kind: 'book',
    id: bid,
    values: () => ({ language: 'Korean' }),
  },
  {
    what: 'the publication of a book',
    byHand: (one) => desk.publish(one.bids[3] ?? ''),
    kind: 'book',
    id: ({ bids }) => bids[3] ?? '',
    values: () => ({ published: false }),
  },
  {
    what: 'a field of a collection',
    byHand: () => desk.change('a', { cefr_level: 'A1' }),
    kind: 'collection',
    id: a,
    values: () => ({ cefr_level: 'A2' }),
  },
  {
    what: 'the prices of a collection',
    byHand: () => desk.change('a', { prices: price('8000') }),
    kind: 'collection',
    id: a,
    values: () => ({ prices: price('7000') }),
  },
  {
    what: 'the English title of a collection',
    byHand: () => desk.change('a', { title: 'By hand' }),
    kind: 'collection',
    id: a,
    values: () => ({ title: 'Released' }),
  },
  {
    what: 'a text in another language',
    byHand: () => admin().put('/api/v5/collection/a/localize/ko', { title: '손' }),
    kind: 'collection',
    id: a,
    values: () => ({ multi_lang_data: { ko: { title: '발매' } } }),
  },
  {
    what: 'the contents of a collection',
    byHand: ({ books }) => desk.contain('a', 'book', books[2] ?? 0),
    kind: 'contents',
    id: a,
    values: ({ books }) => ({ remove: [{ content_type: 'book', content_idx: books[2] }], reason: 'Late' }),
  },
  {
    what: 'the order of advertised collections',
    byHand: ({ a: first, b: second }) =>
      admin().put('/api/v1/collection/advertisement/order', { sequence: [second.cidx, first.cidx] }),
    kind: 'advertisement',
    id: () => 'order',
    values: ({ a: first, b: second }) => ({ sequence: [first.cidx, second.cidx] }),
  },
  {
    what: 'the order of series',
    byHand: ({ first, second }) => admin().put('/api/v1/series/difficulty', [second, first]),
    kind: 'series',
    id: () => 'order',
    values: ({ first, second }) => ({ sequence: [first, second] }),
  },
  {
    what: 'the rows of a roadmap',
    byHand: ({ group, bids }) =>
      admin().put('/api/v1/roadmap', { target_group: group, rows: [[bids[1]], [bids[0]], [bids[2]]] }),
    kind: 'roadmap',
    id: ({ group }) => group,
    values: ({ bids }) => ({ rows: [[bids[2]], [bids[1]], [bids[0]]] }),
  },
  {
    what: 'the order of a guide',
    byHand: ({ items: [x, y] }) => desk.guides.put({ items: [y, x] }),
    kind: 'guide',
    id: guide,
    values: ({ items: [x, y] }) => ({ items: [x, y] }),
  },
  {
    what: 'a text of a guide',
    byHand: ({ items: [x = 0] }) => desk.guides.update(x, { title: 'By hand' }),
    kind: 'guide',
    id: guide,
    values: ({ items: [x] }) => ({ edits: [{ itm_idx: x, title: 'Released' }] }),
  },
  {
    what: 'a word of a book',
    byHand: (one) => admin().post(`/api/v1/book/${bid(one)}/word`, { word: 'sun' }),
    kind: 'words',
    id: bid,
    values: () => ({ words: [{ word: 'moon' }] }),
  },
];

const lastAct = async (): Promise<number> => {
  const { rows } = await sql<{ act: number }>`
    select act_idx as act from audit where act_idx is not null order by audit_idx desc limit 1`.execute(office.db);
  return rows[0]?.act ?? 0;
};

describe('After a release was undone, what staff had done before it is undone too', () => {
  test.each(cases)('$what', async ({ byHand, kind, id, values }) => {
    const before = await desk.portal();
    const done = desk.must(await byHand(library));
    const act = done.act_idx ?? (await lastAct());
    const between = await desk.portal();
    const rel = await desk.release();
    await desk.putIn(rel, kind, id(library), values(library));
    const { act_idx: applied } = desk.must(await desk.apply(rel));
    expect(desk.must(await desk.undo(applied))).toMatchObject({ kept: 0 });
    expect(await desk.portal()).toBe(between);
    expect(desk.must(await desk.undo(act))).toMatchObject({ kept: 0 });
    expect(await desk.portal()).toBe(before);
    expect(await strayActs(office)).toEqual([]);
  });
});

test('A change whose reason reads like that of a release counts as a change of its own', async () => {
  const rel = await desk.release('Winter');
  await desk.putIn(rel, 'collection', 'a', { cefr_level: 'A2' });
  const { act_idx: applied } = desk.must(await desk.apply(rel));
  const reason = `Release ${rel}: Winter (ada)`;
  const [released, former] = await desk.versions('a');
  desk.must(await desk.restore('a', former.ver_idx, { reason }));
  desk.must(await desk.restore('a', released.ver_idx, { reason }));
  expect(desk.must(await desk.undo(applied))).toMatchObject({ back: 0, kept: 1 });
  expect((await desk.get('a')).cefr_level).toBe('A2');
});

test.each<
  Pick<Case, 'what' | 'kind' | 'id' | 'values'> & { set: (library: Library, value: string) => Promise<Answer> }
>([
  {
    what: 'a title',
    kind: 'collection',
    id: a,
    values: () => ({ title: 'Released' }),
    set: (_, title) => desk.change('a', { title }),
  },
  {
    what: 'a text in another language',
    kind: 'collection',
    id: a,
    values: () => ({ multi_lang_data: { ko: { title: 'Released' } } }),
    set: (_, title) => admin().put('/api/v5/collection/a/localize/ko', { title }),
  },
  {
    what: 'a text of a guide',
    kind: 'guide',
    id: guide,
    values: ({ items: [x] }) => ({ edits: [{ itm_idx: x, title: 'Released' }] }),
    set: async ({ items: [x = 0] }, title) => desk.guides.update(x, { title }),
  },
])('What a release set and somebody has set since stays, also if it was set back: $what', async (one) => {
  const rel = await desk.release();
  await desk.putIn(rel, one.kind, one.id(library), one.values(library));
  const { act_idx: applied } = desk.must(await desk.apply(rel));
  for (const value of ['By hand', 'Released']) desk.must(await one.set(library, value));
  const since = await desk.portal();
  expect(desk.must(await desk.undo(applied))).toMatchObject({ back: 0, kept: 1 });
  expect(await desk.portal()).toBe(since);
});

test('A book that was deleted since and added again under its bid is left alone when a release is undone', async () => {
  const one = library.bids[3] ?? '';
  const bookOf = () => office.db.selectFrom('book').selectAll().where('bid', '=', one).executeTakeFirstOrThrow();
  await office.db.updateTable('book').set({ genre: 'Before' }).where('bid', '=', one).execute();
  const rel = await desk.release();
  await desk.putIn(rel, 'book', one, { genre: 'Released' });
  const { act_idx: applied } = desk.must(await desk.apply(rel));
  desk.must(await admin().delete('/api/v1/book', { selection: { ids: [one] } }));
  desk.must(await admin().post('/api/v1/book', { books: [{ ...bookRow(9), bid: one }], create_missing: true }));
  const since = await bookOf();
  expect(desk.must(await desk.undo(applied))).toMatchObject({ back: 0, kept: 1 });
  expect(await bookOf()).toEqual(since);
});

test('A text that somebody has set since stays when a release is undone, and its texts in other languages come back', async () => {
  const rel = await desk.release();
  await desk.putIn(rel, 'collection', 'a', { title: 'Released', multi_lang_data: { ko: { title: '발매' } } });
  const { act_idx: applied } = desk.must(await desk.apply(rel));
  desk.must(await admin().put('/api/v5/collection/a/localize/ko', { title: '손' }));
  expect(desk.must(await desk.undo(applied))).toMatchObject({ back: 1, kept: 1 });
  expect([(await desk.get('a')).title, (await desk.get('a', 'ko')).title]).toEqual(['Title of a', '손']);
});

test('A release that deletes an item of a guide is undone whole, with the item in its place', async () => {
  const [first, middle] = library.items;
  const last = (await desk.guides.add('z')).itm_idx;
  const rel = await desk.release();
  await desk.putIn(rel, 'guide', 'g', { items: [first, last], remove: [middle] });
  const { act_idx: applied } = desk.must(await desk.apply(rel));
  expect(await desk.guides.titles()).toEqual(['x', 'z']);
  const foreseen = desk.must(await office.admin.get(`/api/v1/act/${applied}`)).undo;
  const { back, kept } = desk.must(await desk.undo(applied));
  expect([back, kept]).toEqual([foreseen.back, 0]);
  expect(await desk.guides.titles()).toEqual(['x', 'y', 'z']);
});

describe('Fields of a collection of which one rules out another', () => {
  const supported = { laura_support: true, laura_only: true };
  const flags = async () => {
    const { laura_support, laura_only, laura_book_monthly_quota } = await desk.get('a');
    return [laura_support, laura_only, laura_book_monthly_quota];
  };

  test('are undone as far as what others set since allows, which is kept and named', async () => {
    const { act_idx: act } = desk.must(await desk.change('a', supported));
    desk.must(await desk.change('a', { laura_book_monthly_quota: 5 }));
    expect(desk.must(await desk.undo(act))).toMatchObject({ kept: 1 });
    expect(await flags()).toEqual([true, false, 5]);
  });

  test('are undone with a release as far as what others set since allows', async () => {
    const rel = await desk.release();
    await desk.putIn(rel, 'collection', 'a', supported);
    const { act_idx: applied } = desk.must(await desk.apply(rel));
    desk.must(await desk.change('a', { laura_book_monthly_quota: 5 }));
    expect(desk.must(await desk.undo(applied))).toMatchObject({ back: 1, kept: 1 });
    expect(await flags()).toEqual([true, false, 5]);
  });

  test('are not counted as restored where they were ruled out since', async () => {
    desk.must(await desk.change('a', supported));
    const rel = await desk.release();
    await desk.putIn(rel, 'collection', 'a', { laura_only: false });
    const { act_idx: applied } = desk.must(await desk.apply(rel));
    desk.must(await desk.change('a', { laura_support: false }));
    expect(desk.must(await desk.undo(applied))).toMatchObject({ back: 0, kept: 1 });
    expect(await flags()).toEqual([false, false, 0]);
  });

  test('keep a release from being applied in part, which says which field cannot be set', async () => {
    desk.must(await desk.change('a', { laura_support: true }));
    const rel = await desk.release();
    await desk.putIn(rel, 'collection', 'a', { laura_only: true });
    desk.must(await desk.change('a', { laura_support: false }));
    const refused = await desk.apply(rel);
    expect(refused).toMatchObject({ status: 409, json: { error: { code: 'release.ruled_out' } } });
    expect(await desk.read(rel)).toMatchObject({ status: 'draft' });
  });
});

test('A change whose reason reads like that of a release is in the history and the versions like any other, and is undone', async () => {
  const rel = await desk.release('Winter');
  await desk.putIn(rel, 'collection', 'a', { cefr_level: 'A2' });
  desk.must(await desk.apply(rel));
  const reason = `Release ${rel}: Winter (ada)`;
  const [item = 0] = library.books.slice(2);
  const { act_idx: act } = desk.must(await desk.contain('a', 'book', item, reason));
  const { lines } = desk.must(await office.admin.get('/api/v1/audit/of/collection/a'));
  expect(lines[0]).toMatchObject({ actor: 'ada', reason, act, undoable: true });
  expect(lines.filter((line: { reason: string | null }) => line.reason === reason)).toHaveLength(2);
  expect((await desk.versions('a'))[0]).toMatchObject({ actor: 'ada', reason, summary: { contents: { added: 1 } } });
  const { body } = await office.admin.get('/collection/a/versions');
  expect(body.split(`>Reason: ${reason}</small>`)).toHaveLength(3);
  expect(desk.must(await desk.undo(act))).toMatchObject({ back: 1, kept: 0 });
});

test('the order of a release comes back around a series whose deletion was undone since', async () => {
  const order = async () =>
    (await office.admin.get('/api/v1/series')).json.results.map(({ ser_idx: id }: { ser_idx: number }) => id);
  const { first, second } = library;
  const { act_idx: deletion } = (await office.admin.delete(`/api/v1/series/${second}`)).json.results;
  const third = await desk.addSeries('Third');
  const { rel_idx: release } = (await office.admin.post('/api/v1/release', { name: 'R' })).json.results;
  const change = { kind: 'series', id: 'order', values: { sequence: [third, first] } };
  expect((await office.admin.put(`/api/v1/release/${release}/change`, change)).status).toBe(200);
  const { act_idx: act } = (await office.admin.post(`/api/v1/release/${release}/apply`)).json.results;
  await office.admin.undo(deletion);
  expect(await order()).toEqual([third, second, first]);
  expect(await office.admin.undo(act)).toMatchObject({ status: 200, json: { results: { back: 1, kept: 0 } } });
  expect(await order()).toEqual([first, second, third]);
});
