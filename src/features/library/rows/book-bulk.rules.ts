import { type BookFieldName, bookFields, checkCell } from '#features/book/book-fields.public.ts';
import type { StagedBook } from './staged-rows.store.ts';

/** A problem with one field of one row; rows count from 1. */
export interface RowProblem {
  row: number;
  field: BookFieldName;
  key: string;
  values?: Record<string, string | number> | undefined;
}

type GivenRow = Partial<Record<BookFieldName, string | number | null>>;

/** Reads the rows of a bulk call, with the problems of their cells. */
export function stageRows(rows: readonly GivenRow[]): { staged: StagedBook[]; problems: RowProblem[] } {
  const problems: RowProblem[] = [];
  const staged = rows.map((row, index) => {
    const cells = bookFields.map((field) => {
      const cell = checkCell(field, row[field.name]);
      if ('value' in cell) return cell.value;
      problems.push({ row: index + 1, field: field.name, key: cell.problem, values: cell.values });
      return '';
    });
    return { row_no: index + 1, cells };
  });
  return { staged, problems };
}
