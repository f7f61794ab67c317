import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readSheet } from '#kernel/sheets/sheet-read.ts';
import { normalizeCell, warningsOf } from './book-cells.rules.ts';
import { type BookFieldName, bookFields, findBookField } from './book-fields.rules.ts';
import { bookGroups } from './book-groups.rules.ts';

function read(name: BookFieldName, text: string): string | null {
  const field = findBookField(name);
  if (!field) throw new Error(name);
  const cell = normalizeCell(field, text);
  return 'problem' in cell ? `! ${cell.problem}` : cell.value;
}

describe('a cell of the sheet', () => {
  test('is trimmed, and an empty one means no value', () => {
    expect(read('title', '\u00a0 A title \u3000')).toBe('A title');
    expect(read('title', '  \t ')).toBeNull();
  });

  test('keeps line breaks in a summary, and is refused with other control characters', () => {
    expect(read('summary', 'one\r\ntwo\rthree')).toBe('one\ntwo\nthree');
    expect(read('summary', 'one\u0007two')).toBe('! invalid.characters');
    expect(read('title', 'one\ntwo')).toBe('! invalid.characters');
  });

  test('is refused in every field with a zero, or with one of the characters that separate the cells of a bulk call', () => {
    for (const { name } of bookFields)
      for (const character of ['\u0000', '\u001e', '\u001f'])
        expect(read(name, `1${character}2`)).toMatch(/^! invalid/);
  });

  test('is refused when it is longer than its field', () => {
    expect(read('title', 'x'.repeat(500))).toHaveLength(500);
    expect(read('title', 'x'.repeat(501))).toBe('! invalid.too_long');
  });

  test.each([
    ['GB-1_a', 'GB-1_a'],
    ['x'.repeat(64), 'x'.repeat(64)],
    ['x'.repeat(65), '! invalid.too_long'],
    ['a b', '! book.bad_bid'],
    ['책', '! book.bad_bid'],
    ['import', '! book.reserved_bid'],
    ['Import', '! book.reserved_bid'],
  ])('of a bid %s reads as %s', (text, value) => expect(read('bid', text)).toBe(value));

  test.each([
    ['EPUB', 'EPUB'],
    ['COURSE_BOOK', 'COURSE_BOOK'],
    ['epub', '! book.bad_format'],
    ['E PUB', '! book.bad_format'],
  ])('of a format %s reads as %s', (text, value) => expect(read('format', text)).toBe(value));

  test.each([
    ['2008', '2008'],
    ['-720', '-720'],
    ['−720', '-720'],
    ['2008-02', '2008-02'],
    ['2008-13', '! book.bad_date'],
    ['2008-02-29', '2008-02-29'],
    ['2009-02-29', '! book.bad_date'],
    ['29.2.2008', '! book.bad_date'],
  ])('of a released date %s reads as %s', (text, value) => expect(read('released_date', text)).toBe(value));

  test.each([
    ['301L', '301L'],
    ['301', '301L'],
    ['br120l', 'BR120L'],
    ['AD 650 L', 'AD650L'],
    ['NP', 'NP'],
    ['XX1L', '! book.bad_lexile'],
  ])('of a Lexile measure %s reads as %s', (text, value) => expect(read('lexile', text)).toBe(value));

  test.each([
    ['A1', 'A1'],
    ['b1 , a2,pre a1', 'Pre-A1,A2,B1'],
    ['A1,A1', 'A1'],
    ['A3', '! invalid.choice'],
    [',', null],
  ])('of CEFR levels %s reads as %s', (text, value) => expect(read('cefr_level', text)).toBe(value));

  test.each([
    ['1,234', '1234'],
    ['007', '7'],
    ['12,34', '! book.bad_integer'],
    ['-1', '! book.bad_integer'],
    ['1.5', '! book.bad_integer'],
    ['2147483648', '! invalid.too_big'],
  ])('of a word count %s reads as %s', (text, value) => expect(read('word_count', text)).toBe(value));

  test('of a level type or a yes and no is read whatever its case', () => {
    expect(read('level_type', 'LEXILE')).toBe('Lexile');
    expect(read('audio', 'yes')).toBe('Y');
    expect(read('video', 'n')).toBe('N');
    expect(read('video', 'perhaps')).toBe('! invalid.choice');
  });

  test('of an ISBN loses its hyphens, and any other text stays', () => {
    expect(read('isbn_print', '978-0-439-02348-1')).toBe('9780439023481');
    expect(read('isbn_print', '0 8044 2957 x')).toBe('080442957X');
    expect(read('isbn_print', 'no-isbn-7')).toBe('no-isbn-7');
  });
});

describe('a warning', () => {
  const keys = (values: Parameters<typeof warningsOf>[0]) => warningsOf(values).map((warning) => warning.key);

  test('distinguishes an ISBN of a wrong length from one with a wrong check digit', () => {
    expect(keys({ isbn_print: '9780439023481', isbn_spindle: '080442957X' })).toEqual([]);
    expect(keys({ isbn_print: '9780439023482' })).toEqual(['book.warn_isbn_check']);
    expect(keys({ isbn_print: '0804429571' })).toEqual(['book.warn_isbn_check']);
    expect(keys({ isbn_print: '978043902348' })).toEqual(['book.warn_isbn_length']);
  });

  test('is given for a level that is missing, or hidden behind the other type', () => {
    expect(keys({ level_type: 'Lexile', lexile: '300L' })).toEqual([]);
    expect(keys({ level_type: 'Lexile' })).toEqual(['book.warn_level_missing']);
    expect(keys({ level_type: 'CEFR', cefr_level: 'A1', lexile: '300L' })).toEqual(['book.warn_level_hidden']);
  });
});

test('there are 39 fields, and every one but the bid is in one group of the screens', () => {
  expect(bookFields).toHaveLength(39);
  const grouped = Object.values(bookGroups).flatMap((group): readonly string[] => group.fields);
  expect(grouped.toSorted()).toEqual(
    bookFields
      .map((field) => field.name)
      .filter((name) => name !== 'bid')
      .toSorted(),
  );
});

const sheet = new URL('../../../../../shared/data/isbn-meta.xlsx', import.meta.url).pathname;

test.skipIf(!existsSync(sheet))('every cell of 9,300 real books is accepted, without a warning', async () => {
  const faults: string[] = [];
  let books = 0;
  for await (const rows of readSheet(sheet, { name: 'isbn-meta.xlsx', sheet: 'ISBN Meta' })) {
    for (const { row, cells } of rows.filter((one) => one.row > 1)) {
      books += 1;
      const pairs = bookFields.map((field, index) => {
        const cell = normalizeCell(field, cells[index] ?? '');
        if ('problem' in cell) faults.push(`${row} ${field.name} ${cell.problem}`);
        return [field.name, 'value' in cell ? cell.value : null];
      });
      faults.push(...warningsOf(Object.fromEntries(pairs)).map((warning) => `${row} ${warning.key}`));
    }
  }
  expect(faults).toEqual([]);
  expect(books).toBe(9300);
});
