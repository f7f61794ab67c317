import { expect, test } from 'vitest';
import { changesOf, momentIn, withoutFolders, zonedIn } from './audit-changes.rules.ts';

test('a change names the fields that differ, in their order, and leaves the others out', () => {
  expect(changesOf({ bid: 'b1', title: 'Old', pages: 3 }, { bid: 'b1', title: 'New', pages: 4 })).toEqual([
    { path: ['title'], before: 'Old', after: 'New' },
    { path: ['pages'], before: 3, after: 4 },
  ]);
});

test('a created record has no before, a deleted one no after', () => {
  expect(changesOf(null, { title: 'New', note: null })).toEqual([{ path: ['title'], before: null, after: 'New' }]);
  expect(changesOf({ title: 'Old' }, undefined)).toEqual([{ path: ['title'], before: 'Old', after: null }]);
});

test('changes in records and lists are named by the path to the value', () => {
  const before = { prices: [{ currency: 'KRW', price: '9900' }] };
  const after = {
    prices: [
      { currency: 'KRW', price: '8900' },
      { currency: 'USD', price: '7' },
    ],
  };
  expect(changesOf(before, after)).toEqual([
    { path: ['prices', '1', 'price'], before: '9900', after: '8900' },
    { path: ['prices', '2', 'currency'], before: null, after: 'USD' },
    { path: ['prices', '2', 'price'], before: null, after: '7' },
  ]);
});

test('a list of plain values is one line', () => {
  expect(changesOf({ order: [1, 2, 3] }, { order: [3, 1, 2] })).toEqual([
    { path: ['order'], before: '1, 2, 3', after: '3, 1, 2' },
  ]);
});

test('a plain value has no field name', () => {
  expect(changesOf(true, false)).toEqual([{ path: [], before: true, after: false }]);
});

test('equal values make no change, and empty ones no separate changes', () => {
  expect(changesOf({ a: 1 }, { a: 1 })).toEqual([]);
  expect(changesOf(null, null)).toEqual([]);
  expect(changesOf({ a: '' }, { a: null })).toEqual([{ path: ['a'], before: '', after: null }]);
});

test('a moment is recognised among other values, so that it is shown in office time', () => {
  expect(momentIn('2027-01-31T15:00:00.000Z')).toBe(1_801_407_600);
  expect(momentIn('2027-01-31T15:00:00Z')).toBe(1_801_407_600);
  expect(['2027-01-31', '2027-13-31T15:00:00Z', 'at 2027-01-31T15:00:00Z', 1_801_407_600, true].map(momentIn)).toEqual(
    Array.from({ length: 5 }, () => undefined),
  );
});

test('a time with its zone is read as that zone shows it, and no other text is taken for one', () => {
  expect(zonedIn('2026-11-24 09:00 America/New_York')).toEqual({
    clock: Date.parse('2026-11-24T09:00:00Z') / 1000,
    zone: 'America/New_York',
  });
  for (const other of ['2026-11-24 09:00 Nowhere/Else', '2026-11-24', 'On 2026-11-24 09:00 UTC', 9, null])
    expect(zonedIn(other)).toBeUndefined();
});

test('files are shown by their names, not by the folders they are stored in', () => {
  const folder = 'images/book/1760bedc-04ff-49a5-895a-38681dbcd019';
  expect(withoutFolders(`${folder}/page_1.jpg, ${folder}/page 2.jpg`)).toBe('page_1.jpg, page 2.jpg');
  for (const other of ['and/or', 'https://portal.example/books/1', '2026/11/24', `${folder}/`])
    expect(withoutFolders(other)).toBe(other);
});
