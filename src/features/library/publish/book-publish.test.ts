import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { addManyBooks } from '#features/book/many-books.fixture.ts';
import { defineMessages } from '#kernel/messages/messages.ts';
import type { Feature } from '#kernel/mount/feature.ts';
import { type Answer, type Office, startOffice } from '#test/app.ts';
import { emptyTables } from '#test/empty-tables.ts';

let office: Office;
let usedBooks = 0;
/** Stands in for a feature that uses books. */
const shelf: Feature = {
  name: 'shelf',
  messages: defineMessages({ en: {}, es: {}, jp: {}, ko: {}, tr: {} }),
  register: ({ records }) =>
    records.define({
      kind: 'shelf',
      label: 'book.kind',
      references: [
        {
          of: 'book',
          find: async () => ({ count: 0, first: [] }),
          referenced: async (_, bids) => bids.slice(0, usedBooks),
        },
      ],
    }),
};
beforeAll(async () => {
  office = await startOffice({ jobs: true, extra: shelf });
  const books = [1, 2, 3, 4].map((n) => bookRow(n, { bid: `S-${n}`, format: n < 4 ? 'EPUB' : 'SPINDLE' }));
  await office.admin.post('/api/v1/book', { books, create_missing: true });
});
afterAll(() => office.close());
beforeEach(async () => {
  await office.db.updateTable('book').set({ published_at: null }).execute();
  await emptyTables(office.db, ['audit', 'change', 'act_record']);
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
  test('first says how many there are and how many would change, and changes none', async () => {
    await put({ bids: ['S-1'] });
    const answer = await put({ selection: epub, dry_run: true });
    expect(answer.json.results).toMatchObject({ success: true, count: 2, changed: 1, links: [] });
    expect(await published()).toEqual(['S-1']);
  });

  test('publishes them all except the exceptions, as one act that is in the history of each', async () => {
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

  test('leaves no trace where all are published already', async () => {
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

describe('The effect of publishing on readers', () => {
  const foresee = async (isPublished: boolean, lang = 'en') => {
    const body = { selection: epub, published: isPublished, dry_run: true };
    return (await office.admin.put(`/api/v1/book?lang=${lang}`, body)).json.results;
  };

  test('is shown in figures and in words before it is done', async () => {
    const given = { bid: 'S-1', word: 'sun', sentence: 'The sun rises.', mdr_targeted: 'Y' };
    await office.admin.post('/api/v1/sentence', { sentences: [given] });
    await put({ bids: ['S-3'] });
    const { figures, question } = await foresee(true);
    expect(figures).toEqual({
      no_cover: 1,
      no_previews: 1,
      no_content: 1,
      no_epub: 0,
      no_words: 0,
      no_audio: 1,
      no_level: 1,
      no_age_group: 1,
      sentences: 1,
      silent: 1,
      used: 0,
      more: false,
    });
    expect(question).toEqual({
      title: 'Publish 1 book?',
      body: 'Readers see them immediately.',
      figures: [
        '1 has no cover',
        '1 has no previews',
        '1 has no content file',
        '1 sentence has no audio',
        '1 has no reading level',
        '1 has no age group',
        '1 selected book is already published',
      ],
    });
    expect((await foresee(true, 'ko')).question.figures).toContain('표지 없음: 1권');
    expect((await foresee(false)).question).toEqual({
      title: 'Unpublish 1 book?',
      body: 'Readers lose access immediately.',
      figures: ['1 selected book is not published'],
      lost_in: { count: 0, first: [] },
    });
  });

  test('is nothing where all books are published already', async () => {
    expect((await foresee(false)).question.title).toBe('None of the selected books is published.');
  });

  test('names how many of the books are used by other records', async () => {
    await put({ selection: epub });
    usedBooks = 1;
    const { figures, question } = await foresee(false);
    usedBooks = 0;
    expect(figures.used).toBe(1);
    expect(question.figures).toContain('1 is used in a collection or roadmap');
  });
});

describe('Undoing a publication', () => {
  const act = async (idx: number) => (await office.admin.get(`/api/v1/act/${idx}`)).json.results;
  test('first says what would be undone, and names the books that were published or unpublished since', async () => {
    const { act_idx: idx } = (await put({ selection: { ids: ['S-1', 'S-2', 'S-3'] } })).json.results;
    await put({ bids: ['S-2'], published: false });
    await office.admin.put('/api/v1/book/S-3', { title: 'Another title' });
    expect(await act(idx)).toMatchObject({
      actor: 'ada',
      undone: null,
      undo: {
        back: 2,
        kept: 1,
        live: 0,
        first: [
          {
            title: expect.any(String),
            href: '/book/S-2',
            reason: 'published or unpublished since then',
            by: 'ada',
            at: expect.any(Number),
          },
        ],
      },
    });
    expect((await office.admin.undo(idx)).json.results).toEqual({ success: true, back: 2, kept: 1 });
    expect(await published()).toEqual([]);
  });

  test('is a separate act in the history of each book, and done once', async () => {
    const { act_idx: idx } = (await put({ selection: epub })).json.results;
    await office.admin.undo(idx);
    const { lines } = (await office.admin.get('/api/v1/audit/of/book/S-1')).json.results;
    expect(lines.map((line: { action: string }) => line.action)).toEqual(['undone', 'published']);
    const again = await office.admin.undo(idx);
    expect(again).toMatchObject({ status: 409, json: { error: { code: 'undo.already' } } });
    expect(again.json.error.message).toContain('ada');
    expect(await act(idx)).toMatchObject({ undone: { actor: 'ada' }, undo: null });
  });

  test('restores the date a book was published on', async () => {
    await put({ bids: ['S-1'] });
    const date = async () => (await office.admin.get('/api/v1/book?bid=S-1')).json.results[0].published_at;
    const before = await date();
    office.clock.set(new Date((before + 3600) * 1000).toISOString());
    const { act_idx: idx } = (await put({ bids: ['S-1'], published: false })).json.results;
    expect(await date()).toBe(0);
    await office.admin.undo(idx);
    expect(await date()).toBe(before);
  });

  test('leaves books that were published and unpublished again since, and undoes two acts in turn', async () => {
    await put({ selection: epub });
    const { act_idx: first } = (await put({ selection: epub, published: false })).json.results;
    await put({ bids: ['S-1'] });
    const { act_idx: last } = (await put({ bids: ['S-1'], published: false })).json.results;
    const { back, kept } = (await act(first)).undo;
    expect([back, kept]).toEqual([1, 1]);
    expect((await office.admin.undo(first)).json.results).toMatchObject({ back: 1, kept: 1 });
    expect(await published()).not.toContain('S-1');
    expect((await office.admin.undo(last)).json.results).toMatchObject({ back: 1, kept: 0 });
    expect(await published()).toContain('S-1');
  });

  test('lists an act on one book once, as an act on that book', async () => {
    await put({ bids: ['S-1'] });
    expect(await acts()).toEqual([{ action: 'book.published', after: { published: true }, actor: 'ada' }]);
    expect((await office.admin.get('/api/v1/audit/of/book/S-1')).json.results.lines).toMatchObject([
      { action: 'published', changes: [{ before: false, after: true }] },
    ]);
  });

  test('keeps books that were deleted since, and a book added under the same bid', async () => {
    const books = [8, 9].map((n) => bookRow(n, { bid: `D-${n}` }));
    await office.admin.post('/api/v1/book', { books });
    const { act_idx: idx } = (await put({ selection: { ids: ['D-8', 'D-9'] } })).json.results;
    await office.admin.post('/book/delete/D-8');
    await office.admin.post('/book/delete/D-9');
    await office.admin.post('/api/v1/book', { books: books.slice(1) });
    await put({ bids: ['D-9'] });
    expect((await act(idx)).undo).toMatchObject({ back: 0, kept: 2 });
    expect((await office.admin.undo(idx)).json.results).toMatchObject({ back: 0, kept: 2 });
    expect(await published()).toEqual(['D-9']);
  });

  test('is refused for an act that does not exist, or that cannot be undone, and to staff without rights', async () => {
    expect((await office.admin.undo(999_999)).status).toBe(404);
    expect((await office.staff.post('/api/v1/act/1/undo')).status).toBe(403);
    expect((await office.admin.post('/api/v1/act/x/undo')).status).toBe(400);
    const { act_idx: idx } = (await put({ selection: epub })).json.results;
    await office.db.updateTable('audit').set({ action: 'book_act.painted' }).where('act_idx', '=', idx).execute();
    expect(await office.admin.undo(idx)).toMatchObject({ status: 409, json: { error: { code: 'undo.impossible' } } });
    expect(await act(idx)).toMatchObject({ undo: null });
  });
});

describe('Publishing very many books', () => {
  beforeAll(async () => {
    await addManyBooks(office.db, { count: 5002, like: 'S-1' });
  });
  const many = { filter: { format: 'MANY' }, except: ['M-1'] };
  const work = async (idx: number) => (await office.admin.get(`/api/v1/work/${idx}`)).json.results;

  test('is a job that reports its result: one act, all of them', async () => {
    const { work_idx: idx, ...foreseen } = (await put({ selection: many })).json.results;
    expect(foreseen).toEqual({ success: true, count: 5001, changed: 0, links: [] });
    await expect.poll(async () => (await work(idx)).status).toBe('done');
    const { act_idx: act, ...done } = await work(idx);
    expect(done).toEqual({ status: 'done', changed: 5001, problem: null, progress: null });
    expect(await published()).toHaveLength(5001);
    expect(await acts()).toEqual([{ action: 'book_act.published', after: { count: 5001 }, actor: 'ada' }]);
    expect((await office.admin.undo(act)).json.results).toMatchObject({ back: 5001, kept: 0 });
    expect(await published()).toEqual([]);
  });

  test('that is cancelled changes none, and says so', async () => {
    // The books are locked, so that the job is waiting when it is asked to stop.
    const idx = await office.db.transaction().execute(async (trx) => {
      await sql`select from book where format = 'MANY' for update`.execute(trx);
      const { work_idx: started } = (await put({ selection: many })).json.results;
      expect((await office.admin.delete(`/api/v1/work/${started}`)).status).toBe(200);
      return started;
    });
    await expect.poll(async () => (await work(idx)).status).toBe('failed');
    expect(await work(idx)).toMatchObject({ changed: 0, problem: expect.stringMatching(/\w/) });
    expect(await published()).toEqual([]);
    expect((await office.admin.get('/api/v1/work/999999')).status).toBe(404);
  });
});
