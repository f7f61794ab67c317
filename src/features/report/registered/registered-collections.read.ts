import { sql } from 'kysely';
import { collectionSearch } from '#features/collection/collection.public.ts';
import type { Listed } from '#kernel/db/listed-ids.ts';
import type { SheetColumns } from '#kernel/http/export.ts';
import { momentValue } from '#kernel/sheets/sheet-value.ts';
import type { Context } from '#kernel/work/context.ts';
import type { ReportWords } from '../report.messages.ts';
import type { Statement } from '../report-statement.ts';
import type { RegisteredCollection, RegisteredCollectionFilter } from './registered.contract.ts';
import { registeredFigures as names } from './registered.rules.ts';
import { registeredFigures } from './registered-figures.read.ts';

const search = collectionSearch('c');

/** The collections that match a filter, with their figures. */
const found = (ctx: Context, filter: RegisteredCollectionFilter) => sql`
  with ${registeredFigures(ctx, filter)}, found as (
    select f.*, c.cid, coalesce(t.title, c.cid) as title
    from figures f join collection c using (cidx) left join collection_text t on t.cidx = c.cidx and t.locale = 'en'
    ${filter.search_val ? sql`where ${search.matches(filter.search_val)}` : sql``}
  )`;

const columns = sql`
  f.cidx, f.cid, f.title, f.registrations, f.live, f.expired, f.canceled, f.by_code, f.by_event, f.first::text as first,
  f.last::text as last,
  (select coalesce(json_agg(json_build_object('cust_idx', u.cust_idx, 'name', u.name) order by u.name), '[]')
    from collection_owner o join customer u using (cust_idx) where o.cidx = f.cidx) as owners`;

/** Which cids of a pasted list have a collection that the filter finds; null if none were pasted. */
export const findListedCollections = (
  ctx: Context,
  { search_val, ...rest }: RegisteredCollectionFilter,
): Promise<Listed | null> =>
  search.listed(ctx.db, search_val, sql`c.cidx in (${found(ctx, rest)} select cidx from found)`);

/** The collections that learners registered for. */
export const collectionStatement: Statement<RegisteredCollectionFilter> = {
  found,
  columns,
  from: sql`found f`,
  orders: { title: sql`strip(f.title)` },
  key: 'cidx',
};

export function collectionSheet(ctx: Context): SheetColumns<RegisteredCollection> {
  const t = ctx.translate<ReportWords>();
  return [
    [t('report.registered_cid'), ({ cid }) => cid],
    [t('report.registered_title'), ({ title }) => title],
    [t('report.registered_owners'), ({ owners }) => owners.map(({ name }) => name).join(', ')],
    ...names.map((name) => [t(`report.registered_${name}`), (row: RegisteredCollection) => row[name]] as const),
    [t('report.registered_first'), ({ first }) => momentValue(first)],
    [t('report.registered_last'), ({ last }) => momentValue(last)],
  ];
}
