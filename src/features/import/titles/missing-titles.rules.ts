import type { MissingTitle } from '#features/book/book-rows.public.ts';

/** How many titles of each kind are missing. */
export type MissingCounts = Record<MissingTitle['kind'], number>;

/** The kinds of titles, in the order in which they are shown. */
export const titleKinds = ['series', 'level', 'category', 'age_group'] as const;

/** The kinds whose titles are compared with each other; a level belongs to its series. */
export const twinKinds = ['series', 'category', 'age_group'] as const;

/** Titles of one answer. */
export const titlesPageSize = 100;

/** The most groups of spellings that are merged in one act. */
export const mergedTogether = 200;

// More of a kind than somebody reads; the rest is counted.
const keptOfKind = 100;

/** Those that look like another first, otherwise in their order. */
export const twinsFirst = (missing: readonly MissingTitle[]): MissingTitle[] =>
  missing.toSorted((a, b) => Number(b.similar !== null) - Number(a.similar !== null));

/** Of each kind the first titles in their order; where there are more, first those that look like another. */
export function firstMissing(missing: readonly MissingTitle[]): MissingTitle[] {
  return [...Map.groupBy(missing, ({ kind }) => kind).values()].flatMap((titles) =>
    titles.length <= keptOfKind ? titles : twinsFirst(titles).slice(0, keptOfKind),
  );
}

export function countMissing(missing: readonly MissingTitle[]): MissingCounts {
  const counts: MissingCounts = { series: 0, level: 0, category: 0, age_group: 0 };
  for (const { kind } of missing) counts[kind] += 1;
  return counts;
}

export const sumMissing = (counts: Partial<MissingCounts>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Titles that differ only in case. */
export interface TitleTwins {
  kind: (typeof twinKinds)[number];
  /** As rows of the sheet have them, the most frequent first. */
  spellings: { title: string; rows: number }[];
  /** The one the library has; it cannot be changed from here. */
  known: string | null;
}

/** The groups of titles that differ only in case, those that would change the most rows first. */
export function findTwins(missing: readonly MissingTitle[]): TitleTwins[] {
  const groups = Map.groupBy(
    missing.filter(({ similar }) => similar !== null),
    ({ kind, title }) => `${kind} ${title.toLowerCase()}`,
  );
  return [...groups.values()].flatMap((titles) => {
    const kind = twinKinds.find((one) => one === titles[0]?.kind);
    const known = titles.find(({ similar }) => !titles.some(({ title }) => title === similar))?.similar ?? null;
    if (!kind || (known === null && titles.length === 1)) return [];
    const spellings = titles.map(({ title, rows }) => ({ title, rows })).toSorted((a, b) => b.rows - a.rows);
    return [{ kind, spellings, known }];
  });
}

/** What one spelling for all of a group means: the others are written as it is. */
export const mergeInto = ({ kind, spellings }: TitleTwins, to: string) => ({
  kind,
  from: spellings.map(({ title }) => title).filter((title) => title !== to),
  to,
});
