import { expect, test } from 'vitest';
import { relyingParty } from './relying-party.rules.ts';

test.each([
  ['https://office.example', '10.0.0.5:3000', { id: 'office.example', origin: 'https://office.example' }],
  ['https://office.example:8443', '', { id: 'office.example', origin: 'https://office.example:8443' }],
  ['http://localhost:3000', '', { id: 'localhost', origin: 'http://localhost:3000' }],
  [undefined, 'localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
])('passkeys work at %s, asked at %s', (publicUrl, host, expected) => {
  expect(relyingParty(publicUrl, host)).toEqual(expected);
});

test.each([
  ['http://office.example', ''],
  ['https://10.0.0.5', ''],
  ['https://[fd00::5]', ''],
  [undefined, '10.0.0.5:3000'],
  [undefined, 'office.example'],
  [undefined, 'localhost.evil.example'],
  [undefined, 'localhost:3000/@evil.example'],
])('passkeys cannot work at %s, asked at %s', (publicUrl, host) => {
  expect(relyingParty(publicUrl, host)).toBeNull();
});
