/** Where the covers of items are stored. */
export const coverPrefix = 'images/guide/';

/** The number of columns of the timeline; items cover these age ranges. */
export const columnCount = 10;

/** The columns that an item covers: the first one, from 1, and how many. */
export interface Range {
  start: number;
  length: number;
}

export const isRange = ({ start, length }: Range): boolean =>
  start >= 1 && start <= columnCount && length >= 1 && lastColumn({ start, length }) <= columnCount;

export const lastColumn = ({ start, length }: Range): number => start + length - 1;

export const sameRange = (a: Range, b: Range): boolean => a.start === b.start && a.length === b.length;

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** A typed range limited to the timeline: first the start, then the length to what is left. */
export function clampedRange({ start, length }: Range): Range {
  const first = clamp(start, 1, columnCount);
  return { start: first, length: clamp(length, 1, columnCount - first + 1) };
}

/** How a range can be changed, by whole columns. */
export type Gesture = 'move' | 'start' | 'end';

/** A range after a drag or key press by some columns to the right; it stops at the ends, and one column remains. */
export function draggedRange(range: Range, gesture: Gesture, by: number): Range {
  const { start, length } = range;
  if (gesture === 'move') return { start: clamp(start + by, 1, columnCount - length + 1), length };
  if (gesture === 'end') return { start, length: clamp(length + by, 1, columnCount - start + 1) };
  const first = clamp(start + by, 1, lastColumn(range));
  return { start: first, length: lastColumn(range) - first + 1 };
}

const longestGuideId = 64;

/** A guide ID as stored, however it was typed: in lower case, with underscores for all but letters and digits. */
export const cleanGuideId = (typed: string): string =>
  typed.trim().toLowerCase().replace(/\W/gu, '_').slice(0, longestGuideId);

/** The labels of a legend, without duplicates. */
export const labelsOf = (legend: string): string[] => [
  ...new Set(
    legend
      .split(',')
      .map((label) => label.trim())
      .filter((label) => label !== ''),
  ),
];

/** A legend as stored: trimmed labels, each once. */
export const tidyLegend = (legend: string): string => labelsOf(legend).join(', ');

/**
 * The distinct labels of a guide, those of the oldest item first: the position of a label determines its colour, and
 * reordering items does not change it.
 */
export const legendsOf = (items: readonly { itm_idx: number; legend: string }[]): string[] => [
  ...new Set(items.toSorted((a, b) => a.itm_idx - b.itm_idx).flatMap(({ legend }) => labelsOf(legend))),
];

/** The most items a guide can have. */
export const mostItems = 200;

/** The page of an item's guide, opened at the item. */
export const itemHref = (itmIdx: number | string): string => `/series_guide?itm_idx=${itmIdx}`;

/** The name of an item on the timeline. */
export const nameOf = ({ link_title, title }: { link_title: string; title: string }): string => link_title || title;

/** Remembers, as 'shown', that the rows of guides show numbers; read by the server, so that they are there at once. */
export const numbersCookie = 'guide_numbers';
