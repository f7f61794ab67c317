import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Office, startOffice } from '#test/app.ts';
import { importCsv, importRow } from '../import.factory.ts';
import { importDesk } from '../import.fixture.ts';

let office: Office;
const desk = importDesk(() => office);
const { stage, rows: rowsOf } = desk;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());
beforeEach(async () => {
  await desk.clear();
  await office.db.deleteFrom('sheet_heading').execute();
});

const columnsOf = async (id: number, query = '') =>
  (await office.admin.get(`/api/v1/import/${id}/column${query}`)).json.results;
const choose = (id: number, fields: (string | null)[], heading_row = 1, version?: number) =>
  office.admin.put(`/api/v1/import/${id}/column`, { heading_row, fields, ...(version !== undefined && { version }) });

/** A publisher's sheet: different names, a different order, and a column that we do not know. */
const lines = [1, 2, 3, 4].map((n) => {
  const { bid, title, series, level, isbn_print, isbn_spindle } = importRow(500 + n);
  return [isbn_spindle, title, 'blue', series, level, isbn_print, bid, 'Ada Penrose'].join(',');
});
const foreign = ['e-ISBN,도서명,Colour of cover,Series Name,Nivel,ISBN,Book ID,Written by', ...lines].join('\n');
const fields = ['isbn_spindle', 'title', null, 'series', 'level', 'isbn_print', 'bid', 'author'];

describe('A sheet with foreign headings', () => {
  test('waits for its columns: nothing is staged, and each column is shown with its first values and a guess', async () => {
    const id = await stage(foreign);
    expect(await desk.state(id)).toMatchObject({ status: 'mapping', row_count: 4, counts: { new: 0, rejected: 0 } });
    expect(await rowsOf(id)).toEqual([]);
    const { heading_row, columns, fields: choices } = await columnsOf(id);
    expect(heading_row).toBe(1);
    expect(columns.map((one: { field: string | null }) => one.field)).toEqual(fields);
    expect(columns[1]).toMatchObject({
      heading: '도서명',
      samples: ['The 501th Lantern', 'The 502th Lantern', 'The 503th Lantern'],
    });
    expect(choices).toHaveLength(39);
    expect(choices[0]).toMatchObject({ name: 'bid', required: true });
    const page = (await office.admin.get(`/book/import/${id}`)).body;
    expect(page).toShow('Match the columns');
    expect(page).toShow('Colour of cover');
    expect((await office.admin.get('/book/import?lang=es')).body).toShow('Columnas por asignar');
  });

  test('is read once its columns are chosen, in that order, and remarks name the columns of the file', async () => {
    const id = await stage(`${foreign}\n${lines[0]}`);
    const answer = await choose(id, fields);
    expect(answer).toMatchObject({ status: 200, json: { results: { status: 'ready', row_count: 5 } } });
    expect(answer.json.results.counts).toMatchObject({ new: 3, rejected: 2 });
    const [first, second] = await rowsOf(id);
    expect(first.errors[0]).toMatchObject({ field: 'bid', column: 'G' });
    expect(second.cells.slice(0, 9)).toEqual([
      'B0502',
      '',
      'The 502th Lantern',
      '',
      'Lanterns',
      importRow(502).level,
      importRow(502).isbn_print,
      importRow(502).isbn_spindle,
      'Ada Penrose',
    ]);
    expect(await desk.acts()).toEqual(['import.staged', 'import.columns_chosen']);
  });

  test('can lack the columns that only new books need, but never the bid', async () => {
    const id = await stage(foreign);
    const refused = await choose(id, fields.with(6, null));
    expect(refused).toMatchObject({ status: 422, json: { error: { code: 'import.columns_missing' } } });
    expect(refused.json.error.message).toContain('bid');
    expect(await desk.state(id)).toMatchObject({ status: 'mapping' });
    expect((await choose(id, [null, null, null, null, null, null, 'bid', 'author'])).json.results.counts).toMatchObject(
      {
        rejected: 4,
      },
    );
  });

  test.each([
    ['a field that there is not', fields.with(2, 'colour'), 'import.unknown_field'],
    ['one field in two columns', fields.with(2, 'title'), 'import.column_twice'],
  ])('is not read with %s', async (_what, given, code) => {
    const id = await stage(foreign);
    expect(await choose(id, given)).toMatchObject({ status: 422, json: { error: { code } } });
    expect(await rowsOf(id)).toEqual([]);
  });

  test('may have its headings in a later row, or none at all', async () => {
    const titled = await stage(`Books of the spring\n\n${foreign}`);
    expect((await columnsOf(titled)).heading_row).toBe(3);
    expect((await columnsOf(titled)).columns[6]).toMatchObject({ heading: 'Book ID', field: 'bid' });
    expect((await choose(titled, fields, 3)).json.results).toMatchObject({ row_count: 4 });
    expect((await rowsOf(titled))[0].row_no).toBe(4);
    const bare = await stage(lines.join('\n'));
    expect((await columnsOf(bare)).heading_row).toBe(0);
    expect((await choose(bare, fields, 0)).json.results).toMatchObject({ row_count: 4, counts: { new: 4 } });
  });

  test('answers for another row which fields the headings there name', async () => {
    const id = await stage(foreign);
    const { heading_row, columns } = await columnsOf(id, '?heading_row=2');
    expect([heading_row, columns[1].heading, columns[1].field]).toEqual([2, 'The 501th Lantern', null]);
  });

  test('is guessed by the last choice, for everybody, including the columns left out', async () => {
    await choose(await stage(foreign), fields.with(7, 'illustrator').with(0, null));
    const { columns } = await columnsOf(await stage(foreign.replaceAll('Ada', 'Bo')));
    expect(columns.map((one: { field: string | null }) => one.field)).toEqual(
      fields.with(7, 'illustrator').with(0, null),
    );
  });

  test('can be matched again: the rows and their corrections are reread', async () => {
    const id = await stage(foreign);
    await choose(id, fields);
    await office.admin.put(`/api/v1/import/${id}/row/2`, { cells: { title: 'Corrected' } });
    expect((await office.admin.get(`/book/import/${id}?columns=1`)).body).toShow('Match the columns');
    await choose(id, fields.with(2, 'theme'));
    const [row] = await rowsOf(id);
    expect([row.cells[2], row.cells[23]]).toEqual(['The 501th Lantern', 'blue']);
  });

  test('cannot be used before it is matched, nor matched over a choice that somebody else made meanwhile', async () => {
    const id = await stage(foreign);
    const { version } = await desk.state(id);
    for (const answer of [
      await office.admin.post(`/api/v1/import/${id}/apply`),
      await office.admin.put(`/api/v1/import/${id}`, { update: true }),
      await office.admin.put(`/api/v1/import/${id}/drop`, { rows: [2], dropped: true }),
    ])
      expect(answer).toMatchObject({ status: 409, json: { error: { code: 'import.columns_open' } } });
    expect((await choose(id, fields, 1, version)).status).toBe(200);
    expect(await choose(id, fields, 1, version)).toMatchObject({
      status: 409,
      json: { error: { code: 'error.stale' } },
    });
  });

  test('can be deleted, and is among the open tasks', async () => {
    const id = await stage(foreign);
    expect((await office.admin.get('/')).body).toShow('Columns to match');
    expect((await office.admin.delete(`/api/v1/import/${id}`)).status).toBe(200);
    expect((await office.admin.get(`/api/v1/import/${id}/column`)).status).toBe(404);
  });

  test('that cannot be read to its end, or has only headings, is refused at once', async () => {
    expect((await desk.uploadSheet(foreign.replace('blue', '"blue'))).json.error.code).toBe('sheet.bad_csv');
    expect((await desk.uploadSheet('Titel,Buch\n')).json.error.code).toBe('import.no_data');
    expect(await office.db.selectFrom('import').select('import_idx').execute()).toEqual([]);
  });
});

describe('A sheet in our layout needs no matching', () => {
  test.each<[string, string]>([
    ['with our headings', importCsv([importRow(501), importRow(502)])],
    [
      'with our headings in capitals, with spaces',
      importCsv([importRow(501), importRow(502)]).replace(/^.*$/m, (line) => line.toUpperCase().replaceAll('_', ' ')),
    ],
    ['without headings', importCsv([importRow(501), importRow(502)]).replace(/^.*\n/, '')],
    [
      'without headings, the first bid forgotten',
      importCsv([importRow(501, { bid: '' }), importRow(502)]).replace(/^.*\n/, ''),
    ],
  ])('%s', async (_what, content) => {
    expect(await desk.state(await stage(content))).toMatchObject({ status: 'ready', row_count: 2 });
  });
});
