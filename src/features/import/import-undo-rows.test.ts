import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Office, type Person, startOffice } from '#test/app.ts';
import { whileLocked } from '#test/while-locked.ts';
import { importRow } from './import.factory.ts';
import { importDesk } from './import.fixture.ts';

let office: Office;
let eve: Person;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
  eve = await office.signIn('eve', true);
});
afterAll(() => office.close());
const desk = importDesk(() => office);
beforeEach(() => desk.clear());

/** A row of a book whose ISBN is not in the library. */
const row = (n: number, over: Record<string, string> = {}) => importRow(100 + n, over);
const bid = (n: number) => row(n)['bid'] ?? '';

/** Imports books with these numbers; returns the import's id and its act. */
async function imported(...rows: Record<string, string>[]): Promise<{ id: number; act: number }> {
  const id = await desk.stage(rows);
  await office.admin.put(`/api/v1/import/${id}`, { create_missing: true, update: true });
  expect(await desk.apply(id)).toMatchObject({ status: 'applied' });
  return { id, act: (await desk.state(id)).act_idx };
}

const idsOf = (...numbers: number[]) => numbers.map((n) => `ids=${bid(n)}`).join('&');
const undo = (act: number, numbers: number[], by: Person = office.admin) => by.undo(act, numbers.map(bid));
const foresee = async (act: number, ...numbers: number[]) =>
  (await office.admin.get(`/api/v1/act/${act}?${idsOf(...numbers)}`)).json.results;
const titles = async (): Promise<Record<string, string>> => {
  const books = office.db.selectFrom('book').select(['bid', 'title']).where('bid', 'like', 'B01%').orderBy('bid');
  return Object.fromEntries((await books.execute()).map((book) => [book.bid, book.title]));
};
const history = async (n: number) => (await office.admin.get(`/api/v1/audit/of/book/${bid(n)}`)).json.results.lines;

test('one row of an import is undone alone, shown before; the others stay and can be undone later', async () => {
  await imported(row(1), row(2));
  const { id, act } = await imported(row(1, { title: 'New 1' }), row(2, { title: 'New 2' }), row(3), row(4));
  expect((await foresee(act, 2)).undo).toMatchObject({
    back: 1,
    kept: 0,
    effects: [expect.stringContaining('1 book')],
  });
  expect((await foresee(act, 2, 3)).undo).toMatchObject({ back: 2, kept: 0 });
  expect((await undo(act, [2])).json).toMatchObject({ results: { back: 1, kept: 0 } });
  expect(await titles()).toMatchObject({ [bid(1)]: 'New 1', [bid(2)]: row(2)['title'], [bid(3)]: row(3)['title'] });
  expect(await desk.state(id)).toMatchObject({ status: 'applied' });
  expect((await undo(act, [3, 4])).json).toMatchObject({ results: { back: 2, kept: 0 } });
  expect(Object.keys(await titles())).toEqual([bid(1), bid(2)]);
  // The rest.
  expect((await office.admin.get(`/api/v1/act/${act}`)).json.results.undo).toMatchObject({ back: 1, kept: 0 });
  expect((await office.admin.undo(act)).json).toMatchObject({ results: { back: 1, kept: 0 } });
  expect(await titles()).toEqual({ [bid(1)]: row(1)['title'], [bid(2)]: row(2)['title'] });
  expect(await desk.state(id)).toMatchObject({ status: 'undone', kept: [] });
});

test('each row is undone once: who comes second is told who was first, and with other rows only these are undone', async () => {
  const { act } = await imported(row(1), row(2), row(3));
  await undo(act, [1], eve);
  expect(await undo(act, [1])).toMatchObject({
    status: 409,
    json: { error: { code: 'undo.already', message: expect.stringContaining('eve already undid this') } },
  });
  expect(await foresee(act, 1)).toMatchObject({ undo: null, undone: { actor: 'eve', at: expect.any(Number) } });
  expect((await foresee(act, 1, 2)).undo).toMatchObject({
    back: 1,
    kept: 1,
    first: [{ title: bid(1), reason: 'already undone', by: 'eve', at: expect.any(Number) }],
  });
  expect((await undo(act, [1, 2])).json).toMatchObject({ results: { back: 1, kept: 1 } });
  await undo(act, [3]);
  const all = (await office.admin.get(`/api/v1/act/${act}`)).json.results;
  expect(all).toMatchObject({ undo: null, undone: { actor: 'ada' } });
  expect(await titles()).toEqual({});
});

test('what was edited since is kept and named with who touched it, and nothing is told of it in the trail', async () => {
  const { act } = await imported(row(1), row(2));
  await eve.put(`/api/v1/book/${bid(1)}`, { title: 'Another' });
  expect((await foresee(act, 1)).undo).toMatchObject({
    back: 0,
    kept: 1,
    first: [{ title: 'Another', reason: 'edited since then', by: 'eve', at: expect.any(Number) }],
  });
  const before = (await history(1)).length;
  expect((await undo(act, [1])).json).toMatchObject({ results: { back: 0, kept: 1 } });
  expect((await history(1)).length).toBe(before);
  // Once that is undone, so can the row be.
  const [edit] = await history(1);
  await office.admin.undo(edit.act);
  expect((await undo(act, [1])).json).toMatchObject({ results: { back: 1, kept: 0 } });
  expect(Object.keys(await titles())).toEqual([bid(2)]);
});

test('the trail says which rows were undone and by whom, in the history of each book and of the act', async () => {
  await imported(row(1), row(2));
  const { id, act } = await imported(row(1, { title: 'New 1' }), row(2, { title: 'New 2' }));
  await undo(act, [2], eve);
  const undone = { actor: 'eve', at: expect.any(Number) };
  expect(await history(2)).toMatchObject([
    { action: 'restored', actor: 'eve' },
    { action: 'changed', undone, undoable: false, alone: false },
    { action: 'created' },
  ]);
  expect(await history(1)).toMatchObject([{ action: 'changed', undone: null, undoable: true, alone: true }, {}]);
  const records = (await office.admin.get(`/api/v1/audit/act/${act}`)).json.results.lines;
  expect(records).toMatchObject([
    { id: bid(1), undone: null, alone: true },
    { id: bid(2), undone, alone: false },
  ]);
  const rows = (await office.admin.get(`/api/v1/import/${id}/row`)).json.results;
  expect(rows.map((one: { applied: unknown }) => one.applied)).toEqual([
    { bid: bid(1), undone: null },
    { bid: bid(2), undone },
  ]);
  const page = (await office.admin.get(`/book/import/${id}`)).body;
  expect(page).toShow('Undone by eve');
  expect(page).toContain('Undo this row: Row 1'.replace('1', String(rows[0].row_no)));
  const acts = await office.db.selectFrom('audit').selectAll().where('undoes_some', '=', act).execute();
  expect(acts).toMatchObject([{ actor: 'eve', action: 'import.undone', entity_id: String(id), undoes: null }]);
});

test('a row undone alone is no longer a book of the import: publishing its books leaves it out', async () => {
  await imported(row(1));
  const { act } = await imported(row(1, { title: 'New 1' }), row(2));
  await undo(act, [1]);
  await office.admin.put('/api/v1/book', { selection: { filter: { act }, except: [] } });
  const published = office.db.selectFrom('book').select('bid').where('published_at', 'is not', null);
  expect((await published.where('bid', 'like', 'B01%').execute()).map((book) => book.bid)).toEqual([bid(2)]);
});

test('titles that only the undone rows needed are gone with them, those of other rows stay', async () => {
  const { act } = await imported(
    row(1, { series: 'Alone' }),
    row(2, { series: 'Shared' }),
    row(3, { series: 'Shared' }),
  );
  const series = async () => {
    const found = office.db.selectFrom('series').select('title').where('title', 'in', ['Alone', 'Shared']);
    return (await found.orderBy('title').execute()).map(({ title }) => title);
  };
  await undo(act, [2]);
  expect(await series()).toEqual(['Alone', 'Shared']);
  await undo(act, [1]);
  expect(await series()).toEqual(['Shared']);
  await undo(act, [3]);
  expect(await series()).toEqual([]);
});

test('readers who see a book of the row are counted, and what is in use is kept', async () => {
  const { act } = await imported(row(1), row(2));
  await office.admin.put('/api/v1/book', { bids: [bid(1)] });
  expect((await foresee(act, 1)).undo).toMatchObject({ back: 0, kept: 1, live: 1 });
  expect((await foresee(act, 2)).undo).toMatchObject({ back: 1, live: 0 });
});

test('ids that are no records of the act are refused, and so are rows of an act that is undone only as a whole', async () => {
  const { act } = await imported(row(1));
  expect(await undo(act, [9])).toMatchObject({
    status: 422,
    json: { error: { code: 'undo.not_of_act', fields: { ids: expect.stringContaining(bid(9)) } } },
  });
  expect((await office.admin.undo(act, [])).status).toBe(400);
  expect((await office.admin.post(`/api/v1/act/${act}/undo`, { rows: [1] })).status).toBe(400);
  const { act_idx: edit } = (await office.admin.put(`/api/v1/book/${bid(1)}`, { title: 'Another' })).json.results;
  expect(await office.admin.undo(edit, [bid(1)])).toMatchObject({
    status: 409,
    json: { error: { code: 'undo.only_whole' } },
  });
});

test('two people who undo overlapping rows at once both succeed, each row once', async () => {
  const { act } = await imported(row(1), row(2), row(3));
  const lock = (trx: typeof office.db) =>
    trx.selectFrom('book').select('bidx').where('bid', 'like', 'B01%').forUpdate().execute();
  // The second waits for the act, the first for the books.
  const answers = await whileLocked(office.db, lock, [() => undo(act, [1, 2]), () => undo(act, [2, 3], eve)]);
  const figures = answers.map(({ status, json: { results } }) => `${status}: ${results.back}, kept ${results.kept}`);
  expect(new Set(figures)).toEqual(new Set(['200: 1, kept 1', '200: 2, kept 0']));
  expect(await titles()).toEqual({});
  const effects = office.db.selectFrom('act_record').select('record_id').where('entity', '=', 'book');
  expect((await effects.where('after', 'is', null).execute()).map((one) => one.record_id).toSorted()).toEqual(
    [1, 2, 3].map(bid),
  );
});

test('whoever undoes a row while the whole is being undone is told who was first', async () => {
  const { act } = await imported(row(1), row(2));
  const lock = (trx: typeof office.db) =>
    trx.selectFrom('book').select('bidx').where('bid', '=', bid(1)).forUpdate().execute();
  const whole = () => office.admin.undo(act);
  let later: Promise<unknown> = Promise.resolve();
  const [first] = await whileLocked(office.db, lock, [whole], () => {
    later = undo(act, [1], eve);
  });
  expect(first).toMatchObject({ status: 200, json: { results: { back: 2 } } });
  expect(await later).toMatchObject({ status: 409, json: { error: { code: 'undo.already' } } });
});
