import type { MissingTitle } from '#features/library/book-rows.public.ts';
import { outOfOrder } from '#kernel/text/natural-order.rules.ts';
import { fold } from '#kernel/text/text-forms.rules.ts';

/** The number of missing titles of each kind. */
export type MissingCounts = Record<MissingTitle['kind'], number>;

/** The kinds of titles, in display order. */
export const titleKinds = ['series', 'level', 'category', 'age_group'] as const;

/** The kinds whose titles are compared with each other; a level belongs to its series. */
export const twinKinds = ['series', 'category', 'age_group'] as const;

/** Titles per response. */
export const titlesPageSize = 100;

/** The maximum number of spelling groups merged in one act. */
export const mergedTogether = 200;

// More of a kind than anyone reads; the rest is only counted.
const limitOfKind = 100;

/** Titles that resemble another first, the others in their order. */
export const twinsFirst = (missing: readonly MissingTitle[]): MissingTitle[] =>
  missing.toSorted((a, b) => Number(b.similar !== null) - Number(a.similar !== null));

/** The first titles of each kind in order; if there are more, those that resemble another come first. */
export function firstMissing(missing: readonly MissingTitle[]): MissingTitle[] {
  return [...Map.groupBy(missing, ({ kind }) => kind).values()].flatMap((titles) =>
    titles.length <= limitOfKind ? titles : twinsFirst(titles).slice(0, limitOfKind),
  );
}

export function countMissing(missing: readonly MissingTitle[]): MissingCounts {
  const counts: MissingCounts = { series: 0, level: 0, category: 0, age_group: 0 };
  for (const { kind } of missing) counts[kind] += 1;
  return counts;
}

/** Two levels of a series that the sheet names in another order than that of their numbers. */
export interface MixedLevels {
  series: string;
  later: string;
  earlier: string;
}

/** The first such levels, of levels grouped by series; null if all are in order. */
export function findMixedLevels(bySeries: readonly (readonly MissingTitle[])[]): MixedLevels | null {
  for (const levels of bySeries) {
    const found = outOfOrder(levels);
    if (found) return { series: found.later.series ?? '', later: found.later.title, earlier: found.earlier.title };
  }
  return null;
}

export const sumMissing = (counts: Partial<MissingCounts>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Titles that look alike: {@link fold} takes them for one. */
export interface TitleTwins {
  kind: (typeof twinKinds)[number];
  /** The spellings in the sheet, most frequent first. */
  spellings: { title: string; rows: number }[];
  /** The library's spelling; it cannot be changed from here. */
  known: string | null;
}

/** The groups of titles that look alike, those affecting the most rows first. */
export function findTwins(missing: readonly MissingTitle[]): TitleTwins[] {
  const groups = Map.groupBy(
    missing.filter(({ similar }) => similar !== null),
    ({ kind, title }) => `${kind} ${fold(title)}`,
  );
  return [...groups.values()].flatMap((titles) => {
    const kind = twinKinds.find((one) => one === titles[0]?.kind);
    const known = titles.find(({ similar }) => !titles.some(({ title }) => title === similar))?.similar ?? null;
    if (!kind || (known === null && titles.length === 1)) return [];
    const spellings = titles.map(({ title, rows }) => ({ title, rows })).toSorted((a, b) => b.rows - a.rows);
    return [{ kind, spellings, known }];
  });
}

/** The merge of a group into one spelling: the others are rewritten to it. */
export const mergeInto = ({ kind, spellings }: TitleTwins, to: string) => ({
  kind,
  from: spellings.map(({ title }) => title).filter((title) => title !== to),
  to,
});
