import { expect, test } from 'vitest';
import { bodyOf, disagreements, type EditorValues, lacksMobile, valuesOf } from './book-values.rules.ts';

const blank = valuesOf(null);
const of = (over: Partial<EditorValues>): EditorValues => ({ ...blank, ...over });

test('a save sends what changed alone: an emptied field as null, a key as a number', () => {
  const base = of({ title: 'Old', genre: 'Tale', ser_idx: '3', lev_idx: '7', author: 'Ann' });
  const values = { ...base, title: 'New', genre: ' ', lev_idx: '8', author: ' Ann ' };
  expect(bodyOf(values, base)).toEqual({ title: 'New', genre: null, lev_idx: 8 });
});

test('a new book starts as Spindle, and sends every filled field but its bid', () => {
  expect(bodyOf(of({ bid: 'B1', title: 'One' }), { ...blank, format: '' })).toEqual({
    format: 'SPINDLE',
    title: 'One',
  });
});

test('only an EPUB, or a book with a content zip, is supported on mobile', () => {
  expect(lacksMobile(of({ format: 'SPINDLE' }))).toBe(true);
  expect(lacksMobile(of({ format: 'COURSE_BOOK', content_zip_url: ' ' }))).toBe(true);
  expect(lacksMobile(of({ format: 'SPINDLE', content_zip_url: 'a.zip' }))).toBe(false);
  expect(lacksMobile(of({ format: 'EPUB' }))).toBe(false);
});

test('where two people changed a book, the choice that loses nothing is suggested for each field', () => {
  const base = of({ title: 'Old', genre: 'Tale', theme: 'Sea' });
  const mine = { ...base, title: 'Mine', theme: 'Sky' };
  const theirs = { ...base, title: 'Theirs', genre: 'Poem', theme: 'Sky' };
  expect(disagreements(base, mine, theirs)).toEqual([
    { name: 'title', keep: 'mine' },
    { name: 'genre', keep: 'theirs' },
  ]);
});
