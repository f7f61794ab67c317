import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fileForm, jpeg } from '#features/image/image.fixture.ts';
import { unitRow } from '#features/unit/unit-info.factory.ts';
import { silentMp3 } from '#features/word/sentence.factory.ts';
import type { Database } from '#kernel/db/database.ts';
import { type Office, startOffice } from '#test/app.ts';
import { whileLocked } from '#test/while-locked.ts';
import { importRow } from './import.factory.ts';
import { importDesk } from './import.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
});
afterAll(() => office.close());
const desk = importDesk(() => office);
beforeEach(() => desk.clear());

const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
/** A row of a book whose ISBN is not in the library. */
const row = (n: number, over: Record<string, string> = {}) => importRow(100 + n, over);
const bid = (n: number) => row(n)['bid'] ?? '';

/** Imports books with these numbers and returns the import's id. */
async function imported(...rows: Record<string, string>[]): Promise<number> {
  const id = await desk.stage(rows);
  await office.admin.put(`/api/v1/import/${id}`, { create_missing: true, update: true });
  expect(await desk.apply(id)).toMatchObject({ status: 'applied' });
  return id;
}

const undo = async (id: number) => (await office.admin.post(`/api/v1/import/${id}/undo`)).json.results;

const bids = async (): Promise<string[]> => {
  const rows = await office.db.selectFrom('book').select('bid').where('bid', 'like', 'B01%').orderBy('bid').execute();
  return rows.map((book) => book.bid);
};

test('an undo keeps and names every book that was changed since, in any part', async () => {
  const id = await imported(...numbers.map((n) => row(n)));
  const bidx = (await office.admin.get(`/api/v1/book?bid=${bid(5)}`)).json.results[0].bidx;
  const unit = {
    unit_title: 'One',
    subunit_title: 'First',
    subunit_id: 'u1',
    start_page: 1,
    game_content_id: 'g',
    speakup_content_id: 's',
    laura_content_id: 'l',
    laura_content_type: 't',
  };
  const touches = await Promise.all([
    office.admin.put(`/api/v1/book/${bid(1)}`, { title: 'Another' }),
    office.admin.form(`/api/v1/book/${bid(2)}/word`, { word: 'sun' }),
    office.admin.upload(
      `/api/v1/book/${bid(3)}/cover`,
      fileForm('book_cover', { 'a.jpg': await jpeg(1, { width: 40, height: 50 }) }),
    ),
    office.admin.post('/api/v1/sentence', {
      sentences: [{ bid: bid(4), word: 'sun', sentence: 'The sun rises.', mdr_targeted: 'N' }],
    }),
    office.admin.post('/api/v5/book/unit', { bidx, bid: bid(5), unitInfo: [unit] }),
    office.admin.put('/api/v1/book', { bids: [bid(6)] }),
  ]);
  expect(touches.map(({ status, body }) => [status, body])).toEqual(touches.map(() => [200, expect.anything()]));
  const { kept } = await undo(id);
  const at = expect.any(Number);
  expect(kept).toEqual(
    [1, 2, 3, 4, 5, 6].map((n) => ({ bid: bid(n), reason: n === 6 ? 'published' : 'edited', by: 'ada', at })),
  );
  const page = (await office.admin.get(`/book/import/${id}`)).body;
  expect(page).toMatch(/edited since then<!-- --> · ada,/);
  expect(await bids()).toEqual([1, 2, 3, 4, 5, 6].map(bid));
});

test('an undo is in the history of what it removed and restored, and not of what it kept', async () => {
  await imported(row(1), row(4));
  const id = await imported(row(1, { title: 'New 1' }), row(2), row(3), row(4, { title: 'New 4' }));
  await office.admin.put(`/api/v1/book/${bid(3)}`, { title: 'Another' });
  await undo(id);
  const forecast = async (n: number) => {
    const { lines } = (await office.admin.get(`/api/v1/audit/of/book/${bid(n)}`)).json.results;
    return lines.map((line: { action: string }) => line.action);
  };
  expect(await Promise.all([1, 2, 3, 4].map(forecast))).toEqual([
    ['restored', 'changed', 'created'],
    ['deleted', 'created'],
    ['changed', 'created'],
    ['restored', 'changed', 'created'],
  ]);
});

test('a book that was published and unpublished again counts as unchanged since its import', async () => {
  const id = await imported(row(1));
  await office.admin.put('/api/v1/book', { bids: [bid(1)] });
  await office.admin.put('/api/v1/book', { bids: [bid(1)], published: false });
  expect((await undo(id)).kept).toEqual([]);
  expect(await bids()).toEqual([]);
});

test('a book that was published and unpublished again is unchanged since its import also once an edit since is undone', async () => {
  const id = await imported(row(1), row(2), row(3));
  const edit = async (n: number) => {
    const answer = await office.admin.put('/api/v1/book/change', {
      selection: { ids: [bid(n)] },
      change: { language: 'Korean' },
    });
    return answer.json.results.act_idx;
  };
  const publish = (n: number, published: boolean) => office.admin.put('/api/v1/book', { bids: [bid(n)], published });
  for (const n of [1, 2, 3]) await publish(n, true);
  for (const n of [1, 2]) await publish(n, false);
  for (const act of [await edit(1), await edit(3)])
    expect(await office.admin.undo(act)).toMatchObject({ status: 200, json: { results: { back: 1, kept: 0 } } });
  await edit(2);
  const { kept } = await undo(id);
  expect(kept).toMatchObject([{ bid: bid(2) }, { bid: bid(3) }]);
  expect(await bids()).toEqual([bid(2), bid(3)]);
});

test('a book that a release edited and published is unchanged since its import once it was unpublished and the release undone', async () => {
  const id = await imported(row(1), row(2));
  const { rel_idx: release } = (await office.admin.post('/api/v1/release', { name: 'R' })).json.results;
  for (const n of [1, 2]) {
    const change = { kind: 'book', id: bid(n), values: { title: 'Another', published: true } };
    expect((await office.admin.put(`/api/v1/release/${release}/change`, change)).status).toBe(200);
  }
  const { act_idx: act } = (await office.admin.post(`/api/v1/release/${release}/apply`)).json.results;
  await office.admin.put('/api/v1/book', { bids: [bid(1), bid(2)], published: false });
  await office.admin.put(`/api/v1/book/${bid(2)}`, { title: 'A third' });
  expect(await office.admin.undo(act)).toMatchObject({ status: 200, json: { results: { back: 1, kept: 3 } } });
  expect((await undo(id)).kept).toMatchObject([{ bid: bid(2), reason: 'edited' }]);
  expect(await bids()).toEqual([bid(2)]);
});

test('undo keeps a book whose units a release saved, where units saved since kept them from its undo', async () => {
  const id = await imported(row(1), row(2));
  const { rel_idx: release } = (await office.admin.post('/api/v1/release', { name: 'R' })).json.results;
  for (const n of [1, 2]) {
    const change = { kind: 'units', id: bid(n), values: { unitInfo: [unitRow(1, { unit_title: 'Released' })] } };
    expect((await office.admin.put(`/api/v1/release/${release}/change`, change)).status).toBe(200);
  }
  const { act_idx: act } = (await office.admin.post(`/api/v1/release/${release}/apply`)).json.results;
  const { bidx } = (await office.admin.get(`/api/v1/book?bid=${bid(2)}`)).json.results[0];
  const units = { bid: bid(2), bidx, unitInfo: [unitRow(1, { unit_title: 'By hand' })] };
  const saved = await office.admin.post('/api/v5/book/unit', units);
  expect(await office.admin.undo(act)).toMatchObject({ status: 200, json: { results: { back: 1, kept: 1 } } });
  expect(await office.admin.undo(saved.json.data.act_idx)).toMatchObject({ status: 200 });
  expect((await undo(id)).kept).toMatchObject([{ bid: bid(2), reason: 'edited' }]);
  expect(await bids()).toEqual([bid(2)]);
});

test('undo keeps a book changed by an import if another part of it was edited since', async () => {
  await imported(row(1), row(2));
  const second = await imported(row(1, { title: 'New 1' }), row(2, { title: 'New 2' }));
  await office.admin.form(`/api/v1/book/${bid(1)}/word`, { word: 'sun' });
  expect((await undo(second)).kept).toEqual([{ bid: bid(1), reason: 'edited', by: 'ada', at: expect.any(Number) }]);
  const books = await office.db
    .selectFrom('book')
    .select('title')
    .where('bid', 'like', 'B01%')
    .orderBy('bid')
    .execute();
  expect(books).toEqual([{ title: 'New 1' }, { title: row(2)['title'] }]);
});

test('undo removes what later steps of the import added, but keeps what somebody else added meanwhile', async () => {
  const id = await imported(row(1), row(2));
  await desk.write(id, [bid(1), 'sun', 'The sun rises.', 'Y'], [bid(2), 'sun', 'The sun sets.', 'Y']);
  await office.admin.form(`/api/v1/book/${bid(2)}/word`, { word: 'moon' });
  const audio = numbers.slice(0, 2).map((n) => ({ name: `${bid(n)}_sun.mp3`, bytes: silentMp3() }));
  await desk.upload(await desk.send(id, 'audio', audio), audio);
  expect((await desk.take(id, 'audio', [bid(1), bid(2)])).taken).toBe(2);
  expect((await undo(id)).kept).toEqual([{ bid: bid(2), reason: 'edited', by: 'ada', at: expect.any(Number) }]);
  expect(await bids()).toEqual([bid(2)]);
});

test('undo first shows what would be undone and what would stay, and that readers see some of it', async () => {
  const id = await imported(row(1), row(2), row(3));
  await office.admin.put(`/api/v1/book/${bid(1)}`, { title: 'Another' });
  const { act_idx: act } = await desk.state(id);
  const foresee = async () => (await office.admin.get(`/api/v1/act/${act}`)).json.results;
  expect(await foresee()).toMatchObject({
    href: `/book/import/${id}`,
    undo: {
      back: 2,
      effects: ['2 books are deleted.'],
      kept: 1,
      live: 0,
      first: [
        { title: 'Another', href: `/book/${bid(1)}`, reason: 'edited since then', by: 'ada', at: expect.any(Number) },
      ],
    },
  });
  await office.admin.put('/api/v1/book', { selection: { filter: { act }, except: [] } });
  expect((await foresee()).undo).toMatchObject({ back: 0, kept: 3, live: 3 });
  expect((await office.admin.get(`/book/import/${id}/done`)).body).toShow('1 book was edited since the import.');
  const published = await office.db
    .selectFrom('audit')
    .select('act_idx')
    .where('action', '=', 'book_act.published')
    .execute();
  await office.admin.undo(published.at(-1)?.act_idx);
  expect((await office.admin.undo(act)).json.results).toMatchObject({ back: 2, kept: 1 });
  expect(await desk.state(id)).toMatchObject({
    status: 'undone',
    kept: [{ bid: bid(1), reason: 'edited', by: 'ada', at: expect.any(Number) }],
  });
});

test('undoes only the sentences it added, and then itself', async () => {
  const id = await imported(row(1));
  await desk.write(id, [bid(1), 'sun', 'The sun rises.', 'Y']);
  const sentences = await office.db
    .selectFrom('audit')
    .select('act_idx')
    .where('action', '=', 'import.sentences_applied')
    .orderBy('audit_idx', 'desc')
    .executeTakeFirstOrThrow();
  expect((await office.admin.undo(sentences.act_idx)).json.results).toMatchObject({ back: 1 });
  expect((await undo(id)).kept).toEqual([]);
  expect(await bids()).toEqual([]);
});

test('undoing sentences first shows how many are deleted in how many books, and which of these readers see', async () => {
  const id = await imported(row(1), row(2));
  await desk.write(
    id,
    [bid(1), 'sun', 'The sun rises.', 'Y'],
    [bid(1), 'sun', 'The sun sets.', 'Y'],
    [bid(2), 'moon', 'A moon.', 'Y'],
  );
  await office.admin.put('/api/v1/book', { bids: [bid(2)] });
  const { lines } = (await office.admin.get(`/api/v1/audit/of/book/${bid(1)}`)).json.results;
  expect(lines[0]).toMatchObject({ part: true, undoable: true });
  const { undo: foreseen } = (await office.admin.get(`/api/v1/act/${lines[0].act}`)).json.results;
  expect(foreseen).toMatchObject({ back: 3, effects: ['3 sentences are deleted, in 2 books.'], live: 1 });
});

test('undoing an update first shows that books get their values back', async () => {
  await imported(row(1));
  const { act_idx: act } = await desk.state(await imported(row(1, { title: 'New 1' }), row(2)));
  const { undo: foreseen } = (await office.admin.get(`/api/v1/act/${act}`)).json.results;
  expect(foreseen.effects).toEqual(['1 book is deleted.', '1 book gets its previous values back.']);
});

test('an edit in progress when the undo is requested is kept, and named', async () => {
  const id = await imported(row(1), row(2));
  const edit = (trx: Database) =>
    trx
      .updateTable('book')
      .set((eb) => ({ title: 'Meanwhile', revision: eb('revision', '+', 1) }))
      .where('bid', '=', bid(1))
      .execute();
  const [undone] = await whileLocked(office.db, edit, [() => undo(id)]);
  expect(undone?.kept).toEqual([{ bid: bid(1), reason: 'edited', by: null, at: 0 }]);
  expect(await bids()).toEqual([bid(1)]);
});
