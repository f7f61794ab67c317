import { sql } from 'kysely';
import type { Database } from '#kernel/db/database.ts';
import { countFound, listPage, sortDirection } from '#kernel/db/list-page.ts';
import type { Page } from '#kernel/db/paging.ts';
import { textMatches } from '#kernel/db/text-search.ts';
import { byKeys, type Sheet, sheetOf } from '#kernel/http/export.ts';
import { type Locale, localeNames, locales } from '#kernel/messages/locale.ts';
import type { Context } from '#kernel/work/context.ts';
import { type Conditions, conditionsOf, every } from '#kernel/work/filter.ts';
import type { CollectionWords } from '../collection.messages.ts';
import type { LocaleState } from './locale-state.rules.ts';
import type { MatrixFilter, MatrixQuery } from './localize.contract.ts';

/** A collection, with the state of its texts in each language it has. */
export interface MatrixRow {
  cidx: number;
  cid: string;
  title: string;
  states: Partial<Record<Locale, LocaleState>>;
}

const title = sql<string>`coalesce(
  (select t.title from collection_text t where t.cidx = collection.cidx and t.locale = 'en'), collection.cid)`;

const lacksText = sql<boolean>`(t.title = '' or t.description = '')`;
const isBehind = sql<boolean>`t.saved_ver < (
  select english.saved_ver from collection_text english where english.cidx = t.cidx and english.locale = 'en')`;

const states = sql<MatrixRow['states']>`(
  select coalesce(json_object_agg(t.locale,
    case when ${lacksText} then 'begun' when ${isBehind} then 'outdated' else 'complete' end), '{}')
  from collection_text t where t.cidx = collection.cidx)`;

/** The condition that the collection has texts in a language that satisfy `which`. */
const has = (locale: Locale, which = sql<boolean>`true`) => sql<boolean>`exists (
  select from collection_text t where t.cidx = collection.cidx and t.locale = ${locale} and ${which})`;

const conditions: Conditions<MatrixFilter> = {
  search_val: (text) => every(textMatches(sql`collection.search`, text)),
  missing: (locale) => sql`not ${has(locale)}`,
  begun: (locale) => has(locale, lacksText),
  is_public: (isPublic) => sql`collection.is_public = ${isPublic}`,
  outdated: (locale) => has(locale, sql`not ${lacksText} and ${isBehind}`),
};

const filtered = (db: Database, filter: MatrixFilter) =>
  db.selectFrom('collection').where(every(conditionsOf(conditions, null, filter)));

const inOrder = (db: Database, filter: MatrixQuery) =>
  filtered(db, filter)
    .select(['cidx', 'cid', title.as('title'), states.as('states')])
    .orderBy(sql`collection.cid ${sortDirection(filter.sort)}`);

/** One page of the grid. */
export const listMatrix = (ctx: Context, filter: MatrixQuery, page: number): Promise<Page<MatrixRow>> =>
  listPage(ctx.db, inOrder(ctx.db, filter), page);

/** How many collections a view of the grid shows, up to a bound. */
export const countMatrix = (ctx: Context, filter: MatrixFilter): Promise<number> =>
  countFound(ctx.db, sql`${filtered(ctx.db, filter).select(sql`1`.as('one'))}`);

/** The grid as a sheet, a column for each language. */
export async function exportMatrix(ctx: Context, filter: MatrixQuery): Promise<Sheet> {
  const t = ctx.translate<CollectionWords>();
  const rows = await inOrder(ctx.db, filter).clearSelect().select('cidx').execute();
  const keys = rows.map(({ cidx }) => cidx);
  return sheetOf<MatrixRow>(
    [
      [t('collection.field_cid'), ({ cid }) => cid],
      [t('collection.field_title'), (row) => row.title],
      ...locales.map(
        (locale) =>
          [localeNames[locale], (row: MatrixRow) => t(`collection.texts_${row.states[locale] ?? 'empty'}`)] as const,
      ),
    ],
    keys.length,
    byKeys(keys, (some) => readRows(ctx, some)),
  );
}

async function readRows(ctx: Context, keys: readonly number[]): Promise<MatrixRow[]> {
  const { rows } = await sql<MatrixRow>`
    select collection.cidx, collection.cid, ${title} as title, ${states} as states
    from unnest(${keys}::integer[]) with ordinality as wanted (cidx, nth)
    join collection using (cidx) order by wanted.nth`.execute(ctx.db);
  return rows;
}
