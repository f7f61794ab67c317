import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { whileLocked } from '#test/while-locked.ts';
import { bookRow } from './book.factory.ts';

let office: Office;
let series: number;
let level: number;
let otherLevel: number;

beforeAll(async () => {
  office = await startOffice();
  const make = async (url: string, body: object) => (await office.admin.post(url, body)).json.results;
  series = (await make('/api/v1/series', { title: 'First readers' })).ser_idx;
  level = (await make('/api/v1/level', { ser_idx: series, title: 'Level 1' })).lev_idx;
  const other = (await make('/api/v1/series', { title: 'Second readers' })).ser_idx;
  otherLevel = (await make('/api/v1/level', { ser_idx: other, title: 'Level 1' })).lev_idx;
});
afterAll(() => office.close());

const bodyOf = (n: number, over: object = {}) => {
  const { title, isbn_print, isbn_spindle } = bookRow(n);
  return { title, isbn_print, isbn_spindle, ser_idx: series, lev_idx: level, ...over };
};
const find = async (bid: string) => (await office.admin.get(`/api/v1/book?bid=${bid}`)).json.results[0];
const audits = (id: string) =>
  office.db
    .selectFrom('audit')
    .selectAll()
    .where('entity', '=', 'book')
    .where('entity_id', '=', id)
    .orderBy('audit_idx')
    .execute();

describe('a new book', () => {
  test('is stored with every field in its canonical form, and found by its bid', async () => {
    const body = bodyOf(1, {
      title: '  The Lamp ',
      isbn_print: '978-0-00-000000-2',
      released_date: 2008,
      word_count: '1,234',
      level_type: 'cefr',
      cefr_level: 'b1, a1',
      author: 'José Ñandú',
    });
    const added = await office.admin.post('/api/v1/book/B1', body);
    expect(added.json.results).toEqual({
      success: true,
      act_idx: expect.any(Number),
      bid: 'B1',
      version: 1,
      warnings: [],
    });
    expect(await find('B1')).toMatchObject({
      bid: 'B1',
      title: 'The Lamp',
      format: 'SPINDLE',
      isbn_print: '9780000000002',
      series: 'First readers',
      level: 'Level 1',
      ser_idx: series,
      category: null,
      released_date: '2008',
      word_count: 1234,
      level_type: 'CEFR',
      cefr_level: 'A1,B1',
      published_at: 0,
      created_at: Math.floor(office.clock.now().getTime() / 1000),
      updated_by: 'ada',
      version: 1,
    });
    const [audit] = await audits('B1');
    expect(audit).toMatchObject({ action: 'book.created', actor: 'ada', before: null });
    expect(audit?.after).toMatchObject({ title: 'The Lamp', series: 'First readers' });
  });

  test('is refused with what is missing and what is wrong, field by field', async () => {
    const answer = await office.admin.post('/api/v1/book/B2', {
      title: ' ',
      isbn_print: '1',
      ser_idx: series,
      released_date: 'May',
    });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.json.error.fields).toSorted()).toEqual([
      'isbn_spindle',
      'lev_idx',
      'released_date',
      'title',
    ]);
    expect(answer.json.error.fields.released_date).toContain('Use a year');
    expect(await office.admin.get('/api/v1/book?bid=B2')).toMatchObject({ status: 404 });
  });

  test('needs a bid that is not part of another address', async () => {
    const answer = await office.admin.post('/api/v1/book/update', bodyOf(2));
    expect(answer).toMatchObject({
      status: 400,
      json: { error: { fields: { bid: expect.stringContaining('update') } } },
    });
    expect((await office.admin.post('/api/v1/book/a%20b', bodyOf(2))).json.error.fields.bid).toContain('A–Z');
  });

  test.each([
    ['bid', 'B1', {}],
    ['isbn_print', 'B3', { isbn_print: '9780000000002' }],
    ['isbn_print (with ten digits)', 'B3', { isbn_print: '0-00-000000-0' }],
    ['isbn_spindle', 'B3', { isbn_spindle: bookRow(1).isbn_spindle }],
  ])('cannot take the %s of another', async (name, bid, over) => {
    const [field = ''] = name.split(' ');
    const answer = await office.admin.post(`/api/v1/book/${bid}`, bodyOf(3, over));
    expect(answer).toMatchObject({ status: 409, json: { error: { fields: { [field]: expect.any(String) } } } });
    expect(await audits('B3')).toEqual([]);
  });

  test('cannot be at a level of another series, nor in one that does not exist', async () => {
    const wrong = await office.admin.post('/api/v1/book/B3', bodyOf(3, { lev_idx: otherLevel }));
    expect(wrong).toMatchObject({
      status: 422,
      json: { error: { code: 'BOOK-42', fields: { lev_idx: expect.any(String) } } },
    });
    const gone = await office.admin.post('/api/v1/book/B3', bodyOf(3, { cat_idx: 999 }));
    expect(gone).toMatchObject({ status: 422, json: { error: { code: 'book.category_gone' } } });
  });

  test('with an ISBN that looks wrong is stored with a warning', async () => {
    const answer = await office.admin.post('/api/v1/book/B4', bodyOf(4, { isbn_print: '9780000000005' }));
    expect(answer.json.results.warnings).toEqual([
      { field: 'isbn_print', label: 'ISBN (print)', message: 'The check digit of this ISBN is not valid.' },
    ]);
  });
});

describe('a change of a book', () => {
  beforeAll(() => office.admin.post('/api/v1/book/C1', bodyOf(101, { author: 'Ann', genre: 'Tale' })));

  test('leaves absent fields, clears null ones, and is audited by the changed fields alone', async () => {
    const answer = await office.admin.put('/api/v1/book/C1', { title: 'Changed', genre: null, version: 1 });
    expect(answer.json.results).toMatchObject({ success: true, version: 2 });
    expect(await find('C1')).toMatchObject({ title: 'Changed', genre: null, author: 'Ann', version: 2 });
    expect((await audits('C1')).at(-1)).toMatchObject({
      action: 'book.updated',
      before: { title: 'Book 101', genre: 'Tale' },
      after: { title: 'Changed', genre: null },
    });
  });

  test('that changes nothing leaves no trace', async () => {
    const before = await audits('C1');
    const answer = await office.admin.put('/api/v1/book/C1', { title: ' Changed ', lev_idx: level });
    expect(answer.json.results.version).toBe(2);
    expect(await audits('C1')).toEqual(before);
  });

  test('over a version somebody else saved is refused with who, when and the stored values', async () => {
    const other = await office.signIn('cleo', true);
    await other.put('/api/v1/book/C1', { author: 'Cleo', version: 2 });
    const answer = await office.admin.put('/api/v1/book/C1', { title: 'Mine', version: 2 });
    expect(answer.status).toBe(409);
    expect(answer.json.error).toMatchObject({
      code: 'error.stale',
      details: { name: 'cleo', version: 3, record: { author: 'Cleo', title: 'Changed' } },
    });
    expect(await find('C1')).toMatchObject({ title: 'Changed', author: 'Cleo', version: 3 });
  });

  test('that somebody else is just moving to another level is refused too', async () => {
    const references = await office.db
      .selectFrom('level')
      .select(['ser_idx', 'lev_idx'])
      .where('lev_idx', '=', otherLevel)
      .executeTakeFirstOrThrow();
    await office.admin.post('/api/v1/book/C2', bodyOf(102));
    const move = (trx: Office['db']) =>
      trx
        .updateTable('book')
        .set({ ...references, version: 2 })
        .where('bid', '=', 'C2')
        .execute();
    const change = () => office.admin.put('/api/v1/book/C2', { title: 'Mine', version: 1 });
    expect(await whileLocked(office.db, move, [change])).toMatchObject([
      { status: 409, json: { error: { code: 'error.stale', details: { record: { series: 'Second readers' } } } } },
    ]);
  });

  test('cannot clear required fields', async () => {
    const answer = await office.admin.put('/api/v1/book/C1', { title: null, isbn_print: '' });
    expect(answer).toMatchObject({
      status: 400,
      json: { error: { fields: { title: 'Required.', isbn_print: 'Required.' } } },
    });
  });

  test('to another series needs a level of it', async () => {
    const { ser_idx } = await office.db
      .selectFrom('level')
      .select('ser_idx')
      .where('lev_idx', '=', otherLevel)
      .executeTakeFirstOrThrow();
    expect((await office.admin.put('/api/v1/book/C1', { ser_idx })).json.error.code).toBe('BOOK-42');
    expect(await office.admin.put('/api/v1/book/C1', { ser_idx, lev_idx: otherLevel })).toMatchObject({ status: 200 });
    expect((await audits('C1')).at(-1)).toMatchObject({
      before: { series: 'First readers' },
      after: { series: 'Second readers' },
    });
  });

  test('of a deleted book is a 404', async () => {
    expect(await office.admin.put('/api/v1/book/nobody', { title: 'x' })).toMatchObject({ status: 404 });
  });
});

describe('publishing', () => {
  beforeAll(async () => {
    for (const n of [201, 202]) await office.admin.post(`/api/v1/book/P${n}`, bodyOf(n));
  });

  test('publishes books once, and answers their links', async () => {
    const answer = await office.admin.put('/api/v1/book', { bids: ['P201', 'P202', 'P201'] });
    expect(answer.json.results).toMatchObject({ success: true, changed: 2 });
    expect(answer.json.results.links[0]).toEqual({ bid: 'P201', href: '/book/P201' });
    const { published_at, version } = await find('P201');
    expect([published_at > 0, version]).toEqual([true, 1]);
    expect((await office.admin.put('/api/v1/book', { bids: ['P201'] })).json.results.changed).toBe(0);
  });

  test('of many is one audit row, and is in the history of each', async () => {
    const acts = await office.db.selectFrom('audit').selectAll().where('entity', '=', 'book_act').execute();
    expect(acts).toMatchObject([{ action: 'book_act.published', after: { count: 2 } }]);
    const history = await office.admin.get('/api/v1/audit/of/book/P202');
    expect(history.json.results.lines.map((line: { action: string }) => line.action)).toEqual(['published', 'created']);
  });

  test('of an unknown bid changes none', async () => {
    const answer = await office.admin.put('/api/v1/book', { bids: ['P201', 'nobody'], published: false });
    expect(answer).toMatchObject({ status: 404, json: { error: { details: { bids: ['nobody'] } } } });
    expect((await find('P201')).published_at).toBeGreaterThan(0);
  });

  test('can be undone', async () => {
    await office.admin.put('/api/v1/book', { bids: ['P201'], published: false });
    expect((await find('P201')).published_at).toBe(0);
    expect((await audits('P201')).at(-1)).toMatchObject({ action: 'book.unpublished' });
  });
});

describe('deleting a book', () => {
  test('removes it, and keeps its fields in the audit trail', async () => {
    await office.admin.post('/api/v1/book/D1', bodyOf(301));
    expect((await office.admin.post('/book/delete/D1')).json).toEqual({
      results: { success: true, act_idx: expect.any(Number) },
    });
    expect(await office.admin.get('/api/v1/book?bid=D1')).toMatchObject({ status: 404 });
    expect((await audits('D1')).at(-1)).toMatchObject({ action: 'book.deleted', before: { title: 'Book 301' } });
    expect(await office.admin.post('/book/delete/D1')).toMatchObject({ status: 404 });
  });
});

describe('references to books', () => {
  test('a category or age group that a book has cannot be deleted, and the answer names the book', async () => {
    const category = (await office.admin.post('/api/v1/category', { title: 'Tales' })).json.results.cat_idx;
    await office.admin.post('/api/v1/book/R1', bodyOf(401, { cat_idx: category }));
    const answer = await office.admin.delete(`/api/v1/category/${category}`);
    expect(answer).toMatchObject({ status: 409, json: { error: { details: { count: 1 } } } });
    expect(answer.json.error.details.references).toEqual([{ label: 'Book 401', kind: 'book.kind', href: '/book/R1' }]);
  });

  test('the command palette finds a book by its bid first, then by its words', async () => {
    await office.admin.post('/api/v1/book/Book', bodyOf(402, { title: 'Zebra' }));
    const answer = await office.admin.get('/api/v1/search?text=Book');
    const hits = answer.json.results.filter((hit: { kind: string }) => hit.kind === 'Book');
    expect(hits[0]).toMatchObject({ label: 'Zebra', detail: 'Book · First readers', href: '/book/Book' });
    expect(hits.length).toBeGreaterThan(1);
  });

  test('a selector offers the levels of a series, and asks for the series first', async () => {
    const answer = await office.admin.get(`/api/v1/book/choice?of=level&ser_idx=${series}`);
    expect(answer.json.results).toEqual([{ value: String(level), label: 'Level 1' }]);
    const without = await office.admin.get('/api/v1/book/choice?of=level');
    expect(without).toMatchObject({ status: 422, json: { error: { code: 'BOOK-41' } } });
  });
});
