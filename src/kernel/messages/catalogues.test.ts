import { describe, expect, test } from 'vitest';
import { byTitle } from './by-title.ts';
import { Catalogues } from './catalogues.ts';
import { languageTag, locales, parseLocale } from './locale.ts';
import { defineMessages } from './messages.ts';

const en = {
  'x.books': '{count, plural, one {# book} other {# books}} of {name}',
  'x.plain': 'Plain',
  'x.name': "Book of ''{name}''",
} as const;
const ko = { 'x.books': '{name}의 책 {count, number}권', 'x.plain': '그냥', 'x.name': '‘{name}’의 책' };
const messages = defineMessages({ en, es: en, jp: en, ko, tr: en });
const catalogues = new Catalogues({ x: messages });

describe('A message', () => {
  test('is formatted by the rules of its language', () => {
    expect(catalogues.text('en', 'x.books', { count: 1, name: 'Ada' })).toBe('1 book of Ada');
    expect(catalogues.text('en', 'x.books', { count: 1234, name: 'Ada' })).toBe('1,234 books of Ada');
    expect(catalogues.text('es', 'x.books', { count: 12_345, name: 'Ada' })).toBe('12.345 books of Ada');
    expect(catalogues.text('ko', 'x.books', { count: 2, name: '아다' })).toBe('아다의 책 2권');
  });

  test('shows values as they are', () => {
    const name = String.raw`{count} \u0041 <b>`;
    expect(catalogues.text('en', 'x.name', { name })).toBe(`Book of '${name}'`);
    expect(catalogues.text('ko', 'x.name', { name: 7 })).toBe('‘7’의 책');
    expect(catalogues.text('en', 'x.name')).toBe("Book of ''");
    expect(catalogues.text('en', 'x.plain', { name })).toBe('Plain');
  });

  test('that is missing is shown as its key', () => {
    expect(catalogues.text('ko', 'BOOK-99')).toBe('BOOK-99');
    expect(catalogues.text('ko', 'constructor')).toBe('constructor');
    expect([catalogues.has('x.plain'), catalogues.has('x.none'), catalogues.has('toString')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('is in the file of its feature, and in no other', () => {
    expect(Object.keys(catalogues.part('ko', 'x') ?? {})).toEqual(['x.books', 'x.plain', 'x.name']);
    expect(catalogues.part('ko', 'y')).toBeUndefined();
  });

  test('that changes, in any language, changes the version of all', () => {
    const other = defineMessages({ en, es: en, jp: en, ko: { ...ko, 'x.plain': '그저' }, tr: en });
    expect(new Catalogues({ x: messages }).version).toBe(catalogues.version);
    expect(new Catalogues({ x: other }).version).not.toBe(catalogues.version);
  });

  test('makes an error that carries its key and values', () => {
    const error = messages.errorWith(409, 'x.books', { field: 'count' }, { count: 2, name: 'Ada' });
    expect(error).toMatchObject({
      status: 409,
      code: 'x.books',
      values: { count: 2, name: 'Ada' },
      options: { field: 'count' },
    });
  });
});

describe('A language', () => {
  test.each([
    ['ko', 'ko'],
    ['jp', 'jp'],
    ['ja', 'jp'],
    ['JA', undefined],
    ['xx', undefined],
    ['', undefined],
    [['ko'], undefined],
    [null, undefined],
  ])('is read from %o as %s', (given, expected) => {
    expect(parseLocale(given)).toBe(expected);
  });

  test('is named to browsers by its standard tag', () => {
    expect(locales.map(languageTag)).toEqual(['en', 'es', 'ja', 'ko', 'tr']);
  });

  test('orders titles in its own way, and numbers by value', () => {
    const titles = (names: string[]) => names.map((title) => ({ title }));
    expect(titles(['Ages 10', 'Ages 4', 'ages 5']).toSorted(byTitle('en'))).toEqual(
      titles(['Ages 4', 'ages 5', 'Ages 10']),
    );
    expect(titles(['z', 'ñ', 'n', 'o']).toSorted(byTitle('es'))).toEqual(titles(['n', 'ñ', 'o', 'z']));
    expect(titles(['가', 'Z', '나', 'a']).toSorted(byTitle('ko'))).toEqual(titles(['가', '나', 'a', 'Z']));
  });
});
