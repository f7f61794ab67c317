import { expect, test } from 'vitest';
import { codesTitle } from './file-name.rules.ts';

test('a file of codes is named after the customer and the batch, in letters that every file system accepts', () => {
  expect(codesTitle({ cust_id: 'ACME', batch: 'Autumn reading' })).toBe('acme-autumn-reading-codes');
  expect(codesTitle({ cust_id: 'acme', batch: '가을 독서: 2026/11' })).toBe('acme-가을-독서-2026-11-codes');
  expect(codesTitle({ cust_id: '../..', batch: 'a\u0000b\r\nc"d\\e*?' })).toBe('a-b-c-d-e-codes');
  expect(codesTitle({})).toBe('codes');
});

test('a long name is cut so that the whole stays within 255 bytes, also in Korean', () => {
  const name = codesTitle({ cust_id: '고객'.repeat(50), batch: '묶음'.repeat(50) });
  expect(Buffer.byteLength(`${name}-2026-11-23.xlsx`)).toBeLessThanOrEqual(255);
});
