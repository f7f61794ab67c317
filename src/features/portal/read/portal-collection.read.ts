import { type RawBuilder, sql } from 'kysely';
import { collectionFields } from '#features/collection/collection.public.ts';
import { booksOf, itemsOf } from '#features/collection/collection-reach.public.ts';
import { secondsOrZero } from '#kernel/db/seconds.ts';
import type { Locale } from '#kernel/messages/locale.ts';
import { namesOf, portalFields } from '#kernel/records/record-fields.rules.ts';
import { type Addresses, pictureOf } from '../answer/addresses.ts';
import type { Document } from '../answer/document.ts';
import { type Fields, jsonOf, listOf, rowsOf } from '../answer/json.ts';
import { pageText, readCursor, recordText } from '../answer/page.ts';
import { sourcesOf } from '../answer/sources.ts';
import { type CollectionListQuery, ListedCollection, type PageQuery } from '../portal.contract.ts';
import { bookCover } from './portal-book.read.ts';

/** The tables `c`, `t` and `e`: collections with their texts in a language and in English. */
const withTexts = (language: Locale) => sql`collection c
  left join collection_text t on t.cidx = c.cidx and t.locale = ${language}
  left join collection_text e on e.cidx = c.cidx and e.locale = 'en'`;

const texts = ['title', 'summary', 'notice', 'description'] as const;

/** A text in the language, falling back to English. */
const text = (name: string) => sql`coalesce(nullif(${sql.ref(`t.${name}`)}, ''), ${sql.ref(`e.${name}`)}, '')`;

/** The language that a text is in; null if there is none. */
const languageOf = (name: string) => sql`case when ${sql.ref(`t.${name}`)} <> '' then t.locale
  when ${sql.ref(`e.${name}`)} <> '' then 'en' end`;

const fieldsBy = (name: (text: string) => RawBuilder<unknown>): Fields =>
  Object.fromEntries(texts.map((one) => [one, name(one)]));

/** The fields of a collection `c` that readers get. */
const collectionRow = rowsOf('cid', (at: Addresses) => ({
  cid: sql`c.cid`,
  ...fieldsBy(text),
  languages: jsonOf(fieldsBy(languageOf)),
  locales: sql`(select coalesce(json_agg(o.locale order by o.locale), '[]') from collection_text o
    where o.cidx = c.cidx and o.title <> '')`,
  ...Object.fromEntries(namesOf(portalFields(collectionFields)).map((name) => [name, sql.ref(`c.${name}`)])),
  age_group: sql`(select ${jsonOf({ grp_idx: sql`g.grp_idx`, title: sql`g.title` })} from age_group g where g.grp_idx = c.grp_idx)`,
  prices: listOf(
    {
      currency: sql`p.currency`,
      price: sql`p.price::text`,
      discounted_price: sql`p.discounted_price::text`,
      subscription_period: sql`p.subscription_period`,
    },
    { from: sql`collection_price p where p.cidx = c.cidx`, order: sql`p.display_order` },
  ),
  cover_img: image(at, 'c.cover_img'),
  thumb_img: image(at, 'c.thumb_img'),
  list_img: image(at, 'c.list_img'),
  updated_at: secondsOrZero(sql`c.updated_at`),
  contents: contents(),
  books: books(at),
}));

const image = (at: Addresses, column: string) =>
  sql`(select ${pictureOf(at)} from collection_image i where i.img_idx = ${sql.ref(column)})`;

/** The items of a collection `c`: series and levels, which all readers may know, and published single books. */
const contents = () =>
  listOf(
    {
      content_type: sql`i.content_type`,
      content_idx: sql`i.content_idx`,
      title: sql`coalesce(s.title, l.title, b.title)`,
      bid: sql`b.bid`,
      ser_idx: sql`coalesce(s.ser_idx, l.ser_idx, b.ser_idx)`,
    },
    {
      from: sql`collection_content i left join series s on s.ser_idx = i.ser_idx
        left join level l on l.lev_idx = i.lev_idx left join book b on b.bidx = i.bidx
        where i.cidx = c.cidx and (i.bidx is null or b.published_at is not null)`,
      order: sql`i.bidx is not null, i.lev_idx is not null, coalesce(s.title, l.title, b.title), i.content_idx`,
    },
  );

/** The published books that a collection `c` reaches, in order of series and level. */
const books = (at: Addresses) =>
  listOf(
    {
      bid: sql`b.bid`,
      title: sql`b.title`,
      format: sql`b.format`,
      is_mobile: sql`b.is_mobile`,
      ser_idx: sql`b.ser_idx`,
      lev_idx: sql`b.lev_idx`,
      cover: bookCover(at),
    },
    {
      from: sql`book b join series s using (ser_idx) join level l on l.lev_idx = b.lev_idx
        where b.published_at is not null and b.bidx in ${booksOf(itemsOf(sql`c.cidx`))}`,
      order: sql`s.position, l.position, b.title_sort, b.bidx`,
    },
  );

interface OneCollection {
  cid: string;
  language: Locale;
  fields?: readonly string[] | undefined;
  /** Includes unpublished ones, for previews by staff. */
  unpublished?: boolean;
}

/** One public collection with its contents and the published books they reach. */
export function collectionDocument(
  at: Addresses,
  { cid, language, fields, unpublished = false }: OneCollection,
): Document {
  const visible = unpublished ? sql`true` : sql`c.is_public = 'O'`;
  return {
    sources: sourcesOf.collection(cid),
    text: recordText(sql`
      select ${collectionRow(at, fields)} as row
      from ${withTexts(language)} where c.cid = ${cid} and ${visible}`),
  };
}

const listedNames = Object.keys(ListedCollection.shape);

/** Public collections in order of creation. */
export function collectionList(at: Addresses, query: CollectionListQuery): Document {
  const { after, limit, updated_since: since } = query;
  const [from] = readCursor(after, /^(\d{1,10})$/) ?? [];
  return listDocument(at, query, {
    limit,
    order: sql`c.cidx`,
    where: [
      ...(from === undefined ? [] : [sql`c.cidx > ${from}::bigint`]),
      ...(since === undefined ? [] : [sql`c.updated_at >= ${since}::timestamptz`]),
    ],
  });
}

/** The advertised public collections, in the order set by staff. */
export function advertisedList(
  at: Addresses,
  query: PageQuery & Pick<CollectionListQuery, 'language' | 'fields'>,
): Document {
  const [from] = readCursor(query.after, /^(\d{1,10})$/) ?? [];
  return listDocument(at, query, {
    limit: query.limit,
    order: sql`c.ads_place`,
    where: [from === undefined ? sql`c.ads_place is not null` : sql`c.ads_place > ${from}::bigint`],
  });
}

// Each of them may reach every book of the library.
const mostWithBooks = 10;

function listDocument(
  at: Addresses,
  { language, fields = listedNames }: Pick<CollectionListQuery, 'language' | 'fields'>,
  { limit, order, where }: { limit: number; order: RawBuilder<unknown>; where: RawBuilder<unknown>[] },
): Document {
  const row = collectionRow(at, fields);
  return {
    sources: sourcesOf.collections,
    text: pageText({
      limit: fields.includes('books') ? Math.min(limit, mostWithBooks) : limit,
      rows: (count) => sql`
        select ${order}::text as key, ${row} as row from ${withTexts(language)}
        where ${sql.join([sql`c.is_public = 'O'`, ...where], sql` and `)} order by ${order} limit ${count}`,
    }),
  };
}
