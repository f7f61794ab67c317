/** The most books that a row or a selection can have. */
export const mostBooks = 5;

/** The target for taking books out of the roadmap, back to the waiting list. */
export const waitingRow = -1;

/** The rows of a roadmap from first to last; each has the bids of its books in order. */
export type Rows = readonly (readonly string[])[];

/**
 * The rows after moving books into one of them, or into a new last row if the target is the number of rows, or out of
 * all rows if it is {@link waitingRow}. Books already in the target row keep their places; emptied rows disappear.
 */
export function movedTo(rows: Rows, bids: readonly string[], target: number): string[][] {
  const there = rows[target] ?? [];
  const going = bids.filter((bid) => !there.includes(bid));
  const left = without(rows, going);
  if (target === waitingRow) return filled(left);
  if (target === rows.length) return filled([...left, [...going]]);
  return filled(left.map((row, index) => (index === target ? [...row, ...going] : row)));
}

/** The rows after putting books into a row, before the book at this place or at the end. */
export function placedAt(
  rows: Rows,
  bids: readonly string[],
  { row, place }: { row: number; place: number },
): string[][] {
  const follower = rows[row]?.slice(place).find((bid) => !bids.includes(bid));
  return filled(
    without(rows, bids).map((left, index) => {
      if (index !== row) return left;
      const at = follower === undefined ? left.length : left.indexOf(follower);
      return left.toSpliced(at, 0, ...bids);
    }),
  );
}

/** The rows after putting books into a new row before the one at this index. */
export const inNewRow = (rows: Rows, bids: readonly string[], at: number): string[][] =>
  filled(without(rows, bids).toSpliced(at, 0, [...bids]));

const without = (rows: Rows, bids: readonly string[]) => {
  const going = new Set(bids);
  return rows.map((row) => row.filter((bid) => !going.has(bid)));
};

/** The rows that have books. */
export const filled = (rows: Rows): string[][] => rows.filter((row) => row.length > 0).map((row) => [...row]);

/** Whether any row has too many books. */
export const isOverfull = (rows: Rows): boolean => rows.some((row) => row.length > mostBooks);

export const sameRows = (a: Rows, b: Rows): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The index of the row that contains a book; -1 if it is in the waiting list. */
export const rowWith = (rows: Rows, bid: string): number => rows.findIndex((row) => row.includes(bid));

/** Where books went by one move, in rows and places from 1. */
type Moved =
  | { how: 'out'; from: number }
  | { how: 'in'; to: number }
  | { how: 'across'; from: number; to: number }
  | { how: 'within'; row: number; from: number; to: number };

/** Where these books went between two states of the rows; from several rows, only where they are now. */
export function movedBetween(before: Rows, after: Rows, bids: readonly string[]): Moved {
  const [first = ''] = bids;
  const sources = new Set(bids.map((bid) => rowWith(before, bid)));
  const [from, to] = [rowWith(before, first), rowWith(after, first)];
  if (to === -1) return { how: 'out', from: from + 1 };
  const place = (rows: Rows, row: number) => (rows[row] ?? []).indexOf(first) + 1;
  // A row that was emptied is gone, and the next one has its number.
  const isSameRow = from === to && before.length === after.length;
  if (isSameRow && bids.length === 1)
    return { how: 'within', row: to + 1, from: place(before, from), to: place(after, to) };
  if (from === -1 || from === to || sources.size > 1) return { how: 'in', to: to + 1 };
  return { how: 'across', from: from + 1, to: to + 1 };
}

/** How an arrangement differs from the current books: those it lacks, those no longer there, those it repeats. */
export function differenceOf(current: Rows, wanted: Rows): { added: string[]; removed: string[]; repeated: string[] } {
  const existing = new Set(current.flat());
  const named = new Set<string>();
  const repeated = wanted.flat().filter((bid) => named.size === named.add(bid).size);
  return {
    added: [...existing].filter((bid) => !named.has(bid)),
    removed: [...named].filter((bid) => !existing.has(bid)),
    repeated: [...new Set(repeated)],
  };
}

/** My arrangement without the books that others removed; the books they added follow in rows of their own. */
export function mergedRows(mine: Rows, theirs: Rows): string[][] {
  const { added, removed } = differenceOf(theirs, mine);
  const unknown = theirs.map((row) => row.filter((bid) => added.includes(bid)));
  return filled([...without(mine, removed), ...unknown]);
}

/** A change of the rows: into a row, to a place in a row, or into a new row between others. */
export type Change = { bids: readonly string[] } & (
  | { to: 'row'; row: number }
  | { to: 'place'; row: number; place: number }
  | { to: 'new'; row: number }
);

/** The rows after a change. */
export function changedRows(rows: Rows, change: Change): string[][] {
  if (change.to === 'place') return placedAt(rows, change.bids, change);
  return change.to === 'new' ? inNewRow(rows, change.bids, change.row) : movedTo(rows, change.bids, change.row);
}

/** A change made again on other rows: its target is the row that has the same books now, or else the closest one. */
export function rebased(change: Change, from: Rows, to: Rows): Change {
  const { row, bids } = change;
  const target = from[row];
  if (target === undefined) return { ...change, row: row === waitingRow ? waitingRow : to.length };
  const anchor = target.find((bid) => !bids.includes(bid) && rowWith(to, bid) !== -1);
  const index = anchor === undefined ? Math.min(row, to.length) : rowWith(to, anchor);
  return change.to === 'place' ? { to: 'row', bids, row: index } : { ...change, row: index };
}

/** The rows that differ between two arrangements: the index of the first, and the rows on either side. */
export interface ChangedRows {
  from: number;
  before: Rows;
  after: Rows;
}

/** The part in which two arrangements differ; it reaches to the end if one has more rows. */
export function changedPart(before: Rows, after: Rows): ChangedRows {
  const differs = (row: readonly string[], index: number) => row.join() !== after[index]?.join();
  const from = before.findIndex(differs);
  const until = Math.max(before.findLastIndex(differs) + 1, after.length > before.length ? after.length : 0);
  const first = from === -1 ? before.length : from;
  return { from: first, before: before.slice(first, until), after: after.slice(first, until) };
}

/** The arrangement before a change; undefined if its rows are not as the change left them. */
export function changedBack(rows: Rows, { from, before, after }: ChangedRows): Rows | undefined {
  const now = rows.slice(from, from + after.length);
  if (!sameRows(now, after)) return undefined;
  return [...rows.slice(0, from), ...before, ...rows.slice(from + after.length)];
}
