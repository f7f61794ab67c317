import { describe, expect, test } from 'vitest';
import { alignedParagraphs, blocksOf } from './paragraphs.rules.ts';

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

  test('has nothing to do for what the translation has of its own, or for what is empty', () => {
    expect(states(['a', '', 'b', ''], ['a', '', 'x'])).toEqual(['same 0', 'same 1', 'changed 2', 'same 3']);
    expect(states([''], [])).toEqual(['same 0']);
  });
});
