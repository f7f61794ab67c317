import { expect, test } from 'vitest';
import { linkAddress, plainText, textLength } from './rich-text.rules.ts';

test('the words of a rich text are those readers see, however they are marked up', () => {
  expect(plainText('<h2>One</h2><p>two <strong>three</strong><br>four</p><ul><li><p>a &amp; b</p></li></ul>')).toBe(
    'One two three four a & b',
  );
  expect(textLength('<p>각 &lt;b&gt;</p>')).toBe(5);
  expect(textLength('')).toBe(0);
});

test.each([
  ['https://a.test/x?y#z', 'https://a.test/x?y#z'],
  [' a.test ', 'https://a.test'],
  ['a.test:8080/path', 'https://a.test:8080/path'],
  ['someone@a.test', 'mailto:someone@a.test'],
  ['mailto:someone@a.test', 'mailto:someone@a.test'],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['two words', null],
  ['', null],
])('the address %j of a link becomes %j', (typed, address) => {
  expect(linkAddress(typed)).toBe(address);
});
