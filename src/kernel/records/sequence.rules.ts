/** The records of an order whose places change most, each with its places, the greatest move first. */
export function shownMoves(
  before: readonly number[],
  after: readonly number[],
  titleOf: (id: number) => string,
): { label: string; before: string; after: string }[] {
  const had = new Map(before.map((id, index) => [id, index + 1]));
  const has = new Map(after.map((id, index) => [id, index + 1]));
  const far = before.length + after.length;
  const moved = [...new Set([...after, ...before])]
    .map((id) => ({ id, from: had.get(id), to: has.get(id) }))
    .filter(({ from, to }) => from !== to)
    .toSorted((a, b) => distance(b, far) - distance(a, far));
  return moved.slice(0, shownAtMost).map(({ id, from, to }) => ({
    label: titleOf(id),
    before: from === undefined ? '' : String(from),
    after: to === undefined ? '' : String(to),
  }));
}

// How many moves of an order are named.
const shownAtMost = 3;

const distance = ({ from, to }: { from: number | undefined; to: number | undefined }, far: number): number =>
  from === undefined || to === undefined ? far : Math.abs(from - to);

/** The records that changed places between two orders, beside those that came and went, which count as well. */
export function movedBetween(before: readonly number[], after: readonly number[]): number[] {
  const [had, has] = [new Set(before), new Set(after)];
  const stayed = before.filter((id) => has.has(id));
  const remaining = after.filter((id) => had.has(id));
  const moved = new Set(remaining.filter((id, nth) => id !== stayed[nth]));
  return [...new Set([...before, ...after])].filter((id) => moved.has(id) || !had.has(id) || !has.has(id));
}

/** Adapts an order of ids to the current records: those that are gone are left out, new ones come last. */
export function mergedOrder<Id>(wanted: readonly Id[], current: readonly Id[]): Id[] {
  const there = new Set(current);
  const named = new Set(wanted);
  return [...wanted.filter((id) => there.has(id)), ...current.filter((id) => !named.has(id))];
}

/**
 * The current order with the records of a move back in the places that they take up now, if they are in the order of the move
 * and others stand between them; undefined otherwise.
 */
export function orderAround(
  now: unknown,
  { before, after }: Record<'before' | 'after', unknown>,
): number[] | undefined {
  if (![now, before, after].every(Array.isArray)) return undefined;
  const [current, was, left] = [now, before, after] as [number[], number[], number[]];
  const [moved, all] = [new Set(left), new Set(current)];
  const isSame = was.length === left.length && was.every((id) => moved.has(id));
  const standing = current.filter((id) => moved.has(id));
  const there = left.filter((id) => all.has(id));
  if (!isSame || there.some((id, nth) => id !== standing[nth]) || there.every((id, nth) => id === current[nth]))
    return undefined;
  const next = was.filter((id) => all.has(id)).values();
  return current.map((id) => (moved.has(id) ? (next.next().value ?? id) : id));
}

/**
 * Joins a new order to an earlier one that was not made yet: what the new one adds to the current order or leaves out, it
 * adds or leaves out there; its order counts only if it moves something.
 */
export function joinedOrder<Id>(earlier: readonly Id[], current: readonly Id[], wanted: readonly Id[]): Id[] {
  const [had, has] = [new Set(current), new Set(wanted)];
  const remaining = wanted.filter((id) => had.has(id));
  const isMoved = current.filter((id) => has.has(id)).some((id, nth) => id !== remaining[nth]);
  const added = wanted.filter((id) => !had.has(id) && !earlier.includes(id));
  const there = [...earlier.filter((id) => has.has(id) || !had.has(id)), ...added];
  return isMoved ? mergedOrder(wanted, there) : there;
}
