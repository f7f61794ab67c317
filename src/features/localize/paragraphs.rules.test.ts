import { describe, expect, test } from 'vitest';
import { alignedParagraphs, blocksOf, foldedParagraphs, withParagraphs } from './paragraphs.rules.ts';

describe('The paragraphs of a rich text', () => {
  test.each([
    ['<p>a</p><p>b <em>c</em></p>', ['<p>a</p>', '<p>b <em>c</em></p>']],
    ['<h2>a</h2>\n<ul><li><p>b</p></li><li>c</li></ul>', ['<h2>a</h2>', '\n<ul><li><p>b</p></li><li>c</li></ul>']],
    ['<p>a<br />b</p>', ['<p>a<br />b</p>']],
    ['<blockquote><p>a</p><p>b</p></blockquote><p></p>', ['<blockquote><p>a</p><p>b</p></blockquote>', '<p></p>']],
    ['words', ['words']],
    ['', []],
  ])('are its outermost elements: %s', (html, blocks) => {
    expect(blocksOf(html)).toEqual(blocks);
    expect(blocksOf(html).join('')).toBe(html);
  });
});

describe('The English then and now', () => {
  const aligned = (then: string[], now: string[]) =>
    alignedParagraphs(then, now, { count: then.length, language: 'en' });
  const states = (then: string[], now: string[]) => aligned(then, now)?.map(({ state, own }) => `${state} ${own}`);

  test('is aligned with the translation, whatever was changed, added or taken away', () => {
    expect(states(['a', 'b', 'c'], ['a', 'b', 'c'])).toEqual(['same 0', 'same 1', 'same 2']);
    expect(states(['a', 'b b', 'c'], ['a', 'b x', 'c'])).toEqual(['same 0', 'changed 1', 'same 2']);
    expect(states(['a', 'c'], ['a', 'b', 'c'])).toEqual(['same 0', 'new null', 'same 1']);
    expect(states(['a', 'b', 'c'], ['a', 'c'])).toEqual(['same 0', 'gone 1', 'same 2']);
    expect(states(['a', 'b', 'c'], ['x', 'c', 'd'])).toEqual(['changed 0', 'gone 1', 'same 2', 'new null']);
    expect(states([], ['a'])).toEqual(['new null']);
  });

  test('has the words that changed within a paragraph', () => {
    expect(aligned(['one two'], ['one three'])?.[0]?.pieces).toEqual([
      { kind: 'same', text: 'one ' },
      { kind: 'old', text: 'two' },
      { kind: 'new', text: 'three' },
    ]);
  });

  test('is not aligned with a translation of other paragraphs', () => {
    expect(alignedParagraphs(['a', 'b'], ['a'], { count: 1, language: 'en' })).toBeNull();
  });

  test('gives a translation of which only what is written is another', () => {
    const paragraphs = aligned(['a', 'b', 'c', 'd'], ['a', 'x', 'c', 'new']) ?? [];
    const blocks = ['<p>가</p>', '<p>나</p>', '<p>다</p>', '<p>라</p>'];
    expect(withParagraphs(paragraphs, blocks, {})).toBe(blocks.join(''));
    expect(withParagraphs(paragraphs, blocks, { 1: '<p>너</p>', 3: '' })).toBe('<p>가</p><p>너</p><p>다</p>');
  });

  test('is folded where it is unchanged', () => {
    expect(foldedParagraphs(aligned(['a', 'b', 'c', 'd'], ['a', 'b', 'x', 'd']) ?? [])).toEqual([
      { first: 0, last: 1, isSame: true },
      { first: 2, last: 2, isSame: false },
      { first: 3, last: 3, isSame: true },
    ]);
  });
});
