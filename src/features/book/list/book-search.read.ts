import { type RawBuilder, sql } from 'kysely';
import { textMatches } from '#kernel/db/text-search.ts';
import { idsOfAct } from '#kernel/records/acts.ts';
import type { Context } from '#kernel/work/context.ts';
import { startOfDay } from '#kernel/work/days.ts';
import type { BookFilter } from './book-filter.rules.ts';

/** The condition on book `b` for a filter. */
export function bookMatches({ timeZone }: Pick<Context, 'timeZone'>, filter: BookFilter): RawBuilder<boolean> {
  const {
    search_val: text,
    status,
    series,
    level,
    category,
    age_group: ageGroup,
    language,
    format,
    missing,
    added_since: added,
    published_since: published,
    act,
  } = filter;
  const conditions = [
    ...(status === undefined ? [] : [hasStatus[status]]),
    ...(series === undefined ? [] : [sql<boolean>`b.ser_idx = ${series}`]),
    ...(level === undefined ? [] : [sql<boolean>`b.lev_idx = ${level}`]),
    ...(category === undefined ? [] : [sql<boolean>`b.cat_idx = ${category}`]),
    ...(ageGroup === undefined ? [] : [sql<boolean>`b.grp_idx = ${ageGroup}`]),
    ...(language === undefined ? [] : [sql<boolean>`b.language = ${language}`]),
    ...(format === undefined ? [] : [sql<boolean>`b.format = ${format}`]),
    ...(missing === undefined ? [] : [isWithout[missing]]),
    ...(added === undefined ? [] : [sql<boolean>`b.created_at >= ${startOfDay(added, timeZone)}`]),
    ...(published === undefined ? [] : [sql<boolean>`b.published_at >= ${startOfDay(published, timeZone)}`]),
    ...(act === undefined ? [] : [sql<boolean>`b.bid in (${idsOfAct(act, 'book')})`]),
    ...(text ? bookTextMatches(text) : []),
  ];
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`;
}

// The same expression as in the index that sorts by publication.
const publishedAt = sql`coalesce(b.published_at, '-infinity'::timestamptz)`;
const hasStatus = {
  published: sql<boolean>`${publishedAt} > '-infinity'`,
  unpublished: sql<boolean>`${publishedAt} = '-infinity'`,
};

/** What a book `b` can lack. */
export const isWithout = {
  // Maintained by the database: no index lists absent rows.
  cover: sql<boolean>`b.bidx in (select bidx from book_without_cover)`,
  audio: sql<boolean>`exists (
    select from word w join sentence s using (word_idx)
    where w.bidx = b.bidx and s.mdr_targeted = 'Y' and s.audio_key is null)`,
  content: sql<boolean>`not exists (select from book_content c where c.bidx = b.bidx)`,
  mobile: sql<boolean>`not b.is_mobile`,
};

/** Finds books that contain every word in bid, titles, author or ISBNs. */
function bookTextMatches(text: string): RawBuilder<boolean>[] {
  const isIsbn = /^[\dXx\s-]{10,}$/.test(text);
  return textMatches(sql`b.search`, isIsbn ? text.replace(/[\s-]/g, '') : text);
}
