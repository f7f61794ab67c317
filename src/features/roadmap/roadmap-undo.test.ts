import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { type Office, type Person, startOffice } from '#test/app.ts';

let office: Office;
let ben: Person;
let group: number;

beforeAll(async () => {
  office = await startOffice();
  ben = await office.signIn('ben', true);
  const books = Array.from({ length: 6 }, (_, n) => bookRow(n + 1, { age_group: 'Ages 4–6' }));
  await office.admin.post('/api/v1/book', { books, create_missing: true });
  group = (await office.admin.get('/api/v1/age_group')).json.results[0].grp_idx;
});
afterAll(() => office.close());
beforeEach(async () => {
  for (const table of ['roadmap_book', 'roadmap', 'audit', 'act_record'] as const)
    await office.db.deleteFrom(table).execute();
  await put({ target_row: 0, bids: ['B1', 'B2'] });
  await put({ target_row: 1, bids: ['B3'] });
});

const url = '/api/v1/roadmap';
const put = async (body: object, who: Person = office.admin): Promise<number> =>
  (await who.put(url, { target_group: group, ...body })).json.results.act_idx;
const rows = async () => (await office.admin.get(`${url}?target_group=${group}`)).json.results.rows;

test('a move is undone whether it came from the waiting list, went there, or emptied a row', async () => {
  const moves = [
    { target_row: 1, bids: ['B4', 'B5'] },
    { target_row: -1, bids: ['B3'] },
    { target_row: 0, target_place: 0, bids: ['B3'] },
    { target_row: 2, bids: ['B1'] },
  ];
  for (const one of moves) {
    const act = await put(one);
    expect(await rows()).not.toEqual([['B1', 'B2'], ['B3']]);
    expect(await office.admin.undo(act)).toMatchObject({ status: 200, json: { results: { back: 1, kept: 0 } } });
    expect(await rows()).toEqual([['B1', 'B2'], ['B3']]);
  }
});

test('an arrangement is undone, and what came before it then too', async () => {
  const acts = [await put({ target_row: 2, bids: ['B4'] }), await put({ rows: [['B4', 'B3'], ['B2'], ['B1']] })];
  for (const act of acts.toReversed()) expect((await office.admin.undo(act)).status).toBe(200);
  expect(await rows()).toEqual([['B1', 'B2'], ['B3']]);
});

test('moves are undone one after the other, the last one first', async () => {
  const acts = [await put({ target_row: 1, bids: ['B4'] }), await put({ target_row: 2, bids: ['B1'] }, ben)];
  for (const act of acts.toReversed()) expect((await office.admin.undo(act)).status).toBe(200);
  expect(await rows()).toEqual([['B1', 'B2'], ['B3']]);
});

test('a change after which somebody else changed the roadmap is left, and the refusal says who it was', async () => {
  const act = await put({ target_row: 1, bids: ['B4'] });
  await put({ target_row: 0, bids: ['B5'] }, ben);
  expect(await office.admin.undo(act)).toMatchObject({
    status: 409,
    json: { error: { code: 'undo.changed_since', message: expect.stringContaining('ben') } },
  });
  expect(await rows()).toEqual([
    ['B1', 'B2', 'B5'],
    ['B3', 'B4'],
  ]);
});

test('a book deleted since stays away when the move that took it out is undone', async () => {
  const act = await put({ target_row: -1, bids: ['B3'] });
  await office.admin.post('/book/delete/B3');
  expect((await office.admin.undo(act)).status).toBe(200);
  expect(await rows()).toEqual([['B1', 'B2']]);
});
