import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { sweepUnreferencedFiles } from '#kernel/storage/file-sweep.ts';
import { type Office, type Person, startOffice } from '#test/app.ts';
import { fileForm, jpeg } from './image.fixture.ts';

let office: Office;
let ada: Person;
let ben: Person;
let bid: string;
let count = 0;

beforeAll(async () => {
  office = await startOffice();
  ada = office.admin;
  ben = await office.signIn('ben', true);
});
afterAll(() => office.close());
beforeEach(async () => {
  const row = bookRow((count += 1));
  bid = String(row.bid);
  await ada.post('/api/v1/book', { books: [row], create_missing: true });
});

const cover = async (seed: number, who: Person = ada) => {
  const form = fileForm('book_cover', { [`${seed}.jpg`]: await jpeg(seed) });
  const { results } = (await who.upload(`/api/v1/book/${bid}/cover`, form)).json;
  return { path: results.files.book_cover[0], act: results.act_idx };
};
const previews = async (...seeds: number[]) => {
  const files = Object.fromEntries(await Promise.all(seeds.map(async (n) => [`${n}.jpg`, await jpeg(n)] as const)));
  const { results } = (await ada.upload(`/api/v1/book/${bid}/preview`, fileForm('book_preview', files))).json;
  return { paths: results.files.book_preview as string[], act: results.act_idx };
};
const remove = async (kind: 'cover' | 'preview', path: string): Promise<number> => {
  const file = { target_ctl: 'book', target_id: bid, file_type: `book_${kind}`, file_path: path };
  return (await ada.delete('/api/v1/file', file)).json.results.act_idx;
};
const shown = async (kind: 'cover' | 'preview') =>
  (
    await office.db
      .selectFrom('book_image as i')
      .innerJoin('book as b', 'b.bidx', 'i.bidx')
      .select(['i.folder', 'i.file_name'])
      .where('b.bid', '=', bid)
      .where('i.kind', '=', kind)
      .orderBy('i.place')
      .execute()
  ).map(({ folder, file_name: name }) => `${folder}/${name}`);
const status = async (path: string) => (await office.server.inject({ url: `/contents/${path}` })).statusCode;

test('a replaced cover comes back, and so does one that was deleted, at its address', async () => {
  const [first, second] = [await cover(1), await cover(2)];
  expect((await ada.undo(second.act)).json.results).toMatchObject({ back: 1, kept: 0 });
  expect(await shown('cover')).toEqual([first.path]);
  const act = await remove('cover', first.path);
  expect(await status(first.path)).toBe(404);
  expect((await ada.undo(act)).status).toBe(200);
  expect([await shown('cover'), await status(first.path)]).toEqual([[first.path], 200]);
  expect(await status(first.path.replace('1.jpg', 'thumb/list.jpg'))).toBe(200);
  expect((await ada.undo(first.act)).status).toBe(200);
  expect(await shown('cover')).toEqual([]);
});

test('a cover that somebody else replaced since is theirs', async () => {
  const first = await cover(1);
  const theirs = await cover(2, ben);
  expect(await ada.undo(first.act)).toMatchObject({ status: 409, json: { error: { code: 'undo.changed_since' } } });
  expect(await shown('cover')).toEqual([theirs.path]);
});

test('previews are undone step by step: one deleted, a new order, some added', async () => {
  const added = await previews(1, 2, 3);
  const [a = '', b = '', c = ''] = added.paths;
  const order = await ada.put('/api/v1/book/preview', { bid, prev_1: c, prev_2: a, prev_3: b });
  const removed = await remove('preview', a);
  expect(await shown('preview')).toEqual([c, b]);
  expect((await ada.undo(removed)).status).toBe(200);
  expect(await shown('preview')).toEqual([c, a, b]);
  expect((await ada.undo(order.json.results.act_idx)).status).toBe(200);
  expect(await shown('preview')).toEqual([a, b, c]);
  expect((await ada.undo(added.act)).status).toBe(200);
  expect(await shown('preview')).toEqual([]);
  const trail = await office.db
    .selectFrom('audit')
    .select(['action', 'before', 'after', 'undoes'])
    .where('entity_id', '=', bid)
    .where('undoes', '=', removed)
    .execute();
  expect(trail).toMatchObject([{ action: 'book.undone', before: { preview: [c, b] }, after: { preview: [c, a, b] } }]);
});

/** What happens every night. */
async function sweep(): Promise<void> {
  const { work, files } = office.app;
  await sweepUnreferencedFiles({ work, files, storage: office.storage });
}

/** Sessions end meanwhile. */
async function later(hours: number): Promise<void> {
  office.clock.advance(hours * 3_600_000);
  ada = await office.signIn(`ada${(count += 1)}`, true);
}

/** Files tell the time at which they were written by the real clock. */
async function now(): Promise<void> {
  office.clock.set(new Date().toISOString());
  await later(0);
}

const gone = { status: 409, json: { error: { code: 'undo.file_gone' } } };

test('the file of a replaced cover, however old, stays through the sweeps of the day after, and goes then', async () => {
  await now();
  const first = await cover(1);
  await later(48);
  const second = await cover(2);
  await sweep();
  expect((await ada.undo(second.act)).status).toBe(200);
  expect([await shown('cover'), await status(first.path)]).toEqual([[first.path], 200]);
  const third = await cover(3);
  await later(25);
  await sweep();
  expect(await ada.undo(third.act)).toMatchObject(gone);
  expect(await ada.get(`/api/v1/act/${third.act}`)).toMatchObject(gone);
  expect([await status(first.path), await status(third.path)]).toEqual([404, 200]);
});

test('the file of a deleted cover is kept for a day where nobody can open it', async () => {
  await now();
  const { path } = await cover(1);
  const act = await remove('cover', path);
  await sweep();
  expect(await status(path)).toBe(404);
  expect((await ada.undo(act)).status).toBe(200);
  expect(await status(path)).toBe(200);
  const again = await remove('cover', path);
  await later(25);
  await sweep();
  expect(await ada.undo(again)).toMatchObject(gone);
  const left = [];
  for await (const { key } of office.storage.list('aside/')) left.push(key);
  expect(left).toEqual([]);
});
