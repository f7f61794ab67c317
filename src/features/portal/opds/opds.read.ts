import { type RawBuilder, sql } from 'kysely';
import { booksOf, itemsOf } from '#features/collection/collection-reach.public.ts';
import { bookMatches } from '#features/library/book-search.public.ts';
import type { Context } from '#kernel/work/context.ts';
import type { Document } from '../answer/document.ts';
import { jsonOf } from '../answer/json.ts';
import { sourcesOf } from '../answer/sources.ts';
import { type Feed, feedText } from './opds-feed.read.ts';
import {
  addressIn,
  collectionTitle,
  linkOf,
  type OpdsAddresses,
  publicationOf,
  timeOf,
  typeOf,
} from './opds-publication.read.ts';

const document = (text: RawBuilder<unknown>): Document => ({ text, sources: sourcesOf.opds });

const words = (text: string) => sql`${text}::text`;

interface Entry {
  title: RawBuilder<unknown>;
  /** Of the feed it leads to, below the catalogue. */
  path: RawBuilder<unknown>;
  /** The type of that feed, of books if left out. */
  type?: RawBuilder<unknown>;
  rel?: RawBuilder<unknown>;
  changed?: RawBuilder<unknown>;
}

/** An entry of navigation. Atom says when each was changed. */
const entry = (at: OpdsAddresses, { title, path, type, rel = sql`'subsection'::text`, changed }: Entry) =>
  linkOf({
    href: addressIn(at, path),
    title,
    type: type ?? typeOf(at, 'acquisition'),
    rel,
    ...(at.version.isAtom && changed && { modified: timeOf(changed) }),
  });

/** When any published book was last changed: looking through those of each series would take too long. */
const newestBook = sql`(select coalesce(max(touched_at), to_timestamp(0)) from book where published_at is not null)`;

/** Where the catalogue begins. */
export function rootFeed(at: OpdsAddresses): Document {
  const parts = [
    ['series', 'navigation'],
    ['collections', 'navigation'],
    ['new', 'acquisition'],
  ] as const;
  const rows = sql.join(
    parts.map(
      ([part, kind], nth) => sql`(${sql.lit(nth)}, ${part}::text, ${at.name(part)}::text, ${typeOf(at, kind)})`,
    ),
  );
  return document(
    feedText(at, {
      title: words(at.name('catalogue')),
      path: '',
      kind: 'navigation',
      from: sql`(values ${rows}) part (place, path, title, type)`,
      order: sql`part.place`,
      item: entry(at, {
        title: sql`part.title`,
        path: sql`part.path`,
        type: sql`part.type`,
        ...(at.version.isAtom && {
          rel: sql`case part.path when 'new' then 'http://opds-spec.org/sort/new' else 'subsection' end`,
        }),
        changed: newestBook,
      }),
      changed: newestBook,
      page: 1,
    }),
  );
}

/** The series that have published books, in order of difficulty. */
export const seriesFeed = (at: OpdsAddresses, page: number): Document =>
  document(
    feedText(at, {
      title: words(at.name('series')),
      path: 'series',
      kind: 'navigation',
      from: sql`(select * from series s where exists (
        select from book b where b.ser_idx = s.ser_idx and b.published_at is not null)) s`,
      order: sql`s.position, s.ser_idx`,
      item: entry(at, { title: sql`s.title`, path: sql`'series/' || s.ser_idx`, changed: newestBook }),
      changed: newestBook,
      page,
    }),
  );

/** Public collections, in order of creation. */
export const collectionsFeed = (at: OpdsAddresses, page: number): Document =>
  document(
    feedText(at, {
      title: words(at.name('collections')),
      path: 'collections',
      kind: 'navigation',
      from: sql`(select * from collection where is_public = 'O') c`,
      order: sql`c.cidx`,
      item: entry(at, {
        title: collectionTitle(at),
        path: sql`'collections/' || c.cid`,
        changed: sql`c.updated_at`,
      }),
      changed: sql`c.updated_at`,
      page,
    }),
  );

interface Books extends Pick<Feed, 'title' | 'path' | 'page' | 'navigation' | 'exists'> {
  where: RawBuilder<unknown>;
  order?: RawBuilder<unknown>;
  changed?: RawBuilder<unknown>;
}

/** A feed of published books. */
const booksFeed = (at: OpdsAddresses, { where, order, changed, ...feed }: Books): Document =>
  document(
    feedText(at, {
      ...feed,
      kind: 'publications',
      from: sql`(select b.*, s.position as series_place, l.position as level_place from book b
        join series s using (ser_idx) join level l on l.lev_idx = b.lev_idx
        where b.published_at is not null and ${where}) b`,
      order: order ?? sql`b.series_place, b.level_place, b.title_sort, b.bidx`,
      item: publicationOf(at),
      changed: changed ?? sql`b.touched_at`,
    }),
  );

/** The published books of a series, and its levels. */
export const oneSeriesFeed = (at: OpdsAddresses, serIdx: number, page: number): Document =>
  booksFeed(at, {
    title: sql`(select title from series where ser_idx = ${serIdx})`,
    path: `series/${serIdx}`,
    page,
    where: sql`b.ser_idx = ${serIdx}`,
    exists: sql`exists (select from series where ser_idx = ${serIdx})`,
    navigation: sql`(select json_agg(${entry(at, { title: sql`l.title`, path: sql`'levels/' || l.lev_idx` })} order by l.position)
      from level l where l.ser_idx = ${serIdx})`,
  });

export const levelFeed = (at: OpdsAddresses, levIdx: number, page: number): Document =>
  booksFeed(at, {
    title: sql`(select s.title || ' – ' || l.title from level l join series s using (ser_idx) where l.lev_idx = ${levIdx})`,
    path: `levels/${levIdx}`,
    page,
    where: sql`b.lev_idx = ${levIdx}`,
    exists: sql`exists (select from level where lev_idx = ${levIdx})`,
  });

export function collectionFeed(at: OpdsAddresses, cid: string, page: number): Document {
  const found = sql`collection c where c.cid = ${cid} and c.is_public = 'O'`;
  return booksFeed(at, {
    title: sql`(select ${collectionTitle(at)} from ${found})`,
    path: `collections/${encodeURIComponent(cid)}`,
    page,
    where: sql`b.bidx in ${booksOf(itemsOf(sql`(select cidx from ${found})`))}`,
    exists: sql`exists (select from ${found})`,
  });
}

/** The newest first. */
export const newFeed = (at: OpdsAddresses, page: number): Document =>
  booksFeed(at, {
    title: words(at.name('new')),
    path: 'new',
    page,
    where: sql`true`,
    order: sql`b.published_at desc, b.bidx desc`,
    changed: newestBook,
  });

export const searchFeed = (
  at: OpdsAddresses,
  ctx: Context,
  { query, page }: { query: string; page: number },
): Document =>
  booksFeed(at, {
    title: words(query === '' ? at.name('catalogue') : query),
    path: `search?query=${encodeURIComponent(query)}`,
    page,
    where: query === '' ? sql`true` : bookMatches(ctx, { search_val: query }),
  });

export const publication = (at: OpdsAddresses, bid: string): Document =>
  document(sql`select (${publicationOf(at)})::text as body from book b
    where b.bid = ${bid} and b.published_at is not null`);

/** How the catalogue is searched, for OPDS 1.2. */
export const searchDescription = (at: OpdsAddresses): Document =>
  document(
    sql`select ${jsonOf({
      name: words(at.name('catalogue')),
      template: addressIn(at, sql`'search?query={searchTerms}'::text`),
    })}::text as body`,
  );
