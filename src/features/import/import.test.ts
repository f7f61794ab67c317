import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { hasSharedData, sharedData } from '#test/shared-data.ts';
import { importCsv, importRow } from './import.factory.ts';
import { importDesk } from './import.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
});
afterAll(() => office.close());

const { uploadSheet, stage, state, rows: rowsOf, apply, count, empty } = importDesk(() => office);
beforeEach(empty);

describe('Reading a sheet', () => {
  test('every row is planned as new and nothing is written to the library', async () => {
    const id = await stage([importRow(1), importRow(2)]);
    expect(await state(id)).toMatchObject({
      status: 'ready',
      row_count: 2,
      counts: { new: 2, rejected: 0 },
      file_name: 'books.csv',
      created_by: 'ada',
    });
    expect(await count('book')).toBe(0);
    expect(await count('series')).toBe(0);
  });

  test('columns may be in any order, and cells are trimmed and normalised', async () => {
    const csv =
      'title,bid,isbn_spindle,isbn_print,level,series,word_count,level_type\n  Tidewater ,T1,9790000000100,978-0-00-000010-0,All,Single,"1,200",lexile\n';
    const answer = await uploadSheet(csv);
    const [row] = await rowsOf(answer.json.results.import_idx);
    expect(row.cells.slice(0, 7)).toEqual(['T1', '', 'Tidewater', '', 'Single', 'All', '9780000000100']);
    expect([row.cells[16], row.cells[20]]).toEqual(['Lexile', '1200']);
  });

  test('an unknown column is left out, and named above the rows in the language of the reader', async () => {
    const heading = 'bid,title,series,level,isbn_print,isbn_spindle,ilustrator, Remark ,ilustrator';
    const { json } = await uploadSheet(
      `${heading}\nT1,Tidewater,Single,All,9780000000100,9790000000100,Ada,later,Bo\n`,
    );
    const id = json.results.import_idx;
    expect((await state(id)).unknown_columns).toEqual(['ilustrator', 'Remark']);
    const page = (await office.admin.get(`/book/import/${id}`)).body;
    expect(page).toShow('Column “ilustrator” is not recognized and will be ignored');
    expect((await office.admin.get(`/book/import/${id}?lang=es`)).body).toShow('La columna «Remark»');
    expect((await state(await stage([importRow(1)]))).unknown_columns).toEqual([]);
  });

  test('a sheet without a required column is refused by name', async () => {
    const answer = await uploadSheet('bid,title,series,level,isbn_print\nA,B,C,D,E\n');
    expect(answer.status).toBe(422);
    expect(answer.json.error).toMatchObject({
      code: 'import.columns_missing',
      message: expect.stringContaining('isbn_spindle'),
    });
    expect(await count('import')).toBe(0);
  });

  test.each([
    ['no rows', 'bid,title,series,level,isbn_print,isbn_spindle\n', 'books.csv', 422, 'import.no_data'],
    ['another kind of file', '%PDF-1.7', 'books.pdf', 415, 'import.wrong_extension'],
    ['a text that calls itself a workbook', 'bid,title\n', 'books.xlsx', 422, 'sheet.wrong_extension'],
    [
      'a NUL byte',
      'bid,title,series,level,isbn_print,isbn_spindle\nA\0,b,c,d,e,f\n',
      'books.csv',
      422,
      'sheet.not_a_spreadsheet',
    ],
  ])('a file with %s is refused and nothing is kept', async (_what, content, name, status, code) => {
    const answer = await uploadSheet(content, name);
    expect(answer).toMatchObject({ status, json: { error: { code, message: expect.any(String) } } });
    expect(await count('import')).toBe(0);
  });

  const sheets = () => Array.fromAsync(office.storage.list('imports/'));

  test('a form that ends too early is refused, and nothing is kept', async () => {
    const before = await sheets();
    const started = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nbid,title';
    for (const payload of [started, `${started}\r\n--x`, '--x\r\ncontent-dispo', '']) {
      const answer = await office.admin.send({
        method: 'POST',
        url: '/api/v1/import',
        payload,
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      });
      expect([payload, answer.status]).toEqual([payload, 400]);
    }
    expect(await sheets()).toEqual(before);
  });

  test.each(['before', 'after'])(
    'a text field %s the file is refused by its name, and nothing is kept',
    async (side) => {
      const before = await sheets();
      const form = new FormData();
      if (side === 'before') form.append('update', 'on');
      form.append('file', new File([importCsv([])], 'a.csv'));
      if (side === 'after') form.append('update', 'on');
      expect(await office.admin.upload('/api/v1/import', form)).toMatchObject({
        status: 400,
        json: { error: { fields: { update: 'Unknown field.' } } },
      });
      expect(await sheets()).toEqual(before);
    },
  );

  test('a form without a file, and a body that is not a form, are refused', async () => {
    expect((await office.admin.upload('/api/v1/import', new FormData())).status).toBe(400);
    expect((await office.admin.post('/api/v1/import', { file: 'x' })).status).toBe(415);
  });
});

describe('Problems of a row', () => {
  test('are shown with column, message and the rows it conflicts with', async () => {
    const id = await stage([
      importRow(1),
      importRow(2, { title: ' ', word_count: 'many' }),
      importRow(3, { isbn_print: importRow(1).isbn_print ?? '' }),
    ]);
    expect(await state(id)).toMatchObject({ counts: { new: 0, rejected: 3 } });
    const rows = await rowsOf(id, 'rejected');
    expect(rows.map((row: { row_no: number }) => row.row_no)).toEqual([2, 3, 4]);
    expect(rows[0].errors).toEqual([
      { field: 'isbn_print', column: 'G', label: expect.any(String), message: 'should be unique: same value as row 4' },
    ]);
    expect(rows[1].errors).toMatchObject([
      { field: 'title', column: 'C', message: 'below fields are required.' },
      { field: 'word_count', column: 'U' },
    ]);
  });

  test('can be corrected on the spot, and the rows it conflicted with are planned again', async () => {
    const id = await stage([importRow(1), importRow(2, { bid: 'B0001' })]);
    const answer = await office.admin.put(`/api/v1/import/${id}/row/3`, { cells: { bid: 'B0002' } });
    expect(answer.json.results.counts).toMatchObject({ new: 2, rejected: 0 });
  });

  test('cannot be corrected in an unknown column or row', async () => {
    const id = await stage([importRow(1)]);
    expect((await office.admin.put(`/api/v1/import/${id}/row/2`, { cells: { nothing: 'x' } })).status).toBe(422);
    expect((await office.admin.put(`/api/v1/import/${id}/row/99`, { cells: { bid: 'x' } })).status).toBe(404);
  });

  test('can be resolved by leaving out the row, which can be restored', async () => {
    const id = await stage([importRow(1), importRow(2, { bid: '' })]);
    const out = await office.admin.put(`/api/v1/import/${id}/drop`, { rows: 'rejected', dropped: true });
    expect(out.json.results.counts).toMatchObject({ new: 1, rejected: 0, dropped: 1 });
    const back = await office.admin.put(`/api/v1/import/${id}/drop`, { rows: [3], dropped: false });
    expect(back.json.results.counts).toMatchObject({ new: 1, rejected: 1, dropped: 0 });
  });

  test('an ISBN with a wrong check digit is a warning and blocks nothing', async () => {
    const id = await stage([importRow(1, { isbn_print: '9780000000011' })]);
    expect(await state(id)).toMatchObject({ counts: { new: 1, warned: 1, rejected: 0 } });
    const [row] = await rowsOf(id, 'warned');
    expect(row.warnings).toMatchObject([{ field: 'isbn_print', column: 'G' }]);
  });
});

describe('The list of imports', () => {
  test('keeps each with its file, who and when; one not applied can be deleted', async () => {
    const id = await stage([importRow(1)]);
    const page = await office.admin.get('/book/import');
    expect(page.body).toShow('books.csv');
    const file = await office.admin.get(`/api/v1/import/${id}/file`);
    expect(file.status).toBe(303);
    expect((await office.admin.get(String(file.headers.location))).body).toShow('The 1th Lantern');
    expect(await office.admin.delete(`/api/v1/import/${id}`)).toMatchObject({ status: 200 });
    expect((await office.admin.get(`/book/import/${id}`)).status).toBe(404);
    expect((await office.admin.get(String(file.headers.location))).status).toBe(404);
  });
});

describe.skipIf(!hasSharedData)('The real catalogue', () => {
  const read = async (name: string) => new Uint8Array(await readFile(path.join(sharedData, name)));

  test('of 9,300 valid books is all new', async () => {
    const answer = await uploadSheet(await read('isbn-meta.xlsx'), 'isbn-meta.xlsx');
    const found = await state(answer.json.results.import_idx);
    expect(found).toMatchObject({ row_count: 9300, counts: { new: 9300, rejected: 0 } });
    expect(found.missing).toContainEqual(
      expect.objectContaining({ kind: 'series', title: 'Wheel of Time', similar: 'Wheel of time' }),
    );
  });

  test('unmodified, names exactly its 700 bad rows, and is applied once they are left out', async () => {
    const answer = await uploadSheet(await read('isbn-meta-dirty.xlsx'), 'isbn-meta-dirty.xlsx');
    const id = answer.json.results.import_idx;
    expect(await state(id)).toMatchObject({ row_count: 10_000, counts: { rejected: 700 } });
    expect((await office.admin.post(`/api/v1/import/${id}/apply`)).status).toBe(422);
    await office.admin.put(`/api/v1/import/${id}/drop`, { rows: 'rejected', dropped: true });
    await office.admin.put(`/api/v1/import/${id}`, { create_missing: true });
    expect(await apply(id)).toMatchObject({ status: 'applied' });
    expect(await count('book')).toBe(9300);
  });
});

test('of many unknown titles the first are listed, similar ones foremost; all are counted and created', async () => {
  const rows = Array.from({ length: 150 }, (_, n) =>
    importRow(n, { series: n === 149 ? 'series 7' : `Series ${n}`, level: 'All' }),
  );
  const id = await stage(rows);
  const { missing, missing_counts } = await state(id);
  expect(missing_counts).toEqual({ series: 150, level: 150, category: 0, age_group: 0 });
  expect(missing.filter((one: { kind: string }) => one.kind === 'series')).toHaveLength(100);
  expect(missing.slice(0, 2)).toMatchObject([
    { title: 'Series 7', similar: 'series 7' },
    { title: 'series 7', similar: 'Series 7' },
  ]);
  await office.admin.put(`/api/v1/import/${id}`, { create_missing: true });
  await apply(id);
  expect([await count('series'), await count('level')]).toEqual([150, 150]);
});
