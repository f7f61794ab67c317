import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readCsv } from './csv-read.ts';
import { writeCsv } from './csv-write.ts';
import { amountValue, endValues, momentValue, type SheetValue, timeValues, typedDayValue } from './sheet-value.ts';
import { allCells, saved } from './xlsx.fixture.ts';
import { readXlsx } from './xlsx-read.ts';
import { writeXlsx } from './xlsx-write.ts';

type Row = readonly SheetValue[];

async function* each(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}

const bytes = async (blocks: AsyncIterable<Uint8Array>) => Buffer.concat(await Array.fromAsync(blocks));
const workbook = (rows: readonly Row[]) => bytes(writeXlsx(each(rows), { sheet: 'S' }));
const part = (file: Uint8Array, name: string) => strFromU8(unzipSync(file)[`xl/${name}`] ?? new Uint8Array());

const time = timeValues('Asia/Seoul');
const end = endValues('Asia/Seoul');
const midnight = String(Date.UTC(2026, 11, 31, 15) / 1000);

const values: Row = [
  momentValue('2026-12-02'),
  momentValue('2026-12-02 09:05'),
  time(String(Date.UTC(2026, 11, 2, 0, 0, 7) / 1000)),
  end(midnight),
  amountValue('39000', 'KRW'),
  amountValue('29.70', 'USD'),
  amountValue('-1234567.50', 'USD'),
  1234567,
];
const texts = [
  '2026-12-02',
  '2026-12-02 09:05',
  '2026-12-02 09:00:07',
  '2026-12-31 23:59:59',
  '39000',
  '29.70',
  '-1234567.50',
  '1234567',
];

describe('days, times and amounts in an exported workbook', () => {
  test('are numbers with a format, which has the decimals of the currency', async () => {
    const file = await workbook([['heading'], values]);
    const sheet = part(file, 'worksheets/sheet1.xml');
    const cell = (name: string) => new RegExp(`<c r="${name}" s="(\\d+)"><v>([^<]*)</v></c>`).exec(sheet)?.slice(1);
    const [, , ...styles] = [...part(file, 'styles.xml').matchAll(/<xf numFmtId="(\d+)"/g)].slice(1);
    const formats = new Map(
      [...part(file, 'styles.xml').matchAll(/numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [
        id,
        code,
      ]),
    );
    const shown = ['A2', 'B2', 'C2', 'D2', 'E2', 'F2', 'G2'].map((name) => {
      const [style, number] = cell(name) ?? [];
      return [Number(number), formats.get(styles[Number(style) - 2]?.[1])];
    });
    expect(shown).toEqual([
      [46_358, 'yyyy-mm-dd'],
      [expect.closeTo(46_358 + 545 / 1440, 9), 'yyyy-mm-dd hh:mm'],
      [expect.closeTo(46_358 + 32_407 / 86_400, 9), 'yyyy-mm-dd hh:mm:ss'],
      [expect.closeTo(46_388 - 1 / 86_400, 9), 'yyyy-mm-dd hh:mm:ss'],
      [39_000, '[$KRW] #,##0'],
      [29.7, '[$USD] #,##0.00'],
      [-1_234_567.5, '[$USD] #,##0.00'],
    ]);
    expect(sheet).toContain('<c r="H2"><v>1234567</v></c>');
  });

  test('are read back as the same values, and are the same texts in CSV as before', async () => {
    const read = await allCells(readXlsx(await saved(await workbook([values]))));
    const shownInFull = { '2026-12-02 09:05': '2026-12-02 09:05:00', '29.70': '29.7', '-1234567.50': '-1234567.5' };
    expect(read).toEqual([texts.map((text) => new Map(Object.entries(shownInFull)).get(text) ?? text)]);
    const csv = await bytes(writeCsv(each([values])));
    expect(csv.toString().slice(1)).toBe(`${texts.join(',').replace('-1234', "'-1234")}\r\n`);
    expect(await allCells(readCsv(await saved(csv)))).toEqual([texts]);
  });

  test('are read back to the second, whatever the time', async () => {
    const rows = Array.from({ length: 2000 }, (_, n) => [time(String(-2_000_000_000 + n * 60_012_347))]);
    const written = rows.map(([value]) => String(typeof value === 'object' ? value?.text : value));
    const read = await allCells(readXlsx(await saved(await workbook(rows))));
    expect(read.flat()).toEqual(written.map((text) => text.replace(/ 00:00:00$/, '')));
  });

  test.each([
    ['', ''],
    ['1899-12-31', '1899-12-31'],
    ['1900-02-28', '1900-02-28'],
    ['10000-01-01 09:00:00', '10000-01-01 09:00:00'],
  ])('stay texts where spreadsheets do not count them: %s', (text, value) => expect(momentValue(text)).toBe(value));

  test.each(['2026', '2026-12', '2026-13-01', '2026-02-29', 'spring 2026', '2026-12-2', null, 12])(
    'are not made of what staff typed unless it is a day: %s',
    (typed) => expect(typedDayValue(typed)).toBe(typed),
  );

  test('stay texts where a number would lose digits', () => {
    expect(amountValue('1234567890123456', 'KRW')).toBe('1234567890123456');
    expect(amountValue('12345678901234.50', 'USD')).toBe('12345678901234.50');
    expect(amountValue('', 'USD')).toBe('');
  });
});

describe('the columns of an exported workbook', () => {
  const widths = async (rows: readonly Row[]) =>
    [...part(await workbook(rows), 'worksheets/sheet1.xml').matchAll(/<col [^>]*width="(\d+)"/g)].map(([, w]) =>
      Number(w),
    );

  test('are as wide as their headings and first rows, and those of amounts as any price', async () => {
    const rows = [
      ['Id', '가나다라마바사아자차', 'A heading that is long', 'Time', 'Amount', 'Never'],
      ['1', 'x', 7, values[2], values[4]],
    ];
    expect(await widths(rows as Row[])).toEqual([12, 22, 24, 21, 26, 26]);
  });

  test('are wide enough for what stands only in later rows', async () => {
    const rows: Row[] = Array.from({ length: 5000 }, (_, n) => [
      `row ${n}`,
      n > 4000 ? (values[2] ?? '') : '',
      'x'.repeat(99),
    ]);
    const [, late = 0, longest = 0] = await widths([['A', 'B', 'C'], ...rows]);
    expect(late).toBeGreaterThan(19);
    expect(longest).toBeLessThan(70);
  });
});

// Commas, quotes, UTF-8, and what cells show rather than what they hold.
const asShown = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true';
const hasCalc = spawnSync('soffice', ['--version']).status === 0;

test.skipIf(!hasCalc)('LibreOffice Calc shows days and times as CSV has them', { timeout: 60_000 }, async () => {
  const minutes = Array.from({ length: 1440 }, (_, n) =>
    momentValue(`2026-12-02 ${new Date(n * 60_000).toISOString().slice(11, 16)}`),
  );
  const rows = minutes.map((minute, n) => [
    minute,
    time(String(1_700_000_000 + n * 100_003)),
    momentValue('2026-12-02'),
  ]);
  const file = await saved(await workbook(rows), 'times.xlsx');
  const folder = path.dirname(file);
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  spawnSync('soffice', ['--headless', profile, '--convert-to', asShown, '--outdir', folder, file]);
  const shown = (await readFile(path.join(folder, 'times.csv'), 'utf8')).trim().split('\n');
  expect(shown).toEqual((await bytes(writeCsv(each(rows)))).toString().slice(1).trim().split('\r\n'));
});
