import { describe, expect, test } from 'vitest';
import { alteredForm, isAlteredText } from './altered-text.rules.ts';

describe('A text that a spreadsheet makes of another is told from one that somebody typed:', () => {
  test.each([
    ['007', '7'],
    ['12:30', '12:30:00 PM'],
    ['12:30', '12:30:00'],
    ['3:20', '03:20:00 AM'],
    ['12:30', '0.520833333333333'],
    ['10%', '10.00%'],
    ['10%', '0.1'],
    ['1/2', '01/02/26'],
    ['1/2', '2-Jan'],
    ['1/2', '02.01.2026'],
    ['3-5', '05-Mar'],
    ['MAR-1', '1-Mar'],
    ['2026-03-29', '3/29/2026'],
    ['1E5', '1.00E+05'],
    ['1E5', '100000'],
    ['12345678901234567', '1.23457E+16'],
    ['12345678901234567', '12345678901234500'],
    ['1,000', '1000'],
    ['9.90', '9.9'],
    ['+5', '5'],
    ['true', 'TRUE'],
  ])('%s becomes %s', (before, after) => {
    expect(isAlteredText(before, after)).toBe(true);
    expect(after).toMatch(new RegExp(alteredForm));
  });

  test.each([
    ['007', '8'],
    ['12:30', '12:31'],
    ['1/2', '1/3'],
    ['10%', '10'],
    ['7', '7'],
    ['The Moon', 'The moon'],
    ['1984', '1984 (new edition)'],
    ['3-5', 'Ages 3-5'],
    ['1E5', '1E6'],
    ['', '7'],
    ['true', 'True'],
  ])('%s does not become %s', (before, after) => {
    expect(isAlteredText(before, after)).toBe(false);
  });
});
