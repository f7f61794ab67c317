import { planRows } from '#features/library/book-rows.public.ts';
import { pageSize } from '#kernel/db/paging.ts';
import type { Context } from '#kernel/work/context.ts';
import type { ShownColumn } from '../record/import.contract.ts';
import { getImport } from '../record/import.service.ts';
import { stagedRows } from '../record/import-row.store.ts';
import { replacePlan } from '../record/import-plan.store.ts';
import { findLetters, previewRows, type ShownRow, shownColumns, wrongRow } from './import-preview.service.ts';
import type { OnProgress, Watcher } from './import-stage.store.ts';

/** What is shown of a sheet while it is read. */
export interface EarlyPreview {
  /** The name of the sheet. */
  sheet: string;
  columns: ShownColumn[];
  /** The first page, then rows with problems as they are found, at most another page. Rows are only ever added. */
  rows: ShownRow[];
}

/** Takes what is shown of a sheet so far. */
export type ShowEarly = (preview: EarlyPreview) => void;

/**
 * Watches a sheet being read and shows its first page as soon as it is compared with the library, though nobody else
 * sees the rows before all are stored. That a key stands twice, or a title is missing, is known only at the end.
 */
export function watchEarly(
  ctx: Context,
  importIdx: number,
  { read, show }: { read: OnProgress; show: ShowEarly },
): Watcher {
  let preview: EarlyPreview | undefined;
  let isNew = false;
  let add: Watcher['wrong'] = () => undefined;
  return {
    read: async (rows) => {
      await read(rows);
      if (preview && isNew) show(preview);
      isNew = false;
    },
    firstPage: async (filled) => {
      await replacePlan(ctx.db, importIdx, await planRows(ctx.db, stagedRows(importIdx), { update: false }));
      // Found now: the connection is busy while the other rows are stored.
      const letter = await findLetters(ctx, importIdx);
      const page = await previewRows(ctx, importIdx, 'all', 1);
      const last = page.at(-1)?.row_no ?? 0;
      // A piece of the file may have more rows than a page.
      const below = (await previewRows(ctx, importIdx, 'rejected', 1)).filter((row) => row.row_no > last);
      const first = [...page, ...below];
      const { sheet_name: sheet } = await getImport(ctx, importIdx);
      preview = { sheet: sheet ?? '', columns: shownColumns(ctx, letter, filled), rows: first };
      show(preview);
      add = (row, staged, filledNow) => {
        if (!preview || preview.rows.length >= 2 * pageSize) return;
        const rows = [...preview.rows, wrongRow(ctx, letter, row, staged)];
        preview = { ...preview, columns: shownColumns(ctx, letter, filledNow), rows };
        isNew = true;
      };
    },
    wrong: (...found) => add(...found),
  };
}
