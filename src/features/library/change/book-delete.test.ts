import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { addManyBooks } from '#features/book/many-books.fixture.ts';
import type { Feature } from '#kernel/mount/feature.ts';
import { type Answer, type Office, startOffice } from '#test/app.ts';
import { emptyTables } from '#test/empty-tables.ts';

let office: Office;
/** The bids in use. */
let used: string[] = [];
const referring: Feature = {
  name: 'holder',
  messages: { catalogues: { en: {}, es: {}, jp: {}, ko: {}, tr: {} } },
  register: ({ records }) =>
    records.define({
      kind: 'holder',
      label: 'book.kind',
      references: [
        {
          of: 'book',
          find: (_ctx, ids) =>
            Promise.resolve({ count: ids.filter((id) => used.includes(String(id))).length, first: [] }),
          referenced: (_ctx, ids) => Promise.resolve(ids.filter((id) => used.includes(id))),
        },
      ],
    }),
};

beforeAll(async () => {
  office = await startOffice({ jobs: true, extra: referring });
});
afterAll(() => office.close());

beforeEach(async () => {
  used = [];
  await emptyTables(office.db, ['book', 'audit', 'change', 'act_record']);
  const books = [1, 2, 3].map((n) => bookRow(n, { bid: `D-${n}`, format: n < 3 ? 'EPUB' : 'SPINDLE' }));
  await office.admin.post('/api/v1/book', { books, create_missing: true });
  const row = { bid: 'D-1', word: 'lamp', sentence: 'A lamp.', mdr_targeted: 'Y' };
  await office.admin.post('/api/v1/sentence', { sentences: [row, { ...row, sentence: 'The lamp.' }] });
  await emptyTables(office.db, ['audit', 'change', 'act_record']);
});

const remove = (selection: object, more: object = {}): Promise<Answer> =>
  office.admin.delete('/api/v1/book', { selection, ...more });
const bids = async () => {
  const rows = await office.db.selectFrom('book').select('bid').orderBy('bid').execute();
  return rows.map(({ bid }) => bid);
};
const acts = () => office.db.selectFrom('audit').select(['action', 'after']).execute();
const all = { filter: {}, except: [] };

describe('Deleting the selected books', () => {
  test('first says what is deleted with them and which stay because they are used, and deletes none', async () => {
    used = ['D-2'];
    const answer = await remove(all, { dry_run: true });
    expect(answer.json.results).toEqual({
      success: true,
      count: 3,
      changed: 2,
      words: 1,
      sentences: 2,
      files: 0,
      kept: { count: 1, first: [{ bid: 'D-2', title: bookRow(2).title }] },
      lost_in: { count: 0, first: [] },
    });
    expect(await bids()).toEqual(['D-1', 'D-2', 'D-3']);
  });

  test('deletes them with their words and sentences, as one act that keeps the fields of each', async () => {
    const answer = await remove({ filter: { format: 'EPUB' }, except: ['D-2'] });
    expect(answer.json.results).toMatchObject({ count: 1, changed: 1, kept: { count: 0, first: [] } });
    expect(await bids()).toEqual(['D-2', 'D-3']);
    expect(await office.db.selectFrom('word').selectAll().execute()).toEqual([]);
    expect(await acts()).toEqual([{ action: 'book_act.deleted', after: { count: 1 } }]);
    const [kept] = await office.db.selectFrom('act_record').select(['record_id', 'before', 'after']).execute();
    expect(kept).toMatchObject({ record_id: 'D-1', before: { title: bookRow(1).title, format: 'EPUB' }, after: null });
    expect(kept?.before).not.toHaveProperty('summary');
    expect(await office.db.selectFrom('change').select(['kind', 'id']).execute()).toEqual([{ kind: 'book', id: null }]);
  });

  test('keeps those that something uses', async () => {
    used = ['D-1', 'D-3'];
    expect((await remove(all)).json.results).toMatchObject({ count: 3, changed: 1, kept: { count: 2 } });
    expect(await bids()).toEqual(['D-1', 'D-3']);
  });

  test('deletes none where all are used, and leaves no trace', async () => {
    used = ['D-1', 'D-2', 'D-3'];
    expect((await remove(all)).json.results).toMatchObject({ changed: 0 });
    expect(await bids()).toHaveLength(3);
    expect(await acts()).toEqual([]);
  });

  test.each([
    ['a bid that no book has', { ids: ['D-1', 'nobody'] }, 404],
    ['a filter that it does not know', { filter: { genre: 'Myth' }, except: [] }, 400],
    ['nothing selected', { ids: [] }, 400],
  ])('refuses %s, and deletes none', async (_what, selection, status) => {
    expect((await remove(selection)).status).toBe(status);
    expect(await bids()).toHaveLength(3);
  });

  test('is done once when it is requested twice', async () => {
    await remove({ ids: ['D-1'] });
    expect((await remove({ ids: ['D-1'] })).status).toBe(404);
    expect(await acts()).toHaveLength(1);
  });

  test('is a job when many books are selected', async () => {
    await addManyBooks(office.db, { count: 5002, like: 'D-1' });
    used = ['M-7'];
    const { work_idx: idx, ...foreseen } = (await remove({ filter: { format: 'MANY' }, except: ['M-1'] })).json.results;
    expect(foreseen).toMatchObject({ count: 5001, changed: 0, kept: { count: 1 } });
    const work = async () => (await office.admin.get(`/api/v1/work/${idx}`)).json.results;
    await expect.poll(async () => (await work()).status).toBe('done');
    expect(await work()).toMatchObject({ changed: 5000 });
    expect(await bids()).toEqual(['D-1', 'D-2', 'D-3', 'M-1', 'M-7']);
  });
});
