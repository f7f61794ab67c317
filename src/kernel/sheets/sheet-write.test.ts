import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readCsv } from './csv-read.ts';
import { writeCsv } from './csv-write.ts';
import { SheetError } from './sheet-error.ts';
import type { SheetValue } from './sheet-value.ts';
import { allCells, saved } from './xlsx.fixture.ts';
import { readXlsx } from './xlsx-read.ts';
import { writeXlsx } from './xlsx-write.ts';

async function* each(rows: Iterable<readonly SheetValue[]>): AsyncGenerator<readonly SheetValue[]> {
  yield* rows;
}

async function bytes(blocks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(blocks));
}

async function sheetXml(rows: SheetValue[][], sheet = 'Books'): Promise<Record<string, string>> {
  const parts = unzipSync(await bytes(writeXlsx(each(rows), { sheet })));
  return Object.fromEntries(Object.entries(parts).map(([name, content]) => [name, strFromU8(content)]));
}

const hasCalc = spawnSync('soffice', ['--version']).status === 0;

/** Saves a sheet in another format as LibreOffice Calc does, beside it. */
function convert(file: string, to: 'csv' | 'xlsx'): string {
  const folder = dirname(file);
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  // Commas, quotes, UTF-8: without being told, it takes the characters of this machine.
  const read = file.endsWith('.csv') ? ['--infilter=Text - txt - csv (StarCalc):44,34,76'] : [];
  spawnSync('soffice', ['--headless', profile, ...read, '--convert-to', to, '--outdir', folder, file]);
  return join(folder, `${basename(file, extname(file))}.${to}`);
}

const texts = [
  '한국어 제목',
  'Ñandú é',
  '日本語 😀👩‍👩‍👧',
  'say "hi", <b>&amp;</b>; ok',
  "it's",
  'two\nlines',
  'three\r\nlines\r',
  ' spaced ',
  '\ttab',
  '_x000D_ and _x005F_',
  '=1+1',
  '+82-10',
  '-3',
  '@you',
  '＝1',
  "'=quoted",
  "''",
  'a;=cmd',
  "a;'=cmd; -b",
  'a;""=cmd',
  'a;\'"=cmd',
  'list:\n- one\n+ two',
  '\t=1;@x',
  '0439023483',
  '00123',
  "'00123",
  "''00123",
  '5204329933E5',
  '520432993312',
  'MAR-01',
  '9780439023481',
  'TRUE',
  '#N/A',
  '2024-05-17',
  '\u00a0',
];
const table: SheetValue[][] = [['title', null, 'n'], texts, ['', null, 'after', ''], [1, -2.5, 9780439023481, 0, 1e-7]];
const readBack = [['title', '', 'n'], texts, ['', '', 'after'], ['1', '-2.5', '9780439023481', '0', '0.0000001']];

describe('written rows are read back', () => {
  test('from .xlsx', async () => {
    expect(await allCells(readXlsx(await saved(await bytes(writeXlsx(each(table), { sheet: 'Books' })))))).toEqual(
      readBack,
    );
  });

  test('from CSV', async () => {
    const csv = await allCells(readCsv(await saved(await bytes(writeCsv(each(table))))));
    expect(csv).toEqual([...readBack.slice(0, 3), ['1', '-2.5', '9780439023481', '0', '1e-7']]);
  });

  test('in thousands of rows, block by block', async () => {
    const rows = Array.from({ length: 20_000 }, (_, row) => [`제목 ${row}`, row, 'x'.repeat(row % 50), '끝']);
    const expected = rows.map((row) => row.map(String));
    const blocks = await Array.fromAsync(writeXlsx(each(rows), { sheet: 'S' }));
    expect(blocks.length).toBeGreaterThan(10);
    expect(await allCells(readXlsx(await saved(Buffer.concat(blocks))))).toEqual(expected);
    expect(await allCells(readCsv(await saved(await bytes(writeCsv(each(rows))))))).toEqual(expected);
  });

  test('even when there are no rows', async () => {
    expect(await allCells(readXlsx(await saved(await bytes(writeXlsx(each([]), { sheet: 'S' })))))).toEqual([]);
    expect(await allCells(readCsv(await saved(await bytes(writeCsv(each([]))))))).toEqual([]);
  });
});

describe('an exported CSV file', () => {
  test('begins with a byte order mark, has CRLF lines, and quotes only where necessary', async () => {
    const text = (await bytes(writeCsv(each([['제목', 'a,b', 'a;b', 'say "hi"', null, 5]])))).toString();
    expect(text).toBe('\ufeff제목,"a,b","a;b","say ""hi""",,5\r\n');
  });

  test('holds no formula even for a program that splits at semicolons and ignores quotes inside a line', async () => {
    const csv = (
      await bytes(writeCsv(each([['B1', 'a;=cmd', 'see; -5', 'a;"=cmd";@b', 'one\n=two\t+three']])))
    ).toString();
    expect(csv).toContain(`B1,"a;'=cmd","see; -5"`);
    for (const piece of csv.slice(1).split(/[;\t\r\n]/)) expect(piece).not.toMatch(/^"*[=+\-@]/);
  });

  test('holds no formula: such cells get an apostrophe in front, numbers do not', async () => {
    const row = [
      '=HYPERLINK("x")',
      '+1',
      '-1',
      '@x',
      '\t=1',
      '\r=1',
      '\n=1',
      '＝1',
      '＋1',
      '－1',
      '＠x',
      "'=1",
      -1,
      'a=1',
    ];
    const text = (await bytes(writeCsv(each([row])))).toString().slice(1, -2);
    expect(text).toBe(`"'=HYPERLINK(""x"")",'+1,'-1,'@x,"'\t'=1","'\r'=1","'\n'=1",'＝1,'＋1,'－1,'＠x,''=1,-1,a=1`);
  });
});

describe('An ID that a spreadsheet would turn into a number or a date', () => {
  const ids = ['00123', '5204329933E5', '520432993312', '0439023483', 'MAR-01', '1-2', "'00123"];

  test('is kept as text in CSV by an apostrophe; numbers, dates and ISBNs have none', async () => {
    const rows = [ids, [7, '2024-05-17', '2024-05-17 09:00', '9780439023481', '0.50', 'ACME-01', '12']];
    expect((await bytes(writeCsv(each(rows)))).toString().slice(1)).toBe(
      "'00123,'5204329933E5,'520432993312,'0439023483,'MAR-01,'1-2,''00123\r\n7,2024-05-17,2024-05-17 09:00,9780439023481,0.50,ACME-01,12\r\n",
    );
  });

  test('is read back from CSV as it was', async () => {
    const written = await bytes(writeCsv(each([ids])));
    expect(await allCells(readCsv(await saved(written)))).toEqual([ids]);
  });

  test.skipIf(!hasCalc)(
    'is shown whole by LibreOffice Calc, and is read back from the workbook that it saves',
    { timeout: 60_000 },
    async () => {
      const csv = await saved(await bytes(writeCsv(each([ids]))), 'ids.csv');
      const workbook = convert(csv, 'xlsx');
      const shown = (await readFile(convert(workbook, 'csv'), 'utf8')).trim();
      expect(shown.split(',')).toEqual(ids.map((id) => `'${id}`));
      expect(await allCells(readXlsx(workbook))).toEqual([ids]);
    },
  );
});

describe('an exported workbook', () => {
  test('holds texts as texts, and marks formula-like ones so that editing does not run them', async () => {
    const xml = (await sheetXml([['=1+1', 'plain', '5', 5]]))['xl/worksheets/sheet1.xml'];
    expect(xml).toContain('<c r="A1" s="1" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>');
    expect(xml).toContain('<c r="B1" t="inlineStr"><is><t xml:space="preserve">plain</t></is></c>');
    expect(xml).toContain('<c r="C1" t="inlineStr"><is><t xml:space="preserve">5</t></is></c><c r="D1"><v>5</v></c>');
    expect(xml).not.toContain('<f>');
  });

  test('leaves out characters that a cell cannot hold', async () => {
    const row = ['a\0b\u0007c\uffff', '\ud800x', 'x'.repeat(40_000), Number.NaN];
    const cells = await allCells(readXlsx(await saved(await bytes(writeXlsx(each([row]), { sheet: 'S' })))));
    expect(cells).toEqual([['abc', '\ufffdx', `${'x'.repeat(32_766)}…`, 'NaN']]);
  });

  test('has a sheet name that Excel accepts', async () => {
    const name = async (wanted: string) =>
      /<sheet name="([^"]*)"/.exec((await sheetXml([], wanted))['xl/workbook.xml'] ?? '')?.[1];
    expect(await name('책 & "코드"')).toBe('책 &amp; &quot;코드&quot;');
    expect(await name("'a/b[c]:d*e?f\\g'")).toBe('a b c  d e f g');
    expect(await name('x'.repeat(40))).toBe('x'.repeat(31));
    expect(await name('')).toBe('Sheet1');
  });

  test('is the same file for the same rows', async () => {
    expect(await bytes(writeXlsx(each(table), { sheet: 'S' }))).toEqual(
      await bytes(writeXlsx(each(table), { sheet: 'S' })),
    );
  });

  test('is refused where a sheet cannot hold the rows', async () => {
    const wide = bytes(writeXlsx(each([Array.from({ length: 16_385 }, () => 1)]), { sheet: 'S' }));
    await expect(wide).rejects.toEqual(
      new SheetError('sheet.too_many_columns', { limit: 16_384, row: 1, column: 'XFE' }),
    );
  });

  test('continues on further sheets below the same heading where one cannot hold the rows', async () => {
    const rows = [['Number'], ...Array.from({ length: 7 }, (_, n) => [n + 1])];
    const parts = unzipSync(
      await bytes(writeXlsx(each(rows), { sheet: 'Codes of a very long name indeed', sheetRows: 4 })),
    );
    const text = (name: string) => strFromU8(parts[name] ?? new Uint8Array());
    const numbers = (n: number) =>
      [...text(`xl/worksheets/sheet${n}.xml`).matchAll(/<v>(\d+)<\/v>/g)].map(([, v]) => Number(v));
    expect([1, 2, 3, 4].map(numbers)).toEqual([[1, 2, 3], [4, 5, 6], [7], []]);
    for (const n of [1, 2, 3]) {
      expect(text(`xl/worksheets/sheet${n}.xml`)).toContain('>Number<');
      expect(text('[Content_Types].xml')).toContain(`/xl/worksheets/sheet${n}.xml`);
      expect(text('xl/_rels/workbook.xml.rels')).toContain(`worksheets/sheet${n}.xml`);
    }
    const names = [...text('xl/workbook.xml').matchAll(/name="([^"]*)"/g)].map(([, name]) => name);
    expect(names).toEqual([
      'Codes of a very long name indee',
      'Codes of a very long name ind 2',
      'Codes of a very long name ind 3',
    ]);
    const full = unzipSync(await bytes(writeXlsx(each(rows.slice(0, 4)), { sheet: 'S', sheetRows: 4 })));
    expect(Object.keys(full).filter((name) => name.includes('worksheets/'))).toEqual(['xl/worksheets/sheet1.xml']);
  });

  test('continues on another sheet before a part is too large for a zip, and breaks off before the file is', async () => {
    const wide = 'x'.repeat(30_000);
    const rows = [['Number'], ...Array.from({ length: 200 }, (_, n) => [n, wide, wide])];
    const parts = unzipSync(await bytes(writeXlsx(each(rows), { sheet: 'S', sheetBytes: 2 ** 20 })));
    const sheets = Object.keys(parts).filter((name) => name.includes('worksheets/'));
    expect(sheets.length).toBeGreaterThan(1);
    const numbers = sheets.flatMap((name) =>
      [...strFromU8(parts[name] ?? new Uint8Array()).matchAll(/<v>(\d+)<\/v>/g)].map(([, v]) => Number(v)),
    );
    expect(numbers).toEqual(Array.from({ length: 200 }, (_, n) => n));
    await expect(bytes(writeXlsx(each(rows), { sheet: 'S', zipBytes: 2000 }))).rejects.toThrow(SheetError);
  });

  test('ends with the error of its rows when reading them fails', async () => {
    async function* failing(): AsyncGenerator<SheetValue[]> {
      yield ['a'];
      throw new Error('connection lost');
    }
    await expect(bytes(writeXlsx(failing(), { sheet: 'S' }))).rejects.toThrow('connection lost');
    await expect(bytes(writeCsv(failing()))).rejects.toThrow('connection lost');
  });

  test('stops asking for rows when nobody reads on', async () => {
    let closed = false;
    async function* endless(): AsyncGenerator<SheetValue[]> {
      try {
        for (let row = 0; ; row++) yield [`row ${row}`, Math.sin(row)];
      } finally {
        closed = true;
      }
    }
    for await (const _ of writeXlsx(endless(), { sheet: 'S' })) break;
    const blocks = writeXlsx(endless(), { sheet: 'S' });
    for (let block = 0; block < 12; block++) await blocks.next();
    await blocks.return(undefined);
    await expect.poll(() => closed).toBe(true);
  });
});
