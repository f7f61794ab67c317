import { describe, expect, test } from 'vitest';
import { chosenHeadings, guessColumns, guessFields, listColumns } from './sheet-columns.rules.ts';

const fields = [
  { name: 'bid', required: true, also: ['Book ID', '도서번호'] },
  { name: 'title_en', required: false, also: ['English title'] },
  { name: 'title', required: true, also: ['Name', 'título'] },
];

describe('Headings', () => {
  test('name fields whatever their case, spaces, underscores and signs', () => {
    expect(guessFields(['TITLE  en', ' Book-Id ', 'Título:'], fields)).toEqual(['title_en', 'bid', 'title']);
  });

  test('name each field once: its own name wins over an alias, the first column over the next', () => {
    expect(guessFields(['Name', 'title', 'name'], fields)).toEqual([null, 'title', null]);
    expect(guessFields(['Name', 'name'], fields)).toEqual(['title', null]);
  });

  test('have the meaning chosen for them earlier, including to be left out', () => {
    expect(guessFields(['Colour', 'Name', 'bid'], fields, { colour: 'title', name: null })).toEqual([
      'title',
      null,
      'bid',
    ]);
  });

  test('are in the row that names the most fields; a row with a number has no headings', () => {
    const row = (number: number, ...cells: string[]) => ({ row: number, cells });
    expect(guessColumns([row(1, 'Spring'), row(3, 'Name', 'Book ID')], fields).heading_row).toBe(3);
    expect(guessColumns([row(2, 'Buch', 'Preis'), row(3, 'A', '12')], fields).heading_row).toBe(2);
    expect(guessColumns([row(1, 'B1', '12')], fields).heading_row).toBe(0);
  });
});

test('columns are shown with the first three values below the heading, and remembered by their headings', () => {
  const head = ['Name', 'a', '', 'b', 'c', 'd'].map((cell, index) => ({ row: index + 1, cells: ['x', cell] }));
  expect(listColumns(head, 1)[1]).toEqual({ index: 1, heading: 'Name', samples: ['a', 'b', 'c'] });
  expect(listColumns(head, 0)[1]?.heading).toBe('');
  expect(chosenHeadings(head, { heading_row: 1, fields: [null, 'title'] })).toEqual({ x: null, name: 'title' });
  expect(chosenHeadings(head, { heading_row: 0, fields: [null, 'title'] })).toEqual({});
});
