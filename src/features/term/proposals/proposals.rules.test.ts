import { expect, test } from 'vitest';
import { proposalsFrom } from './proposals.rules.ts';

const known = () => false;
const locales = ['es', 'ko', 'jp'];
const texts = [
  ['The blue kettle', 'La tetera azul', '파란 주전자', '青いやかん'],
  ['A kettle for Laura', 'Una tetera para Laura', 'Laura의 주전자를', 'Lauraのやかん'],
  ['Kettles at night', 'Las teteras de noche', '밤의 주전자들', '夜のやかん'],
  ['Laura sings', 'Laura canta', 'Laura가 노래한다', 'Lauraが歌う'],
  ['Laura and the sea', 'Laura y el mar', '바다와 Laura', 'Lauraと海'],
  ['The kettle sings', 'La tetera canta', '노래하는 주전자', 'やかんが歌う'],
].map(([en = '', es = '', ko = '', jp = '']) => ({ en, texts: { es, ko, jp } }));

test('Words that repeat and have one translation are proposed, those in most texts first', () => {
  const proposals = proposalsFrom(texts, { known, locales });
  expect(proposals.map(({ term }) => term)).toEqual(['kettle', 'Laura']);
  expect(proposals[0]).toEqual({
    term: 'kettle',
    count: 4,
    kept: false,
    forms: {
      es: { form: 'tetera', said: 4, of: 4, except: null },
      ko: { form: '주전자', said: 4, of: 4, except: null },
      jp: { form: 'やかん', said: 4, of: 4, except: null },
    },
  });
  expect(proposals[1]).toMatchObject({ kept: true, forms: { ko: { form: 'Laura' } } });
});

test('A text in ten may say something else, and is named; in more, nothing is proposed', () => {
  const rows = Array.from({ length: 10 }, (_, nth) => ({
    en: `Harbour ${'abcdefghij'[nth]}x`,
    texts: { es: nth === 4 ? 'Muelle' : `Puerto ${nth}` },
  }));
  const others = Array.from({ length: 10 }, (_, nth) => ({ en: `Nothing${nth}`, texts: { es: `Nada${nth}` } }));
  expect(proposalsFrom([...rows, ...others], { known, locales })).toMatchObject([
    { term: 'Harbour', count: 10, forms: { es: { form: 'Puerto', said: 9, of: 10, except: 'Muelle' } } },
  ]);
  const two = rows.map((row, nth) => (nth === 5 ? { ...row, texts: { es: 'Muelle' } } : row));
  expect(proposalsFrom([...two, ...others], { known, locales })).toEqual([]);
});

test('What nearly all texts say is no translation of a word, and what is a term already is not proposed', () => {
  const rows = texts.map((row) => ({ ...row, texts: { ko: `책 ${row.texts.ko}` } }));
  const [kettle] = proposalsFrom(rows, { known, locales });
  expect(kettle?.forms['ko']?.form).toBe('주전자');
  expect(proposalsFrom(texts, { known: (english) => english === 'kettle', locales }).map(({ term }) => term)).toEqual([
    'Laura',
  ]);
});

test('Two words that stand together are one term', () => {
  const rows = [
    'A night market',
    'Night market songs',
    'The night market',
    'At night',
    'My night',
    'One market',
    'My market',
  ].map((en) => ({
    en,
    texts: { ko: en.toLowerCase().includes('night market') ? `야시장 ${en.length}` : `다른 ${en.length}` },
  }));
  expect(proposalsFrom(rows, { known, locales }).map(({ term, forms }) => [term, forms['ko']?.form])).toEqual([
    ['night market', '야시장'],
  ]);
});
