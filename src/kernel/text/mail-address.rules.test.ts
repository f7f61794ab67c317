import { describe, expect, test } from 'vitest';
import { isMailAddress, readNamedAddress } from './mail-address.rules.ts';

describe('A mail address', () => {
  test.each([
    'ada@library.example',
    'ada.lovelace+office@mail.library.example',
    "o'neil_1@a-b.example",
    'sora@도서관.example',
    `${'x'.repeat(64)}@library.example`,
  ])('is accepted: %s', (address) => {
    expect(isMailAddress(address)).toBe(true);
  });

  test.each([
    ['nothing', ''],
    ['no @', 'library.example'],
    ['no name before it', '@library.example'],
    ['no host after it', 'ada@'],
    ['a host without a dot', 'ada@library'],
    ['two of them', 'ada@library.example,eve@evil.example'],
    ['two @', 'ada@eve@library.example'],
    ['a space', 'ada @library.example'],
    ['a line break', 'ada@library.example\nBcc: eve@evil.example'],
    ['a carriage return', 'ada@library.example\r\nSubject: x'],
    ['a line break of another kind', 'ada@library.example\u2028Bcc: eve@evil.example'],
    ['a NUL', 'ada\0@library.example'],
    ['angle brackets', '<ada@library.example>'],
    ['a quoted name', '"ada lovelace"@library.example'],
    ['a comment', 'ada(x)@library.example'],
    ['an address literal', 'ada@[127.0.0.1]'],
    ['two dots', 'ada..l@library.example'],
    ['a dot at the end', 'ada@library.example.'],
    ['a hyphen at the end of a label', 'ada@library-.example'],
    ['too long a name', `${'x'.repeat(65)}@library.example`],
    [
      'too long a host',
      `ada@${'x'.repeat(60)}.${'y'.repeat(60)}.${'z'.repeat(60)}.${'w'.repeat(60)}.${'v'.repeat(60)}`,
    ],
  ])('is refused with %s', (_, address) => {
    expect(isMailAddress(address)).toBe(false);
  });
});

describe('The sender of mails', () => {
  test.each([
    ['office@library.example', { name: '', address: 'office@library.example' }],
    ['Library Office <office@library.example>', { name: 'Library Office', address: 'office@library.example' }],
    ['도서관 <office@library.example>', { name: '도서관', address: 'office@library.example' }],
  ])('is an address, or a name and an address: %s', (text, read) => {
    expect(readNamedAddress(text)).toEqual(read);
  });

  test.each([
    'Library Office',
    'Office <office>',
    'A\r\nBcc: eve@evil.example <office@library.example>',
    '<a@b.example> x',
  ])('is nothing else: %s', (text) => {
    expect(readNamedAddress(text)).toBeUndefined();
  });
});
