import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, type Office, startOffice } from '#test/app.ts';
import { bookRow } from '../book.factory.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
  const books = [1, 2, 3, 4].map((n) => bookRow(n, { bid: `S-${n}`, format: n < 4 ? 'EPUB' : 'SPINDLE' }));
  await office.admin.post('/api/v1/book', { books, create_missing: true });
});
afterAll(() => office.close());
beforeEach(async () => {
  await office.db.updateTable('book').set({ published_at: null }).execute();
  await sql`truncate audit, change, act_record`.execute(office.db);
});

const put = (body: object): Promise<Answer> => office.admin.put('/api/v1/book', body);
const published = async () => {
  const rows = await office.db
    .selectFrom('book')
    .select('bid')
    .where('published_at', 'is not', null)
    .orderBy('bid')
    .execute();
  return rows.map(({ bid }) => bid);
};
const acts = () => office.db.selectFrom('audit').select(['action', 'after', 'actor']).execute();
const epub = { filter: { format: 'EPUB' }, except: ['S-2'] };

describe('Publishing the books that a filter finds', () => {
  test('says first how many there are and how many would change, and changes none', async () => {
    await put({ bids: ['S-1'] });
    const answer = await put({ selection: epub, dry_run: true });
    expect(answer.json.results).toEqual({ success: true, count: 2, changed: 1, links: [] });
    expect(await published()).toEqual(['S-1']);
  });

  test('publishes them but the exceptions, as one act that each has in its history', async () => {
    expect((await put({ selection: epub })).json.results).toMatchObject({ count: 2, changed: 2 });
    expect(await published()).toEqual(['S-1', 'S-3']);
    expect(await acts()).toEqual([{ action: 'book_act.published', after: { count: 2 }, actor: 'ada' }]);
    const { lines } = (await office.admin.get('/api/v1/audit/of/book/S-3')).json.results;
    expect(lines).toMatchObject([{ action: 'published', actor: 'ada' }]);
    expect((await office.admin.get('/api/v1/audit/of/book/S-2')).json.results.lines).toEqual([]);
    const taken = await put({ selection: { filter: { search_val: 's-3' }, except: [] }, published: false });
    expect(taken.json.results.changed).toBe(1);
    expect(await published()).toEqual(['S-1']);
  });

  test('that are so already leaves no trace', async () => {
    await put({ selection: epub });
    await office.db.deleteFrom('audit').execute();
    expect((await put({ selection: epub })).json.results).toMatchObject({ count: 2, changed: 0 });
    expect(await acts()).toEqual([]);
  });

  test.each([
    ['a filter that it does not know', { selection: { filter: { genre: 'Myth' }, except: [] } }],
    ['a filter that it cannot read', { selection: { filter: { series: 'all' }, except: [] } }],
    ['bids and a filter at once', { selection: epub, bids: ['S-1'] }],
    ['nothing', {}],
  ])('refuses %s, and publishes nothing', async (_what, body) => {
    expect((await put(body)).status).toBe(400);
    expect(await published()).toEqual([]);
  });

  test('refuses ids that no book has, and publishes none of the others', async () => {
    const answer = await put({ selection: { ids: ['S-1', 'nobody'] } });
    expect(answer).toMatchObject({ status: 404, json: { error: { details: { bids: ['nobody'] } } } });
    expect(await published()).toEqual([]);
  });
});

describe('Publishing more books than somebody waits for', () => {
  beforeAll(async () => {
    await sql`
      insert into book (bid, format, title, ser_idx, lev_idx, isbn_print, isbn_spindle, created_at, updated_at)
      select 'M-' || n, 'MANY', 'Many ' || n, b.ser_idx, b.lev_idx, 'p' || n, 's' || n, now(), now()
      from generate_series(1, 5002) n, book b where b.bid = 'S-1'`.execute(office.db);
  });
  const many = { filter: { format: 'MANY' }, except: ['M-1'] };
  const work = async (idx: number) => (await office.admin.get(`/api/v1/work/${idx}`)).json.results;

  test('is a job that tells what became of it: one act, all of them', async () => {
    const { work_idx: idx, ...asked } = (await put({ selection: many })).json.results;
    expect(asked).toEqual({ success: true, count: 5001, changed: 0, links: [] });
    await expect.poll(async () => (await work(idx)).status).toBe('done');
    expect(await work(idx)).toEqual({ status: 'done', changed: 5001, problem: null, progress: null });
    expect(await published()).toHaveLength(5001);
    expect(await acts()).toEqual([{ action: 'book_act.published', after: { count: 5001 }, actor: 'ada' }]);
  });

  test('that is asked to stop changes none, and says so', async () => {
    // The books are held, so that the job waits for them while it is asked to stop.
    const idx = await office.db.transaction().execute(async (trx) => {
      await sql`select from book where format = 'MANY' for update`.execute(trx);
      const { work_idx: asked } = (await put({ selection: many })).json.results;
      expect((await office.admin.delete(`/api/v1/work/${asked}`)).status).toBe(200);
      return asked;
    });
    await expect.poll(async () => (await work(idx)).status).toBe('failed');
    expect(await work(idx)).toMatchObject({ changed: 0, problem: expect.stringMatching(/\w/) });
    expect(await published()).toEqual([]);
    expect((await office.admin.get('/api/v1/work/999999')).status).toBe(404);
  });
});
