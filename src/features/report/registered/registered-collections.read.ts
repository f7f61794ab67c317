import { sql } from 'kysely';
import { textMatches } from '#kernel/db/text-search.ts';
import type { SheetColumns } from '#kernel/http/export.ts';
import type { Context } from '#kernel/work/context.ts';
import type { ReportWords } from '../report.messages.ts';
import type { Statement } from '../report-statement.ts';
import type { RegisteredCollection, RegisteredCollectionFilter } from './registered.contract.ts';
import { registeredFigures as names } from './registered.rules.ts';
import { registeredFigures } from './registered-figures.read.ts';

/** The collections that match a filter, with their figures. */
const found = (ctx: Context, filter: RegisteredCollectionFilter) => sql`
  with ${registeredFigures(ctx, filter)}, found as (
    select f.*, c.cid, coalesce(t.title, c.cid) as title
    from figures f join collection c using (cidx) left join collection_text t on t.cidx = c.cidx and t.locale = 'en'
    ${filter.search_val ? sql`where ${sql.join(textMatches(sql`c.search`, filter.search_val), sql` and `)}` : sql``}
  )`;

const columns = sql`
  f.cidx, f.cid, f.title, f.registrations, f.live, f.expired, f.canceled, f.by_code, f.by_event, f.first::text as first,
  f.last::text as last,
  (select coalesce(json_agg(json_build_object('cust_idx', u.cust_idx, 'name', u.name) order by u.name), '[]')
    from collection_owner o join customer u using (cust_idx) where o.cidx = f.cidx) as owners`;

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
    ...([...names, 'first', 'last'] as const).map(
      (name) => [t(`report.registered_${name}`), (row: RegisteredCollection) => row[name]] as const,
    ),
  ];
}
