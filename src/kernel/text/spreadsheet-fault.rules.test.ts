import { expect, test } from 'vitest';
import {
  isChangedBySpreadsheet,
  isMadeDate,
  spreadsheetFault,
  wholeNumber,
  withoutMidnight,
} from './spreadsheet-fault.rules.ts';

test.each(['9.79119E+12', '9,79119E+12', '1.2e+15', '1E+15', '-1.5E-07', '4.5E12'])(
  '%s is a number that a spreadsheet shortened',
  (text) => expect(spreadsheetFault(text)).toBe('invalid.shortened'),
);

test.each([
  '#N/A',
  '#REF!',
  '#NAME?',
  '#VALUE!',
  '#DIV/0!',
  '#####',
  '##',
  'Err:502',
  '#ref!',
  '#N/D',
  '#¿NOMBRE?',
  '#¡REF!',
  '#YOK',
  '#BAŞV!',
  '#SAYI/0!',
  '#WERT!',
])('%s is an error of a spreadsheet', (text) => expect(spreadsheetFault(text)).toBe('invalid.sheet_error'));

test.each([
  '1E5',
  '5E-10',
  '12E+3',
  'E+12',
  '# 1',
  '#1',
  '#',
  '#NoFilter',
  '#YOKOHAMA',
  '#NOMBRE',
  'N/A',
  '3.5',
  '9791190000000',
  '',
  'Err: 12',
])('“%s” is what somebody wrote', (text) => expect(spreadsheetFault(text)).toBeUndefined());

test.each(['2024-03-01', '2024-03-01 00:00:00', '1-Mar', '01-Mar-24', 'Mar-24'])('%s is a date made of an id', (text) =>
  expect(isMadeDate(text)).toBe(true),
);

test.each(['MAR-24', '2024-1', 'May-Ann', '1-2-3', 'A-2024-03-01'])('%s is an id', (text) =>
  expect(isMadeDate(text)).toBe(false),
);

test.each([
  '00123',
  '007',
  '0439023483',
  '5204329933E5',
  '520432993312',
  '1E-5',
  '1.5e3',
  '12345678901234567',
  'MAR-01',
  '1-2',
  '12-MAY',
  'MARCH1',
  'SEPT2',
  'DECEMBER2026',
  '12MAY2026',
])('Of the text %s a spreadsheet makes another', (text) => expect(isChangedBySpreadsheet(text)).toBe(true));

test.each([
  '0',
  '12',
  '3.50',
  '0.50',
  '9780439023481',
  '2024-03-01',
  '2024-03-01 09:00',
  'ACME-01',
  'E5',
  '12E',
  'SUNNYDAYS234',
  'MAYBE1',
  'MARCHING2026',
  'JUNIOR01',
  'B00123',
  '',
])('The text “%s” stays what it is in a spreadsheet', (text) => expect(isChangedBySpreadsheet(text)).toBe(false));

test('What a column of decimals or of times adds is taken away', () => {
  expect(['32.0', '32.00', '32.5', '3.0.0', 'x.0'].map(wholeNumber)).toEqual(['32', '32', '32.5', '3.0.0', 'x.0']);
  expect(['2024-03-01 00:00:00', '2024-03-01T00:00:00.000', '2024-03-01 09:00:00'].map(withoutMidnight)).toEqual([
    '2024-03-01',
    '2024-03-01',
    '2024-03-01 09:00:00',
  ]);
});
