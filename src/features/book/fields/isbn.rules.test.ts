import { describe, expect, test } from 'vitest';
import { faultOfIsbn, numberOfIsbn, readIsbn, spellingsOfIsbn } from './isbn.rules.ts';

describe('an ISBN', () => {
  test.each([
    ['080442957x', '080442957X'],
    ['978–0–306–40615–7', '9780306406157'],
    ['９７８０３０６４０６１５７', '9780306406157'],
    ['9790306406156 / 53710', '9790306406156 / 53710'],
  ])('written as %s is stored as %s', (text, stored) => expect(readIsbn(text)).toBe(stored));

  test('of ten digits and its thirteen are one number, and 979 has no ten', () => {
    expect(spellingsOfIsbn('0-306-40615-2')).toEqual(['0306406152', '9780306406157']);
    expect(spellingsOfIsbn('978-0-8044-2957-3')).toEqual(['9780804429573', '080442957X']);
    expect(spellingsOfIsbn('9791190000017')).toEqual(['9791190000017']);
    expect(spellingsOfIsbn('0306406153')).toEqual(['0306406153']);
    expect(spellingsOfIsbn('starling')).toEqual([]);
    expect(['0306406152', '080442957X', '9780306406157', '0306406153'].map(numberOfIsbn)).toEqual([
      '9780306406157',
      '9780804429573',
      '9780306406157',
      '0306406153',
    ]);
  });

  test.each([
    ['9780306406157, 0306406152', 'two'],
    ['9780306406157 / 9780804429573', 'two'],
    ['9780306406157/53710', 'code'],
    ['ISBN 978-0-306-40615-7', 'prefix'],
    ['9780306406158', 'check'],
    ['978030640615', 'length'],
    ['978–0–306–40615–7', null],
  ])('written as %s has the fault %s', (text, fault) => expect(faultOfIsbn(text)).toBe(fault));
});
