import { sql } from 'kysely';
import { bookFields, numberOfIsbn } from '#features/book/book-fields.public.ts';
import { cell, fieldNames, rowKeys } from '#features/library/book-rows.public.ts';
import { copyArray, copyCell, copyInto } from '#kernel/db/copy.ts';
import { pageSize } from '#kernel/db/paging.ts';
import type { SheetColumns } from '#kernel/sheets/sheet-columns.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { importMessages } from '../import.messages.ts';
import { checkRow, type ImportedRow, type StagedRow } from '../rules/import-cells.rules.ts';
import { longestImport } from '../rules/import-upload.rules.ts';
import { SeenTexts } from './seen-texts.rules.ts';
import { rowOrder } from './sheet-layout.rules.ts';

/** The results of staging besides the rows. */
interface Staged {
  rows: number;
  /** The fields that are filled in any row, in the sheet's order. */
  filled: string[];
  /** No two rows have the same bid or the number of one ISBN. */
  keysDiffer: boolean;
  /** How many rows its reader remarked on, by remark. */
  remarks: Record<string, number>;
  /** Rows that are empty in every known column. */
  ignored: number[];
}

/** Called from time to time with the number of rows staged so far. */
export type OnProgress = (rows: number) => Promise<void>;

/** Somebody who watches a sheet being read. */
export interface Watcher {
  read: OnProgress;
  /** The first page of rows is stored and there are more; the names are the fields filled so far. */
  firstPage: (filled: readonly string[]) => Promise<void>;
  /** A row after the first page has problems. The connection is busy then. */
  wrong: (row: number, staged: StagedRow, filled: readonly string[]) => void;
}

/** The rows of a sheet, and its columns. */
export interface ReadableSheet {
  batches: AsyncIterable<ImportedRow[]>;
  columns: SheetColumns;
}

/** Checks every row of a sheet while reading it, and stores it with the import. Throws if there is nothing to stage. */
export async function stageSheet(
  ctx: Context,
  importIdx: number,
  { batches, columns }: ReadableSheet,
  { read, firstPage, wrong }: Partial<Watcher> = {},
): Promise<Staged> {
  const filled: boolean[] = bookFields.map(() => false);
  const names = () => bookFields.filter((_, index) => filled[index]).map((field) => field.name);
  const counter = { rows: 0, assumed: 0 };
  const page = { isStored: false, isAll: false };
  const remarks: Record<string, number> = {};
  const keys = keyColumns.map((key) => ({ ...key, seen: new SeenTexts(longestImport) }));
  const order = rowOrder(columns);
  const ignored: number[] = [];
  const lines = async function* () {
    for await (const batch of batches) {
      let text = '';
      for (const imported of batch) {
        const { row, cells } = imported;
        if (row <= columns.heading_row || cells.every((one) => one.trim() === '')) continue;
        const known = order ? order.map((column) => cells[column]) : cells;
        if (order && known.every((one) => !one?.trim())) {
          ignored.push(row);
          continue;
        }
        const staged = checkRow(known);
        noteFilled(filled, staged);
        for (const { column, isIsbn, seen } of keys) {
          const key = staged.cells[column];
          seen.add(isIsbn && key ? numberOfIsbn(key) : key);
        }
        text += stagedLine(importIdx, imported, staged);
        counter.rows += 1;
        if (page.isStored && staged.problems.length > 0) wrong?.(row, staged, names());
        if (imported.assumed?.length) counter.assumed += 1;
        for (const name of imported.counted ?? []) remarks[name] = (remarks[name] ?? 0) + 1;
      }
      if (text) yield text;
      await read?.(counter.rows);
    }
    page.isAll = true;
  };
  const pieces = lines();
  try {
    await copyInto(
      ctx.db,
      `import_row (${copied})`,
      piecesUntil(pieces, () => counter.rows >= pageSize),
    );
    page.isStored = true;
    if (!page.isAll) {
      await firstPage?.(names());
      await copyInto(ctx.db, `import_row (${copied})`, pieces);
    }
  } finally {
    await pieces.return();
  }
  if (counter.rows === 0) throw importMessages.error(422, 'import.no_data');
  if (counter.assumed > 0) await dropAssumptions(ctx, importIdx);
  return {
    rows: counter.rows,
    filled: names(),
    keysDiffer: keys.every(({ seen }) => seen.allDiffer),
    remarks,
    ignored,
  };
}

const keyColumns = rowKeys.map((name) => ({
  column: bookFields.findIndex((field) => field.name === name),
  isIsbn: name !== 'bid',
}));

/** The next pieces until there are enough; the others stay for whoever goes on. */
async function* piecesUntil(pieces: AsyncGenerator<string, void>, isEnough: () => boolean): AsyncGenerator<string> {
  while (!isEnough()) {
    const next = await pieces.next();
    if (next.done) return;
    yield next.value;
  }
}

function noteFilled(filled: boolean[], { cells }: StagedRow): void {
  for (let index = 0; index < cells.length; index++) if (cells[index] !== '') filled[index] = true;
}

const copied = 'import_idx, row_no, cells, problems, warnings, dropped, assumed, details_text';

/** One line of COPY for import_row. */
function stagedLine(
  importIdx: number,
  { row, leftOut = false, assumed = [], warnings: more = [], details }: ImportedRow,
  { cells, problems, warnings }: StagedRow,
): string {
  const json = (value: readonly unknown[]) => (value.length === 0 ? '\\N' : copyCell(JSON.stringify(value)));
  const all = more.length === 0 ? warnings : [...warnings, ...more];
  const others = `${assumed.length > 0 ? copyArray(assumed) : '\\N'}\t${copyCell(details ?? null)}`;
  return `${importIdx}\t${row}\t${copyArray(cells)}\t${json(problems)}\t${json(all)}\t${leftOut}\t${others}\n`;
}

/** Books that are in the library keep what the file does not say of them. */
async function dropAssumptions(ctx: Context, importIdx: number): Promise<void> {
  await sql`
    update import_row r set
      cells = (
        select array_agg(case when name = any(r.assumed) then '' else text end order by place)
        from unnest(r.cells, ${fieldNames}) with ordinality as cell (text, name, place)),
      warnings = (
        select jsonb_agg(warning) from jsonb_array_elements(r.warnings) warning
        where not warning->>'field' = any(r.assumed))
    from book b
    where r.import_idx = ${importIdx} and r.assumed is not null and b.bid = ${cell('r', 'bid')}`.execute(ctx.db);
}
