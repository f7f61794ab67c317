/** One record that was moved: its id, and its positions from 1. */
interface Moved {
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

/** The items after some of them were moved together, in their order, to a place among the others. */
export function movedTogether<Item extends { id: number }>(
  items: readonly Item[],
  together: ReadonlySet<number>,
  place: number,
): Item[] {
  const others = items.filter(({ id }) => !together.has(id));
  return others.toSpliced(place, 0, ...items.filter(({ id }) => together.has(id)));
}

/** The place of an item among those that do not move with these. */
export const placeAmong = (items: readonly { id: number }[], together: ReadonlySet<number>, id: number): number =>
  items.filter((item) => !together.has(item.id)).findIndex((item) => item.id === id);

interface Steps {
  up: number | undefined;
  down: number | undefined;
}

/**
 * The places to which a step moves a record, and what moves with it: over the nearest one that is shown and stays. Of
 * those not shown, any number may lie between.
 */
export function stepsOf(
  items: readonly { id: number }[],
  shown: readonly { id: number }[],
  { id, together }: { id: number; together: ReadonlySet<number> },
): Steps {
  const row = shown.findIndex((item) => item.id === id);
  const stays = (item: { id: number }) => !together.has(item.id);
  const movingBefore = (place: number) => items.slice(0, place).filter((item) => !stays(item)).length;
  const own = movingBefore(items.findIndex((item) => item.id === id));
  const over = (neighbour: { id: number } | undefined, after: 0 | 1) =>
    neighbour && placeAmong(items, together, neighbour.id) + after + own;
  return { up: over(shown.slice(0, row).findLast(stays), 0), down: over(shown.slice(row + 1).find(stays), 1) };
}

/** Records that were moved together to one place: how many, and the position of the first; null if it was not so. */
export function movedSeveral(
  before: readonly number[],
  after: readonly number[],
): { count: number; to: number } | null {
  const places = new Map(before.map((id, place) => [id, place]));
  const stayed = longestRising(after.map((id) => places.get(id) ?? -1));
  const moved = after.flatMap((_, place) => (stayed.has(place) ? [] : [place]));
  const [first = 0] = moved;
  const isOneBlock = moved.length > 1 && moved.at(-1) === first + moved.length - 1;
  return isOneBlock ? { count: moved.length, to: first + 1 } : null;
}

/** The places of a longest part of a list whose values rise: what need not move to sort it. */
function longestRising(values: readonly number[]): Set<number> {
  // For each length, the place where a rising part of that length ends with the smallest value; and what precedes each.
  const ends: number[] = [];
  const previous: number[] = [];
  values.forEach((value, place) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous[place] = ends[low - 1] ?? -1;
    ends[low] = place;
  });
  const rising = new Set<number>();
  for (let place = ends.at(-1) ?? -1; place >= 0; place = previous[place] ?? -1) rising.add(place);
  return rising;
}
