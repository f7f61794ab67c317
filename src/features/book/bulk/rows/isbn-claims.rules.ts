export const isbnFields = ['isbn_print', 'isbn_spindle'] as const;
export type IsbnField = (typeof isbnFields)[number];

/** A row that gives its book an ISBN which another book, `holder`, has in the library. */
export interface IsbnClaim {
  row_no: number;
  field: IsbnField;
  holder: number;
}

/** A row that gives the book which has an ISBN now another one. */
export interface IsbnLeaver {
  row_no: number;
  field: IsbnField;
  bidx: number;
}

/**
 * The claims that cannot be met: nobody leaves the ISBN, or who leaves it cannot be written because of a claim that
 * cannot be met either. Books that swap their ISBNs wait for each other and for nobody else: their claims are met.
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
  // Grows while it is walked, until nobody waits for a refused row any more.
  for (const { row_no } of unmet) refuse(row_no);
  return unmet;
}
