import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bookRow } from '#features/book/book.factory.ts';
import { textXlsx } from '#kernel/sheets/xlsx.fixture.ts';
import { writeXlsx } from '#kernel/sheets/xlsx-write.ts';
import { type Office, startOffice } from '#test/app.ts';
import { whileLocked } from '#test/while-locked.ts';
import { unitRow } from './unit-info.factory.ts';
import { unitCells, unitColumns } from './unit-info.rules.ts';
import { mergedNames, withMergedFilled, withoutHidden } from './unit-notes.rules.ts';

let office: Office;
const bidxOf: Record<string, number> = {};

beforeAll(async () => {
  office = await startOffice();
  const books = [1, 2, 3, 4, 5, 6].map((n) => bookRow(n));
  await office.admin.post('/api/v1/book', { books, create_missing: true });
  for (const { bid, bidx } of await office.db.selectFrom('book').select(['bid', 'bidx']).execute()) bidxOf[bid] = bidx;
});
afterAll(() => office.close());

const save = (bid: string, unitInfo: unknown, over: object = {}) =>
  office.admin.post('/api/v5/book/unit', { bidx: bidxOf[bid], bid, unitInfo, ...over });
const unitsOf = async (bid: string) => (await office.admin.get(`/api/v5/book/unit?bid=${bid}`)).json.data;
const audits = (bid: string) =>
  office.db
    .selectFrom('audit')
    .selectAll()
    .where('entity', '=', 'unit_info')
    .where('entity_id', '=', bid)
    .orderBy('audit_idx')
    .execute();

describe('the units of a book', () => {
  test('are empty at first, and are saved in their order, trimmed, with audit and change', async () => {
    expect(await unitsOf('B1')).toEqual({ unitInfo: [], version: 0 });
    const sent = [unitRow(2), { ...unitRow(1, { unit_title: '  Unit \n 1 ' }), start_page: '4' }];
    const answer = await save('B1', sent);
    expect([answer.status, answer.json]).toEqual([
      200,
      { data: { success: true, version: 1, act_idx: expect.any(Number) } },
    ]);
    expect(await unitsOf('B1')).toEqual({ unitInfo: [unitRow(2), unitRow(1)], version: 1 });
    const [audit] = await audits('B1');
    expect(audit).toMatchObject({
      actor: 'ada',
      action: 'unit_info.saved',
      before: { units: {} },
      after: { units: { 1: 'Unit 2 | Hello 2 | U2 | 8 | G2 | S2 | L2 | video' } },
    });
    const change = await office.db.selectFrom('change').selectAll().where('id', '=', 'B1').execute();
    expect(change.at(-1)).toMatchObject({ kind: 'book' });
  });

  test('are replaced as a whole; saving the same sheet again leaves no trace', async () => {
    expect((await save('B1', [unitRow(3)])).json.data.version).toBe(2);
    expect((await save('B1', [unitRow(3)])).json.data.version).toBe(2);
    expect((await unitsOf('B1')).unitInfo).toEqual([unitRow(3)]);
    expect(await audits('B1')).toHaveLength(2);
  });

  test('may use a subunit id in several rows', async () => {
    expect((await save('B1', [unitRow(1), unitRow(1)])).status).toBe(200);
  });

  test('are saved by one of two people who save them at the same moment', async () => {
    const lock = (trx: Office['db']) =>
      trx.selectFrom('book').select('bidx').where('bid', '=', 'B5').forNoKeyUpdate().execute();
    const saves = [1, 2].map((n) => () => save('B5', [unitRow(n)], { version: 0 }));
    const answers = await whileLocked(office.db, lock, saves);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await unitsOf('B5')).toMatchObject({ version: 1 });
  });

  test('are shown in the history of the book', async () => {
    const { body } = await office.admin.get('/audit/of/book/B1');
    expect(body).toShow('Unit 2 | Hello 2 | U2');
  });
});

describe('a sheet with a cell missing', () => {
  const empty = [undefined, null, '', '  ', '\u3000'];

  test.each(unitColumns)('in %s is refused by row and column, and nothing changes', async (column) => {
    await save('B2', [unitRow(9)]);
    for (const value of empty) {
      const { status, json } = await save('B2', [unitRow(1), { ...unitRow(2), [column]: value }]);
      expect(status).toBe(422);
      expect(json.error).toMatchObject({
        code: 'book.unit_incomplete',
        message: `Row 2, ${column}: all columns must be filled in.`,
        fields: { [`unitInfo.1.${column}`]: `Row 2, ${column}: all columns must be filled in.` },
      });
    }
    expect((await unitsOf('B2')).unitInfo).toEqual([unitRow(9)]);
  });

  test('is refused in Korean for a Korean reader', async () => {
    const unitInfo = [{ ...unitRow(1), subunit_id: '' }];
    const headers = { cookie: `${office.admin.cookie}; lang=ko` };
    const { json } = await office.admin.post('/api/v5/book/unit', { bidx: bidxOf['B2'], bid: 'B2', unitInfo }, headers);
    expect(json.error.message).toBe('1행 subunit_id: 모든 열을 채워야 합니다.');
  });
});

describe('a sheet of units is refused with', () => {
  test.each([-1, 4.5, 'four', '1e3', 10_000_000_000])('a start page of %s', async (start_page) => {
    const { status, json } = await save('B2', [{ ...unitRow(1), start_page }]);
    expect([status, json.error.code]).toEqual([422, 'book.unit_page']);
  });

  test('no row at all, too many, an unknown column, a text that is too long', async () => {
    const many = Array.from({ length: 5001 }, (_, n) => unitRow(n));
    expect((await save('B2', [])).status).toBe(400);
    expect((await save('B2', many)).status).toBe(400);
    expect((await save('B2', [{ ...unitRow(1), extra: 'x' }])).status).toBe(400);
    const long = await save('B2', [unitRow(1, { unit_title: 'x'.repeat(501) })]);
    expect([long.status, long.json.error.code]).toEqual([422, 'book.unit_cell_long']);
  });

  test('a book that does not exist, or a bidx that does not belong to the bid', async () => {
    expect((await office.admin.get('/api/v5/book/unit?bid=none')).status).toBe(404);
    expect((await save('B2', [unitRow(1)], { bid: 'none' })).status).toBe(404);
    const other = await save('B2', [unitRow(1)], { bidx: bidxOf['B1'] });
    expect([other.status, other.json.error.code]).toEqual([422, 'book.unit_other_book']);
    expect((await office.admin.delete('/api/v5/book/unit/none')).status).toBe(404);
  });
});

describe('two people at the same units', () => {
  test('the one who saves second is told who saved first and when, and nothing is lost', async () => {
    expect((await save('B3', [unitRow(1)], { version: 0 })).json.data.version).toBe(1);
    const late = await save('B3', [unitRow(2)], { version: 0 });
    expect([late.status, late.json.error.code, late.json.error.details.name]).toEqual([409, 'error.stale', 'ada']);
    expect((await unitsOf('B3')).unitInfo).toEqual([unitRow(1)]);
  });

  test('who deletes all of them is told that somebody has saved them since, and deletes nothing', async () => {
    const { version } = await unitsOf('B3');
    await save('B3', [unitRow(2)]);
    const late = await office.admin.delete('/api/v5/book/unit/B3', { version });
    expect([late.status, late.json.error.code, late.json.error.details.name]).toEqual([409, 'error.stale', 'ada']);
    expect((await unitsOf('B3')).unitInfo).toEqual([unitRow(2)]);
    const done = await office.admin.delete('/api/v5/book/unit/B3', { version: version + 1 });
    expect([done.status, (await unitsOf('B3')).unitInfo]).toEqual([200, []]);
  });

  test('a version from before a deletion is never valid again', async () => {
    await save('B3', [unitRow(1)]);
    await office.admin.delete('/api/v5/book/unit/B3');
    await save('B3', [unitRow(3)]);
    expect((await save('B3', [unitRow(4)], { version: 1 })).status).toBe(409);
    const { version } = await unitsOf('B3');
    expect((await save('B3', [unitRow(4)], { version })).status).toBe(200);
  });

  test('simultaneous saves leave one complete sheet, not a mixture', async () => {
    const sheets = [1, 2, 3, 4].map((n) => [unitRow(n * 10), unitRow(n * 10 + 1)]);
    const answers = await Promise.all(sheets.map((sheet) => save('B3', sheet)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect(sheets).toContainEqual((await unitsOf('B3')).unitInfo);
  });
});

describe('deleting', () => {
  test('all units is done once; again it changes nothing', async () => {
    await save('B4', [unitRow(1)]);
    expect((await office.admin.delete('/api/v5/book/unit/B4')).json).toEqual({
      data: { success: true, act_idx: expect.any(Number) },
    });
    expect((await office.admin.delete('/api/v5/book/unit/B4')).status).toBe(200);
    expect((await unitsOf('B4')).unitInfo).toEqual([]);
    expect((await audits('B4')).map((audit) => audit.action)).toEqual(['unit_info.saved', 'unit_info.removed']);
  });

  test('the book deletes its units', async () => {
    await save('B5', [unitRow(1)]);
    expect((await office.admin.post('/book/delete/B5')).status).toBe(200);
    const left = await office.db
      .selectFrom('unit_info_row')
      .where('bidx', '=', bidxOf['B5'] ?? 0)
      .selectAll()
      .execute();
    expect(left).toEqual([]);
  });
});

describe('a file of units', () => {
  const send = (name: string, bytes: Uint8Array<ArrayBuffer>) => {
    const form = new FormData();
    form.append('file', new Blob([bytes]), name);
    return office.admin.upload('/api/v5/book/unit/sheet', form);
  };
  const table = [[...unitColumns], unitCells(unitRow(1)), unitCells(unitRow(2))];
  const xlsx = async () =>
    new Uint8Array(await buffer(Readable.from(writeXlsx(Readable.from(table), { sheet: 'Units' }))));
  const csv = new Uint8Array(Buffer.from(table.map((row) => row.join(',')).join('\n')));

  test('says what is hidden or merged in it, and both can be settled before it is saved', async () => {
    const first = unitCells(unitRow(1));
    const second = ['', ...unitCells(unitRow(2)).slice(1)];
    const bytes = textXlsx([[...unitColumns], first, second, unitCells(unitRow(3))], {
      before: '<cols><col min="2" max="2" hidden="1"/></cols>',
      after: '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>',
      hiddenRows: [4],
    });
    const { rows, notes } = (await send('units.xlsx', bytes)).json.data;
    expect(notes).toEqual({
      hiddenRows: [4],
      hiddenColumns: [1],
      merged: [{ row: 2, column: 0, lastRow: 3, lastColumn: 0 }],
    });
    expect(mergedNames(notes)).toEqual(['A2:A3']);
    expect(withMergedFilled(rows, notes)[2]?.cells).toEqual([first[0], ...second.slice(1)]);
    expect(withoutHidden(rows, notes).map(({ row }) => row)).toEqual([1, 2, 3]);
    expect((await send('units.csv', csv)).json.data.notes).toBeNull();
  });

  test('is read as .xlsx and as .csv, and is neither kept nor saved', async () => {
    const rows = table.map((cells, index) => ({ row: index + 1, cells }));
    for (const [name, bytes] of [
      ['units.xlsx', await xlsx()],
      ['units.csv', csv],
    ] as const) {
      const { status, json } = await send(name, bytes);
      expect([status, json]).toEqual([200, { data: { rows, notes: null } }]);
    }
    expect((await unitsOf('B4')).unitInfo).toEqual([]);
  });

  test('in another layout may have more columns than ours', async () => {
    const wide = 'No,Unit,Lesson,Page,Game,Speakup,Laura,Laura type,Lesson id\n1,U,L,4,g,s,l,video,U1\n';
    const { status, json } = await send('units.csv', new Uint8Array(Buffer.from(wide)));
    expect([status, json.data.rows[1].cells[8]]).toEqual([200, 'U1']);
  });

  test('that is not a sheet, is empty, cut off or too wide is refused with its reason', async () => {
    const whole = await xlsx();
    const refusals = [
      await send('units.txt', csv),
      await send('units.csv', new Uint8Array()),
      await send('units.xlsx', whole.slice(0, whole.length / 2)),
      await send('units.csv', new Uint8Array(Buffer.from('1,2,3,4,5,6,7,8,9'))),
    ];
    expect(refusals.map(({ status, json }) => [status, json.error.code])).toEqual([
      [415, 'book.unit_no_file'],
      [422, 'book.unit_no_data'],
      [422, 'sheet.truncated'],
      [422, 'sheet.too_many_columns'],
    ]);
  });
});

test('the columns chosen for another layout are offered the next time, to everybody', async () => {
  const answer = await save('B1', [unitRow(3)], { headings: { lektion: 'subunit_title', nr: null } });
  expect(answer.status).toBe(200);
  expect((await office.admin.get('/book/B2/units')).body).toShow('"lektion":"subunit_title"');
});

test('an empty sheet with the 8 columns can be downloaded, and their names are above the rows', async () => {
  const { body, headers } = await office.admin.get('/api/v5/book/unit/template?as=csv');
  expect(body.trim().replace('\ufeff', '')).toBe(unitColumns.join(','));
  expect(headers['content-disposition']).toContain('Unit%20info');
  expect((await office.admin.get('/book/B1/units')).body).toShow(/<small[^>]*>laura_content_type</);
});

test('the page of the book has a field for each cell of its units, and an empty row below', async () => {
  await save('B1', [unitRow(7)]);
  const { body } = await office.admin.get('/book/B1/units');
  expect(body).toShow(/<input[^>]*data-cell="0 1"[^>]*value="Hello 7"/);
  expect(body).toShow(/<input[^>]*data-cell="1 7"[^>]*value=""/);
  expect((await office.admin.get('/book/none/units')).status).toBe(404);
});

describe('undo', () => {
  const actOf = (answer: { json: { data: { act_idx: number } } }) => answer.json.data.act_idx;
  const first = [unitRow(1, { unit_title: 'One | two' }), unitRow(2)];

  test('brings the units of a save or a deletion back as they were, the last act first', async () => {
    await save('B6', first);
    const second = actOf(await save('B6', [unitRow(3)]));
    const third = actOf(await office.admin.delete('/api/v5/book/unit/B6'));
    expect(await office.admin.undo(second)).toMatchObject({
      status: 409,
      json: { error: { code: 'undo.changed_since' } },
    });
    expect((await office.admin.undo(third)).status).toBe(200);
    expect((await unitsOf('B6')).unitInfo).toEqual([unitRow(3)]);
    expect((await office.admin.undo(second)).status).toBe(200);
    expect((await unitsOf('B6')).unitInfo).toEqual(first);
    expect((await office.admin.undo(third)).json.error.code).toBe('undo.already');
  });

  test('leaves the units of another book that has the same bid by now', async () => {
    const row = bookRow(60);
    const books = { books: [row], create_missing: true };
    const bid = String(row.bid);
    const bidx = async () => (await office.admin.get(`/api/v1/book?bid=${bid}`)).json.results[0].bidx;
    await office.admin.post('/api/v1/book', books);
    const body = { bid, bidx: await bidx(), unitInfo: first };
    const act = actOf(await office.admin.post('/api/v5/book/unit', body));
    await office.admin.post(`/book/delete/${bid}`);
    await office.admin.post('/api/v1/book', books);
    expect((await office.admin.undo(act)).status).toBe(404);
    expect((await office.admin.get(`/api/v5/book/unit?bid=${bid}`)).json.data.unitInfo).toEqual([]);
  });
});
