/** A title without its numbers, and these: "Level 10" is like "Level 2". */
function partsOf(title: string): { like: string; numbers: number[] } {
  const numbers: number[] = [];
  const like = title.replace(/\d+/g, (digits) => {
    numbers.push(Number(digits));
    return '#';
  });
  return { like, numbers };
}

/** The first number that differs decides. */
function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}

interface Titled {
  title: string;
}

/**
 * The records with those that differ only in their numbers sorted by these, in the places they take up together: what is
 * named otherwise, such as a starter before "Level 1", stays where it is.
 */
export function inNaturalOrder<Item extends Titled>(items: readonly Item[]): Item[] {
  const parts = items.map((item) => ({ item, ...partsOf(item.title) }));
  const numbered = parts.filter(({ numbers }) => numbers.length > 0);
  const sorted = new Map(
    [...Map.groupBy(numbered, ({ like }) => like)].map(([like, group]) => [
      like,
      group.toSorted((one, other) => compare(one.numbers, other.numbers)).values(),
    ]),
  );
  return parts.map(({ item, like }) => sorted.get(like)?.next().value?.item ?? item);
}

/** Two records out of natural order: the one that stands first belongs after the other. Null if all are in order. */
export function outOfOrder<Item extends Titled>(items: readonly Item[]): { later: Item; earlier: Item } | null {
  const wanted = inNaturalOrder(items);
  const at = items.findIndex((item, index) => item !== wanted[index]);
  const [later, earlier] = [items[at], wanted[at]];
  return later && earlier ? { later, earlier } : null;
}
