import type { IsbnField } from '#features/book/book-fields.public.ts';

/** A row that gives its book an ISBN that another book, `holder`, has in the library. */
export interface IsbnClaim {
  row_no: number;
  field: IsbnField;
  holder: number;
}

/** A row that gives the current holder of an ISBN another one. */
export interface IsbnLeaver {
  row_no: number;
  field: IsbnField;
  bidx: number;
}

/**
 * The claims that cannot be met: no row releases the ISBN, or the row that does cannot be written because its own claim
 * cannot be met. Books that swap their ISBNs wait only for each other, so their claims are met.
 */
export function unmetClaims(claims: readonly IsbnClaim[], leavers: readonly IsbnLeaver[]): IsbnClaim[] {
  const key = (bidx: number, field: IsbnField) => `${bidx} ${field}`;
  const rowThatLeaves = new Map(leavers.map(({ bidx, field, row_no }) => [key(bidx, field), row_no]));
  const waiting = Map.groupBy(claims, ({ holder, field }) => rowThatLeaves.get(key(holder, field)));
  const unmet: IsbnClaim[] = [];
  const refuse = (row: number | undefined) => {
    for (const claim of waiting.get(row) ?? []) unmet.push(claim);
    waiting.delete(row);
  };
  refuse(undefined);
  // The array grows during the loop, until no claim waits for a rejected row.
  for (const { row_no } of unmet) refuse(row_no);
  return unmet;
}
