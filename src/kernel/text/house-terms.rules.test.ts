import { describe, expect, test } from 'vitest';
import { type HouseTerm, saysOneOf, termReader, unsaidIn, withTermsMarked } from './house-terms.rules.ts';

const term = (name: string, forms: HouseTerm['forms'], kept = false): HouseTerm => ({
  term: name,
  href: `/term/update/${name}`,
  note: '',
  kept,
  forms,
});

const read = termReader([
  term('reader', { ko: ['독자'], tr: ['okur', 'okuyucu'], es: ['lector'] }),
  term('story', { ko: ['이야기'] }),
  term('Laura', {}, true),
  term('night market', { ko: ['야시장'] }),
  term('C++', { ko: ['씨쁠쁠'] }),
]);
const wanted = (english: string, locale = 'ko') => read(english, locale).map((one) => one.term);

describe('A term is in an English text', () => {
  test.each([
    ['Each reader answers', ['reader']],
    ['READERS, and the reader’s page', ['reader']],
    ['Proofreaders read', []],
    ['Two stories', ['story']],
    ['The night\nmarkets of Laura', ['Laura', 'night market']],
    ['At night, a market', []],
    ['Learn C++ now', ['C++']],
    ['', []],
  ])('as a word, in one or several: %s', (english, found) => {
    expect(wanted(english).toSorted()).toEqual(found.toSorted());
  });

  test('and asks nothing of a language that has no form for it, unless it is not translated', () => {
    expect(wanted('The reader and Laura', 'jp')).toEqual(['Laura']);
    expect(read('Laura', 'jp')).toMatchObject([{ forms: ['Laura'], kept: true }]);
  });
});

describe('A text says a term', () => {
  test.each([
    ['독자는 읽는다', ['독자'], true],
    ['리더는 읽는다', ['독자'], false],
    ['Okurların kitabı', ['okur'], true],
    ['Okuyucuyu bekler', ['okur', 'okuyucu'], true],
    ['Los lectores', ['lector'], true],
    ['El selector', ['lector'], false],
    ['Laura가 읽어 준다', ['Laura'], true],
    ['ガイドを読む', ['ガイド'], true],
    ['かいど', ['がいど'], false],
  ])('with any ending: %s', (text, forms, says) => {
    expect(saysOneOf(text, forms)).toBe(says);
  });

  test('or nothing is missing while it is not written', () => {
    const terms = read('The reader', 'ko');
    expect(unsaidIn('', terms)).toEqual([]);
    expect(unsaidIn('리더', terms)).toMatchObject([{ term: 'reader', forms: ['독자'] }]);
    expect(unsaidIn('독자', terms)).toEqual([]);
  });
});

test('The place of a term is marked in the English', () => {
  expect(withTermsMarked('A reader (Readers!) and proofreaders', ['reader'])).toEqual([
    { kind: 'same', text: 'A ' },
    { kind: 'new', text: 'reader' },
    { kind: 'same', text: ' (' },
    { kind: 'new', text: 'Readers' },
    { kind: 'same', text: '!) and proofreaders' },
  ]);
});
