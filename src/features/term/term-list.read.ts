import { type RawBuilder, sql } from 'kysely';
import { isBestFirst, listPage, shownOrder, sortDirection } from '#kernel/db/list-page.ts';
import { type Page, pagingLimit } from '#kernel/db/paging.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import { matchRank, textMatches } from '#kernel/db/text-search.ts';
import { byKeys, type Sheet, sheetOf } from '#kernel/http/export.ts';
import { localeNames } from '#kernel/messages/locale.ts';
import type { PageRequest } from '#kernel/mount/list.ts';
import type { RecordHit } from '#kernel/records/found-records.ts';
import { namesOf } from '#kernel/records/record-fields.rules.ts';
import type { HouseTerm } from '#kernel/text/house-terms.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { type Conditions, conditionsOf, every } from '#kernel/work/filter.ts';
import type { TermFilter, TermOrder, TermRecord } from './term.contract.ts';
import type { TermWords } from './term.messages.ts';
import { formLocales, houseTerm, termHref } from './term.rules.ts';
import { type TermColumns, termFields } from './term-fields.rules.ts';

const folded = sql<string>`strip(concat_ws(' ', term, ${sql.join(formLocales.map((locale) => sql.ref(locale)))}, note))`;
const lacksForm = sql.join(
  formLocales.map((locale) => sql`${sql.ref(locale)} = ''`),
  sql` or `,
);

const conditions: Conditions<TermFilter> = {
  search_val: (text) => every(textMatches(folded, text)),
  only: (only) => (only === 'kept' ? sql`keep` : sql`(not keep and (${lacksForm}))`),
};

const inOrder = (ctx: Context, filter: TermFilter, order: TermOrder) =>
  ctx.db
    .selectFrom('term')
    .where(every(conditionsOf(conditions, null, filter)))
    .select(['term_idx', 'term', 'note', 'keep', 'updated_by', 'version', secondsOf('updated_at').as('updated_at')])
    .select(
      sql<TermRecord['texts']>`jsonb_build_object(${sql.join(
        formLocales.flatMap((locale) => [sql.lit(locale), sql.ref(locale)]),
      )})`.as('texts'),
    )
    .orderBy(orderOf(filter, order))
    .orderBy(sql`term_idx ${sortDirection(order)}`);

const columns = { term: sql`strip(term)`, updated: sql`updated_at` } as const;

function orderOf({ search_val: text }: TermFilter, sort: TermOrder): RawBuilder<unknown> {
  const sorted = sql`${columns[sort.key]} ${sortDirection(sort)}`;
  if (!isBestFirst(text, sort)) return sorted;
  return sql`${matchRank({ title: sql<string>`strip(term)`, search: folded }, text, sql`term`)}, ${sorted}`;
}

/** One page of the list. */
export const listTerms = async (
  ctx: Context,
  filter: TermFilter,
  { order, page }: PageRequest<TermOrder['key']>,
): Promise<Page<TermRecord>> => ({
  ...(await listPage(ctx.db, inOrder(ctx, filter, order), page)),
  order: shownOrder(filter.search_val, order),
});

/** The terms of a list as a sheet, in list order. */
export async function exportTerms(ctx: Context, filter: TermFilter, order: TermOrder): Promise<Sheet> {
  const t = ctx.translate<TermWords>();
  const rows = await inOrder(ctx, filter, order).clearSelect().select('term_idx').execute();
  const keys = rows.map(({ term_idx }) => term_idx);
  return sheetOf<TermColumns>(
    [
      [t('term.field_term'), (row) => row.term],
      ...formLocales.map((locale) => [localeNames[locale], (row: TermColumns) => row[locale]] as const),
      [t('term.field_keep'), (row) => ctx.text(row.keep ? 'common.yes' : 'common.no')],
      [t('term.field_note'), (row) => row.note],
    ],
    keys.length,
    byKeys(keys, (some) => readRows(ctx, some)),
  );
}

async function readRows({ db }: Context, keys: readonly number[]): Promise<TermColumns[]> {
  const { rows } = await sql<TermColumns>`
    select ${sql.join(namesOf(termFields).map((name) => sql.ref(`term.${name}`)))}
    from unnest(${keys}::integer[]) with ordinality as wanted (term_idx, nth)
    join term using (term_idx) order by wanted.nth`.execute(db);
  return rows;
}

/** All terms, as texts are compared with them. */
export async function readHouseTerms({ db }: Context): Promise<HouseTerm[]> {
  const rows = await db
    .selectFrom('term')
    .select(['term_idx', ...namesOf(termFields)])
    .orderBy('term_idx')
    .limit(pagingLimit)
    .execute();
  return rows.map(houseTerm);
}

const hits = 8;

/** Finds terms for the command palette. */
export async function findTermsByText(ctx: Context, text: string): Promise<RecordHit[]> {
  const order = { key: 'term', descending: false, isDefault: true } as const;
  const rows = await inOrder(ctx, { search_val: text }, order).limit(hits).execute();
  return rows.map(({ term_idx, term, texts }) => ({
    label: term,
    detail: Object.values(texts).filter(Boolean).join(' · '),
    href: termHref(term_idx),
    id: String(term_idx),
  }));
}
