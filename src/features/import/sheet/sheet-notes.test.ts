import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { textXlsx } from '#kernel/sheets/xlsx.fixture.ts';
import { notCalculated } from '#kernel/text/spreadsheet-fault.rules.ts';
import { type Office, startOffice } from '#test/app.ts';
import { importRow } from '../import.factory.ts';
import { importDesk } from '../import.fixture.ts';

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

const heading = ['bid', 'title', 'series', 'level', 'isbn_print', 'isbn_spindle', 'author'];
const cellsOf = (n: number, over: Record<string, string> = {}) => heading.map((name) => importRow(n, over)[name] ?? '');
const merged = '<mergeCells count="1"><mergeCell ref="C2:C4"/></mergeCells>';
const stage = (bytes: Uint8Array<ArrayBuffer>) => desk.stage(bytes, 'books.xlsx');
const act = async (id: number, what: string, body: unknown) =>
  (await office.admin.put(`/api/v1/import/${id}/${what}`, body)).json.results;

describe('What people do not see as it is read is said before an import:', () => {
  test('hidden rows and columns, and the rows can be excluded together', async () => {
    const table = [heading, ...[1, 2, 3, 4, 5].map((n) => cellsOf(n))];
    const before = '<cols><col min="7" max="7" hidden="1"/></cols>';
    const id = await stage(textXlsx(table, { before, hiddenRows: [3, 5] }));
    expect((await desk.state(id)).notes).toMatchObject({ hidden_rows: 2, hidden_columns: ['G'] });
    const page = (await office.admin.get(`/book/import/${id}`)).body;
    expect(page).toShow('2 of 5 rows are hidden in the sheet.');
    const said = (await desk.rows(id)).map((row: { warnings: { message: string }[] }) => row.warnings.length);
    expect(said).toEqual([0, 1, 0, 1, 0]);
    const after = await act(id, 'drop', { rows: 'hidden', dropped: true });
    expect(after).toMatchObject({ counts: { new: 3, dropped: 2 }, notes: { hidden_rows: 0 } });
  });

  test('cells merged with another, which are named and can be filled together', async () => {
    const table = [heading, cellsOf(1), cellsOf(2, { series: '' }), cellsOf(3, { series: '' })];
    const id = await stage(textXlsx(table, { after: merged }));
    expect(await desk.state(id)).toMatchObject({
      counts: { new: 1, rejected: 2 },
      notes: {
        merged: {
          count: 2,
          first: [
            { cell: 'C3', with: 'C2' },
            { cell: 'C4', with: 'C2' },
          ],
        },
      },
    });
    const [, second] = await desk.rows(id);
    expect(second.warnings).toMatchObject([{ field: 'series', column: 'C', message: expect.stringContaining('C2') }]);
    expect(await act(id, 'fill', {})).toMatchObject({
      counts: { new: 3, rejected: 0 },
      notes: { merged: { count: 0 } },
    });
    expect((await desk.rows(id)).map((row: { cells: string[] }) => row.cells[4])).toEqual(Array(3).fill('Lanterns'));
    expect(await desk.acts()).toContain('import.rows_filled');
  });

  test('a formula without a result, which is neither empty nor left out', async () => {
    const id = await stage(textXlsx([heading, cellsOf(1, { author: '=A1' })]));
    const [row] = await desk.rows(id);
    expect(row).toMatchObject({ status: 'rejected', errors: [{ field: 'author', column: 'G' }] });
    expect(row.cells).toContain(notCalculated);
  });

  test('rows that are empty in every known column, which are ignored', async () => {
    const id = await stage(
      textXlsx([
        [...heading, 'total'],
        [...cellsOf(1), ''],
        [...heading.map(() => ''), '12'],
      ]),
    );
    expect(await desk.state(id)).toMatchObject({
      row_count: 1,
      counts: { new: 1, rejected: 0 },
      notes: { ignored_rows: { count: 1, first: [3] } },
    });
  });

  test('the same in a large sheet, which a thread reads', async () => {
    // Text that hardly shrinks when it is packed.
    const noise = (n: number) => createHash('shake256', { outputLength: 4000 }).update(`${n}`).digest('hex');
    const rows = Array.from({ length: 400 }, (_, n) => [...cellsOf(n + 1), noise(n)]);
    const bytes = textXlsx([[...heading, 'summary'], ...rows], { hiddenRows: [7] });
    expect(bytes.length).toBeGreaterThan(2 ** 20);
    expect((await desk.state(await stage(bytes))).notes).toMatchObject({ hidden_rows: 1 });
  });
});

describe('In the sheet of words', () => {
  beforeEach(() => desk.clear());

  const words = ['bid', 'word', 'sentence', 'mdr_targeted'];
  const sheet = textXlsx(
    [words, ['B1', 'sun', 'The sun rises.', 'Y'], ['', 'moon', 'The moon sets.', 'Y'], ['B1', 'star', '=A1', 'N']],
    { after: '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>', hiddenRows: [2] },
  );

  test.each([
    ['our headings', sheet],
    ['others', undefined],
  ])('with %s, merged cells are filled, hidden rows excluded, and formulas without a result named', async (_, own) => {
    const id = await desk.choose('B1');
    const foreign = () =>
      textXlsx(
        [
          ['ISBN?', 'Vocabulary', 'Example', 'Level?'],
          ['B1', 'sun', 'The sun rises.', 'Y'],
          ['', 'moon', 'The moon sets.', 'Y'],
          ['B1', 'star', '=A1', 'N'],
        ],
        { after: '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>', hiddenRows: [2] },
      );
    let { results } = (await desk.sheet(id, own ?? foreign(), 'words.xlsx')).json;
    if (!own)
      ({ results } = (
        await office.admin.put(`/api/v1/import/${id}/sentence/column`, { heading_row: 1, fields: words })
      ).json);
    expect(results).toMatchObject({
      counts: { rejected: 2 },
      notes: { hidden_rows: 1, merged: { count: 1, first: [{ cell: 'A3', with: 'A2' }] } },
    });
    expect(await act(id, 'sentence/fill', {})).toMatchObject({
      counts: { rejected: 1 },
      notes: { merged: { count: 0 } },
    });
    expect(await act(id, 'sentence/drop', { rows: 'hidden', dropped: true })).toMatchObject({
      counts: { dropped: 1 },
      notes: { hidden_rows: 0 },
    });
    expect((await office.admin.get(`/book/import/${id}/sentences`)).status).toBe(200);
  });
});
