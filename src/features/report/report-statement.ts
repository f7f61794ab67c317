import { type RawBuilder, sql } from 'kysely';
import { type Sort, sortDirection } from '#kernel/db/list-page.ts';
import { offsetOf, type Page, pagingLimit } from '#kernel/db/paging.ts';
import { inParts, type Sheet, type SheetColumns, sheetOf } from '#kernel/http/export.ts';
import type { Kernel } from '#kernel/mount/feature.ts';
import { type FilterIn, type ListProps, type ListSpec, mountList, type PageRequest } from '#kernel/mount/list.ts';
import type { Context } from '#kernel/work/context.ts';

/** The statement of a report. */
export interface Statement<Filter> {
  /** The rows that match, in a `with` clause that ends with `found`. */
  found: (ctx: Context, filter: Filter) => RawBuilder<unknown>;
  /** The columns of a row, from the rows found, `f`, and the tables joined to them. */
  columns: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
  /** What rows are sorted by if it is not the column of `f` with this name. */
  orders: Readonly<Partial<Record<string, RawBuilder<unknown>>>>;
  /** The column of `f` that breaks ties. */
  key: string;
}

interface Report<Row, Props extends ListProps<Row, object>, Key extends string>
  extends Omit<ListSpec<Props, Key>, 'find' | 'count' | 'sheet'> {
  statement: Statement<FilterIn<Props>>;
  sheet: { summary: string; title: string; columns: (ctx: Context) => SheetColumns<Row> };
}

/** Mounts a report whose rows are sums: its page, its sheet, and its call at `/api/v1` and its path. */
export function mountReport<Row, Props extends ListProps<Row, object>, Key extends string>(
  kernel: Kernel,
  { statement, sheet, ...list }: Report<Row, Props, Key>,
): void {
  mountList<Props, Key>(kernel, {
    ...list,
    find: (ctx, filter, request) => readReport<Row, FilterIn<Props>>(ctx, statement, filter, request),
    count: (ctx, filter) => count(ctx, statement, filter),
    sheet: {
      ...sheet,
      of: (ctx, filter, order) => reportSheet(ctx, { statement, columns: sheet.columns }, filter, order),
    },
  });
}

/** A report as a sheet; all from one snapshot, since rows are sums. */
export async function reportSheet<Row, Filter>(
  ctx: Context,
  { statement, columns }: { statement: Statement<Filter>; columns: (ctx: Context) => SheetColumns<Row> },
  filter: Filter,
  order: Sort<string>,
): Promise<Sheet> {
  const { rows } = await sql<Row>`
    ${statement.found(ctx, filter)} select ${statement.columns} from ${statement.from}
    order by ${inOrder(statement, order)}`.execute(ctx.db);
  return sheetOf(columns(ctx), rows.length, inParts(rows));
}

/** One page of a report. */
export async function readReport<Row, Filter>(
  ctx: Context,
  statement: Statement<Filter>,
  filter: Filter,
  { order, page, size }: PageRequest<string>,
): Promise<Page<Row>> {
  const { found, columns, from } = statement;
  const { rows } = await sql<{ total: number; rows: Row[] }>`
    ${found(ctx, filter)}
    select (select count(*) from found) as total, (
      select coalesce(json_agg(page), '[]') from (
        select ${columns} from ${from} order by ${inOrder(statement, order)}
        limit ${size} offset ${offsetOf(page, size)}
      ) page
    ) as rows`.execute(ctx.db);
  const [read = { total: 0, rows: [] }] = rows;
  return { rows: read.rows, total: Math.min(read.total, pagingLimit + 1), page };
}

async function count<Filter>(ctx: Context, { found }: Statement<Filter>, filter: Filter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    ${found(ctx, filter)} select count(*) as total from found`.execute(ctx.db);
  return Math.min(rows[0]?.total ?? 0, pagingLimit + 1);
}

function inOrder<Filter>({ orders, key }: Statement<Filter>, order: PageRequest<string>['order']): RawBuilder<unknown> {
  const direction = sortDirection(order);
  return sql`${orders[order.key] ?? sql.ref(`f.${order.key}`)} ${direction}, ${sql.ref(`f.${key}`)} ${direction}`;
}
