import { describe, expect, test } from 'vitest';
import { withBase, withoutBase } from './base-path.rules.ts';

describe('An office at /office', () => {
  test.each([
    ['/', '/office/'],
    ['/book?page=2', '/office/book?page=2'],
    ['/officer', '/office/officer'],
    ['/office/book', '/office/book'],
    ['/office?page=2', '/office?page=2'],
    ['/office', '/office'],
    ['//example.org/book', '//example.org/book'],
    ['https://example.org/book', 'https://example.org/book'],
    ['book', 'book'],
    ['', ''],
  ])('has %s on its host at %s', (address, there) => {
    expect(withBase('/office', address)).toBe(there);
  });

  test.each([
    ['/office/book?page=2', '/book?page=2'],
    ['/office', '/'],
    ['/office/', '/'],
    ['/office?page=2', '/?page=2'],
    ['/officer', '/officer'],
    ['/book', '/book'],
  ])('calls %s on its host %s', (address, within) => {
    expect(withoutBase('/office', address)).toBe(within);
  });
});

test('an office at the root of its host has the same addresses there', () => {
  expect(withBase('', '/book')).toBe('/book');
  expect(withoutBase('', '/book')).toBe('/book');
});
