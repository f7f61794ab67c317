import { bookFields } from '#features/book/book.public.ts';
import { copyArray, copyCell, copyInto } from '#kernel/db/copy.ts';
import type { SheetColumns } from '#kernel/sheets/sheet-columns.rules.ts';
import type { SheetRow } from '#kernel/sheets/sheet-rows.ts';
import type { Context } from '#kernel/work/context.ts';
import { importMessages } from '../import.messages.ts';
import { checkRow, type StagedRow } from './import-cells.rules.ts';
import { rowOrder } from './sheet-layout.rules.ts';

/** The results of staging besides the rows. */
export interface Staged {
  rows: number;
  /** The fields that are filled in any row, in the sheet's order. */
  filled: string[];
}

/** Called from time to time with the number of rows staged so far. */
export type OnProgress = (rows: number) => Promise<void>;

/** The rows of a sheet, and its columns. */
export interface ReadableSheet {
  batches: AsyncIterable<SheetRow[]>;
  columns: SheetColumns;
}

/** Checks every row of a sheet while reading it, and stores it with the import. Throws if there is nothing to stage. */
export async function stageSheet(
  ctx: Context,
  importIdx: number,
  { batches, columns }: ReadableSheet,
  onProgress: OnProgress,
): Promise<Staged> {
  const filled: boolean[] = bookFields.map(() => false);
  const counter = { rows: 0 };
  const order = rowOrder(columns);
  const lines = async function* () {
    for await (const batch of batches) {
      let text = '';
      for (const { row, cells } of batch) {
        if (row <= columns.heading_row || cells.every((cell) => cell.trim() === '')) continue;
        const staged = checkRow(order ? order.map((column) => cells[column]) : cells);
        noteFilled(filled, staged);
        text += stagedLine(importIdx, row, staged);
        counter.rows += 1;
      }
      if (text) yield text;
      await onProgress(counter.rows);
    }
  };
  await copyInto(ctx.db, 'import_row (import_idx, row_no, cells, problems, warnings)', lines());
  if (counter.rows === 0) throw importMessages.error(422, 'import.no_data');
  const names = bookFields.filter((_, index) => filled[index]).map((field) => field.name);
  return { rows: counter.rows, filled: names };
}

function noteFilled(filled: boolean[], { cells }: StagedRow): void {
  for (let index = 0; index < cells.length; index++) if (cells[index] !== '') filled[index] = true;
}

/** One line of COPY for import_row. */
export function stagedLine(importIdx: number, row: number, { cells, problems, warnings }: StagedRow): string {
  const json = (value: readonly unknown[]) => (value.length === 0 ? '\\N' : copyCell(JSON.stringify(value)));
  return `${importIdx}\t${row}\t${copyArray(cells)}\t${json(problems)}\t${json(warnings)}\n`;
}
