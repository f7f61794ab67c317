import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSheet } from './sheet-read.ts';
import { allCells, allRows, refusal, saved, xlsx } from './xlsx.fixture.ts';

const workbook = xlsx({ rows: '<row><c t="str"><v>title</v></c></row>' });

async function refused(content: Uint8Array | string, name: string) {
  return refusal(readSheet(await saved(content), { name }));
}

/** The start of the container format of old .xls and encrypted workbooks, with its directory in the second sector. */
function compound(entry: string): Buffer {
  const file = Buffer.alloc(512 * 4);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(1, 48);
  file.write('Root Entry', 1024, 'utf16le');
  file.write(entry, 1024 + 128, 'utf16le');
  return file;
}

test('the type of a sheet is detected from its bytes', async () => {
  expect(await allCells(readSheet(await saved(workbook), { name: 'Books.XLSX' }))).toEqual([['title']]);
  expect(await allCells(readSheet(await saved('title,PK'), { name: 'books.csv' }))).toEqual([['title', 'PK']]);
  expect(await allCells(readSheet(await saved('PK,title'), { name: 'books.tsv' }))).toEqual([['PK', 'title']]);
});

test('a file name that contradicts the bytes is refused', async () => {
  expect(await refused(workbook, 'books.csv')).toEqual({
    code: 'sheet.wrong_extension',
    values: { name: 'books.csv', format: 'xlsx' },
  });
  expect(await refused('title\n', 'books.xlsx')).toEqual({
    code: 'sheet.wrong_extension',
    values: { name: 'books.xlsx', format: 'csv' },
  });
});

test('an encrypted workbook and an old one are told apart', async () => {
  expect(await refused(compound('EncryptedPackage'), 'a.xlsx')).toEqual({ code: 'sheet.encrypted', values: {} });
  const old = { code: 'sheet.unsupported_format', values: { format: 'xls' } };
  expect(await refused(compound('Workbook'), 'a.xls')).toEqual(old);
  expect(await refused(compound('Workbook').subarray(0, 40), 'a.xlsx')).toEqual(old);
  const lying = compound('Workbook');
  lying.writeUInt16LE(0xffff, 30);
  lying.writeUInt32LE(0xffff_ffff, 48);
  expect(await refused(lying, 'a.xlsx')).toEqual(old);
});

test('a file that is not a spreadsheet is refused', async () => {
  const other = { code: 'sheet.not_a_spreadsheet', values: {} };
  expect(await refused(Buffer.from('89504e470d0a1a0a0000000d', 'hex'), 'cover.csv')).toEqual(other);
  expect(await refused('%PDF-1.7', 'books.pdf')).toEqual(other);
  expect(await refused('title', 'books')).toEqual(other);
});

test('an empty file is an incomplete workbook, or a CSV file without rows', async () => {
  expect(await refused('', 'a.xlsx')).toEqual({ code: 'sheet.truncated', values: {} });
  expect(await allRows(readSheet(await saved(''), { name: 'a.csv' }))).toEqual([]);
});

test('a missing file is our own error, not the person’s', async () => {
  await expect(allRows(readSheet('/no/such/file', { name: 'a.csv' }))).rejects.toMatchObject({ code: 'ENOENT' });
});

const realData = resolve(import.meta.dirname, '../../../../shared/data');

describe.skipIf(!existsSync(realData))('the real sheets (skipped where ../shared/data is absent)', () => {
  test('9,300 books of 39 columns are read with their ISBNs, titles and Korean texts intact', async () => {
    const rows = await allRows(
      readSheet(resolve(realData, 'isbn-meta.xlsx'), { name: 'isbn-meta.xlsx', sheet: 'ISBN Meta' }),
    );
    expect(rows.length).toBe(9301);
    expect(rows[0]?.cells.slice(0, 8)).toEqual([
      'bid',
      'format',
      'title',
      'title_en',
      'series',
      'level',
      'isbn_print',
      'isbn_spindle',
    ]);
    expect(rows.every(({ row }, index) => row === index + 1)).toBe(true);
    expect(rows.every(({ cells }) => cells.length === 39)).toBe(true);
    expect(rows.slice(1).every(({ cells }) => /^97[89]\d{10}$/.test(cells[6] ?? ''))).toBe(true);
    expect(rows[1]?.cells).toEqual(expect.arrayContaining(['9780439023481']));
  });

  test('10,000 unmodified books, and 20,000 words and sentences', async () => {
    const dirty = await allRows(readSheet(resolve(realData, 'isbn-meta-dirty.xlsx'), { name: 'a.xlsx' }));
    const words = await allRows(readSheet(resolve(realData, 'words-and-sentences.xlsx'), { name: 'a.xlsx' }));
    expect([dirty.length, words.length]).toEqual([10_001, 20_001]);
    expect(words[1]?.cells).toEqual([
      'GB00001',
      'abandon',
      'I abandon the glory and distinction of such offices to those who like them.',
      'N',
    ]);
  });
});
