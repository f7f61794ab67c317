import {
  columnOrder,
  countGuessed,
  foldHeading,
  guessFields,
  type KnownHeadings,
  missingFields,
  type SheetColumns,
  type SheetField,
  storedHead,
} from '#kernel/sheets/sheet-columns.rules.ts';
import type { SheetRow } from '#kernel/sheets/sheet-rows.ts';
import { spreadsheetFault, wholeNumber } from '#kernel/text/spreadsheet-fault.rules.ts';
import { cleanTitle } from '#kernel/text/text-forms.rules.ts';

/** The name of the layout. */
export const unitSheet = 'Unit info';

/** The columns of a unit-info sheet, in order. */
export const unitColumns = [
  'unit_title',
  'subunit_title',
  'subunit_id',
  'start_page',
  'game_content_id',
  'speakup_content_id',
  'laura_content_id',
  'laura_content_type',
] as const;
export type UnitColumn = (typeof unitColumns)[number];

/** One unit as stored. */
export type UnitRow = Record<Exclude<UnitColumn, 'start_page'>, string> & { start_page: number };

/** The maximum number of units of a book. */
export const maxUnits = 5000;
const maxCell = 500;

/** The problem of a cell: a message key and its values, which name the row (as the sheet counts) and the column. */
export interface UnitProblem {
  row: number;
  column: UnitColumn;
  key: 'book.unit_incomplete' | 'book.unit_page' | 'book.unit_cell_long' | 'book.unit_too_wide' | 'book.unit_fault';
  values: { row: number; column: string; limit?: number; fault?: string };
}

/** One row of a sheet: its row number, its cells by position, and their problems. */
export interface CheckedUnit {
  row: number;
  cells: readonly string[];
  problems: UnitProblem[];
}

const tidy = (cell: string | undefined) => cleanTitle((cell ?? '').replace(/\s+/g, ' '));

/** Trims and validates a row, which problems name by this number: exactly the 8 columns, all filled in, and the start page a whole number. */
export function checkUnit(row: number, cells: readonly string[]): CheckedUnit {
  const tidied = unitColumns.map((column, index) =>
    column === 'start_page' ? wholeNumber(tidy(cells[index])) : tidy(cells[index]),
  );
  const problems = unitColumns.flatMap((column, index) => problemOf(row, column, tidied[index] ?? '') ?? []);
  const extra = cells.findIndex((cell, index) => index >= unitColumns.length && tidy(cell) !== '');
  if (extra !== -1)
    problems.push(problem('book.unit_too_wide', row, 'laura_content_type', { limit: unitColumns.length }));
  return { row, cells: tidied, problems };
}

function problemOf(row: number, column: UnitColumn, cell: string): UnitProblem | undefined {
  if (cell === '') return problem('book.unit_incomplete', row, column);
  const fault = spreadsheetFault(cell);
  if (fault) return problem('book.unit_fault', row, column, { fault: fault.replace('invalid.', '') });
  if (column === 'start_page' && !/^\d{1,9}$/.test(cell)) return problem('book.unit_page', row, column);
  return cell.length > maxCell ? problem('book.unit_cell_long', row, column, { limit: maxCell }) : undefined;
}

const problem = (
  key: UnitProblem['key'],
  row: number,
  column: UnitColumn,
  more?: { limit?: number; fault?: string },
): UnitProblem => ({ row, column, key, values: { row, column, ...more } });

/** The unit of a row without problems. */
export function unitOf({ cells }: CheckedUnit): UnitRow {
  const [
    unit_title = '',
    subunit_title = '',
    subunit_id = '',
    page = '',
    game = '',
    speakup = '',
    laura = '',
    type = '',
  ] = cells;
  return {
    unit_title,
    subunit_title,
    subunit_id,
    start_page: Number(page),
    game_content_id: game,
    speakup_content_id: speakup,
    laura_content_id: laura,
    laura_content_type: type,
  };
}

/** The cells of a unit, in the order of the columns. */
export const unitCells = (unit: UnitRow): string[] => unitColumns.map((column) => String(unit[column]));

/** The subunit ids that occur in more than one row: allowed, but worth checking. */
export function repeatedSubunits(units: readonly CheckedUnit[]): string[] {
  const at = unitColumns.indexOf('subunit_id');
  const seen = new Set<string>();
  const repeated = units
    .map(({ cells }) => cells[at] ?? '')
    .filter((id) => id !== '' && seen.size === seen.add(id).size);
  return [...new Set(repeated)];
}

/** The columns of a unit-info sheet with the names used in other sheets. */
export const unitFields: readonly SheetField[] = [
  { name: 'unit_title', required: true, also: ['unit', 'unit name', '유닛', '단원', 'unidad', 'ユニット', 'ünite'] },
  {
    name: 'subunit_title',
    required: true,
    also: ['subunit', 'subunit name', 'lesson', '소단원', 'subunidad', 'サブユニット', 'alt ünite'],
  },
  { name: 'subunit_id', required: true, also: ['subunit code', 'lesson id'] },
  {
    name: 'start_page',
    required: true,
    also: ['page', 'first page', '시작 쪽', '시작 페이지', 'página', '開始ページ', 'sayfa'],
  },
  { name: 'game_content_id', required: true, also: ['game', 'game id'] },
  { name: 'speakup_content_id', required: true, also: ['speakup', 'speakup id', 'speak up'] },
  { name: 'laura_content_id', required: true, also: ['laura', 'laura id'] },
  { name: 'laura_content_type', required: true, also: ['laura type', 'content type'] },
];

const ownNames = unitFields.map((field) => ({ ...field, also: [] }));

/** Rows of a text as copied from a spreadsheet: their cells in the order of our columns, without the row of column names. */
export function readUnitText(text: string): { rows: SheetRow[]; isHeaded: boolean } {
  const [first, ...others] = unitTable(text);
  if (!first) return { rows: [], isHeaded: false };
  if (!isHeading(first.cells)) return { rows: [first, ...others].map(tidied), isHeaded: false };
  const named = guessFields(first.cells, ownNames);
  // If all columns are named, they may be in any order.
  const order = missingFields(ownNames, named).length === 0 ? columnOrder(ownNames, named) : undefined;
  const inOrder = ({ row, cells }: SheetRow) => ({ row, cells: order?.map((index) => cells[index] ?? '') ?? cells });
  return { rows: others.map((row) => tidied(inOrder(row))), isHeaded: true };
}

const tidied = ({ row, cells }: SheetRow): SheetRow => ({ row, cells: cells.map(tidy) });

/** The non-empty rows of a text. */
const unitTable = (text: string): SheetRow[] =>
  splitTable(text)
    .map((cells, index) => ({ row: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => tidy(cell) !== ''));

// A start page is a number, so its own name there can only be a heading.
const isHeading = (cells: readonly string[]): boolean =>
  foldHeading(cells[unitColumns.indexOf('start_page')] ?? '') === foldHeading('start_page') ||
  missingFields(ownNames, guessFields(cells, ownNames)).length === 0;

/** The first rows of a text with unknown headings; null if they are known, or if it starts with a unit. */
export function foreignHead(text: string, known: KnownHeadings): SheetRow[] | null {
  const rows = unitTable(text);
  const [first] = rows;
  if (!first || isHeading(first.cells) || isUnit(first.cells)) return null;
  const named = countGuessed(guessFields(first.cells, unitFields, known)) > 1;
  // Headings stand above numbers, the start pages; a single column is a part of the sheet.
  const another =
    first.cells.length > 1 &&
    first.cells.length !== unitColumns.length &&
    !first.cells.some(isNumber) &&
    rows.slice(1).some(({ cells }) => cells.some(isNumber));
  return named || another ? storedHead(rows) : null;
}

const isNumber = (cell: string) => /^\s*\d+\s*$/.test(cell);

/** Whether a row is a unit in the order of our columns. */
export const isUnit = (cells: readonly string[]): boolean => isNumber(cells[unitColumns.indexOf('start_page')] ?? '');

/** Converts a text in another layout to ours. */
export const matchedText = (text: string, { heading_row, fields }: SheetColumns): string =>
  unitText(
    unitTable(text)
      .filter(({ row }) => row > heading_row)
      .map(({ cells }, index) => ({
        row: index + 1,
        cells: columnOrder(unitFields, fields).map((column) => cells[column] ?? ''),
      })),
  );

/** Rows as text that {@link readUnitText} can read back, each at the line of its row number. */
export function unitText(rows: readonly { row: number; cells: readonly string[] }[]): string {
  const lines: string[] = [];
  for (const { row, cells } of rows) lines[row - 1] = cells.map(tidy).join('\t');
  return Array.from(lines, (line) => line ?? '').join('\n');
}

/** Units as numbered rows. */
export const numbered = (units: readonly UnitRow[]): { row: number; cells: string[] }[] =>
  units.map((unit, index) => ({ row: index + 1, cells: unitCells(unit) }));

/** Splits at tabs and line ends, except inside the quotation marks that spreadsheets put around such cells. */
function splitTable(text: string): string[][] {
  const table: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/y;
  const source = text.replace(/\r\n?/g, '\n');
  while (cell.lastIndex < source.length || cell.lastIndex === 0) {
    const [, quoted, plain = '', end] = cell.exec(source) ?? [];
    table.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\n') table.push([]);
    if (!end) break;
  }
  return table;
}
