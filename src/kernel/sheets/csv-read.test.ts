import { describe, expect, test } from 'vitest';
import { readCsv } from './csv-read.ts';
import type { SheetReadOptions } from './sheet-rows.ts';
import { allCells, allRows, refusal, saved } from './xlsx.fixture.ts';

async function cells(content: Uint8Array | string): Promise<string[][]> {
  return allCells(readCsv(await saved(content)));
}

async function refused(content: Uint8Array | string, options?: SheetReadOptions) {
  return refusal(readCsv(await saved(content), options));
}

/**
 * "전자책 도서관의 목록: 똠방각하, 펲시 햏뷁갂힣쌰 €" and "제목" as saved by Korean Excel: code page 949, with syllables beyond the older
 * standard.
 */
const koreanBytes = Buffer.from(
  'c0fcc0dac3a520b5b5bcadb0fcc0c720b8f1b7cf3a208c63b9e6b0a2c7cf2c20bc84bdc320c16494ee8141c6529b5820a2e6',
  'hex',
);
const koreanHeader = Buffer.from('c1a6b8f1', 'hex');

describe('the shape of a CSV file', () => {
  test('quotes, doubled quotes, line breaks and separators inside quotes belong to the cell', async () => {
    const text = 'a,"b, c","say ""hi""","two\r\nlines"\r\n"","",x,""\r\n';
    expect(await cells(text)).toEqual([
      ['a', 'b, c', 'say "hi"', 'two\r\nlines'],
      ['', '', 'x'],
    ]);
  });

  test('a quote inside a cell that does not begin with one is an ordinary character', async () => {
    expect(await cells('5" disc;7" disc, rare;x\n"a ""b""; c";say "no";12"')).toEqual([
      ['5" disc', '7" disc, rare', 'x'],
      ['a "b"; c', 'say "no"', '12"'],
    ]);
  });

  test.each(['\r\n', '\n', '\r'])('lines may end in %j, and the last one without any', async (end) => {
    expect(await cells(`a,b${end}c,d`)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(await cells(`a,b${end}c,${end}`)).toEqual([['a', 'b'], ['c']]);
  });

  test.each([
    ['comma', ','],
    ['semicolon', ';'],
    ['tab', '\t'],
  ])('the separator is found: %s', async (_, separator) => {
    const header = ['"x, y; z"', 'b', 'c'].join(separator);
    expect(await cells(`\r\n${header}\n1${separator}2,5;\t${separator === ';' ? '' : separator}`)).toEqual([
      ['x, y; z', 'b', 'c'],
      separator === ';' ? ['1', '2,5', '\t'] : separator === ',' ? ['1', '2', '5;\t'] : ['1', '2,5;'],
    ]);
  });

  test('a single column without any separator is read', async () => {
    expect(await cells('title\nA\nB')).toEqual([['title'], ['A'], ['B']]);
  });

  test('rows are numbered as in a spreadsheet program, and empty ones are skipped', async () => {
    const file = await saved('a\n\n"b\nb"\n,,\nc');
    expect(await allRows(readCsv(file))).toEqual([
      { row: 1, cells: ['a'] },
      { row: 3, cells: ['b\nb'] },
      { row: 5, cells: ['c'] },
    ]);
  });

  test('an empty file has no rows', async () => {
    expect(await cells('')).toEqual([]);
    expect(await cells('\ufeff')).toEqual([]);
  });

  test('cells are complete wherever the file is split into chunks', async () => {
    const row = '"한 ""글"" 😀",b,"x\r\ny"\r\n';
    const parsed = ['한 "글" 😀', 'b', 'x\r\ny'];
    for (let shift = 0; shift < 32; shift++) {
      const text = 'z'.repeat(shift) + '\r\n'.repeat(1) + row.repeat(6000);
      const rows = await cells(text);
      expect(rows.length).toBe(6000 + (shift > 0 ? 1 : 0));
      expect(rows.slice(shift > 0 ? 1 : 0).every((found) => found.join('|') === parsed.join('|'))).toBe(true);
    }
  });

  test('apostrophes that an export put before formulas are removed again; others stay', async () => {
    expect(await cells("'=1+1,'+82,''=x,'tis,',=1+1")).toEqual([['=1+1', '+82', "'=x", "'tis", "'", '=1+1']]);
  });
});

describe('the encoding of a CSV file', () => {
  test.each([
    ['UTF-8', Buffer.from('제목,Ñandú 😀')],
    ['UTF-8 with a mark', Buffer.from('\ufeff제목,Ñandú 😀')],
    ['UTF-16 little endian', Buffer.from('\ufeff제목,Ñandú 😀', 'utf16le')],
    ['UTF-16 big endian', Buffer.from('\ufeff제목,Ñandú 😀', 'utf16le').swap16()],
  ])('%s is read', async (_, bytes) => {
    expect(await cells(bytes)).toEqual([['제목', 'Ñandú 😀']]);
  });

  test('the code page of Korean Windows is read, with every syllable', async () => {
    const bytes = Buffer.concat([koreanHeader, Buffer.from('\r\n"'), koreanBytes, Buffer.from('"\r\n')]);
    expect(await cells(bytes)).toEqual([['제목'], ['전자책 도서관의 목록: 똠방각하, 펲시 햏뷁갂힣쌰 €']]);
  });

  test('other old code pages are refused, naming the first cell that cannot be read', async () => {
    const western = Buffer.from('title,author\nA,B\nx,\u00c1ngel Le\u00f3n\n', 'latin1');
    expect(await refused(western)).toEqual({ code: 'sheet.bad_encoding', values: { row: 3, column: 'B' } });
    const turkish = Buffer.from('title\n\u00dc\u00e7\n', 'latin1');
    expect(await refused(turkish)).toEqual({ code: 'sheet.bad_encoding', values: { row: 2, column: 'A' } });
  });

  test('a file that ends within a character is refused', async () => {
    expect(await refused(Buffer.from('a,가').subarray(0, -1))).toMatchObject({ code: 'sheet.bad_encoding' });
    expect(await refused(koreanBytes.subarray(0, -1))).toMatchObject({ code: 'sheet.bad_encoding' });
    expect(await refused(Buffer.from('\ufeffab', 'utf16le').subarray(0, -1))).toMatchObject({
      code: 'sheet.bad_encoding',
    });
  });

  test('a replacement character in valid UTF-8 is kept as the author’s own', async () => {
    expect(await cells('a\ufffdb')).toEqual([['a\ufffdb']]);
  });
});

describe('a CSV file that cannot be read is refused', () => {
  test.each([
    ['a quote never closed', 'a\nb\n"c\nd\n', 3],
    ['text behind the closing quote', 'a,"b"c\n', 1],
  ])('with its row: %s', async (_, text, row) => {
    expect(await refused(text)).toEqual({ code: 'sheet.bad_csv', values: { row } });
  });

  test('with its row: an unclosed quote that swallows megabytes', async () => {
    expect(await refused(`a\n"b\n${'c,d\n'.repeat(2_000_000)}`)).toEqual({ code: 'sheet.bad_csv', values: { row: 2 } });
  });

  test('with its cell: control characters', async () => {
    const clean = 'a,b\n'.repeat(30_000);
    expect(await refused(`${clean}c,"d\0"\n`)).toEqual({
      code: 'sheet.illegal_character',
      values: { row: 30_001, column: 'B' },
    });
    expect(await refused('a\u0007')).toMatchObject({ code: 'sheet.illegal_character' });
  });

  test('with its cell: too long, or too far to the right', async () => {
    expect(await refused(`a,${'x'.repeat(32_768)}`)).toEqual({
      code: 'sheet.cell_too_long',
      values: { limit: 32_767, row: 1, column: 'B' },
    });
    expect(await refused(`${','.repeat(1_000_000)}\n${','.repeat(300)}x`)).toEqual({
      code: 'sheet.too_many_columns',
      values: { limit: 256, row: 2, column: 'KO' },
    });
  });

  test('with the limit: too many rows', async () => {
    expect(await refused('a\nb\nc\n', { maxRows: 2 })).toEqual({ code: 'sheet.too_many_rows', values: { limit: 2 } });
  });
});
