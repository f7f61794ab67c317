import { expect, test } from 'vitest';
import { changedFields } from '#ui/form/record-values.rules.ts';
import { bodyOf, type CollectionValues, freshPrice, localeOf, textState, valuesOf } from './collection-values.rules.ts';

const blank = valuesOf(null);
const texts = { title: '', summary: '', notice: '', description: '' };
const changes = (over: Partial<CollectionValues>, base = blank) => {
  const values = { ...base, ...over };
  return bodyOf(values, changedFields(values, base));
};

test('a save sends only what changed, in the texts too', () => {
  const multi_lang_data = { ...blank.multi_lang_data, ko: { ...texts, title: '세트' } };
  expect(changes({ multi_lang_data, grp_idx: { value: '3', label: 'Teens' } })).toEqual({
    multi_lang_data: { ko: { title: '세트' } },
    grp_idx: 3,
  });
  expect(changes({})).toEqual({});
});

test('a single price that is left empty is no price, and several are all sent', () => {
  expect(changes({ prices: [freshPrice('USD')] })).toEqual({ prices: [] });
  expect(changes({ prices: [{ ...freshPrice('USD'), price: ' 12.50 ' }, freshPrice()] }).prices).toEqual([
    { currency: 'USD', price: '12.50', discounted_price: null, subscription_period: 0 },
    { currency: 'KRW', price: '', discounted_price: null, subscription_period: 0 },
  ]);
});

test('a cleared choice is sent as none', () => {
  const base = {
    ...blank,
    grp_idx: { value: '3', label: 'Teens' },
    cefr_level: 'A1',
    label: 'L',
    ads_option: 'public',
  };
  expect(changes(blank, base as CollectionValues)).toEqual({
    grp_idx: null,
    cefr_level: null,
    label: null,
    ads_option: null,
  });
});

test('owners and the target group show their names, and a number where the name is unknown', () => {
  const stored = { ...blank, version: 1, label: null, prices: [], owned_by: [1, 2], grp_idx: 7, cefr_level: null };
  const values = valuesOf(
    { ...stored, ads_option: null, laura_book_monthly_quota: 0 },
    { owned_by: [{ value: '2', label: 'Acme' }] },
  );
  expect(values.owned_by.map(({ label }) => label)).toEqual(['1', 'Acme']);
  expect(values.grp_idx).toEqual({ value: '7', label: '7' });
  expect(values.prices).toHaveLength(1);
});

test('a language is complete with a title and a description, and begun with any text', () => {
  expect(textState(texts)).toBe('empty');
  expect(textState({ ...texts, summary: 'S' })).toBe('begun');
  expect(textState({ ...texts, title: 'T', description: '<p>D</p>' })).toBe('complete');
});

test.each([
  ['multi_lang_data.ko.title', 'ko'],
  ['title', 'en'],
  ['prices.0.price', undefined],
  ['multi_lang_data.fr.title', undefined],
])('the field %s belongs to the language %s', (field, locale) => {
  expect(localeOf(field)).toBe(locale);
});
