import { normalizeCell } from './book-fields.rules.ts';
import { type BookField, type BookFieldName, bookFields } from './book-fields.ts';

/** What is wrong with one field of one row; rows count from 1. */
export interface RowProblem {
  row: number;
  field: BookFieldName;
  key: string;
  values?: Record<string, string | number> | undefined;
}

/** A row as it is staged: its cells in the sheet's order, '' leaves a field as it is and null clears it. */
export interface StagedBook {
  row_no: number;
  cells: (string | null)[];
}

type GivenRow = Partial<Record<BookFieldName, string | number | null>>;

/** Reads rows of a bulk call. `current` holds what the books that exist and may change have for series and level. */
export function stageRows(
  rows: readonly GivenRow[],
  current: ReadonlyMap<string, { series: string; level: string }>,
): { staged: StagedBook[]; problems: RowProblem[] } {
  const problems: RowProblem[] = [];
  const staged = rows.map((row, index) => {
    const known = current.get(String(row.bid ?? '').trim());
    const place = known && movesPlace(row) ? { series: known.series, level: known.level } : {};
    const full: GivenRow = { ...row, ...given(place, row) };
    const cells = bookFields.map((field) =>
      stageCell(field, full[field.name], known !== undefined, index + 1, problems),
    );
    return { row_no: index + 1, cells };
  });
  return { staged, problems };
}

const isEmpty = (value: string | number | null | undefined) => value === undefined || String(value ?? '').trim() === '';

// A level is found by its series: a row that names one of the two keeps the other.
const movesPlace = (row: GivenRow) => !isEmpty(row.series) || !isEmpty(row.level);

/** Of the kept place, what the row itself leaves out. */
function given(place: GivenRow, row: GivenRow): GivenRow {
  return {
    ...(isEmpty(row.series) && row.series !== null && { series: place.series }),
    ...(isEmpty(row.level) && row.level !== null && { level: place.level }),
  };
}

function stageCell(
  field: BookField,
  value: string | number | null | undefined,
  exists: boolean,
  row: number,
  problems: RowProblem[],
): string | null {
  if (value === null && !field.required) return null;
  const cell = normalizeCell(field, String(value ?? ''));
  if ('problem' in cell) {
    problems.push({ row, field: field.name, key: cell.problem, values: cell.values });
    return '';
  }
  const missing = cell.value === null && field.required && (!exists || value === null);
  if (missing) problems.push({ row, field: field.name, key: 'invalid.required' });
  return cell.value ?? '';
}
