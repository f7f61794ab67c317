import { type RawBuilder, sql } from 'kysely';
import { spellingsOfIsbn } from '#features/book/book-fields.public.ts';
import { hasEpubState } from '#features/content/epub-check.public.ts';
import { isReadiness, lacks } from '#features/readiness/readiness-state.public.ts';
import { idSearch, type Listed } from '#kernel/db/listed-ids.ts';
import { textMatches } from '#kernel/db/text-search.ts';
import { standingIdsOfAct } from '#kernel/records/undo.ts';
import type { Context } from '#kernel/work/context.ts';
import { startOfDay } from '#kernel/work/days.ts';
import { type Conditions, conditionsOf, every } from '#kernel/work/filter.ts';
import type { BookFilter } from './book-filter.contract.ts';
import { readBookIds, storedForms } from './book-ids.rules.ts';

// The same expression as in the index that sorts by publication.
const publishedAt = sql`coalesce(b.published_at, '-infinity'::timestamptz)`;
const hasStatus = {
  published: sql<boolean>`${publishedAt} > '-infinity'`,
  unpublished: sql<boolean>`${publishedAt} = '-infinity'`,
};

const conditions: Conditions<BookFilter, Pick<Context, 'timeZone'>> = {
  status: (status) => hasStatus[status],
  series: (series) => sql`b.ser_idx = ${series}`,
  level: (level) => sql`b.lev_idx = ${level}`,
  category: (category) => sql`b.cat_idx = ${category}`,
  age_group: (group) => sql`b.grp_idx = ${group}`,
  language: (language) => sql`b.language = ${language}`,
  format: (format) => sql`b.format = ${format}`,
  missing: (what) => (what === 'mobile' ? sql`not b.is_mobile` : lacks(what)),
  readiness: isReadiness,
  isbn: () => sql`b.shared_isbns is not null`,
  epub_check: hasEpubState,
  added_since: (day, { timeZone }) => sql`b.created_at >= ${startOfDay(day, timeZone)}`,
  published_since: (day, { timeZone }) => sql`b.published_at >= ${startOfDay(day, timeZone)}`,
  act: (act) => sql`b.bid in (${standingIdsOfAct(sql`${act}::bigint`, 'book')})`,
  search_val: (text) => bookSearch.matches(text),
};

/** The condition on book `b` for a filter. */
export const bookMatches = (ctx: Pick<Context, 'timeZone'>, filter: BookFilter): RawBuilder<boolean> =>
  every(conditionsOf(conditions, ctx, filter));

const idColumn = (column: RawBuilder<unknown>) => ({ column, forms: storedForms });

/** Words in bid, titles, author or ISBNs; or a pasted list of bids and ISBNs. */
export const bookSearch = idSearch({
  readIds: readBookIds,
  from: sql`book b`,
  columns: [idColumn(sql`b.bid`), idColumn(sql`b.isbn_print`), idColumn(sql`b.isbn_spindle`)],
  contains: (text) => bookWordsMatch(sql`b.search`, text),
});

/** Which bids and ISBNs of a pasted list have a book that the filter finds; null if none were pasted. */
export const findListed = (
  ctx: Pick<Context, 'db' | 'timeZone'>,
  { search_val, ...rest }: BookFilter,
): Promise<Listed | null> => bookSearch.listed(ctx.db, search_val, bookMatches(ctx, rest));

/** Finds books that have every word in `search`, the text of bid, titles, author and ISBNs; an ISBN in either spelling. */
export function bookWordsMatch(search: RawBuilder<string>, text: string): RawBuilder<boolean> {
  const containing = (words: string) => every(textMatches(search, words));
  const isbns = spellingsOfIsbn(text);
  if (isbns.length > 0) return sql`(${sql.join(isbns.map(containing), sql` or `)})`;
  const isIsbn = /^[\dXx\s-]{10,}$/.test(text);
  return containing(isIsbn ? text.replace(/[\s-]/g, '') : text);
}
