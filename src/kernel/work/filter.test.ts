import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { choice, day, field, filterOf, recordKey, search, text } from './filter.ts';

const filter = filterOf({
  words: search(),
  language: text(),
  status: choice(['open', 'closed']),
  series: recordKey(),
  since: day(),
  ends: field(z.literal('soon')),
});
const given = { words: 'lamp', language: 'en', status: 'open', since: '2026-03-02', ends: 'soon' };
const empty = { words: '', language: '', status: '', series: '', since: '', ends: '' };
const wrong = {
  words: 'x'.repeat(201),
  language: 'x'.repeat(201),
  status: 'lost',
  series: '0',
  since: '2026-02-30',
  ends: 'late',
};
const fieldsOf = (issues: readonly { path: PropertyKey[] }[] = []) => issues.map(({ path }) => path[0]);

describe('A filter', () => {
  test('means the same in a call, in an address and in a selection', () => {
    const read = { ...given, series: 3 };
    expect(filter.query.parse({ ...given, series: '3' })).toEqual(read);
    expect(filter.address.parse({ ...given, series: '3' })).toEqual(read);
    expect(filter.body.parse(read)).toEqual(read);
  });

  test('is absent where a form sends it empty', () => {
    expect(filter.query.parse(empty)).toEqual({});
    expect(filter.address.parse(empty)).toEqual({});
  });

  test('is refused by a call if it is invalid; in an address a text stays and the others are absent', () => {
    expect(fieldsOf(filter.query.safeParse(wrong).error?.issues)).toEqual(Object.keys(wrong));
    expect(filter.address.parse(wrong)).toEqual({ words: wrong.words, language: wrong.language });
    expect(filter.address.parse({ words: ['lamp', 'post'] })).toEqual({ words: 'lamp post' });
  });

  test('never selects everything because it is invalid, empty or unknown', () => {
    expect(fieldsOf(filter.body.safeParse(wrong).error?.issues)).toEqual(Object.keys(wrong));
    expect(fieldsOf(filter.body.safeParse(empty).error?.issues)).toEqual(['language', 'status', 'series', 'ends']);
    expect(filter.body.safeParse({ ...given, colour: 'red' }).success).toBe(false);
  });
});
