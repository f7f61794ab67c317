import { expect, test } from 'vitest';
import { type IsbnClaim, type IsbnLeaver, unmetClaims } from './isbn-claims.rules.ts';

const field = 'isbn_print';
/** Row n takes the ISBN of book `holder`. */
const claim = (row_no: number, holder: number): IsbnClaim => ({ row_no, field, holder });
/** Row n gives book n another ISBN. */
const leaver = (n: number): IsbnLeaver => ({ row_no: n, field, bidx: n });
const rows = (claims: IsbnClaim[], leavers: IsbnLeaver[]) => unmetClaims(claims, leavers).map(({ row_no }) => row_no);

test('books that pass their ISBNs on in a ring all get theirs', () => {
  expect(rows([claim(1, 2), claim(2, 3), claim(3, 1)], [1, 2, 3].map(leaver))).toEqual([]);
});

test('where the ISBN at the end of a chain is taken, the whole chain is refused', () => {
  expect(rows([claim(1, 2), claim(2, 3), claim(3, 4), claim(7, 8)], [1, 2, 3, 8].map(leaver))).toEqual([3, 2, 1]);
});

test('a book that gives up one kind of ISBN keeps the other', () => {
  expect(rows([claim(1, 2)], [{ ...leaver(2), field: 'isbn_spindle' }])).toEqual([1]);
});

test('a chain of a hundred thousand takes linear time', () => {
  const numbers = Array.from({ length: 100_000 }, (_, n) => n + 1);
  const claims = numbers.map((n) => claim(n, n + 1));
  expect(unmetClaims(claims, numbers.map(leaver))).toHaveLength(100_000);
});
