import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookFields } from '#features/book/book-fields.public.ts';
import { xlsx } from '#kernel/sheets/xlsx.fixture.ts';
import { type Office, startOffice } from '#test/app.ts';
import { importRow } from '../import.factory.ts';
import { importDesk } from '../import.fixture.ts';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.close());

const { uploadSheet } = importDesk(() => office);

const text = (value: string) => `<c t="str"><v>${value}</v></c>`;
const heading = `<row r="1">${bookFields.map(({ name }) => text(name)).join('')}</row>`;
const row = importRow(1);
const cells = bookFields.map(({ name }) => text(row[name] ?? ''));
const sheet = 'xl/worksheets/sheet1.xml';

const hostile: [what: string, content: Uint8Array, code: string][] = [
  ['cut short', xlsx({ rows: heading }).slice(0, -200), 'sheet.truncated'],
  [
    'that unpacks to a thousand times its size',
    xlsx({ parts: { [sheet]: `<worksheet>${'<a/>'.repeat(9 << 20)}</worksheet>` } }),
    'sheet.suspicious_compression',
  ],
  [
    'of sixteen thousand columns',
    xlsx({ rows: '<row r="1"><c r="XFD1" t="str"><v>x</v></c></row>' }),
    'sheet.too_many_columns',
  ],
  [
    'with entities of its own',
    xlsx({ parts: { [sheet]: '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha">]><worksheet/>' } }),
    'sheet.unsafe',
  ],
  ['with a lone surrogate', xlsx({ rows: `${heading}<row r="2">${text('_xD800_')}</row>` }), 'sheet.illegal_character'],
];

test.each(hostile)('a workbook %s is refused with its reason and leaves nothing', async (_what, content, code) => {
  const answer = await uploadSheet(new Uint8Array(content), 'books.xlsx');
  expect(answer).toMatchObject({ status: 422, json: { error: { code, message: expect.any(String) } } });
  expect(await office.db.selectFrom('import').select('import_idx').execute()).toEqual([]);
  expect(await office.db.selectFrom('import_row').select('row_no').execute()).toEqual([]);
});

test('a formula counts as its stored value, and without one its row is refused as not calculated', async () => {
  const given = cells
    .with(2, '<c t="str"><f>HYPERLINK("http://evil.example")</f><v>Shown</v></c>')
    .with(8, '<c><f>1+1</f></c>');
  const answer = await uploadSheet(
    new Uint8Array(xlsx({ rows: `${heading}<row r="2">${given.join('')}</row>` })),
    'books.xlsx',
  );
  const rows = await office.admin.get(`/api/v1/import/${answer.json.results.import_idx}/row`);
  const [read] = rows.json.results;
  expect([read.cells[2], read.cells[8]]).toEqual(['Shown', '#UNCALCULATED!']);
  expect(read.errors).toMatchObject([
    { field: 'author', message: expect.stringContaining('This formula has no result') },
  ]);
});
