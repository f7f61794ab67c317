import { type RawBuilder, sql } from 'kysely';
import { booksOf, itemsOf } from '#features/collection/collection-reach.public.ts';
import { secondsOrZero } from '#kernel/db/seconds.ts';
import { type Addresses, pictureOf } from '../answer/addresses.ts';
import type { Document } from '../answer/document.ts';
import { type Fields, jsonOf, listOf, rowsOf } from '../answer/json.ts';
import { pageText, readCursor, recordText } from '../answer/page.ts';
import { sourcesOf } from '../answer/sources.ts';
import { type BookListQuery, type PageQuery, PortalBook } from '../portal.contract.ts';

/** The fields of a book `b` that readers get; its many words only for a single book, or on request. */
const bookRow = rowsOf('bid', (at: Addresses) => ({
  ...named('bid', 'title', 'title_en', 'format'),
  series: sql`(select ${jsonOf({ ser_idx: sql`s.ser_idx`, title: sql`s.title` })} from series s where s.ser_idx = b.ser_idx)`,
  level: sql`(select ${jsonOf({ lev_idx: sql`l.lev_idx`, title: sql`l.title` })} from level l where l.lev_idx = b.lev_idx)`,
  category: sql`(select ${jsonOf({ cat_idx: sql`c.cat_idx`, title: sql`c.title` })} from category c where c.cat_idx = b.cat_idx)`,
  age_group: sql`(select ${jsonOf({ grp_idx: sql`g.grp_idx`, title: sql`g.title` })} from age_group g where g.grp_idx = b.grp_idx)`,
  ...named('isbn_print', 'isbn_spindle', 'author', 'illustrator', 'publisher', 'released_date', 'language', 'summary'),
  ...named('level_type', 'lexile', 'cefr_level', 'ar_level', 'word_count', 'page_count', 'genre', 'theme', 'keywords'),
  ...named('audio', 'audio_length', 'narrator', 'video', 'video_length', 'original_title', 'edition'),
  ...named('epub_content_id', 'epub_path', 'content_zip_url', 'is_mobile'),
  cover: bookCover(at),
  previews: sql`(select coalesce(json_agg(${pictureOf(at)} order by i.place), '[]') from book_image i
    where i.bidx = b.bidx and i.kind = 'preview')`,
  content: listOf(
    {
      kind: sql`f.kind`,
      size: sql`f.size`,
      url: at.call(sql`'/portal/v1/books/' || b.bid || '/content/' || f.kind`),
    },
    { from: sql`book_content f where f.bidx = b.bidx`, order: sql`f.kind` },
  ),
  published_at: secondsOrZero(sql`b.published_at`),
  updated_at: secondsOrZero(sql`b.touched_at`),
  words: listOf(
    {
      word_idx: sql`w.word_idx`,
      word: sql`w.word`,
      sentences: listOf(sentenceFields(at), {
        from: sql`sentence s where s.word_idx = w.word_idx`,
        order: sql`s.sent_idx`,
      }),
    },
    { from: sql`word w where w.bidx = b.bidx`, order: sql`w.word` },
  ),
}));

/** The cover of a book `b`; null if it has none. */
export const bookCover = (at: Addresses): RawBuilder<unknown> =>
  sql`(select ${pictureOf(at)} from book_image i where i.bidx = b.bidx and i.kind = 'cover')`;

const named = (...columns: string[]): Fields =>
  Object.fromEntries(columns.map((column) => [column, sql.ref(`b.${column}`)]));

const sentenceFields = (at: Addresses): Fields => ({
  sent_idx: sql`s.sent_idx`,
  sentence: sql`s.sentence`,
  mdr_targeted: sql`s.mdr_targeted`,
  audio: sql`case when s.audio_key is not null then ${jsonOf({
    url: at.file(sql`s.audio_key`),
    type: sql`s.audio_type`,
    size: sql`s.audio_size`,
    ms: sql`s.audio_ms`,
  })} end`,
});

/** One published book with all its fields; `unpublished` also finds others, for previews by staff. */
export function bookDocument(
  at: Addresses,
  { bid, fields, unpublished = false }: { bid: string; fields?: readonly string[]; unpublished?: boolean },
): Document {
  const visible = unpublished ? sql`true` : sql`b.published_at is not null`;
  return {
    sources: sourcesOf.book(bid),
    isByKey: true,
    text: recordText(sql`
      select ${bookRow(at, fields)} as row from book b where b.bid = ${bid} and ${visible}`),
  };
}

/** The fields of a book in a list, unless others are requested. */
const listedNames = Object.keys(PortalBook.shape).filter((name) => name !== 'words');

/** Published books in order of creation or, with `updated_since`, of their last change. */
export function bookList(at: Addresses, query: BookListQuery): Document {
  const { after, limit, fields = listedNames, updated_since: since } = query;
  const row = bookRow(at, fields);
  const page = since === undefined ? byNumber(after) : byChange(since, after);
  const found = sql.join([sql`b.published_at is not null`, ...filters(query), ...page.where], sql` and `);
  return {
    sources: query.collection === undefined ? sourcesOf.books : sourcesOf.booksOf(query.collection),
    text: pageText({
      limit,
      rows: (count) => sql`
        select ${page.key} as key, ${row} as row
        from (select * from book b where ${found} order by ${page.order} limit ${count}) b order by ${page.order}`,
    }),
  };
}

function filters({ series, level, collection }: BookListQuery): RawBuilder<unknown>[] {
  const ofCollection = (cid: string) =>
    booksOf(itemsOf(sql`(select cidx from collection where cid = ${cid} and is_public = 'O')`));
  return [
    ...(series === undefined ? [] : [sql`b.ser_idx = ${series}`]),
    ...(level === undefined ? [] : [sql`b.lev_idx = ${level}`]),
    ...(collection === undefined ? [] : [sql`b.bidx in ${ofCollection(collection)}`]),
  ];
}

function byNumber(after: string | undefined) {
  const [from] = readCursor(after, /^(\d{1,10})$/) ?? [];
  return {
    key: sql`b.bidx::text`,
    order: sql`b.bidx`,
    where: from === undefined ? [] : [sql`b.bidx > ${from}::bigint`],
  };
}

function byChange(since: string, after: string | undefined) {
  const from = readCursor(after, /^(\d{1,17})\.(\d{1,10})$/);
  const time = (micros: string) => sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;
  return {
    key: sql`(extract(epoch from b.touched_at) * 1000000)::bigint || '.' || b.bidx`,
    order: sql`b.touched_at, b.bidx`,
    where: [
      sql`b.touched_at >= ${since}::timestamptz`,
      ...(from ? [sql`(b.touched_at, b.bidx) > (${time(from[0] ?? '')}, ${from[1]}::bigint)`] : []),
    ],
  };
}

/** Only the sentences of a published book. */
export function sentenceList(at: Addresses, bid: string, { after, limit }: PageQuery): Document {
  const [from] = readCursor(after, /^(\d{1,10})$/) ?? [];
  const book = sql`(select bidx from book where bid = ${bid} and published_at is not null)`;
  const page = pageText({
    limit,
    rows: (count) => sql`
      select s.sent_idx::text as key, ${jsonOf({ word: sql`w.word`, ...sentenceFields(at) })} as row
      from word w join sentence s using (word_idx)
      where w.bidx = ${book} and s.sent_idx > ${from ?? 0}::bigint order by s.sent_idx limit ${count}`,
  });
  return {
    sources: sourcesOf.book(bid),
    text: sql`select body from (${page}) page where exists ${book}`,
  };
}
