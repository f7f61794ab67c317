import { describe, expect, test } from 'vitest';
import { cleanTitle, cleanText, fold, foldLetters, plainForm } from './text-forms.rules.ts';

const hill = 'Green Hill';

describe('a title is stored as', () => {
  test.each([
    ['a blank that does not break', 'Green\u00a0Hill'],
    ['an ideographic blank', 'Green\u3000Hill\u3000'],
    ['two blanks', ' Green  Hill '],
    ['a space without width', 'Green Hi\u200bll\u200b'],
    ['a byte order mark', '\ufeffGreen Hill'],
    ['a mark of direction', 'Green Hill\u200e'],
    ['a soft hyphen', 'Gr\u00adeen Hill'],
  ])('one text with %s', (_, given) => {
    expect(cleanTitle(given)).toBe(hill);
  });

  test.each(['ÑANDÚ', 'ガーデン', '각하의 정원'])('%s in one composition', (text) => {
    expect(cleanTitle(text.normalize('NFD'))).toBe(text);
  });

  test('it is typed where a mark is of use: width, quotes, hyphens, and what joins emoji', () => {
    for (const text of ['ＡＢＣ', 'Don’t', 'Spider-Man', '👩‍🚀', 'two\nlines']) expect(cleanTitle(text)).toBe(text);
  });
});

test('a text of several lines keeps its blanks and marks of direction', () => {
  expect(cleanText(' e\u0301te\u0301\u00a0!\n\u200fأهلا ')).toBe('été\u00a0!\n\u200fأهلا');
});

test('codes and numbers are read in half width', () => {
  expect(plainForm('９７８\u200b−ＡＢ')).toBe('978−AB');
});

test('a text in small letters keeps its hyphens, for dates and names of files', () => {
  expect(foldLetters('Ñandú ２０２６-１２ IŞIK')).toBe('nandu 2026-12 isik');
});

describe('compared and searched as one are', () => {
  test.each([
    ['Spider-Man', 'spiderman', 'SPIDER‑MAN', 'Spider–Man'],
    ['Don’t', "don't", 'dont', 'DON＇T'],
    ['Snow & Ice', 'snow and ice', 'Snow ＆ Ice'],
    ['Işık', 'IŞIK', 'isik'],
    ['İyi', 'iyi', 'IYI'],
    ['ハリー・ポッター', 'ハリーポッター', 'ﾊﾘｰ･ﾎﾟｯﾀｰ'],
    ['Ｑｕｉｅｔ　Ｂｏｏｋ', 'quiet book', 'Quiet\u00a0Book'],
    ['각하', '각하'.normalize('NFD')],
  ])('%s', (...spellings) => {
    expect([...new Set(spellings.map(fold))]).toHaveLength(1);
  });

  test('but not syllables, sounds or words that differ', () => {
    expect(fold('가')).not.toBe(fold('각'));
    expect(fold('カ')).not.toBe(fold('ガ'));
    expect(fold('スーツ')).not.toBe(fold('スツ'));
    expect(fold('on e')).not.toBe(fold('one'));
  });
});
