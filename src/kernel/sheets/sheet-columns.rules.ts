import { plainForm } from '../text/text-forms.rules.ts';
import type { ColumnsState } from './sheet-columns.contract.ts';
import type { SheetRow } from './sheet-rows.ts';

/** A field that a column of a sheet can hold. */
export interface SheetField {
  name: string;
  required: boolean;
  /** Other names for it in sheets. */
  also: readonly string[];
}

/** The heading row (0 for none), and the field of each column; null for a skipped column. */
export interface SheetColumns {
  heading_row: number;
  fields: (string | null)[];
}

/** Fields chosen earlier, by folded heading. */
export type KnownHeadings = Readonly<Record<string, string | null>>;

/** The number of first rows kept to choose the headings from, and the characters kept of each cell. */
export const headRows = 30;
const shownText = 60;

// The headings are in one of the first rows, possibly below a title.
const searchedRows = 10;
const shownSamples = 3;

/** Folds a heading for comparison: lower case, without spaces, underscores and punctuation. */
export const foldHeading = (text: string): string =>
  plainForm(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** The first rows of a sheet as stored, with cells cut to what is shown. */
export const storedHead = (head: readonly SheetRow[]): SheetRow[] =>
  head.slice(0, headRows).map(({ row, cells }) => ({
    row,
    cells: cells.map((cell) => cell.trim().slice(0, shownText).toWellFormed()),
  }));

/** The field of each heading: as chosen earlier, or by name; each field at most once. */
export function guessFields(
  headings: readonly string[],
  fields: readonly SheetField[],
  known: KnownHeadings = {},
): (string | null)[] {
  const folded = headings.map(foldHeading);
  const guessed: (string | null)[] = headings.map(() => null);
  const left = new Set(fields.map(({ name }) => name));
  const settled = new Set<number>();
  const settle = (find: (heading: string) => string | null | undefined) => {
    for (const [index, heading] of folded.entries()) {
      if (heading === '' || settled.has(index)) continue;
      const name = find(heading);
      if (name === undefined || (name !== null && !left.delete(name))) continue;
      guessed[index] = name;
      settled.add(index);
    }
  };
  const names = new Map(fields.map(({ name }) => [foldHeading(name), name]));
  settle((heading) => (Object.hasOwn(known, heading) ? known[heading] : undefined));
  settle((heading) => names.get(heading));
  const others = new Map(fields.toReversed().flatMap(({ name, also }) => also.map((one) => [foldHeading(one), name])));
  settle((heading) => others.get(heading));
  return guessed;
}

/** How many of the headings match a field. */
export const countGuessed = (fields: readonly (string | null)[]): number =>
  fields.filter((field) => field !== null).length;

/** The row whose headings match the most fields, with those fields; if none matches two, the first row or no row. */
export function guessColumns(
  head: readonly SheetRow[],
  fields: readonly SheetField[],
  known: KnownHeadings = {},
): SheetColumns {
  const [first] = head;
  let best: SheetColumns = { heading_row: first && namesColumns(first.cells) ? first.row : 0, fields: [] };
  for (const { row, cells } of head.slice(0, searchedRows)) {
    const guessed = guessFields(cells, fields, known);
    if (countGuessed(guessed) > Math.max(1, countGuessed(best.fields))) best = { heading_row: row, fields: guessed };
  }
  return best;
}

// A row with a number in it is data.
const namesColumns = (cells: readonly string[]) => !cells.some((cell) => /^[\d\s.,-]{2,}$/.test(cell));

/** The columns, given the row that has the headings. */
export function columnsBelow(
  head: readonly SheetRow[],
  headingRow: number,
  fields: readonly SheetField[],
  known: KnownHeadings,
): SheetColumns {
  const headings = head.find(({ row }) => row === headingRow)?.cells ?? [];
  return { heading_row: headingRow, fields: guessFields(headings, fields, known) };
}

/** A column of a sheet, with enough for people to recognize it. */
interface ShownColumn {
  /** From 0. */
  index: number;
  heading: string;
  samples: string[];
}

/** The columns of a sheet, with their headings and the first values below. */
export function listColumns(head: readonly SheetRow[], headingRow: number): ShownColumn[] {
  const width = Math.max(0, ...head.map(({ cells }) => cells.length));
  const headings = head.find(({ row }) => row === headingRow)?.cells ?? [];
  const below = head.filter(({ row }) => row > headingRow);
  return Array.from({ length: width }, (_, index) => ({
    index,
    heading: headings[index] ?? '',
    samples: below.flatMap(({ cells }) => cells[index] || []).slice(0, shownSamples),
  }));
}

/** The column of each field, in field order; -1 if no column holds it. */
export const columnOrder = (fields: readonly SheetField[], columns: readonly (string | null)[]): number[] =>
  fields.map(({ name }) => columns.indexOf(name));

/** Required fields that no column holds. */
export const missingFields = (fields: readonly SheetField[], columns: readonly (string | null)[]): string[] =>
  fields.filter(({ name, required }) => required && !columns.includes(name)).map(({ name }) => name);

/** The part of a choice that is remembered: the field of each heading. */
export function chosenHeadings(head: readonly SheetRow[], { heading_row, fields }: SheetColumns): KnownHeadings {
  const columns = heading_row === 0 ? [] : listColumns(head, heading_row);
  return Object.fromEntries(
    columns.flatMap(({ index, heading }) => {
      const folded = foldHeading(heading);
      return folded === '' ? [] : [[folded, fields[index] ?? null] as const];
    }),
  );
}

interface Shown {
  head: readonly SheetRow[];
  columns: SheetColumns;
  labels: readonly { name: string; label: string; required: boolean }[];
}

// Enough to tell the first rows apart. Characters.
const shownRow = 60;

/** A sheet's columns, prepared for display. */
export function showColumns({ head, columns, labels }: Shown): ColumnsState {
  return {
    heading_row: columns.heading_row,
    rows: head.map(({ row: number, cells }) => ({
      row: number,
      text: cells.filter(Boolean).join(' · ').slice(0, shownRow).toWellFormed(),
    })),
    columns: listColumns(head, columns.heading_row).map((column) => ({
      ...column,
      field: columns.fields[column.index] ?? null,
    })),
    fields: [...labels],
  };
}
