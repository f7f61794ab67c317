import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { collectionDesk } from '#features/collection/collection.fixture.ts';
import { type Answer, type Office, startOffice } from '#test/app.ts';
import { must } from '#test/must.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const desk = collectionDesk(() => office);
const { add, put, take, restore } = desk;
let series: number;
let level: number;
let books: number[];
beforeEach(async () => {
  await desk.clear();
  series = await desk.addSeries('S');
  level = await desk.addLevel(series, 'L');
  books = await desk.addBooks(series, level, 2);
});

const newest = async (cid: string): Promise<number> => (await desk.versions(cid))[0].ver_idx;
const update = (cid: string, body: object) => office.admin.put(`/api/v5/collection/${cid}`, body);

describe('The versions of a collection', () => {
  test('show what each change changed, and compare any two', async () => {
    await add('c', { prices: [{ currency: 'USD', price: '1' }] });
    const one = await newest('c');
    await update('c', { prices: [{ currency: 'USD', price: '2' }] });
    await put('c', 'series', series, 'spring');
    const three = await newest('c');
    expect(await desk.version('c', three)).toMatchObject({
      actor: 'ada',
      reason: 'spring',
      changes: [{ path: ['contents', `series:${series}`], after: 'S' }],
      summary: { contents: { added: 1 } },
    });
    const { changes } = await desk.version('c', one, three);
    expect(changes.map(({ path }: { path: string[] }) => path[0])).toEqual(['contents', 'prices']);
    expect((await office.admin.get('/api/v5/collection/c/version/999999')).status).toBe(404);
  });

  test('grow with the change, not with the collection', async () => {
    await add('c');
    await desk.addBooks(series, await desk.addLevel(series, 'Many'), 2000);
    const { rows } = await sizes();
    expect(rows).toHaveLength(1);
    const all = await office.db.selectFrom('book').select('bidx').execute();
    const items = all.map(({ bidx }) => ({ content_type: 'book', content_idx: bidx }));
    await office.admin.put('/api/v5/collection/c/contents', { add: items });
    await update('c', { prices: [{ currency: 'USD', price: '2' }] });
    const last = (await sizes()).rows.at(-1);
    expect(last?.bytes).toBeLessThan(2000);
  });

  test('have a memo that can be changed, with an audit row', async () => {
    await add('c');
    const ver = await newest('c');
    const call = (memo: string) => office.admin.put(`/api/v1/collection/memo/${ver}`, { memo });
    expect(await call('before the fair')).toMatchObject({ status: 200, json: { results: { success: true } } });
    expect((await desk.versions('c'))[0]).toMatchObject({ memo: 'before the fair', memo_version: 2 });
    expect((await desk.trail('c')).at(-1)).toMatchObject({ after: { version: { memo: 'before the fair' } } });
    expect((await office.admin.put('/api/v1/collection/memo/999999', { memo: '' })).status).toBe(404);
  });
});

describe('Restoring a version', () => {
  test('brings back fields, texts, prices, owners and contents as a new version', async () => {
    const owner = await desk.addCustomer('OWNER');
    await add('c', { owned_by: [owner], prices: [{ currency: 'USD', price: '1' }], is_public: 'O' });
    await put('c', 'level', level);
    const then = await newest('c');
    await update('c', { title: 'Changed', owned_by: [], prices: [{ currency: 'EUR', price: '2' }], is_public: 'X' });
    await take('c', 'level', level);
    await put('c', 'book', books[0] ?? 0);
    const preview = await restore('c', then, { dry_run: true });
    expect(preview.json.results.changes.map(({ path }: { path: string[] }) => path.join('.'))).toEqual([
      `contents.book:${books[0]}`,
      `contents.level:${level}`,
      'is_public',
      'multi_lang_data.en.title',
      'owned_by',
      'prices',
    ]);
    const answer = await restore('c', then, { reason: 'was right' });
    expect(answer).toMatchObject({ status: 200, json: { results: { success: true, gone: [] } } });
    expect(await desk.get('c')).toMatchObject({
      title: 'Title of c',
      is_public: 'O',
      owned_by: [owner],
      prices: [{ price: '1' }],
      web_book_count: 2,
    });
    expect((await desk.versions('c'))[0]).toMatchObject({ restores: then, reason: 'was right' });
    expect((await desk.trail('c')).at(-1)).toMatchObject({ action: 'collection.restored' });
  });

  test('says what can no longer be restored, and restores the rest', async () => {
    await add('c');
    await put('c', 'book', books[0] ?? 0);
    await put('c', 'book', books[1] ?? 0);
    const then = await newest('c');
    await take('c', 'book', books[0] ?? 0);
    await take('c', 'book', books[1] ?? 0);
    await office.db
      .deleteFrom('book')
      .where('bidx', '=', books[0] ?? 0)
      .execute();
    const gone = [{ kind: 'book', id: books[0], label: `b${level}-1` }];
    expect((await restore('c', then, { dry_run: true })).json.results).toMatchObject({ gone });
    expect((await restore('c', then)).json.results).toMatchObject({ gone });
    expect((await desk.contents('c')).results).toMatchObject([{ content_idx: books[1] }]);
  });

  test('is not undone while a change stands that its own undo had left, since others had set the same text', async () => {
    await add('c');
    const then = await newest('c');
    await update('c', { title: 'Changed' });
    const act = async (call: Promise<Answer>): Promise<number> => must(await call).act_idx;
    const restored = await act(restore('c', then));
    const ko = (texts: object) => office.admin.put('/api/v5/collection/c/texts', { texts: { ko: texts } });
    const both = await act(ko({ title: 'one', summary: 'one' }));
    const title = await act(ko({ title: 'two' }));
    expect((await office.admin.undo(both)).status).toBe(200);
    expect((await office.admin.undo(title)).status).toBe(200);
    expect(await desk.get('c', 'ko')).toMatchObject({ title: 'one' });
    expect(await office.admin.undo(restored)).toMatchObject({
      status: 409,
      json: { error: { code: 'undo.changed_since' } },
    });
    expect(await desk.get('c', 'ko')).toMatchObject({ title: 'one' });
  });

  test('is refused for contents while locked, but not for prices, and when somebody saved since', async () => {
    const { cidx } = await add('c');
    const empty = await newest('c');
    await put('c', 'level', level);
    const filled = await newest('c');
    await update('c', { prices: [{ currency: 'USD', price: '1' }] });
    await desk.lock(cidx, true);
    expect(await restore('c', empty)).toMatchObject({
      status: 409,
      json: { error: { code: 'collection.is_locked' } },
    });
    expect((await restore('c', filled, { version: 1 })).status).toBe(409);
    expect((await restore('c', filled)).status).toBe(200);
    expect(await desk.get('c')).toMatchObject({ prices: [], lock: true, web_book_count: 2 });
  });
});

/** The size of each version in the table, in order. Bytes. */
const sizes = async () => ({
  rows: await office.db
    .selectFrom('version')
    .select((eb) => eb.fn<number>('pg_column_size', ['changes']).as('bytes'))
    .orderBy('ver_idx')
    .execute(),
});
