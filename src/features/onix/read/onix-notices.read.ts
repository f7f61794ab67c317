import { sql } from 'kysely';
import { cell } from '#features/book/book.public.ts';
import { inBatches, type Sheet, type SheetColumns, sheetOf } from '#kernel/http/export.ts';
import type { Context } from '#kernel/work/context.ts';
import type { OnixListName } from '../onix-record.rules.ts';

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

// The link of the first front cover.
const coverLink = sql<string | null>`jsonb_path_query_first(r.details::jsonb,
  '$.product.CollateralDetail[*].SupportingResource[*] ? (@.ResourceContentType[0] == "01").ResourceVersion[*].ResourceLink[0]') #>> '{}'`;
const isDeletion = sql<boolean>`r.details #>> '{product,NotificationType,0}' = '05'`;

interface Notice {
  row_no: number;
  bid: string;
  title: string;
  link: string | null;
}

const columns: SheetColumns<Notice> = [
  ['row', (row) => row.row_no],
  ['bid', (row) => row.bid],
  ['title', (row) => row.title],
  ['link', (row) => row.link],
];

const batch = 1000;

/** The products with a link to a cover, or those that the sender has withdrawn, as a sheet. */
export async function exportNotices(ctx: Context, importIdx: number, list: OnixListName): Promise<Sheet> {
  const counts = await countNotices(ctx, importIdx);
  const matches = list === 'covers' ? sql`${coverLink} is not null` : isDeletion;
  const read = async (last: Notice | undefined): Promise<Notice[]> => {
    const { rows } = await sql<Notice>`
      select r.row_no, ${cell('r', 'bid')} as bid, ${cell('r', 'title')} as title, ${coverLink} as link
      from import_row r
      where r.import_idx = ${importIdx} and r.details is not null and r.row_no > ${last?.row_no ?? 0} and ${matches}
      order by r.row_no limit ${sql.lit(batch)}`.execute(ctx.db);
    return rows;
  };
  return sheetOf(list === 'covers' ? columns : columns.slice(0, 3), counts[list], inBatches(batch, read));
}
