/** One record that was moved: its id, and its positions from 1. */
export interface Moved {
  id: number;
  from: number;
  to: number;
}

/** The one record whose move makes an order into another; null if it takes more moves than one, or none. */
export function movedOne(before: readonly number[], after: readonly number[]): Moved | null {
  const from = before.findIndex((id, place) => id !== after[place]);
  if (from === -1 || before.length !== after.length) return null;
  const until = before.findLastIndex((id, place) => id !== after[place]);
  return oneOf(before, after, { from, to: until }) ?? oneOf(before, after, { from: until, to: from });
}

function oneOf(before: readonly number[], after: readonly number[], { from, to }: { from: number; to: number }) {
  const id = before[from];
  if (id === undefined || after[to] !== id) return null;
  const rest = (ids: readonly number[]) => ids.filter((one) => one !== id).join();
  return rest(before) === rest(after) ? { id, from: from + 1, to: to + 1 } : null;
}

/** How many records have another position. */
export const countMoved = (before: readonly number[], after: readonly number[]): number =>
  after.filter((id, place) => id !== before[place]).length;
