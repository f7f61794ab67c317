import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookFields } from '#features/book/book-fields.public.ts';
import { xlsx } from '#kernel/sheets/xlsx.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { importCsv, importRow } from '../import.factory.ts';
import { sentenceCsv } from '../import.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const mb = 1_000_000;

async function send(path: string, content: string | Uint8Array<ArrayBuffer>, name: string) {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  return office.admin.upload(path, form);
}

/** A small workbook with the same long text in every cell of this many rows, below a heading. */
function repeated(rows: number, columns: readonly string[], length = 32_000): Uint8Array<ArrayBuffer> {
  const texts = ['x'.repeat(length), ...columns];
  const line = (cells: number[]) => `<row>${cells.map((cell) => `<c t="s"><v>${cell}</v></c>`).join('')}</row>`;
  const heading = line(columns.map((_, index) => index + 1));
  const strings = texts.map((text) => `<si><t>${text}</t></si>`).join('');
  return new Uint8Array(xlsx({ strings, rows: heading + line(columns.map(() => 0)).repeat(rows) }));
}

const columns = bookFields.map(({ name }) => name);
const units = ['unit_title', 'subunit_title', 'subunit_id', 'start_page', 'game_content_id'];

test('a small workbook that repeats one long text ten thousand times is refused before it is stored', async () => {
  const bomb = repeated(300, columns);
  expect(bomb.length).toBeLessThan(100_000);
  const answer = await send('/api/v1/import', bomb, 'books.xlsx');
  expect(answer).toMatchObject({ status: 422, json: { error: { code: 'sheet.too_much_text' } } });
  expect(answer.json.error.message).toContain('64 MB');
  expect(await office.db.selectFrom('import').selectAll().execute()).toEqual([]);
  const asUnits = await send('/api/v5/book/unit/sheet', repeated(300, units), 'units.xlsx');
  expect(asUnits).toMatchObject({ status: 422, json: { error: { code: 'sheet.too_much_text' } } });
});

test('cells that are too long are rejected and stored truncated, and no answer grows with them', async () => {
  const { json } = await send('/api/v1/import', repeated(50, columns), 'books.xlsx');
  const id = json.results.import_idx;
  const stored = await sql<{ length: number }>`
    select sum(length(array_to_string(cells, ''))) as length from import_row`.execute(office.db);
  expect(Number(stored.rows[0]?.length)).toBeLessThan(3 * mb);
  const rows = await office.admin.get(`/api/v1/import/${id}/row`);
  expect(rows.json.results).toHaveLength(50);
  expect(rows.json.results[0]).toMatchObject({ status: 'rejected', errors: expect.any(Array) });
  expect(rows.body.length).toBeLessThan(2 * mb);
  for (const page of [`/book/import/${id}`, `/book/import/${id}?filter=all`, '/book/import'])
    expect((await office.admin.get(page)).body.length).toBeLessThan(5 * mb);
});

test('a long cell is shortened in lists, and shown in full only with its own row', async () => {
  const summary = 'It was a dark night. '.repeat(400).trim();
  const { json } = await send('/api/v1/import', importCsv([importRow(1, { summary })]), 'books.csv');
  const at = `/api/v1/import/${json.results.import_idx}/row`;
  const column = columns.indexOf('summary');
  const [row] = (await office.admin.get(at)).json.results;
  expect(row.cut).toEqual(['summary']);
  expect(row.cells[column]).toBe(`${summary.slice(0, 200)}…`);
  expect((await office.admin.get(`${at}/2`)).json.results).toMatchObject({ cut: [], row_no: 2 });
  expect((await office.admin.get(`${at}/2`)).json.results.cells[column]).toBe(summary);
  expect((await office.admin.get(`${at}/9`)).json.error.code).toBe('import.row_not_found');
});

test('rows of sentences that are too long are stored and answered truncated', async () => {
  await office.admin.post('/api/v1/book', { books: [importRow(1, { bid: 'B1' })], create_missing: true });
  const { json } = await office.admin.post('/api/v1/import/book', { bids: ['B1'] });
  const at = `/api/v1/import/${json.results.import_idx}/sentence`;
  const long = Array.from({ length: 250 }, () => ['B1', 'w'.repeat(30_000), 's'.repeat(30_000), 'Y']);
  expect((await send(at, sentenceCsv(long), 'words.csv')).json.results.counts).toMatchObject({ rejected: 250 });
  expect((await office.admin.get(at)).body.length).toBeLessThan(mb);
});

test('of many unknown titles a limited number is listed, with the total', async () => {
  const rows = Array.from({ length: 6000 }, (_, n) =>
    importRow(n, { bid: `M${n}`, series: `Series ${n} ${'s'.repeat(150)}`, level: 'A' }),
  );
  const { json } = await send('/api/v1/import', importCsv(rows), 'many.csv');
  const { body, json: state } = await office.admin.get(`/api/v1/import/${json.results.import_idx}`);
  expect(state.results.missing_counts).toEqual({ series: 6000, level: 6000, category: 0, age_group: 0 });
  expect(state.results.missing.length).toBeLessThan(6000);
  expect(body.length).toBeLessThan(2 * mb);
  expect((await office.admin.get('/book/import')).body.length).toBeLessThan(mb);
});
