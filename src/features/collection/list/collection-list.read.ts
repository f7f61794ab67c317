import { type RawBuilder, sql } from 'kysely';
import { countFound, isBestFirst, shownOrder, sortDirection } from '#kernel/db/list-page.ts';
import type { Listed } from '#kernel/db/listed-ids.ts';
import { offsetOf, type Page } from '#kernel/db/paging.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import { matchRank } from '#kernel/db/text-search.ts';
import { byKeys, type Sheet, sheetOf } from '#kernel/http/export.ts';
import { locales } from '#kernel/messages/locale.ts';
import type { PageRequest } from '#kernel/mount/list.ts';
import type { Context } from '#kernel/work/context.ts';
import { type Conditions, conditionsOf, every } from '#kernel/work/filter.ts';
import type { CollectionWords } from '../collection.messages.ts';
import type { CollectionPrice, ExposedType } from '../collection.rules.ts';
import { reachedCounts, reachingOf } from '../contents/contents.read.ts';
import type { LocaleStates } from '../texts/locale-state.rules.ts';
import { statesOf } from '../texts/written-texts.read.ts';
import type { CollectionFilter, CollectionOrder } from './collection-filter.contract.ts';
import { collectionSearch } from './collection-search.read.ts';

export interface CollectionListRow {
  cid: string;
  title: string;
  is_public: 'O' | 'X';
  exposed_type: ExposedType;
  lock: boolean;
  ads: boolean;
  /** Of the languages that it has texts in. */
  states: Partial<LocaleStates>;
  price: Pick<CollectionPrice, 'currency' | 'price' | 'discounted_price'> | null;
  prices: number;
  owners: string[];
  web: number;
  mobile: number;
  /** The folder of its cover; on the screen, the address of its thumbnail. */
  cover: string | null;
  /** Seconds. */
  updated_at: number;
}

const conditions: Conditions<CollectionFilter> = {
  search_val: (text) => search.matches(text),
  is_public: (isPublic) => sql`c.is_public = ${isPublic}`,
  exposed_type: (type) => sql`c.exposed_type = ${type}`,
  owner: (owner) => sql`exists (select from collection_owner o where o.cidx = c.cidx and o.cust_idx = ${owner})`,
  age_group: (group) => sql`c.grp_idx = ${group}`,
  lock: (lock) => sql`c.lock = ${lock === 'on'}`,
  ads: (ads) => sql`(c.ads_place is not null) = ${ads === 'on'}`,
  missing: (locale) => sql`not exists (select from collection_text m where m.cidx = c.cidx and m.locale = ${locale})`,
  book: (bid) => sql`c.cidx in (${reachingOf(bid)})`,
};

const search = collectionSearch('c');

/** Which cids of a pasted list have a collection that the filter finds; null if none were pasted. */
export const findListed = (ctx: Context, { search_val, ...rest }: CollectionFilter): Promise<Listed | null> =>
  search.listed(ctx.db, search_val, every(conditionsOf(conditions, null, rest)));

/** The collections `c` of a list, with their English texts `t`. */
const found = (filter: CollectionFilter) => sql`
  collection c left join collection_text t on t.cidx = c.cidx and t.locale = 'en'
  where ${every(conditionsOf(conditions, null, filter))}`;

const orders: Record<CollectionOrder['key'], RawBuilder<unknown>> = {
  title: sql`strip(coalesce(t.title, c.cid))`,
  cid: sql`strip(c.cid)`,
  public: sql`c.is_public`,
  exposed: sql`c.exposed_type`,
  updated: sql`c.updated_at`,
};

function inOrder({ search_val: text }: CollectionFilter, order: CollectionOrder): RawBuilder<unknown> {
  const direction = sortDirection(order);
  const sorted = sql`${orders[order.key]} ${direction}, c.cidx ${direction}`;
  const row = { title: sql<string>`strip(coalesce(t.title, c.cid))`, search: sql<string>`c.search` };
  return isBestFirst(text, order) ? sql`${matchRank(row, text, sql`c.cid`)}, ${sorted}` : sorted;
}

/** The rows of the collections whose keys `page (cidx, nth)` holds. */
const rowsOf = (page: RawBuilder<unknown>) => sql<CollectionListRow>`
  select c.cid, coalesce(t.title, c.cid) as title, c.is_public, c.exposed_type, c.lock,
    c.ads_place is not null as ads,
    ${statesOf(sql`c.cidx`)} as states,
    (select json_build_object('currency', p.currency, 'price', p.price::text,
        'discounted_price', p.discounted_price::text)
      from collection_price p where p.cidx = c.cidx order by p.display_order limit 1) as price,
    (select count(*) from collection_price p where p.cidx = c.cidx) as prices,
    (select coalesce(array_agg(u.name order by u.name), '{}')
      from collection_owner o join customer u using (cust_idx) where o.cidx = c.cidx) as owners,
    reached.web, reached.mobile,
    (select i.folder from collection_image i where i.img_idx = c.cover_img) as cover,
    ${secondsOf('c.updated_at')} as updated_at
  from ${page} join collection c using (cidx)
  left join collection_text t on t.cidx = c.cidx and t.locale = 'en'
  cross join lateral (${reachedCounts(sql`c.cidx`)}) reached
  order by page.nth`;

/** One page of the list. */
export async function listCollections(
  ctx: Context,
  filter: CollectionFilter,
  { order, page, size }: PageRequest<CollectionOrder['key']>,
): Promise<Page<CollectionListRow>> {
  const keys = sql`(
    select c.cidx, row_number() over (order by ${inOrder(filter, order)}) as nth from ${found(filter)}
    order by nth limit ${sql.lit(size)} offset ${sql.lit(offsetOf(page, size))}) page`;
  const [total, { rows }] = await Promise.all([countCollectionsOf(ctx, filter), rowsOf(keys).execute(ctx.db)]);
  return { rows, total, page, order: shownOrder(filter.search_val, order) };
}

/** How many collections match a filter, up to a bound: cached until the next change, for its pages and its tab. */
export const countCollectionsOf = (ctx: Context, filter: CollectionFilter): Promise<number> =>
  ctx.cached({
    key: `collections ${JSON.stringify(filter)}`,
    read: () => countFound(ctx.db, sql`select 1 from ${found(filter)}`),
  });

/** The customers and age groups offered by the filters: those in use. */
export const listFilterChoices = (ctx: Context): Promise<CollectionFilterChoices> =>
  ctx.cached({
    key: 'filters of collections',
    kinds: ['collection', 'customer', 'age_group'],
    read: () => readFilterChoices(ctx),
  });

async function readFilterChoices(ctx: Context): Promise<CollectionFilterChoices> {
  const { rows } = await sql<CollectionFilterChoices>`
    select
      (select coalesce(json_agg(json_build_object('value', cust_idx, 'label', name) order by name), '[]') from customer
        where cust_idx in (select cust_idx from collection_owner)) as owners,
      (select coalesce(json_agg(json_build_object('value', grp_idx, 'label', title) order by title), '[]')
        from age_group where grp_idx in (select grp_idx from collection)) as age_groups`.execute(ctx.db);
  return rows[0] ?? { owners: [], age_groups: [] };
}

export interface CollectionFilterChoices {
  owners: { value: number; label: string }[];
  age_groups: { value: number; label: string }[];
}

/** The collections of a list as a sheet, in list order. */
export async function exportCollections(
  ctx: Context,
  filter: CollectionFilter,
  order: CollectionOrder,
): Promise<Sheet> {
  const t = ctx.translate<CollectionWords>();
  const { rows } = await sql<{ cidx: number }>`
    select c.cidx from ${found(filter)} order by ${inOrder(filter, order)}`.execute(ctx.db);
  const keys = rows.map(({ cidx }) => cidx);
  const yes = (is: boolean) => (is ? 'O' : 'X');
  return sheetOf<CollectionListRow>(
    [
      [t('collection.field_cid'), ({ cid }) => cid],
      [t('collection.field_title'), ({ title }) => title],
      [t('collection.field_is_public'), (row) => row.is_public],
      [t('collection.field_exposed_type'), (row) => row.exposed_type],
      [t('collection.field_lock'), ({ lock }) => yes(lock)],
      [t('collection.field_ads_on'), ({ ads }) => yes(ads)],
      [t('collection.field_owned_by'), ({ owners }) => owners.join(', ')],
      [t('collection.list_web'), ({ web }) => web],
      [t('collection.list_mobile'), ({ mobile }) => mobile],
      ...locales.map(
        (locale) =>
          [
            locale.toUpperCase(),
            (row: CollectionListRow) => t(`collection.texts_${row.states[locale] ?? 'empty'}`),
          ] as const,
      ),
    ],
    keys.length,
    byKeys(keys, async (some) => {
      const page = sql`unnest(${some}::integer[]) with ordinality as page (cidx, nth)`;
      return (await rowsOf(page).execute(ctx.db)).rows;
    }),
  );
}
