import { expect, test } from 'vitest';
import { bestFirst, isFoundBy, rankOf } from './palette.rules.ts';

test.each([
  ['emma', ['Emma'], 0],
  ['B0042', ['Some title', 'B0042'], 0],
  ['jose', ['José Ñandú'], 1],
  ['nandu', ['José Ñandú'], 2],
  ['new b', ['A new book'], 2],
  ['mm', ['Emma'], 3],
  ['가', ['가을'], 1],
  ['가', ['각'], 3],
])('%s fits %j by %i', (text, names, rank) => {
  expect(rankOf(text, { names })).toBe(rank);
});

test('the best match is first, and equal ones keep their order', () => {
  const titles = ['Lemma', 'The Emma Years', 'Emma Two', 'Emma', 'Emma One'];
  expect(bestFirst('emma', titles, (title) => ({ names: [title] }))).toEqual([
    'Emma',
    'Emma Two',
    'Emma One',
    'The Emma Years',
    'Lemma',
  ]);
});

test('who a record is by counts as a word of its title, after titles that begin so', () => {
  const books = [
    { title: 'Black Dagger Brotherhood', by: 'J.R. Ward' },
    { title: 'American Pastoral', by: 'Philip Roth' },
    { title: 'Rothschild', by: 'Niall Ferguson' },
  ];
  const best = bestFirst('roth', books, ({ title, by }) => ({ names: [title], by }));
  expect(best.map(({ title }) => title)).toEqual(['Rothschild', 'American Pastoral', 'Black Dagger Brotherhood']);
});

test.each([
  ['new col', 'New collection', true],
  ['col new', 'New collection', true],
  ['coleccion', 'Nueva colección', true],
  ['new book', 'New collection', false],
])('all words of %j stand in %j: %s', (text, name, is) => {
  expect(isFoundBy(text, name)).toBe(is);
});
