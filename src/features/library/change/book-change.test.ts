import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { addManyBooks } from '#features/book/many-books.fixture.ts';
import { type Answer, type Office, startOffice } from '#test/app.ts';
import { emptyTables } from '#test/empty-tables.ts';
import { whileLocked } from '#test/while-locked.ts';

let office: Office;
const ids: Record<string, number> = {};
const idOf = (name: string) => ids[name] ?? 0;

const books = [
  bookRow(1, { bid: 'C-1', series: 'Songs', level: 'One', category: 'Myth', language: 'Korean' }),
  bookRow(2, { bid: 'C-2', series: 'Songs', level: 'Two', category: null, language: null }),
  bookRow(3, { bid: 'C-3', series: 'Tales', level: 'One', category: 'Myth', language: 'English' }),
];

beforeAll(async () => {
  office = await startOffice({ jobs: true });
});
afterAll(() => office.close());

beforeEach(async () => {
  const library = ['book', 'series', 'level', 'category', 'age_group', 'audit', 'change', 'act_record'];
  await emptyTables(office.db, library, { restart: true });
  await office.admin.post('/api/v1/book', { books, create_missing: true });
  await office.admin.post('/api/v1/age_group', { title: 'Ages 7' });
  const { rows } = await sql<{ name: string; id: number }>`
    select 'series ' || title as name, ser_idx as id from series
    union all select 'level ' || s.title || ' ' || l.title, lev_idx from level l join series s using (ser_idx)
    union all select 'category ' || title, cat_idx from category
    union all select 'age group ' || title, grp_idx from age_group`.execute(office.db);
  for (const { name, id } of rows) ids[name] = id;
  await emptyTables(office.db, ['audit', 'change', 'act_record']);
});

const put = (change: object, more: object = {}): Promise<Answer> =>
  office.admin.put('/api/v1/book/change', { selection: { filter: {}, except: [] }, change, ...more });
const find = async (bid: string) => (await office.admin.get(`/api/v1/book?bid=${bid}`)).json.results[0];
const levels = async () => {
  const found = await Promise.all(books.map(({ bid }) => find(String(bid))));
  return found.map(({ series, level }) => `${series} ${level}`);
};
const acts = () => office.db.selectFrom('audit').select(['action', 'after', 'act_idx']).execute();

describe('Changing one field of the selected books', () => {
  test('first says how many change, have the value already, or cannot take it, and changes none', async () => {
    const answer = await put({ ser_idx: idOf('series Tales') }, { dry_run: true });
    expect(answer.json.results).toEqual({
      success: true,
      count: 3,
      changed: 1,
      same: 1,
      refused: { count: 1, reasons: [{ message: 'Series “Tales” has no level “Two”.', count: 1 }] },
    });
    expect(await levels()).toEqual(['Songs One', 'Songs Two', 'Tales One']);
    expect(await acts()).toEqual([]);
  });

  test('moves books to the level of the same title in another series; those without one there stay', async () => {
    expect((await put({ ser_idx: idOf('series Tales') })).json.results).toMatchObject({ changed: 1, same: 1 });
    expect(await levels()).toEqual(['Tales One', 'Songs Two', 'Tales One']);
  });

  test('sets the series along with a level', async () => {
    expect((await put({ lev_idx: idOf('level Songs Two') })).json.results).toMatchObject({ changed: 2, same: 1 });
    expect(await levels()).toEqual(['Songs Two', 'Songs Two', 'Songs Two']);
  });

  test.each([
    ['a category', () => ({ cat_idx: idOf('category Myth') }), { category: 'Myth' }, 1],
    ['no category', () => ({ cat_idx: null }), { category: null }, 2],
    ['an age group', () => ({ grp_idx: idOf('age group Ages 7') }), { age_group: 'Ages 7' }, 3],
    ['a language', () => ({ language: ' English ' }), { language: 'English' }, 2],
    ['no language', () => ({ language: null }), { language: null }, 2],
    ['a format', () => ({ format: 'EPUB' }), { format: 'EPUB' }, 3],
  ])('gives them %s', async (_what, change, expected, changed) => {
    expect((await put(change())).json.results).toMatchObject({ count: 3, changed, same: 3 - changed });
    for (const { bid } of books) expect(await find(String(bid))).toMatchObject(expected);
  });

  test('is one act, which is in the history of each book, is sent to readers once, and can be undone', async () => {
    await put({ lev_idx: idOf('level Songs Two') });
    const [act, ...others] = await acts();
    expect(others).toEqual([]);
    expect(act).toMatchObject({ action: 'book_act.updated', after: { count: 2, series: 'Songs', level: 'Two' } });
    const { lines } = (await office.admin.get('/api/v1/audit/of/book/C-1')).json.results;
    expect(lines).toMatchObject([{ action: 'changed', changes: [{ before: 'One', after: 'Two' }] }]);
    expect(await office.db.selectFrom('change').select(['kind', 'id']).execute()).toEqual([{ kind: 'book', id: null }]);
    await office.admin.put('/api/v1/book/C-3', { author: 'Somebody' });
    const undone = await office.admin.undo(act?.act_idx);
    // A later edit is kept.
    expect(undone.json.results).toEqual({ success: true, back: 1, kept: 1 });
    expect(await levels()).toEqual(['Songs One', 'Songs Two', 'Songs Two']);
  });

  test('can be undone for a book of which only what was done before it was undone since', async () => {
    const word = (await office.admin.post('/api/v1/book/C-1/word', { word: 'sun' })).json.results.act_idx;
    const act = (await put({ language: 'Welsh' })).json.results.act_idx;
    expect((await office.admin.undo(word)).status).toBe(200);
    expect((await office.admin.undo(act)).json.results).toMatchObject({ back: 3, kept: 0 });
    expect((await find('C-1')).language).toBe('Korean');
  });

  test('stays in books of which something set since still stands, because its undo kept what others had set', async () => {
    const act = (await put({ language: 'Welsh' })).json.results.act_idx;
    const save = async (fields: object): Promise<number> =>
      (await office.admin.put('/api/v1/book/C-1', fields)).json.results.act_idx;
    const first = await save({ author: 'Somebody', language: 'Irish' });
    const second = await save({ language: 'Greek' });
    for (const one of [first, second]) expect((await office.admin.undo(one)).status).toBe(200);
    expect((await find('C-1')).language).toBe('Irish');
    expect((await office.admin.undo(act)).json.results).toMatchObject({ back: 2, kept: 1 });
    expect((await find('C-1')).language).toBe('Irish');
  });

  test('is undone in a book that was published alone since, by itself or in a release, once that was undone', async () => {
    const act = (await put({ language: 'Welsh' })).json.results.act_idx;
    const undo = async (one: number) => (await office.admin.undo(one)).json.results;
    const published = (await office.admin.put('/api/v1/book', { bids: ['C-1'], published: true })).json.results;
    await undo(published.act_idx);
    const { rel_idx: rel } = (await office.admin.post('/api/v1/release', { name: 'Winter' })).json.results;
    const change = { kind: 'book', id: 'C-1', values: { language: 'Irish', published: true } };
    await office.admin.put(`/api/v1/release/${rel}/change`, change);
    const applied = (await office.admin.post(`/api/v1/release/${rel}/apply`)).json.results;
    expect(await undo(applied.act_idx)).toMatchObject({ kept: 0 });
    expect(await undo(act)).toMatchObject({ back: 3, kept: 0 });
    expect((await find('C-1')).language).toBe('Korean');
  });

  test('can be undone for books whose publication before it was undone since, but not if they were published since', async () => {
    const publish = async (bids: string[]): Promise<number> =>
      (await office.admin.put('/api/v1/book', { bids, published: true })).json.results.act_idx;
    const before = await publish(['C-1', 'C-2']);
    const act = (await put({ language: 'Welsh' })).json.results.act_idx;
    await publish(['C-3']);
    expect((await office.admin.undo(before)).status).toBe(200);
    expect((await office.admin.undo(act)).json.results).toMatchObject({ back: 2, kept: 1 });
    expect((await find('C-1')).language).toBe('Korean');
    expect((await find('C-3')).language).toBe('Welsh');
  });

  test('keeps in their history the values that somebody else is just saving', async () => {
    const { cat_idx } = (await office.admin.post('/api/v1/category', { title: 'Fable' })).json.results;
    const move = (trx: Office['db']) => trx.updateTable('book').set({ cat_idx }).where('bid', '=', 'C-1').execute();
    await whileLocked(office.db, move, [() => put({ cat_idx: null })]);
    const { lines } = (await office.admin.get('/api/v1/audit/of/book/C-1')).json.results;
    expect(lines).toMatchObject([{ action: 'changed', changes: [{ before: 'Fable' }] }]);
  });

  test('makes a save by somebody editing one of them fail, and says who changed what', async () => {
    const { version } = await find('C-1');
    await put({ format: 'EPUB' });
    const answer = await office.admin.put('/api/v1/book/C-1', { title: 'Mine', version });
    expect(answer).toMatchObject({ status: 409, json: { error: { code: 'error.stale' } } });
  });

  test('to the value they already have leaves no trace', async () => {
    await put({ format: 'EPUB' });
    await office.db.deleteFrom('audit').execute();
    expect((await put({ format: 'EPUB' })).json.results).toMatchObject({ changed: 0, same: 3 });
    expect(await acts()).toEqual([]);
  });

  test('affects only those selected', async () => {
    const only = { selection: { filter: { series: idOf('series Songs') }, except: ['C-2'] } };
    expect((await put({ format: 'EPUB' }, only)).json.results).toMatchObject({ count: 1, changed: 1 });
    expect([(await find('C-1')).format, (await find('C-2')).format]).toEqual(['EPUB', 'SPINDLE']);
    const unknown = await put({ format: 'EPUB' }, { selection: { ids: ['C-2', 'nobody'] } });
    expect(unknown).toMatchObject({ status: 404, json: { error: { details: { bids: ['nobody'] } } } });
    expect((await find('C-2')).format).toBe('SPINDLE');
  });

  test.each([
    ['a series that does not exist', { ser_idx: 9999 }, 422],
    ['a level that does not exist', { lev_idx: 9999 }, 422],
    ['a category that does not exist', { cat_idx: 9999 }, 422],
    ['an age group that does not exist', { grp_idx: 9999 }, 422],
    ['a format that is no format', { format: 'e pub' }, 400],
    ['no level at all', { lev_idx: null }, 400],
    ['two fields at once', { format: 'EPUB', language: null }, 400],
    ['a field that is each book’s own', { title: 'Same' }, 400],
  ])('refuses %s, and changes none', async (_what, change, status) => {
    expect((await put(change)).status).toBe(status);
    expect((await put(change, { dry_run: true })).status).toBe(status);
    expect(await acts()).toEqual([]);
  });

  test('is a job when many books are selected', async () => {
    await addManyBooks(office.db, { count: 5002, like: 'C-1' });
    const many = { selection: { filter: { format: 'MANY' }, except: ['M-1'] } };
    const { work_idx: idx, ...foreseen } = (await put({ language: 'Turkish' }, many)).json.results;
    expect(foreseen).toMatchObject({ count: 5001, changed: 0 });
    const work = async () => (await office.admin.get(`/api/v1/work/${idx}`)).json.results;
    await expect.poll(async () => (await work()).status).toBe('done');
    expect(await work()).toMatchObject({ changed: 5001 });
    expect(await acts()).toMatchObject([{ after: { count: 5001, language: 'Turkish' } }]);
  });
});
