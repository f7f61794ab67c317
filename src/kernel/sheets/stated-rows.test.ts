import { expect, test } from 'vitest';
import { statedRows } from './stated-rows.ts';
import { saved, xlsx } from './xlsx.fixture.ts';

const stated = async (dimension: string) => {
  const sheet = `<worksheet>${dimension}<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>`;
  return statedRows(await saved(xlsx({ parts: { 'xl/worksheets/sheet1.xml': sheet } })), { name: 'books.xlsx' });
};

test('a sheet says how many rows it has before they are read', async () => {
  expect(await stated('<dimension ref="A1:AM20001"/>')).toBe(20_001);
});

test.each(['', '<dimension ref="A1"/>', '<dimension/>'])('a sheet with %j does not', async (dimension) => {
  expect(await stated(dimension)).toBe(0);
});

test('a file that is no sheet states nothing, and is refused when it is read', async () => {
  expect(await statedRows(await saved('nothing'), { name: 'books.xlsx' })).toBe(0);
  expect(await statedRows(await saved('a,b'), { name: 'books.csv' })).toBe(0);
});
