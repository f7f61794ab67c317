import { describe, expect, test } from 'vitest';
import {
  checkUnit,
  foreignHead,
  matchedText,
  readUnitText,
  repeatedSubunits,
  unitColumns,
  unitText,
} from './unit-info.rules.ts';

const cells = ['Unit 1', 'Hello', 'U1-1', '4', 'g1', 's1', 'l1', 'video'];
const line = (over: Record<number, string> = {}) => cells.map((cell, index) => over[index] ?? cell).join('\t');

const checkedIn = (text: string) => readUnitText(text).rows.map((one) => checkUnit(one.row, one.cells));

describe('pasted rows', () => {
  test('are read with and without the row of column names, and keep their line numbers', () => {
    const heading = unitColumns.join('\t');
    expect(checkedIn(line())).toEqual([{ row: 1, cells, problems: [] }]);
    expect(checkedIn(`${heading}\r\n\r\n${line()}\r\n`)).toEqual([{ row: 3, cells, problems: [] }]);
    expect(checkedIn(heading.toUpperCase().replaceAll('_', ' '))).toEqual([]);
    expect(checkedIn('')).toEqual([]);
  });

  test('can hold tabs, line breaks and quotation marks in quoted cells', () => {
    const [unit] = checkedIn(line({ 0: '"Unit ""one""\n\tand more"', 1: '5" disk' }));
    expect(unit?.cells.slice(0, 3)).toEqual(['Unit "one" and more', '5" disk', 'U1-1']);
  });

  test('with empty cells, or a start page that is not a number, are refused by row and column', () => {
    const problems = checkedIn([line(), line({ 2: ' ', 3: '4.5', 7: '' })].join('\n')).flatMap((one) => one.problems);
    expect(problems.map(({ row, column, key }) => [row, column, key])).toEqual([
      [2, 'subunit_id', 'book.unit_incomplete'],
      [2, 'start_page', 'book.unit_page'],
      [2, 'laura_content_type', 'book.unit_incomplete'],
    ]);
  });

  test('with what a spreadsheet left instead of a value are refused with its cause', () => {
    const problems = checkedIn([line({ 0: '#REF!', 2: '1,2E+12' }), line({ 1: '#N/A' })].join('\n')).flatMap(
      (one) => one.problems,
    );
    expect(problems.map(({ row, column, key, values }) => [row, column, key, values?.['fault']])).toEqual([
      [1, 'unit_title', 'book.unit_fault', 'sheet_error'],
      [1, 'subunit_id', 'book.unit_fault', 'shortened'],
      [2, 'subunit_title', 'book.unit_fault', 'sheet_error'],
    ]);
  });

  test('with too many columns, or a cell that is too long, are refused', () => {
    const keys = checkedIn(`${line({ 0: 'x'.repeat(501) })}\tninth`).flatMap((one) => one.problems.map((p) => p.key));
    expect(keys).toEqual(['book.unit_cell_long', 'book.unit_too_wide']);
  });

  test('stay the same when they are written as text and read again', () => {
    const rows = checkedIn(`\n${line()}\n\n${line({ 2: 'U1-2' })}`);
    expect(checkedIn(unitText(rows))).toEqual(rows);
  });
});

test('subunit ids that occur in several rows are found, each once', () => {
  const text = [line(), line({ 2: 'U1-2' }), line(), line()].join('\n');
  expect(repeatedSubunits(checkedIn(text))).toEqual(['U1-1']);
});

describe('pasted rows in another layout', () => {
  const table = (...rows: string[][]) => rows.map((row) => row.join('\t')).join('\n');

  test('are read by our names in any order', () => {
    const text = table(unitColumns.toReversed(), cells.toReversed());
    expect(checkedIn(text)).toEqual([{ row: 2, cells, problems: [] }]);
    expect(foreignHead(text, {})).toBeNull();
  });

  test('of one column, or without a number below, are a part of the sheet', () => {
    expect(foreignHead('Hello\nBye', {})).toBeNull();
    expect(foreignHead(table(['Hello', 'Bye'], ['Good', 'Day']), {})).toBeNull();
  });

  test('ask for their columns where the headings are not ours, and become rows of ours', () => {
    const text = table(['No', 'Lesson', 'Unit', 'Page'], ['1', 'Hello', 'Unit 1', '4']);
    expect(foreignHead(text, {})?.map(({ row }) => row)).toEqual([1, 2]);
    const fields = [null, 'subunit_title', 'unit_title', 'start_page'];
    const [unit] = checkedIn(matchedText(text, { heading_row: 1, fields }));
    expect(unit?.cells).toEqual(['Unit 1', 'Hello', '', '4', '', '', '', '']);
    expect(
      foreignHead(table(['Buch', 'Seite'], ['A', 'B']), { buch: 'unit_title', seite: 'start_page' }),
    ).not.toBeNull();
  });

  test('are not assumed just because the first row has a fault', () => {
    expect(foreignHead(line({ 3: 'four' }), {})).toBeNull();
    expect(foreignHead(line(), {})).toBeNull();
    expect(foreignHead('', {})).toBeNull();
  });
});
