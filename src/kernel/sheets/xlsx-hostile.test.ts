import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { misstated, recordOf, renamed, shortened } from '../archive/archive.fixture.ts';
import type { SheetError } from './sheet-error.ts';
import type { SheetReadOptions } from './sheet-rows.ts';
import {
  allCells,
  type FixtureBook,
  refusal,
  relationship,
  relationships,
  saved,
  worksheet,
  xlsx,
} from './xlsx.fixture.ts';
import { readXlsx } from './xlsx-read.ts';

const sheet = 'xl/worksheets/sheet1.xml';
const valid = xlsx({ rows: '<row r="1"><c r="A1" t="str"><v>some text</v></c></row>'.repeat(1) });

async function refused(
  book: FixtureBook | Uint8Array,
  options?: SheetReadOptions,
): Promise<Pick<SheetError, 'code' | 'values'>> {
  return refusal(readXlsx(await saved(book instanceof Uint8Array ? book : xlsx(book)), options));
}

const cell = (text: string, at = 'C7'): FixtureBook => ({
  rows: `<row r="7"><c r="${at}" t="inlineStr"><is><t>${text}</t></is></c></row>`,
});

describe('an incomplete file', () => {
  test('is refused wherever it was cut off, and never read as empty', async () => {
    for (let length = 4; length < valid.length; length += 13) {
      expect(await refused(valid.slice(0, length))).toEqual({ code: 'sheet.truncated', values: {} });
    }
  });

  test('is refused where the XML of its sheet ends early', async () => {
    const whole = worksheet('<row r="1"><c r="A1" t="str"><v>some text</v></c></row>');
    for (let length = 0; length < whole.length; length += 3) {
      const { code } = await refused({ parts: { [sheet]: whole.slice(0, length) } });
      expect([length, code]).toEqual([length, 'sheet.truncated']);
    }
  });

  test('is refused where packed data ends early, whatever the directory says', async () => {
    const bytes = Buffer.from(xlsx({ rows: '<row><c><v>1</v></c></row>'.repeat(500) }));
    expect(await refused(shortened(bytes, sheet, 20))).toMatchObject({ code: 'sheet.truncated' });
  });

  test('is refused where a part is shorter than, longer than or different from what its record says', async () => {
    const changes = [
      { number: 'unpacked', by: 1, code: 'sheet.truncated' },
      { number: 'unpacked', by: -1, code: 'sheet.damaged' },
      { number: 'crc', by: 1, code: 'sheet.damaged' },
    ] as const;
    for (const { number, by, code } of changes)
      expect(await refused(misstated(Buffer.from(valid), sheet, number, by))).toMatchObject({ code });
  });

  test('is refused where packed bytes were changed', async () => {
    const bytes = Buffer.from(valid);
    const local = bytes.readUInt32LE(recordOf(bytes, sheet) + 42);
    bytes.fill(0xff, local + 30 + sheet.length, local + 30 + sheet.length + 6);
    expect(await refused(bytes)).toEqual({ code: 'sheet.damaged', values: { part: sheet } });
  });

  test('is refused without the sheet, or the texts, that it refers to', async () => {
    expect(await refused({ parts: { [sheet]: undefined } })).toEqual({
      code: 'sheet.damaged',
      values: { part: sheet },
    });
    const rows = '<row><c t="s"><v>0</v></c></row>';
    expect(await refused({ rows })).toMatchObject({ code: 'sheet.damaged' });
    expect(await refused({ rows, parts: { 'xl/sharedStrings.xml': undefined } })).toMatchObject({
      code: 'sheet.damaged',
    });
  });
});

describe('a zip that is not a valid workbook', () => {
  test('is refused when it is another kind of document', async () => {
    const other = { code: 'sheet.not_a_spreadsheet', values: {} };
    expect(await refused(zipSync({ 'a.txt': Buffer.from('a') }))).toEqual(other);
    expect(await refused(zipSync({}))).toEqual(other);
    expect(await refused({ parts: { '_rels/.rels': relationships('') } })).toEqual(other);
    expect(await refused({ parts: { 'xl/workbook.xml': '<document/>' } })).toEqual(other);
  });

  test('is refused by name when it is a spreadsheet of another format', async () => {
    expect(await refused(zipSync({ mimetype: Buffer.from('x'), 'content.xml': Buffer.from('<x/>') }))).toEqual({
      code: 'sheet.unsupported_format',
      values: { format: 'ods' },
    });
    const parts = { '_rels/.rels': relationships(relationship('rId1', 'officeDocument', 'xl/workbook.bin')) };
    expect(await refused({ parts })).toEqual({ code: 'sheet.unsupported_format', values: { format: 'xlsb' } });
  });

  test('is refused when it contains a part twice', async () => {
    const parts = { 'XL/worksheets/SHEET1.xml': worksheet('<row><c><v>2</v></c></row>') };
    expect(await refused({ parts })).toMatchObject({ code: 'sheet.damaged' });
  });

  test('is refused when it contains something that its directory does not list', async () => {
    const bytes = Buffer.from(valid);
    const end = bytes.length - 22;
    bytes.writeUInt16LE(bytes.readUInt16LE(end + 10) - 1, end + 8);
    bytes.writeUInt16LE(bytes.readUInt16LE(end + 10) - 1, end + 10);
    expect(await refused(bytes)).toMatchObject({ code: 'sheet.damaged' });
  });

  test('is read when it separates folders by backslashes, as some writers do', async () => {
    const name = '_rels/.rels';
    const bytes = renamed(Buffer.from(valid), name, name.replace('/', '\\'));
    expect(await allCells(readXlsx(await saved(bytes)))).toEqual([['some text']]);
  });

  test('is refused when it holds thousands of parts', async () => {
    const parts = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`p${index}`, '']));
    expect(await refused({ parts })).toEqual({ code: 'sheet.suspicious_compression', values: {} });
  });

  test('is refused when a part is encrypted', async () => {
    const bytes = Buffer.from(valid);
    const at = recordOf(bytes, sheet) + 8;
    bytes.writeUInt16LE(bytes.readUInt16LE(at) | 1, at);
    expect(await refused(bytes)).toEqual({ code: 'sheet.encrypted', values: {} });
  });

  test('is refused when it unpacks to more than allowed, or to more than it declares', async () => {
    const rows = '<row><c><v>1</v></c></row>'.repeat(50_000);
    expect(await refused({ rows }, { maxUnpacked: 1 << 20 })).toEqual({
      code: 'sheet.too_large',
      values: { limit: 1 },
    });
    const bytes = Buffer.from(xlsx({ rows }));
    const modest = misstated(bytes, sheet, 'unpacked', 100 - bytes.readUInt32LE(recordOf(bytes, sheet) + 24));
    expect(await refused(modest, { maxUnpacked: 1 << 20 })).toMatchObject({ code: 'sheet.damaged' });
  });

  test('is refused when it unpacks to a thousand times its size', async () => {
    const parts = { [sheet]: `<worksheet>${'<a/>'.repeat(9 << 20)}</worksheet>` };
    expect(await refused({ parts })).toEqual({ code: 'sheet.suspicious_compression', values: {} });
  });

  test('is refused when its texts would fill the memory', async () => {
    const tooLarge = { code: 'sheet.too_large', values: { limit: 1 } };
    expect(await refused({ strings: '<si/>'.repeat(40_000) }, { maxTexts: 1 << 20 })).toEqual(tooLarge);
    expect(
      await refused({ strings: `<si><t>${'a'.repeat(100)}</t></si>`.repeat(10_000) }, { maxTexts: 1 << 20 }),
    ).toEqual(tooLarge);
  });
});

describe('XML that no spreadsheet needs', () => {
  test('is refused: document types and custom entities', async () => {
    const bomb = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>';
    const unsafe = { code: 'sheet.unsafe', values: { part: sheet } };
    expect(await refused({ parts: { [sheet]: `<?xml version="1.0"?>${bomb}<worksheet/>` } })).toEqual(unsafe);
    expect(await refused(cell('&a;'))).toEqual(unsafe);
    expect(await refused(cell('&constructor;'))).toEqual(unsafe);
    const file = '<!DOCTYPE x SYSTEM "file:///etc/passwd">';
    expect(await refused({ parts: { 'xl/workbook.xml': `${file}<workbook/>` } })).toMatchObject({
      code: 'sheet.unsafe',
    });
  });

  test('is refused: deep nesting, and elements of a hundred attributes', async () => {
    const deep = `${'<a>'.repeat(100)}${'</a>'.repeat(100)}`;
    expect(await refused({ rows: deep })).toMatchObject({ code: 'sheet.unsafe' });
    const attributes = Array.from({ length: 100 }, (_, index) => ` a${index}=""`).join('');
    expect(await refused({ rows: `<row${attributes}/>` })).toMatchObject({ code: 'sheet.unsafe' });
  });

  test.each([
    ['elements that cross', '<row><c></row></c>'],
    ['an element never opened', '</row>'],
    ['an attribute twice', '<row r="1" r="2"/>'],
    ['an attribute without a value', '<row r/>'],
    ['an attribute without quotes', '<row r=1/>'],
    ['attributes without space between', '<row r="1"s="2"/>'],
    ['markup inside an attribute', '<row r="<"/>'],
    ['an ampersand that begins nothing', '<row><c t="str"><v>AT&T</v></c></row>'],
    ['a cell within a cell', '<row><c><c/></c></row>'],
    ['a row within a row', '<row><row/></row>'],
    ['rows that go back', '<row r="5"/><row r="5"/>'],
    ['a row that is no number', '<row r="one"/>'],
    ['cells that go back', '<row><c r="B1"/><c r="A1"/></row>'],
    ['a cell without a column', '<row><c r="12"/></row>'],
    ['a cell of a column with four letters', '<row><c r="AAAA1"/></row>'],
    ['a text whose number does not exist', '<row><c t="s"><v>-1</v></c></row>'],
    ['a second root', '</sheetData></worksheet><worksheet><sheetData>'],
    ['text behind the root', '</sheetData></worksheet>text<worksheet><sheetData>'],
  ])('is refused as damage: %s', async (_, rows) => {
    expect(await refused({ rows })).toEqual({ code: 'sheet.damaged', values: { part: sheet } });
  });

  test('is refused as damage when it is not UTF-8', async () => {
    const bytes = Buffer.from(worksheet('<row><c t="str"><v>caf\u00e9</v></c></row>'), 'latin1');
    expect(await refused({ parts: { [sheet]: bytes } })).toMatchObject({ code: 'sheet.damaged' });
    expect(await refused({ parts: { [sheet]: Buffer.from(worksheet(''), 'utf16le') } })).toMatchObject({
      code: 'sheet.damaged',
    });
  });
});

describe('a cell that cannot be stored', () => {
  const position = { row: 7, column: 'C' };

  test.each([
    '\0',
    'a\u0001b',
    '\u001f',
    '\uffff',
    '&#0;',
    '&#xB;',
    '&#xD800;',
    '&#x110000;',
    '_x0000_',
    '_xD83D_',
    '_xDE00__xD83D_',
    '_xFFFE_',
  ])('is refused with its position: %j', async (text) => {
    expect(await refused(cell(text))).toEqual({ code: 'sheet.illegal_character', values: position });
  });

  test('is refused with its position when the bad character is in a shared text', async () => {
    const rows = '<row r="7"><c r="C7" t="s"><v>1</v></c></row>';
    const strings = '<si><t>good</t></si><si><t>bad _x0007_</t></si>';
    expect(await refused({ rows, strings })).toEqual({ code: 'sheet.illegal_character', values: position });
  });

  test('is refused with its position when it is over the length limit, but not at it', async () => {
    const limit = 32_767;
    expect(await refused(cell('x'.repeat(limit + 1)))).toEqual({
      code: 'sheet.cell_too_long',
      values: { limit, ...position },
    });
    expect(await refused(cell('가'.repeat(3 << 20)))).toEqual({
      code: 'sheet.cell_too_long',
      values: { limit, ...position },
    });
    const shared = {
      rows: '<row r="7"><c r="C7" t="s"><v>0</v></c></row>',
      strings: `<si>${'<t>xx</t>'.repeat(200_000)}</si>`,
    };
    expect(await refused(shared)).toEqual({ code: 'sheet.cell_too_long', values: { limit, ...position } });
    const rows = `<row><c t="str"><v>${'_x000D_'.repeat(limit)}</v></c></row>`;
    for await (const [row] of readXlsx(await saved(xlsx({ rows })))) expect(row?.cells[0]?.length).toBe(limit);
  });

  test('is refused with its position when it is too far to the right', async () => {
    expect(await refused(cell('x', 'IW7'))).toEqual({
      code: 'sheet.too_many_columns',
      values: { limit: 256, row: 7, column: 'IW' },
    });
    const million = { rows: `<row r="7">${'<c><v>1</v></c>'.repeat(1_000_000)}</row>` };
    expect(await refused(million, { maxColumns: 40 })).toMatchObject({
      code: 'sheet.too_many_columns',
      values: { column: 'AO' },
    });
  });
});

describe('input that is designed to be slow takes no longer than any other', () => {
  test('formats and numbers that are slow to recognise', async () => {
    for (const code of ['['.repeat(500_000), '[x'.repeat(250_000), '\\'.repeat(500_000)]) {
      const styles = `<numFmts><numFmt numFmtId="170" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="170"/></cellXfs>`;
      const file = await saved(xlsx({ styles, rows: '<row><c s="0"><v>1</v></c></row>' }));
      expect(await allCells(readXlsx(file))).toEqual([['1']]);
    }
    const digits = `<row r="7"><c r="C7"><v>${'1'.repeat(200_000)}x</v></c></row>`;
    expect(await refused({ rows: digits })).toMatchObject({ code: 'sheet.cell_too_long' });
  });

  test('a hundred thousand sheets that refer to a hundred thousand parts', async () => {
    const relations = Array.from({ length: 100_000 }, (_, index) => relationship(`r${index}`, 'worksheet', 'a.xml'));
    const workbook = `<sheets>${'<sheet name="A" r:id="none"/>'.repeat(100_000)}</sheets>`;
    expect(await refused({ workbook, relationships: relations.join('') })).toMatchObject({ code: 'sheet.no_sheet' });
  });
});

describe('a sheet that cannot be used', () => {
  test('is refused when it has more rows than allowed; empty ones do not count', async () => {
    const rows = '<row><c><v>1</v></c></row><row/>'.repeat(3);
    expect(await refused({ rows }, { maxRows: 2 })).toEqual({ code: 'sheet.too_many_rows', values: { limit: 2 } });
  });

  test('is refused by name when it must have that name', async () => {
    expect(await refused({}, { sheet: 'ISBN Meta', strictSheet: true })).toEqual({
      code: 'sheet.not_found',
      values: { name: 'ISBN Meta' },
    });
  });

  test('is refused when all sheets are hidden', async () => {
    for (const state of ['hidden', 'veryHidden']) {
      const workbook = `<sheets><sheet name="A" state="${state}" r:id="rId1"/></sheets>`;
      expect(await refused({ workbook })).toEqual({ code: 'sheet.no_sheet', values: {} });
    }
  });
});
