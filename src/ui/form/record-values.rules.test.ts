import { describe, expect, test } from 'vitest';
import { changedFields, mergeValues, sameValue } from './record-values.rules.ts';

const base = { title: 'Lamp', genre: 'Tale', series: { value: '1', label: 'One' }, prices: [{ price: '10' }] };

describe('Form input', () => {
  test.each([
    ['spaces around a text', ' Lamp ', 'Lamp', true],
    ['a text', 'Lamp', 'lamp', false],
    ['a choice that was renamed', { value: '1', label: 'One' }, { value: '1', label: 'Uno' }, true],
    ['another choice of the same name', { value: '1', label: 'One' }, { value: '2', label: 'One' }, false],
    ['a list', [{ price: '10' }, { price: '5' }], [{ price: '10' }, { price: '5 ' }], true],
    ['a longer list', [{ price: '10' }], [{ price: '10' }, { price: '5' }], false],
    ['a row with another field', { price: '10' }, { price: '10', days: '3' }, false],
    ['nothing and an empty text', null, '', false],
  ])('%s: %j compared with %j', (_, a, b, same) => {
    expect(sameValue(a, b)).toBe(same);
    expect(sameValue(b, a)).toBe(same);
  });

  test('names the fields that differ', () => {
    expect(changedFields({ ...base, title: 'Lantern', prices: [] }, base)).toEqual(['title', 'prices']);
    expect(changedFields({ ...base, title: 'Lamp ' }, base)).toEqual([]);
  });

  test('is merged with what somebody else saved, with a conflict only where both changed the same field', () => {
    const mine = { ...base, title: 'Lantern', genre: 'Mine', series: { value: '2', label: 'Two' } };
    const theirs = { ...base, genre: 'Theirs', series: { value: '2', label: 'Two' }, prices: [{ price: '9' }] };
    expect(mergeValues(base, mine, theirs)).toEqual({
      values: { title: 'Lantern', genre: 'Mine', series: { value: '2', label: 'Two' }, prices: [{ price: '9' }] },
      disputed: ['genre'],
    });
  });

  test('is compared and merged by the single fields of a group', () => {
    const texts = { texts: { en: { title: 'Lamp', note: '' }, ko: { title: '램프', note: '' } } };
    const mine = { texts: { ...texts.texts, en: { title: 'Lantern', note: 'Mine' } } };
    const theirs = { texts: { en: { title: 'Lamp', note: 'Theirs' }, ko: { title: '등', note: '' } } };
    expect(changedFields(mine, texts)).toEqual(['texts.en.title', 'texts.en.note']);
    expect(mergeValues(texts, mine, theirs)).toEqual({
      values: { texts: { en: { title: 'Lantern', note: 'Mine' }, ko: { title: '등', note: '' } } },
      disputed: ['texts.en.note'],
    });
  });
});
