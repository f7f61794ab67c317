import { type RawBuilder, sql } from 'kysely';
import { collectionSearch, isRich, type TextField } from '#features/collection/collection.public.ts';
import {
  isBehind,
  isOlder,
  isWritten,
  type LocaleState,
  lacksText,
  statesOf,
} from '#features/collection/collection-texts.public.ts';
import type { Database } from '#kernel/db/database.ts';
import { countFound, listPage, sortDirection } from '#kernel/db/list-page.ts';
import type { Listed } from '#kernel/db/listed-ids.ts';
import type { Page } from '#kernel/db/paging.ts';
import { byKeys, type Sheet, sheetOf } from '#kernel/http/export.ts';
import { type Locale, localeNames, locales } from '#kernel/messages/locale.ts';
import type { PageRequest } from '#kernel/mount/list.ts';
import type { Context } from '#kernel/work/context.ts';
import { type Conditions, conditionsOf, every } from '#kernel/work/filter.ts';
import type { Lack, ShownText } from './desk.rules.ts';
import type { MatrixFilter, MatrixOrder } from './localize.contract.ts';
import type { LocalizeWords } from './localize.messages.ts';

/** A collection, with the state of its texts in each language it has. */
interface StatesRow {
  cidx: number;
  cid: string;
  title: string;
  states: Partial<Record<Locale, LocaleState>>;
}

/** A collection with one text in each of these languages. */
export interface MatrixRow extends StatesRow {
  texts: Partial<Record<Locale, ShownText>>;
}

const title = sql<string>`coalesce(
  (select t.title from collection_text t where t.cidx = collection.cidx and t.locale = 'en'), collection.cid)`;

const states = statesOf(sql`collection.cidx`);

// Of a rich text. Characters.
const beginning = 200;

const textsOf = (field: TextField) => {
  const text = sql.ref(`t.${field}`);
  const shown = isRich(field) ? sql`left(plain_text(${text}), ${beginning})` : text;
  return sql<MatrixRow['texts']>`(
    select coalesce(json_object_agg(t.locale, json_build_object('text', ${shown},
      'isOlder', coalesce(t.locale <> 'en' and ${isOlder(field)}, false))), '{}')
    from collection_text t left join collection_text en on en.cidx = t.cidx and en.locale = 'en'
    where t.cidx = collection.cidx)`;
};

/** The condition that the collection has texts in a language that satisfy `which`. */
const has = (locale: Locale, which = sql<boolean>`true`) => sql<boolean>`exists (
  select from collection_text t where t.cidx = collection.cidx and t.locale = ${locale} and ${which})`;

/** The condition that a text of the collection lacks this in one of the other languages. */
const lacking: Record<Lack, (field: TextField) => RawBuilder<boolean>> = {
  missing: (field) => sql<boolean>`exists (
    select from collection_text en where en.cidx = collection.cidx and en.locale = 'en' and ${isWritten('en', field)}
      and ${locales.length - 1} > (select count(*) from collection_text t
        where t.cidx = en.cidx and t.locale <> 'en' and ${isWritten('t', field)}))`,
  older: (field) => sql<boolean>`exists (
    select from collection_text en join collection_text t on t.cidx = en.cidx
    where en.cidx = collection.cidx and en.locale = 'en' and t.locale <> 'en' and ${isOlder(field)})`,
};

const conditions: Conditions<MatrixFilter> = {
  search_val: (text) => search.matches(text),
  // Which text is shown filters nothing; what it lacks does.
  text: () => sql`true`,
  lack: (lack, _, { text = 'title' }) => lacking[lack](text),
  missing: (locale) => sql`not ${has(locale)}`,
  begun: (locale) => has(locale, lacksText),
  is_public: (isPublic) => sql`collection.is_public = ${isPublic}`,
  outdated: (locale) => has(locale, sql`not ${lacksText} and ${isBehind}`),
};

const search = collectionSearch('collection');

/** Which cids of a pasted list have a collection that the filter finds; null if none were pasted. */
export const findListed = (ctx: Context, { search_val, ...rest }: MatrixFilter): Promise<Listed | null> =>
  search.listed(ctx.db, search_val, every(conditionsOf(conditions, null, rest)));

/** The collections that a filter finds. */
export const filtered = (db: Database, filter: MatrixFilter) =>
  db.selectFrom('collection').where(every(conditionsOf(conditions, null, filter)));

const inOrder = (db: Database, filter: MatrixFilter, order: MatrixOrder) =>
  filtered(db, filter)
    .select(['cidx', 'cid', title.as('title'), states.as('states'), textsOf(filter.text ?? 'title').as('texts')])
    .orderBy(sql`collection.cid ${sortDirection(order)}`);

/** One page of the grid. */
export const listMatrix = (
  { db }: Context,
  filter: MatrixFilter,
  { order, page }: PageRequest<MatrixOrder['key']>,
): Promise<Page<MatrixRow>> => listPage(db, inOrder(db, filter, order), page);

/** How many collections a view of the grid shows, up to a bound. */
export const countMatrix = (ctx: Context, filter: MatrixFilter): Promise<number> =>
  countFound(ctx.db, sql`${filtered(ctx.db, filter).select(sql`1`.as('one'))}`);

/** The grid as a sheet, a column for each language. */
export async function exportMatrix(ctx: Context, filter: MatrixFilter, order: MatrixOrder): Promise<Sheet> {
  const t = ctx.translate<LocalizeWords>();
  const rows = await inOrder(ctx.db, filter, order).clearSelect().select('cidx').execute();
  const keys = rows.map(({ cidx }) => cidx);
  return sheetOf<StatesRow>(
    [
      [t('collection.field_cid'), ({ cid }) => cid],
      [t('collection.field_title'), (row) => row.title],
      ...locales.map(
        (locale) =>
          [localeNames[locale], (row: StatesRow) => t(`collection.texts_${row.states[locale] ?? 'empty'}`)] as const,
      ),
    ],
    keys.length,
    byKeys(keys, (some) => readRows(ctx, some)),
  );
}

async function readRows(ctx: Context, keys: readonly number[]): Promise<StatesRow[]> {
  const { rows } = await sql<StatesRow>`
    select collection.cidx, collection.cid, ${title} as title, ${states} as states
    from unnest(${keys}::integer[]) with ordinality as wanted (cidx, nth)
    join collection using (cidx) order by wanted.nth`.execute(ctx.db);
  return rows;
}
