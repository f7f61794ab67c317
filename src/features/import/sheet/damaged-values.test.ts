import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { importRow } from '../import.factory.ts';
import { importDesk, sentenceCsv } from '../import.fixture.ts';

let office: Office;
const desk = importDesk(() => office);
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());
beforeEach(async () => {
  await desk.clear();
  await desk.empty();
});

/** The books of these rows, in the library. */
async function addBooks(...rows: Record<string, unknown>[]) {
  const answer = await office.admin.post('/api/v1/book', { books: rows, create_missing: true });
  expect(answer.json.results).toMatchObject({ success: true });
}

const damaged: [string, string, string][] = [
  ['a shortened ISBN', 'isbn_print', '9.79119E+12'],
  ['a shortened title', 'title', '1.2E+15'],
  ['a shortened number with a decimal comma', 'page_count', '3,2E+2'],
  ['an error in the author', 'author', '#N/A'],
  ['an error in the remarks', 'remarks', '#REF!'],
  ['a column that was too narrow', 'publisher', '#####'],
  ['a bid that became a date', 'bid', '1-Mar'],
  ['an ISBN that became a date', 'isbn_spindle', '2024-03-01 00:00:00'],
];

describe('What a spreadsheet left instead of a value is refused with its cause:', () => {
  test.each(damaged)('%s, in a sheet and in both calls', async (_, field, text) => {
    const row = { ...importRow(1), [field]: text };
    const [staged] = await desk.rows(await desk.stage([row]));
    expect(staged.status).toBe('rejected');
    expect(staged.errors).toMatchObject([{ field, message: expect.stringMatching(/spreadsheet/) }]);
    for (const answer of [
      await office.admin.post('/api/v1/book', { books: [row], create_missing: true }),
      await office.admin.put('/api/v1/book/import', { books: [row], create_missing: true }),
    ])
      expect(answer.json.results).toMatchObject({
        success: false,
        rows: [{ row: 1, field, message: expect.stringMatching(/spreadsheet/) }],
      });
    expect(await desk.count('book')).toBe(0);
  });

  test('in the sheet of words, and in its call', async () => {
    await addBooks(importRow(1));
    const { bid = '' } = importRow(1);
    const rows = [{ bid, word: 'sun', sentence: '#VALUE!', mdr_targeted: 'Y' }];
    const { json } = await office.admin.post('/api/v1/sentence', { sentences: rows });
    expect(json.results).toMatchObject({ success: false, rows: [{ row: 1, field: 'sentence' }] });
  });

  test('in titles, names, words and sentences that are written alone', async () => {
    await addBooks(importRow(1));
    const { bid = '' } = importRow(1);
    const { word_idx } = (await office.admin.post(`/api/v1/book/${bid}/word`, { word: 'sun' })).json.results;
    const calls: [string, string, Record<string, unknown>][] = [
      ['title', '/api/v1/series', {}],
      ['title', '/api/v1/category', {}],
      ['title', '/api/v1/collection', { cid: 'sheets' }],
      ['name', '/api/v1/customer', { cust_id: 'SHEETS' }],
      ['word', `/api/v1/book/${bid}/word`, {}],
      ['sentence', '/api/v1/sentence', { bid, word_idx }],
    ];
    for (const [field, url, body] of calls)
      for (const text of ['#N/A', '1.2E+15', '#¡REF!']) {
        const { status, json } = await office.admin.post(url, { ...body, [field]: text });
        expect([url, status, json.error?.fields?.[field]]).toEqual([url, 400, expect.stringMatching(/spreadsheet/)]);
      }
  });
});

test('What a program adds to numbers and days is taken away', async () => {
  const row = importRow(1, { page_count: '32.0', released_date: '2024-03-01 00:00:00' });
  const isbn = `${row.isbn_print}.0`;
  const [staged] = await desk.rows(await desk.stage([{ ...row, isbn_print: isbn }]));
  expect(staged.errors).toEqual([]);
  expect(staged.cells).toEqual(expect.arrayContaining(['32', '2024-03-01', row.isbn_print]));
});

test('An id that is typed in full width is the id in half width, wherever staff choose or name one', async () => {
  await addBooks(importRow(1, { bid: 'Ｂ１' }));
  const sentences = [{ bid: 'Ｂ１', word: 'sun', sentence: 'The sun rises.', mdr_targeted: 'Y' }];
  expect((await office.admin.post('/api/v1/sentence', { sentences })).json.results).toMatchObject({ sentences: 1 });
  await office.admin.post('/api/v1/collection', { cid: 'ＷＩＤＥ－１', title: 'Wide' });
  await office.admin.post('/api/v1/customer', { cust_id: 'ＷＩＤＥ－１', name: 'Wide' });
  const { db } = office;
  expect([
    await db.selectFrom('book').select('bid').execute(),
    await db.selectFrom('collection').select('cid').execute(),
    await db.selectFrom('customer').select('cust_id').execute(),
  ]).toEqual([[{ bid: 'B1' }], [{ cid: 'WIDE-1' }], [{ cust_id: 'WIDE-1' }]]);
});

test('A row that is rejected shows what its book has now, also while existing books are not updated', async () => {
  await addBooks({ ...importRow(1), author: 'Ada Penrose' });
  const [staged] = await desk.rows(await desk.stage([{ ...importRow(1), author: 'Ben Ito' }]));
  expect(staged).toMatchObject({ status: 'rejected', changed: ['author'], current: { author: 'Ada Penrose' } });
});

describe('A sheet in the first step', () => {
  test('may have the bid and the changed column alone if its books are known', async () => {
    await addBooks(importRow(1), importRow(2));
    const id = await desk.stage(`bid,author\n${importRow(1).bid},Ben Ito\nNEW-1,Ada`);
    await office.admin.put(`/api/v1/import/${id}`, { update: true });
    const [known, unknown] = await desk.rows(id);
    expect(known).toMatchObject({ status: 'changed', changed: ['author'] });
    expect(unknown.errors.map(({ field }: { field: string }) => field)).toContain('title');
  });

  test('of words is taken to the step of words, with the books that it names', async () => {
    await addBooks(importRow(1));
    const bid = importRow(1).bid ?? '';
    for (const sheet of [
      sentenceCsv([[bid, 'sun', 'The sun rises.', 'Y']]),
      sentenceCsv([[bid, 'sun', 'The sun rises.', 'Y']], ['bid', 'vocabulary', 'example', 'mdr']),
      `${bid},sun,The sun rises.,Y`,
    ]) {
      const id = await desk.stage(sheet, 'words.csv');
      expect(await desk.state(id)).toMatchObject({ step: 'sentences', status: 'applied', row_count: 1 });
      const page = await office.admin.get(`/book/import/${id}/sentences`);
      expect(page.status).toBe(200);
      expect(page.body).toContain('words.csv');
    }
    expect(await desk.keys('imports/')).toEqual([]);
  });

  test('of words is refused if none of its books exists', async () => {
    const answer = await desk.uploadSheet(sentenceCsv([['NO-1', 'sun', 'The sun rises.', 'Y']]));
    expect(answer).toMatchObject({ status: 422, json: { error: { code: 'import.words_sheet' } } });
    expect([await desk.count('import'), await desk.keys('imports/')]).toEqual([0, []]);
  });

  test('leaves out a heading that is not known, wherever it is', async () => {
    const values = Object.values(importRow(1));
    const id = await desk.stage([values.map((_, index) => `Column ${index}`).join(','), values.join(',')].join('\n'));
    const { columns } = (await office.admin.get(`/api/v1/import/${id}/column`)).json.results;
    expect(columns.map((one: { field: string | null }) => one.field)).toEqual(values.map(() => null));
  });
});

test('Without a spreadsheet account, the importer says so where its link would be', async () => {
  expect((await office.admin.get('/book/import')).body).toShow('no spreadsheet account is set up on this server');
});
