import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemCaller } from '#kernel/work/unit-of-work.ts';
import { type Answer, type Office, startOffice } from '#test/app.ts';
import { emptyTables } from '#test/empty-tables.ts';
import { hasSharedData, sharedData } from '#test/shared-data.ts';
import { importCsv, importRow } from './import.factory.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice({ jobs: true });
});
afterAll(() => office.close());
const tables = [
  'act_record',
  'import_plan',
  'import_row',
  'import',
  'book',
  'level',
  'series',
  'category',
  'age_group',
];
beforeEach(() => emptyTables(office.db, tables));

async function upload(content: string | Uint8Array<ArrayBuffer>, name = 'books.csv'): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  return office.admin.upload('/api/v1/import', form);
}

async function stage(rows: Record<string, string>[]): Promise<number> {
  const answer = await upload(importCsv(rows));
  expect(answer).toMatchObject({ status: 200 });
  return answer.json.results.import_idx;
}

const state = async (id: number) => (await office.admin.get(`/api/v1/import/${id}`)).json.results;
const rowsOf = async (id: number, filter = 'all') =>
  (await office.admin.get(`/api/v1/import/${id}/row?filter=${filter}`)).json.results;
const count = async (table: 'book' | 'series' | 'level' | 'audit' | 'import') =>
  Number(
    (
      await office.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );

/** Starts the apply and waits until the job has ended. */
async function apply(id: number) {
  const started = await office.admin.post(`/api/v1/import/${id}/apply`);
  expect(started).toMatchObject({ status: 200, json: { results: { status: 'applying' } } });
  return until(id, (found) => found.status !== 'applying');
}

async function until(id: number, right: (found: { status: string }) => boolean) {
  for (;;) {
    const found = await state(id);
    if (right(found)) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

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
    const answer = await upload(csv);
    const [row] = await rowsOf(answer.json.results.import_idx);
    expect(row.cells.slice(0, 7)).toEqual(['T1', '', 'Tidewater', '', 'Single', 'All', '9780000000100']);
    expect([row.cells[16], row.cells[20]]).toEqual(['Lexile', '1200']);
  });

  test('an unknown column is left out, and named above the rows in the language of the reader', async () => {
    const heading = 'bid,title,series,level,isbn_print,isbn_spindle,ilustrator, Remark ,ilustrator';
    const { json } = await upload(`${heading}\nT1,Tidewater,Single,All,9780000000100,9790000000100,Ada,later,Bo\n`);
    const id = json.results.import_idx;
    expect((await state(id)).unknown_columns).toEqual(['ilustrator', 'Remark']);
    const page = (await office.admin.get(`/book/import/${id}`)).body;
    expect(page).toShow('Column “ilustrator” is not recognized and will be ignored');
    expect((await office.admin.get(`/book/import/${id}?lang=es`)).body).toShow('La columna «Remark»');
    expect((await state(await stage([importRow(1)]))).unknown_columns).toEqual([]);
  });

  test('a sheet without a required column is refused by name', async () => {
    const answer = await upload('bid,title,series,level,isbn_print\nA,B,C,D,E\n');
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
    const answer = await upload(content, name);
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

describe('Applying', () => {
  test('is refused while a row is rejected or a title unknown, and changes nothing', async () => {
    const id = await stage([importRow(1), importRow(2, { bid: '' })]);
    expect(await office.admin.post(`/api/v1/import/${id}/apply`)).toMatchObject({
      status: 422,
      json: { error: { code: 'import.rejected_rows' } },
    });
    await office.admin.put(`/api/v1/import/${id}/drop`, { rows: 'rejected', dropped: true });
    expect(await office.admin.post(`/api/v1/import/${id}/apply`)).toMatchObject({
      status: 422,
      json: { error: { code: 'import.titles_unknown' } },
    });
    expect(await count('book')).toBe(0);
    expect(await state(id)).toMatchObject({ status: 'ready' });
  });

  test('writes books and the titles they name, with one audit row and one change', async () => {
    const id = await stage([
      importRow(1),
      importRow(2),
      importRow(3, { category: 'Fables', age_group: 'Ages 3 to 5' }),
    ]);
    await office.admin.put(`/api/v1/import/${id}`, { create_missing: true });
    const before = await count('audit');
    expect(await apply(id)).toMatchObject({ status: 'applied', applied_by: 'ada', problem: null });
    const books = await office.db
      .selectFrom('book')
      .select(['bid', 'title', 'cat_idx', 'version', 'updated_by'])
      .orderBy('bid')
      .execute();
    expect(books).toMatchObject([
      { bid: 'B0001', title: 'The 1th Lantern', cat_idx: null, version: 1, updated_by: 'ada' },
      { bid: 'B0002' },
      { bid: 'B0003', cat_idx: expect.any(Number) },
    ]);
    expect(await count('level')).toBe(3);
    expect(await count('audit')).toBe(before + 1);
    const changes = await office.db.selectFrom('change').select(['kind', 'id']).where('kind', '=', 'book').execute();
    expect(changes).toEqual([{ kind: 'book', id: null }]);
  });

  test('an existing bid is rejected until updating is switched on; then only the given cells change', async () => {
    const first = await stage([importRow(1, { remarks: 'keep me', genre: 'Fantasy' })]);
    await office.admin.put(`/api/v1/import/${first}`, { create_missing: true });
    await apply(first);
    const second = await stage([importRow(1, { title: 'Another Lantern', genre: '' }), importRow(2)]);
    expect(await state(second)).toMatchObject({ counts: { new: 1, rejected: 1 } });
    const ticked = await office.admin.put(`/api/v1/import/${second}`, { update: true, create_missing: true });
    expect(ticked.json.results.counts).toMatchObject({ new: 1, changed: 1, rejected: 0 });
    const [row] = await rowsOf(second, 'changed');
    expect(row).toMatchObject({ changed: ['title'], current: { title: 'The 1th Lantern' } });
    await apply(second);
    const book = await office.db
      .selectFrom('book')
      .select(['title', 'genre', 'remarks', 'version'])
      .where('bid', '=', 'B0001')
      .executeTakeFirst();
    expect(book).toEqual({ title: 'Another Lantern', genre: 'Fantasy', remarks: 'keep me', version: 2 });
  });

  test('with updating switched on an existing book needs only its bid, a new one every required field', async () => {
    const first = await stage([importRow(1), importRow(2)]);
    await office.admin.put(`/api/v1/import/${first}`, { create_missing: true });
    await apply(first);
    const second = await stage([{ bid: 'B0001', genre: 'Fantasy' }, { bid: 'B0002' }, { bid: 'B0003', title: 'New' }]);
    expect(await state(second)).toMatchObject({ counts: { new: 0, rejected: 3 } });
    const ticked = await office.admin.put(`/api/v1/import/${second}`, { update: true });
    expect(ticked.json.results.counts).toMatchObject({ new: 0, changed: 1, unchanged: 1, rejected: 1 });
    const [row] = await rowsOf(second, 'rejected');
    const message = 'below fields are required.';
    expect(row.errors).toMatchObject(
      ['series', 'level', 'isbn_print', 'isbn_spindle'].map((field) => ({ field, message })),
    );
    await office.admin.put(`/api/v1/import/${second}/drop`, { rows: 'rejected', dropped: true });
    expect(await apply(second)).toMatchObject({ status: 'applied' });
    const books = await office.db.selectFrom('book').select(['bid', 'genre', 'title']).orderBy('bid').execute();
    expect(books).toEqual([
      { bid: 'B0001', genre: 'Fantasy', title: 'The 1th Lantern' },
      { bid: 'B0002', genre: null, title: 'The 2th Lantern' },
    ]);
  });

  test('a row that gives only the level of a book, or only its series, keeps the other', async () => {
    const first = await stage([importRow(1), importRow(2)]);
    await office.admin.put(`/api/v1/import/${first}`, { create_missing: true });
    await apply(first);
    const second = await stage([
      { bid: 'B0001', level: 'Level 3' },
      { bid: 'B0002', series: 'Other lamps' },
    ]);
    const ticked = await office.admin.put(`/api/v1/import/${second}`, { update: true, create_missing: true });
    expect(ticked.json.results).toMatchObject({
      counts: { changed: 2, rejected: 0 },
      missing: [
        { kind: 'series', title: 'Other lamps' },
        { kind: 'level', title: 'Level 3', series: 'Other lamps' },
      ],
    });
    expect(await apply(second)).toMatchObject({ status: 'applied' });
    const levels = async () =>
      (
        await office.db
          .selectFrom('book as b')
          .innerJoin('level as l', 'l.lev_idx', 'b.lev_idx')
          .innerJoin('series as s', 's.ser_idx', 'l.ser_idx')
          .select(['b.bid', 's.title as series', 'l.title as level'])
          .orderBy('b.bid')
          .execute()
      ).map(({ bid, series, level }) => `${bid} ${series}, ${level}`);
    expect(await levels()).toEqual(['B0001 Lanterns, Level 3', 'B0002 Other lamps, Level 3']);
    await office.admin.post(`/api/v1/import/${second}/undo`);
    expect(await levels()).toEqual(['B0001 Lanterns, Level 2', 'B0002 Lanterns, Level 3']);
  });

  test('a cell cleared on purpose clears the field', async () => {
    const first = await stage([importRow(1, { genre: 'Fantasy' })]);
    await office.admin.put(`/api/v1/import/${first}`, { create_missing: true });
    await apply(first);
    const second = await stage([importRow(1)]);
    await office.admin.put(`/api/v1/import/${second}`, { update: true });
    await office.admin.put(`/api/v1/import/${second}/row/2`, { cells: { genre: null } });
    expect(await state(second)).toMatchObject({ counts: { changed: 1 } });
    await apply(second);
    expect(await office.db.selectFrom('book').select('genre').executeTakeFirst()).toEqual({ genre: null });
  });

  test('the same sheet again changes nothing', async () => {
    const first = await stage([importRow(1), importRow(2)]);
    await office.admin.put(`/api/v1/import/${first}`, { create_missing: true });
    await apply(first);
    const again = await stage([importRow(1), importRow(2)]);
    const ticked = await office.admin.put(`/api/v1/import/${again}`, { update: true });
    expect(ticked.json.results.counts).toMatchObject({ unchanged: 2, changed: 0, new: 0 });
  });

  test('nothing is written over changes made meanwhile to the library', async () => {
    const first = await stage([importRow(1)]);
    const second = await stage([importRow(1, { title: 'Late' }), importRow(2)]);
    await office.admin.put(`/api/v1/import/${second}`, { create_missing: true });
    await office.admin.put(`/api/v1/import/${first}`, { create_missing: true });
    await apply(first);
    expect(await apply(second)).toMatchObject({
      status: 'ready',
      counts: { rejected: 1 },
      problem: expect.stringContaining('1 row'),
    });
    expect(await count('book')).toBe(1);
  });

  test('cancelled while it is applied, it writes nothing and can be applied again', async () => {
    const id = await stage(Array.from({ length: 3000 }, (_, n) => importRow(n)));
    await office.admin.put(`/api/v1/import/${id}`, { create_missing: true });
    await office.admin.post(`/api/v1/import/${id}/apply`);
    expect(await office.admin.post(`/api/v1/import/${id}/cancel`)).toMatchObject({ status: 200 });
    const ended = await until(id, (found) => found.status !== 'applying');
    expect(ended).toMatchObject({ status: 'ready', problem: 'Cancelled. Nothing was saved.' });
    expect([await count('book'), await count('series')]).toEqual([0, 0]);
    expect((await office.admin.post(`/api/v1/import/${id}/cancel`)).status).toBe(409);
    expect(await apply(id)).toMatchObject({ status: 'applied', counts: { new: 3000 } });
  });

  test('its job delivered again changes nothing, and it can still be undone', async () => {
    const id = await stage([importRow(1)]);
    await office.admin.put(`/api/v1/import/${id}`, { create_missing: true });
    await apply(id);
    const again = { key: `import-${id}`, caller: systemCaller('test'), data: { import_idx: id } };
    await office.app.work.write(systemCaller('test'), (ctx) => office.app.jobs.send(ctx, 'import.apply', again));
    const open = sql<{
      n: number;
    }>`select count(*) as n from pgboss.job where name = 'import.apply' and state < 'completed'`;
    await expect.poll(async () => (await open.execute(office.db)).rows).toEqual([{ n: 0 }]);
    expect(await state(id)).toMatchObject({ status: 'applied', problem: null });
    expect((await office.admin.post(`/api/v1/import/${id}/undo`)).json.results).toMatchObject({ status: 'undone' });
    expect(await count('book')).toBe(0);
  });

  test('is possible again after its job failed for good; the import says why, and can be deleted', async () => {
    const id = await stage([importRow(1)]);
    await office.admin.put(`/api/v1/import/${id}`, { create_missing: true });
    const given = { key: `import-${id}`, caller: systemCaller('test'), data: { import_idx: id } };
    // The process was killed in every attempt: what is left is an import being applied, and the queue's given-up
    // message.
    await office.app.work.write(systemCaller('test'), async (ctx) => {
      await ctx.db.updateTable('import').set({ status: 'applying' }).where('import_idx', '=', id).execute();
      await office.app.jobs.send(ctx, 'import.apply.given-up', given);
    });
    const ended = await until(id, (found) => found.status !== 'applying');
    expect(ended).toMatchObject({ status: 'ready', problem: expect.stringContaining('Several attempts failed') });
    expect((await office.admin.delete(`/api/v1/import/${id}`)).status).toBe(200);
  });

  test('each book it wrote has the import in its history, with its values before and after', async () => {
    const first = await stage([importRow(1, { genre: 'Fantasy' })]);
    await office.admin.put(`/api/v1/import/${first}`, { create_missing: true });
    await apply(first);
    const second = await stage([importRow(1, { genre: 'Myth' })]);
    await office.admin.put(`/api/v1/import/${second}`, { update: true });
    await apply(second);
    const history = await office.admin.get('/api/v1/audit/of/book/B0001');
    expect(history.status).toBe(200);
    const [changed, added] = history.json.results.lines;
    expect(changed.changes).toEqual([{ field: 'Genre', before: 'Fantasy', after: 'Myth' }]);
    expect(added.changes).toContainEqual({ field: 'Title', before: null, after: 'The 1th Lantern' });
  });

  test('the titles it created have it in their history, and as their last change', async () => {
    const id = await stage([importRow(1, { category: 'Tales', age_group: 'Ages 3 to 5' })]);
    await office.admin.put(`/api/v1/import/${id}`, { create_missing: true });
    await apply(id);
    const [book] = (await office.admin.get('/api/v1/book?bid=B0001')).json.results;
    for (const [kind, idx, title] of [
      ['series', book.ser_idx, book.series],
      ['level', book.lev_idx, book.level],
      ['category', book.cat_idx, 'Tales'],
      ['age_group', book.grp_idx, 'Ages 3 to 5'],
    ]) {
      const { lines } = (await office.admin.get(`/api/v1/audit/of/${kind}/${idx}`)).json.results;
      expect(lines).toMatchObject([{ actor: 'ada', action: 'created' }]);
      expect(lines[0].changes.map((change: { after: string }) => change.after)).toContain(title);
      const stale = await office.admin.put(`/api/v1/${kind}/${idx}`, { title: 'Mine', version: 9 });
      expect(stale).toMatchObject({ status: 409, json: { error: { details: { name: 'ada', record: { title } } } } });
    }
  });

  test('an import is applied once, however often it is requested', async () => {
    const id = await stage([importRow(1)]);
    await office.admin.put(`/api/v1/import/${id}`, { create_missing: true });
    const answers = await Promise.all([1, 2, 3].map(() => office.admin.post(`/api/v1/import/${id}/apply`)));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    await until(id, (found) => found.status === 'applied');
    expect((await office.admin.post(`/api/v1/import/${id}/apply`)).status).toBe(409);
    expect((await office.admin.put(`/api/v1/import/${id}`, { update: true })).status).toBe(409);
    expect((await office.admin.delete(`/api/v1/import/${id}`)).status).toBe(409);
  });
});

describe('Undoing', () => {
  test('removes new books and created titles, and restores changed fields', async () => {
    const first = await stage([importRow(1)]);
    await office.admin.put(`/api/v1/import/${first}`, { create_missing: true });
    await apply(first);
    const second = await stage([
      importRow(1, { title: 'Changed', series: 'Other', level: 'All', category: 'New' }),
      importRow(2),
    ]);
    await office.admin.put(`/api/v1/import/${second}`, { update: true, create_missing: true });
    await apply(second);
    expect(await office.admin.post(`/api/v1/import/${second}/undo`)).toMatchObject({
      status: 200,
      json: { results: { status: 'undone', kept: [] } },
    });
    const books = await office.admin.get('/api/v1/series');
    expect(books.json.results.map((series: { title: string }) => series.title)).toEqual(['Lanterns']);
    const [book] = await office.db
      .selectFrom('book')
      .innerJoin('level', 'level.lev_idx', 'book.lev_idx')
      .select(['book.title', 'level.title as level', 'cat_idx'])
      .execute();
    expect(book).toEqual({ title: 'The 1th Lantern', level: 'Level 2', cat_idx: null });
    expect(await count('book')).toBe(1);
  });

  test('keeps and names the books edited since', async () => {
    const id = await stage([importRow(1), importRow(2)]);
    await office.admin.put(`/api/v1/import/${id}`, { create_missing: true });
    await apply(id);
    expect((await office.admin.put('/api/v1/book/B0002', { title: 'Edited' })).status).toBe(200);
    const undone = await office.admin.post(`/api/v1/import/${id}/undo`);
    expect(undone.json.results.kept).toEqual([{ bid: 'B0002', reason: 'edited' }]);
    expect(await office.db.selectFrom('book').select('bid').execute()).toEqual([{ bid: 'B0002' }]);
    expect((await office.admin.post(`/api/v1/import/${id}/undo`)).status).toBe(409);
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
    const answer = await upload(await read('isbn-meta.xlsx'), 'isbn-meta.xlsx');
    const found = await state(answer.json.results.import_idx);
    expect(found).toMatchObject({ row_count: 9300, counts: { new: 9300, rejected: 0 } });
    expect(found.missing).toContainEqual(
      expect.objectContaining({ kind: 'series', title: 'Wheel of Time', similar: 'Wheel of time' }),
    );
  });

  test('unmodified, names exactly its 700 bad rows, and is applied once they are left out', async () => {
    const answer = await upload(await read('isbn-meta-dirty.xlsx'), 'isbn-meta-dirty.xlsx');
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
