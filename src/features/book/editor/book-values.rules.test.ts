import { expect, test } from 'vitest';
import { changedFields } from '#ui/form/record-values.rules.ts';
import { bodyOf, type EditorValues, lacksMobile, lacksRequired, newBodyOf, valuesOf } from './book-values.rules.ts';

const blank = valuesOf(null);
const of = (over: Partial<EditorValues>): EditorValues => ({ ...blank, ...over });
const choice = (value: string) => ({ value, label: `The ${value}` });

test('a save sends only what changed: an emptied field as null, a key as a number', () => {
  const base = of({ title: 'Old', genre: 'Tale', ser_idx: choice('3'), lev_idx: choice('7'), author: 'Ann' });
  const values = { ...base, title: 'New', genre: ' ', lev_idx: choice('8'), cat_idx: null, author: ' Ann ' };
  expect(bodyOf(values, changedFields(values, base))).toEqual({ title: 'New', genre: null, lev_idx: 8 });
});

test('a new book starts as Spindle, and sends every filled field but its bid', () => {
  expect(newBodyOf(of({ bid: 'B1', title: 'One' }))).toEqual({ format: 'SPINDLE', title: 'One' });
});

test('only an EPUB, or a book with a content zip, is supported on mobile', () => {
  expect(lacksMobile(of({ format: 'SPINDLE' }))).toBe(true);
  expect(lacksMobile(of({ format: 'COURSE_BOOK', content_zip_url: ' ' }))).toBe(true);
  expect(lacksMobile(of({ format: 'SPINDLE', content_zip_url: 'a.zip' }))).toBe(false);
  expect(lacksMobile(of({ format: 'EPUB' }))).toBe(false);
});

test('a book needs a series and a level just as it needs a title', () => {
  const whole = of({
    bid: 'B1',
    title: 'One',
    isbn_print: '1',
    isbn_spindle: '2',
    ser_idx: choice('1'),
    lev_idx: choice('2'),
  });
  expect(lacksRequired(whole)).toBe(false);
  expect(lacksRequired({ ...whole, lev_idx: null })).toBe(true);
  expect(lacksRequired({ ...whole, title: ' ' })).toBe(true);
});
