import { expect, test } from 'vitest';
import { localPath } from './local-path.rules.ts';

test.each([
  ['/book', '/book'],
  ['/book?series=3&page=2', '/book?series=3&page=2'],
  ['/audit/of/staff/ada#top', '/audit/of/staff/ada#top'],
  ['/book?search_val=가나', '/book?search_val=%EA%B0%80%EB%82%98'],
  ['/book/../series', '/series'],
  ['/%2F%2Fevil.example', '/%2F%2Fevil.example'],
  ['/book?next=https://evil.example', '/book?next=https://evil.example'],
])('after signing in, %s leads to %s', (next, path) => {
  expect(localPath(next)).toBe(path);
});

test.each([
  '',
  'book',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/.//evil.example',
  '/book/..//evil.example',
  '/%2e//evil.example',
  'https://evil.example',
  'https:/evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '@evil.example',
  '.evil.example',
  '/\u0000/evil.example',
  '/book\r\nset-cookie: a=b',
  '/login?next=/login',
  '/logout',
  `/${'a'.repeat(3000)}`,
  undefined,
  ['/book'],
])('after signing in, %j leads to the start page', (next) => {
  expect(localPath(next)).toBe('/');
});
