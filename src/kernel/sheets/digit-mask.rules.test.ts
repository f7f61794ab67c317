import { expect, test } from 'vitest';
import { digitMask, maskedNumber } from './digit-mask.rules.ts';

const shown = (code: string, number: string) => maskedNumber(number, digitMask(code) ?? []) || undefined;

test.each([
  ['0000000', '123', '0000123'],
  ['000-000', '123', '000-123'],
  ['000-000', '12345678', '12345-678'],
  ['0000"A"', '123', '0123A'],
  ['"T-"000', '123', 'T-123'],
  ['"B"0', '123', 'B123'],
  ['0000\\-00', '123', '0001-23'],
  ['[Red]0000', '123', '0123'],
  ['[$-412]000', '123', '123'],
  ['0000_)', '123', '0123'],
  ['000;000;"none"', '123', '123'],
  ['###-0000', '1234567', '123-4567'],
  ['(000) 000-0000', '1234567890', '(123) 456-7890'],
  ['000', '0', '000'],
  ['000', '-5', '-5'],
  ['000', '1.5', '1.5'],
])('In the format %s, %s is shown as %s', (code, number, text) => expect(shown(code, number)).toBe(text));

test.each([
  '0',
  '0.00',
  '#,##0',
  '0%',
  '@',
  'General',
  '0" pages"',
  '0E+00',
  'yyyy-mm-dd',
  '[h]:mm',
  '[>99]000;0',
  '###',
])('The format %s prints no digits one by one', (code) => expect(digitMask(code)).toBeUndefined());
