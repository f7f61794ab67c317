import { expect, test } from 'vitest';
import { isLongEnough, isUncommon } from './common-passwords.rules.ts';

test.each(['1234567890', 'qwertyuiop', 'Password123', ' basketball '])('%s is a common password', (password) => {
  expect(isUncommon(password)).toBe(false);
});

test.each(['correct horse battery', 'a long enough password', 'geoffrey-1974-heron'])('%s is none', (password) => {
  expect(isUncommon(password)).toBe(true);
});

test('blanks around a password do not make it longer', () => {
  expect(isLongEnough(' password ')).toBe(false);
  expect(isLongEnough(' password 1 ')).toBe(true);
});
