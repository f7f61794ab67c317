import { type RawBuilder, sql } from 'kysely';
import { type Sort, sortDirection } from '#kernel/db/list-page.ts';
import { offsetOf, type Page, pagingLimit } from '#kernel/db/paging.ts';
import { textMatches } from '#kernel/db/text-search.ts';
import type { SheetExport } from '#kernel/http/export.ts';
import type { Context } from '#kernel/work/context.ts';
import { inParts } from '../in-parts.ts';
import type { ReportWords } from '../report.messages.ts';
import { registeredFigures as names } from './registered.rules.ts';
import { type RegisteredFigures, registeredFigures } from './registered-figures.read.ts';
import type { RegisteredCollectionFilter } from './registered-filter.contract.ts';

/** A collection that learners have registered for. */
export interface RegisteredCollection extends RegisteredFigures {
  cidx: number;
  cid: string;
  title: string;
  /** The customers who own it. */
  owners: { cust_idx: number; name: string }[];
}

export const collectionSortKeys = ['title', ...names, 'first', 'last'] as const;
export type RegisteredCollectionOrder = Sort<(typeof collectionSortKeys)[number]>;

/** The collections `f` that match a filter, with their figures, as the `with` clause of a statement. */
const found = (ctx: Context, filter: RegisteredCollectionFilter) => sql`
  with ${registeredFigures(ctx, filter)}, found as (
    select f.*, c.cid, coalesce(t.title, c.cid) as title
    from figures f join collection c using (cidx) left join collection_text t on t.cidx = c.cidx and t.locale = 'en'
    ${filter.search_val ? sql`where ${sql.join(textMatches(sql`c.search`, filter.search_val), sql` and `)}` : sql``}
  )`;

function inOrder(order: RegisteredCollectionOrder): RawBuilder<unknown> {
  const direction = sortDirection(order);
  return sql`${order.key === 'title' ? sql`strip(f.title)` : sql.ref(`f.${order.key}`)} ${direction}, f.cidx ${direction}`;
}

const columns = sql`
  f.cidx, f.cid, f.title, f.registrations, f.live, f.expired, f.canceled, f.by_code, f.by_event, f.first::text as first,
  f.last::text as last,
  (select coalesce(json_agg(json_build_object('cust_idx', u.cust_idx, 'name', u.name) order by u.name), '[]')
    from collection_owner o join customer u using (cust_idx) where o.cidx = f.cidx) as owners`;

/** One page of the report. */
export async function listRegisteredCollections(
  ctx: Context,
  filter: RegisteredCollectionFilter,
  { order, page, size }: { order: RegisteredCollectionOrder; page: number; size: number },
): Promise<Page<RegisteredCollection>> {
  const { rows } = await sql<{ total: number; rows: RegisteredCollection[] }>`
    ${found(ctx, filter)}
    select (select count(*) from found) as total, (
      select coalesce(json_agg(page), '[]') from (
        select ${columns} from found f order by ${inOrder(order)} limit ${size} offset ${offsetOf(page, size)}
      ) page
    ) as rows`.execute(ctx.db);
  const [read = { total: 0, rows: [] }] = rows;
  return { rows: read.rows, total: Math.min(read.total, pagingLimit + 1), page };
}

/** How many collections match a filter. */
export async function countRegisteredCollections(ctx: Context, filter: RegisteredCollectionFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    ${found(ctx, filter)} select count(*) as total from found`.execute(ctx.db);
  return Math.min(rows[0]?.total ?? 0, pagingLimit + 1);
}

/** The collections of the report as a sheet, in its order; all from one snapshot, since the figures are sums. */
export async function exportRegisteredCollections(
  ctx: Context,
  filter: RegisteredCollectionFilter,
  order: RegisteredCollectionOrder,
): Promise<Pick<SheetExport, 'heading' | 'total' | 'batches'>> {
  const t = ctx.translate<ReportWords>();
  const { rows } = await sql<RegisteredCollection>`
    ${found(ctx, filter)} select ${columns} from found f order by ${inOrder(order)}`.execute(ctx.db);
  return {
    heading: [
      t('report.registered_cid'),
      t('report.registered_title'),
      t('report.registered_owners'),
      ...names.map((name) => t(`report.registered_${name}`)),
      t('report.registered_first'),
      t('report.registered_last'),
    ],
    total: rows.length,
    batches: inParts(rows, (row) => [
      row.cid,
      row.title,
      row.owners.map(({ name }) => name).join(', '),
      ...names.map((name) => row[name]),
      row.first,
      row.last,
    ]),
  };
}
