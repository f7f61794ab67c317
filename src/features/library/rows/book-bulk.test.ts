import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { type Office, startOffice } from '#test/app.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const add = (books: unknown[], more: object = {}) => office.admin.post('/api/v1/book', { books, ...more });
const change = (books: unknown[], more: object = {}) => office.admin.put('/api/v1/book/import', { books, ...more });
const find = async (bid: string) => (await office.admin.get(`/api/v1/book?bid=${bid}`)).json.results?.[0];
const count = async (table: 'book' | 'audit' | 'series' | 'level') =>
  (
    await office.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;
const acts = () => office.db.selectFrom('audit').selectAll().where('entity', '=', 'book_act').execute();
const changes = () => office.db.selectFrom('change').selectAll().where('kind', '=', 'book').execute();

beforeEach(async () => {
  await office.db.deleteFrom('book').execute();
  await office.db.deleteFrom('act_record').execute();
  await office.db.deleteFrom('audit').execute();
  await office.db.deleteFrom('change').execute();
});

describe('adding many books', () => {
  test('creates unknown series and levels when told to, with one audit row and one change', async () => {
    const answer = await add([bookRow(1), bookRow(2, { level: 'Level 2', word_count: 12 })], { create_missing: true });
    expect(answer.json.results).toEqual({ success: true, created: 2, updated: 0, unchanged: 0 });
    expect(await find('B2')).toMatchObject({ series: 'First readers', level: 'Level 2', word_count: 12 });
    expect(await acts()).toMatchObject([{ action: 'book_act.imported', after: { created: 2 } }]);
    expect(await changes()).toMatchObject([{ id: null }]);
  });

  test('refuses rows whose series, level, category or age group does not exist, and writes nothing', async () => {
    const row = bookRow(3, { series: 'Unheard of', level: 'Level 1', category: 'Odd', age_group: 'Ages 1' });
    const answer = await add([bookRow(1), row]);
    expect(answer).toMatchObject({ status: 200, json: { results: { success: false } } });
    expect(answer.json.results.error_msg).toContain('Nothing was changed');
    expect(answer.json.results.rows.map((one: { row: number; field: string }) => [one.row, one.field])).toEqual([
      [2, 'series'],
      [2, 'level'],
      [2, 'category'],
      [2, 'age_group'],
    ]);
    expect(answer.json.results.rows[0].message).toBe('“Unheard of” does not exist yet.');
    expect([await count('book'), await count('audit')]).toEqual([0, 0]);
  });

  test('names every fault of every row', async () => {
    const rows = [
      bookRow(1, { title: ' ', released_date: 'May' }),
      bookRow(2, { bid: 'import', isbn_spindle: null }),
      { title: 'Alone' },
      bookRow(4),
      bookRow(5, { bid: 'B4', isbn_print: bookRow(4).isbn_print }),
    ];
    const { results } = (await add(rows)).json;
    expect(results.rows.map((one: { row: number; field: string }) => `${one.row} ${one.field}`)).toEqual([
      '1 title',
      '1 released_date',
      '2 bid',
      '2 isbn_spindle',
      '3 bid',
      '3 series',
      '3 level',
      '3 isbn_print',
      '3 isbn_spindle',
      '4 bid',
      '4 isbn_print',
      '5 bid',
      '5 isbn_print',
    ]);
    expect(results.error_msg).toBe('5 rows cannot be saved. Nothing was changed.');
    expect(await count('book')).toBe(0);
  });

  test('reports errors in the words of the importer', async () => {
    const { results } = (await add([bookRow(1), { ...bookRow(2), bid: 'B1', title: '' }])).json;
    expect(results.rows.map((one: { field: string; message: string }) => `${one.field}: ${one.message}`)).toEqual([
      'bid: should be unique: another row has the same value.',
      'bid: should be unique: another row has the same value.',
      'title: below fields are required.',
    ]);
  });

  test('refuses a bid or an ISBN that another book has', async () => {
    await add([bookRow(1), bookRow(7)]);
    const { results } = (
      await add([bookRow(1, { isbn_print: 'a', isbn_spindle: 'b' }), bookRow(2, { isbn_print: bookRow(7).isbn_print })])
    ).json;
    expect(results.rows).toEqual([
      { row: 1, field: 'bid', message: 'A book with this ID already exists.' },
      { row: 2, field: 'isbn_print', message: 'Another book already has this print ISBN.' },
    ]);
    expect(await count('book')).toBe(2);
  });

  test('is refused as malformed with an unknown column, no row, or more than 5,000', async () => {
    expect(await add([{ ...bookRow(1), colour: 'red' }])).toMatchObject({
      status: 400,
      json: { error: { fields: { 'books.0.colour': expect.any(String) } } },
    });
    expect(await add([])).toMatchObject({ status: 400 });
    expect(await add(Array.from({ length: 5001 }, (_, n) => bookRow(n)))).toMatchObject({ status: 400 });
  });

  test('keeps every character of a text, when a book is added and when it is changed', async () => {
    const summary = 'Two\nlines, a tab\t, "quotes", {braces}, a \\ and NULL';
    const title = `{"a",NULL,'b'} \\ 나무 👍`;
    await add([bookRow(1, { title, summary }), bookRow(2)], { create_missing: true });
    expect(await find('B1')).toMatchObject({ title, summary });
    await change([bookRow(2, { title, summary, author: 'NULL' })]);
    expect(await find('B2')).toMatchObject({ title, summary, author: 'NULL' });
  });

  test('accepts 5,000 rows at once', async () => {
    const rows = Array.from({ length: 5000 }, (_, n) => bookRow(n + 1, { summary: 'x'.repeat(500), format: 'EPUB' }));
    expect((await add(rows)).json.results).toMatchObject({ success: true, created: 5000 });
    expect(await count('book')).toBe(5000);
    expect((await acts()).length).toBe(1);
  });
});

describe('changing many books', () => {
  beforeEach(() => add([bookRow(1, { author: 'Ann', genre: 'Tale' }), bookRow(2)], { create_missing: true }));

  test('leaves empty and absent fields, clears null ones, and creates books that do not exist', async () => {
    const answer = await change([{ bid: 'B1', title: 'New title', author: '', genre: null }, bookRow(3)]);
    expect(answer.json.results).toEqual({ success: true, created: 1, updated: 1, unchanged: 0 });
    expect(await find('B1')).toMatchObject({
      title: 'New title',
      author: 'Ann',
      genre: null,
      level: 'Level 1',
      version: 2,
    });
    expect(await find('B3')).toMatchObject({ title: 'Book 3' });
  });

  test('to the values they already have leaves no trace', async () => {
    const before = await count('audit');
    expect((await change([bookRow(1), bookRow(2)])).json.results).toMatchObject({ unchanged: 2, updated: 0 });
    expect(await count('audit')).toBe(before);
    expect((await find('B1')).version).toBe(1);
  });

  test('keeps the series where only the level is given, and needs a level the series has', async () => {
    await add([bookRow(9, { level: 'Level 2' })], { create_missing: true });
    expect((await change([{ bid: 'B1', level: 'Level 2' }])).json.results.updated).toBe(1);
    expect(await find('B1')).toMatchObject({ series: 'First readers', level: 'Level 2' });
    const { results } = (await change([{ bid: 'B1', level: 'Level 77' }])).json;
    expect(results.rows).toEqual([{ row: 1, field: 'level', message: '“Level 77” does not exist yet.' }]);
  });

  test('cannot clear required fields', async () => {
    const { results } = (await change([{ bid: 'B1', title: null, level: null }])).json;
    expect(results.rows).toMatchObject([
      { row: 1, field: 'title', message: 'below fields are required.' },
      { row: 1, field: 'level', message: 'below fields are required.' },
    ]);
  });

  test('is in the history of each book with what it changed', async () => {
    await change([
      { bid: 'B1', title: 'New title' },
      { bid: 'B2', title: 'Other title' },
    ]);
    const { lines } = (await office.admin.get('/api/v1/audit/of/book/B1')).json.results;
    expect(lines[0]).toMatchObject({
      actor: 'ada',
      action: 'imported',
      changes: [{ field: 'Title', before: 'Book 1', after: 'New title' }],
    });
    expect(lines).toHaveLength(2);
  });

  test('lets books swap ISBNs, and one take what another gives up', async () => {
    const [first, second] = [bookRow(1).isbn_print, bookRow(2).isbn_print];
    const swapped = await change([
      { bid: 'B1', isbn_print: second },
      { bid: 'B2', isbn_print: first },
    ]);
    expect(swapped.json.results).toMatchObject({ success: true, updated: 2 });
    const handed = await change([bookRow(3, { isbn_print: second }), { bid: 'B1', isbn_print: '9780306406157' }]);
    expect(handed.json.results).toMatchObject({ success: true, created: 1, updated: 1 });
    expect(await Promise.all(['B1', 'B2', 'B3'].map(async (bid) => (await find(bid)).isbn_print))).toEqual([
      '9780306406157',
      first,
      second,
    ]);
  });

  test('leaves an ISBN with a book whose own row is refused', async () => {
    const { results } = (
      await change([
        { bid: 'B1', isbn_print: bookRow(2).isbn_print },
        { bid: 'B2', isbn_print: bookRow(1).isbn_print, title: null },
      ])
    ).json;
    expect(results.rows).toMatchObject([
      { row: 1, field: 'isbn_print' },
      { row: 2, field: 'title' },
      { row: 2, field: 'isbn_print' },
    ]);
    expect((await find('B1')).isbn_print).toBe(bookRow(1).isbn_print);
  });
});

test('of two calls that add the same book at once, one does', async () => {
  await add([bookRow(50)], { create_missing: true });
  const answers = await Promise.all([add([bookRow(1)]), add([bookRow(1)])]);
  const done = answers.filter((answer) => answer.json.results?.success === true);
  expect(done).toHaveLength(1);
  expect(await count('book')).toBe(2);
});

test('books sent again with their key, as after a lost answer, are not refused as duplicates', async () => {
  const books = { books: [bookRow(1)], create_missing: true };
  const send = () => office.admin.post('/api/v1/book', books, { 'idempotency-key': 'a1b2c3d4-e5f6' });
  const first = await send();
  expect(first.json.results.success).toBe(true);
  expect((await send()).json).toEqual(first.json);
});
