import { describe, expect, test } from 'vitest';
import { alignedParagraphs } from '#kernel/text/paragraphs.rules.ts';
import { foldedParagraphs, madeOfParagraphs, withParagraphs } from './open-paragraphs.rules.ts';

describe('A text that is open by paragraph', () => {
  const aligned = (then: string[], now: string[]) =>
    alignedParagraphs(then, now, { count: then.length, language: 'en' });

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

  test('says of which English each paragraph is, written or done of the present one and others of the earlier', () => {
    const paragraphs = aligned(['a', 'b b', 'c c', 'd', 'e'], ['a', 'b x', 'c x', 'new', 'e']) ?? [];
    const blocks = ['<p>가</p>', '<p>나</p>', '<p>다</p>', '<p>라</p>', '<p>마</p>'];
    const madeOf = (written: Record<number, string>, ...done: number[]) =>
      madeOfParagraphs(paragraphs, blocks, { written, done: new Set(done) });
    expect(madeOf({})).toEqual(['a', 'b b', 'c c', 'd', 'e']);
    expect(madeOf({}, 1)).toEqual(['a', 'b x', 'c c', 'd', 'e']);
    expect(madeOf({ 2: '<p>x</p><p>y</p>' }, 1)).toEqual(['a', 'b x', 'c x', '', 'd', 'e']);
    expect(madeOf({ 3: '' }, 3)).toHaveLength(4);
  });
});
