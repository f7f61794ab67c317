import type { MissingTitle } from '#features/book/book-rows.public.ts';

/** How many titles of each kind are missing. */
export type MissingCounts = Record<MissingTitle['kind'], number>;

// More of a kind than somebody reads; the rest is counted.
const keptOfKind = 100;

/** Of each kind the first titles in their order; where there are more, first those that look like another. */
export function firstMissing(missing: readonly MissingTitle[]): MissingTitle[] {
  return [...Map.groupBy(missing, ({ kind }) => kind).values()].flatMap((titles) => {
    if (titles.length <= keptOfKind) return titles;
    return titles.toSorted((a, b) => Number(b.similar !== null) - Number(a.similar !== null)).slice(0, keptOfKind);
  });
}

export function countMissing(missing: readonly MissingTitle[]): MissingCounts {
  const counts: MissingCounts = { series: 0, level: 0, category: 0, age_group: 0 };
  for (const { kind } of missing) counts[kind] += 1;
  return counts;
}

export const sumMissing = (counts: Partial<MissingCounts>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
