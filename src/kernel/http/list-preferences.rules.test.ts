import { expect, test } from 'vitest';
import { preferencesCookie, preferencesText, readPreferences } from './list-preferences.rules.ts';

const offer = {
  path: '/book',
  columns: ['author', 'series', 'isbn'],
  initial: ['author'],
  sizes: [25, 100],
  initialSize: 100,
};

test('a list is shown as last chosen', () => {
  expect(preferencesCookie('/code/report')).toBe('list_code_report');
  const preferences = { columns: ['series', 'isbn'], size: 25 };
  expect(readPreferences(offer, preferencesText(preferences))).toEqual(preferences);
  expect(readPreferences(offer, preferencesText({ columns: [], size: 25 }))).toEqual({ columns: [], size: 25 });
});

test('without a choice the initial columns are shown', () => {
  expect(readPreferences(offer, undefined)).toEqual({ columns: ['author'], size: 100 });
});

test.each(['', '~', 'x~y', 'isbn.isbn.series.gone~7', '%~25~25', '~1e9'])(
  'an invalid cookie, %j, does no harm',
  (text) => {
    const { columns, size } = readPreferences(offer, text);
    expect(offer.columns).toEqual(expect.arrayContaining(columns));
    expect(offer.sizes).toContain(size);
  },
);
