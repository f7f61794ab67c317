import { expect, test } from 'vitest';
import { parseSpreadsheetLink } from './spreadsheet-link.rules.ts';

const id = '1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms';

test.each([
  `https://docs.google.com/spreadsheets/d/${id}`,
  `https://docs.google.com/spreadsheets/d/${id}/edit?usp=sharing#gid=0`,
  `  http://docs.google.com/spreadsheets/d/${id}/\n`,
  `HTTPS://DOCS.GOOGLE.COM/spreadsheets/d/${id}/copy`,
  `https://docs.google.com/spreadsheets/u/1/d/${id}/edit`,
])('the link of a spreadsheet names it: %s', (link) => {
  expect(parseSpreadsheetLink(link)).toBe(id);
});

test.each([
  '',
  id,
  `docs.google.com/spreadsheets/d/${id}`,
  `javascript:https://docs.google.com/spreadsheets/d/${id}`,
  `ftp://docs.google.com/spreadsheets/d/${id}`,
  `https://docs.google.com.evil.example/spreadsheets/d/${id}`,
  `https://docs.google.com@evil.example/spreadsheets/d/${id}`,
  `https://ada:pass@docs.google.com/spreadsheets/d/${id}`,
  `https://evil.example/?https://docs.google.com/spreadsheets/d/${id}`,
  `https://docs.google.com/document/d/${id}`,
  'https://docs.google.com/spreadsheets/d/',
  'https://docs.google.com/spreadsheets/d/../../other',
  'https://docs.google.com/spreadsheets/d/a%2Fvalues%2Fb',
  'https://docs.google.com/spreadsheets/d/a:batchGet',
  `https://docs.google.com/spreadsheets/d/${'x'.repeat(201)}`,
  'https://docs.google.com/spreadsheets/d/e/2PACX-1vQ/pubhtml',
  'https://[bad/spreadsheets/d/a',
])('anything else is not such a link: %s', (link) => {
  expect(parseSpreadsheetLink(link)).toBeUndefined();
});

test('a self-hosted service has its own hosts, and the same form of link', () => {
  const link = 'http://sheets.library.example:8080/spreadsheets/d/catalogue-1/edit';
  expect(parseSpreadsheetLink(link)).toBeUndefined();
  expect(parseSpreadsheetLink(link, { anyHost: true })).toBe('catalogue-1');
  expect(parseSpreadsheetLink('http://sheets.library.example/d/catalogue-1', { anyHost: true })).toBeUndefined();
});
