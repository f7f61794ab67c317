import { describe, expect, test } from 'vitest';
import { offeredFor, withPerson } from './message-field.rules.ts';
import { readField } from './thread.rules.ts';
import { codeLikesIn, covered, excerptOf, mentionsIn, piecesOf } from './thread-text.rules.ts';

const ids = new Set(['mina', 'mina.kim', 'jun', 'a@b.org']);
const named = (text: string) => mentionsIn(text, ids).map(({ id }) => id);

describe('A message mentions', () => {
  test.each([
    ['@mina', ['mina']],
    ['@Mina, please', ['mina']],
    ['Ask @mina.', ['mina']],
    ['@mina.kim.', ['mina.kim']],
    ['@mina님, @junさん', ['mina', 'jun']],
    ['(@jun)', ['jun']],
    ['@a@b.org', ['a@b.org']],
    ['@nobody', []],
    ['mail@jun', []],
    ['@minas', []],
    ['@', []],
  ])('in %j: %j', (text, found) => {
    expect(named(text)).toEqual(found);
  });
});

describe('A message shows', () => {
  const kinds = (text: string) => piecesOf(text, ids).map((piece) => `${piece.is}:${piece.text}`);
  test.each([
    ['See https://a.example/b?c=1.', ['text:See ', 'link:https://a.example/b?c=1', 'text:.']],
    ['(http://a.example) @jun', ['text:(', 'link:http://a.example', 'text:) ', 'mention:@jun']],
    ['https://a.example/@jun', ['link:https://a.example/@jun']],
    ['javascript:alert(1) data:text/html,x', ['text:javascript:alert(1) data:text/html,x']],
    ['<img src=x onerror=alert(1)>', ['text:<img src=x onerror=alert(1)>']],
  ])('%j as %j', (text, found) => {
    expect(kinds(text)).toEqual(found);
    expect(
      piecesOf(text, ids)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });
});

describe('A code in a message', () => {
  const cover = (text: string) => covered(text, codeLikesIn(text));
  test.each([
    ['ABCD-2345-WXYZ', 'ABCD-••••-••••'],
    ['It is abcd2345wxyz.', 'It is ABCD-••••-••••.'],
    ['ABCD – 2345 – WXYZ, EFGH2345WXYZ', 'ABCD-••••-••••, EFGH-••••-••••'],
    ['ABCD ２３４５ WXYZ', 'ABCD-••••-••••'],
  ])('is covered: %j', (text, shown) => {
    expect(cover(text)).toBe(shown);
  });

  test.each(['ABCD-2345-WXY', 'ABCD2345WXYZ9', '9788901234567'])('is not found in %j', (text) => {
    expect(cover(text)).toBe(text);
  });
});

test('An excerpt is one line, and ends between letters', () => {
  expect(excerptOf('a\n b')).toBe('a b');
  expect(excerptOf('가'.repeat(200), 10)).toBe(`${'가'.repeat(9)}…`);
  expect(excerptOf('😀'.repeat(20), 3)).toBe('😀😀…');
});

test.each([
  ['title', { locale: null, name: 'title' }],
  ['ko', { locale: 'ko', name: null }],
  ['ko.title', { locale: 'ko', name: 'title' }],
  ['ja.title', null],
  ['ko.title.x', null],
  ['ko.', null],
])('A thread can be about %j: %j', (field, read) => {
  expect(readField(field)).toEqual(read);
});

describe('While a name is written after @', () => {
  const people = [
    { staff_id: 'minji', name: 'Minji Han' },
    { staff_id: 'm2', name: 'Mina Ada' },
    { staff_id: 'jun', name: 'Jun' },
  ];
  const offered = (text: string) => offeredFor({ text, caret: text.length }, people).map(({ staff_id }) => staff_id);

  test.each([
    ['@', ['minji', 'm2', 'jun']],
    ['x @mi', ['minji', 'm2']],
    ['@han', ['minji']],
    ['@jun', []],
    ['a@mi', []],
    ['mi', []],
  ])('%j offers %j', (text, found) => {
    expect(offered(text)).toEqual(found);
  });

  test('the one that is picked stands there with a space after it', () => {
    const written = withPerson({ text: 'Hi @mi there', caret: 6 }, { staff_id: 'minji', name: 'Minji Han' });
    expect(written).toEqual({ text: 'Hi @minji there', caret: 10 });
    expect(withPerson({ text: '@', caret: 1 }, { staff_id: 'jun', name: 'Jun' }).text).toBe('@jun ');
  });
});
