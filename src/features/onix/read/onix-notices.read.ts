import { sql } from 'kysely';
import { cell } from '#features/library/book-rows.public.ts';
import { inBatches, type Sheet, type SheetColumns, sheetOf } from '#kernel/http/export.ts';
import type { Context } from '#kernel/work/context.ts';
import type { OnixNode } from '../message/onix-elements.rules.ts';
import { type OnixListName, type StoredProduct, storedProduct } from '../message/onix-record.rules.ts';
import { coverLinkOf, isDeletion } from './onix-notices.rules.ts';

/** How many products of an import have a link to a cover, and how many are withdrawn. */
export async function countNotices(ctx: Context, importIdx: number): Promise<Record<OnixListName, number>> {
  const found = await ctx.db
    .selectFrom('import')
    .select('remarks')
    .where('import_idx', '=', importIdx)
    .$castTo<{ remarks: Partial<Record<OnixListName, number>> }>()
    .executeTakeFirst();
  return { covers: 0, deletions: 0, ...found?.remarks };
}

interface Notice extends StoredProduct {
  row_no: number;
  bid: string;
  title: string;
}

const columns: SheetColumns<Notice> = [
  ['row', (row) => row.row_no],
  ['bid', (row) => row.bid],
  ['title', (row) => row.title],
  ['link', (row) => coverLinkOf(productOf(row)) ?? null],
];

const productOf = (row: StoredProduct): OnixNode => storedProduct(row) ?? {};

const isListed: Record<OnixListName, (product: OnixNode) => boolean> = {
  covers: (product) => coverLinkOf(product) !== undefined,
  deletions: isDeletion,
};

const batch = 1000;

/** The products with a link to a cover, or those that the sender has withdrawn, as a sheet. */
export async function exportNotices(ctx: Context, importIdx: number, list: OnixListName): Promise<Sheet> {
  const counts = await countNotices(ctx, importIdx);
  const read = async (last: Notice | undefined): Promise<Notice[]> => {
    const { rows } = await sql<Notice>`
      select r.row_no, ${cell('r', 'bid')} as bid, ${cell('r', 'title')} as title, r.details_text, r.details
      from import_row r
      where r.import_idx = ${importIdx} and r.row_no > ${last?.row_no ?? 0}
      order by r.row_no limit ${sql.lit(batch)}`.execute(ctx.db);
    return rows;
  };
  const listed = async function* () {
    for await (const rows of inBatches(batch, read)) yield rows.filter((row) => isListed[list](productOf(row)));
  };
  return sheetOf(list === 'covers' ? columns : columns.slice(0, 3), counts[list], listed());
}
