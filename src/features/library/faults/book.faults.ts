import { sql } from 'kysely';
import { cefrLevels } from '#features/book/book-fields.public.ts';
import type { FaultKind } from '#kernel/desk/faults.ts';

const ofBooks = { entity: 'book', follows: ['book'] } as const;

// What differs between two editions of a book; one that is not given is not that of the other.
const ofEdition = ['format', 'language', 'edition', 'publisher', 'illustrator', 'released_date', 'level_type'].map(
  (name) => sql.ref(name),
);

/**
 * One book under two bids: both have one ISBN, whichever field and spelling it stands in; or the same title, author and step of a
 * series, and nothing that would make one of them another edition. Of the 9,300 real books no two are alike so far; only two
 * pairs share title and author, one an abridged reader and its novel.
 */
export const sameBook: FaultKind = {
  ...ofBooks,
  fault: 'same_book',
  group: 'numbers',
  name: 'fault.same_book',
  says: 'fault.same_book_says',
  find: sql`
    select b.bidx as place, b.bid as id, b.title,
      jsonb_strip_nulls(jsonb_build_object('number', min(n.number), 'author', min(n.author))) as about,
      coalesce(min(n.number), min(n.author)) || ': ' || coalesce(min(n.others) filter (where n.number is not null), min(n.others)) as line
    from (
      select bidx, number, null as author, min(bid) over of_number || ', ' || max(bid) over of_number as others,
        min(bidx) over of_number <> max(bidx) over of_number as is_shared
      from (
        select bidx, bid, isbn13(isbn_print) as number from book union select bidx, bid, isbn13(isbn_spindle) from book
      ) numbers where number ~ '^[0-9]{13}$'
      window of_number as (partition by number)
      union all
      select bidx, null, author, min(bid) over alike || ', ' || max(bid) over alike, count(*) over alike > 1
      from book where author_sort <> ''
      window alike as (partition by title_sort, author_sort, ser_idx, lev_idx, ${sql.join(ofEdition)})
    ) n join book b using (bidx)
    where n.is_shared
    group by b.bidx`,
};

/** In a series that stands for none, since every book needs one: `-`, `None`. */
export const noSeries: FaultKind = {
  ...ofBooks,
  fault: 'no_series',
  group: 'series',
  name: 'fault.no_series',
  says: 'fault.no_series_says',
  follows: ['book', 'series'],
  find: sql`
    select b.bidx as place, b.bid as id, b.title, jsonb_build_object('series', s.title) as about, s.title as line
    from series s join book b using (ser_idx)
    where s.title ~ '^[[:punct:][:space:]]*$' or strip(s.title) = any(array(
      select strip(word) from unnest(array['none', 'no series', 'na', 'n/a', 'null', 'unknown', 'unsorted', 'sin serie', 'ninguna',
        'なし', '없음', 'yok']) word))`,
};

/**
 * A level that contradicts Lexile or CEFR: the book is below the median of an earlier level of its series, or above that of a
 * later one. A level has a median if three of its books are measured.
 */
export const levelContradicts: FaultKind = {
  ...ofBooks,
  fault: 'level_contradicts',
  group: 'series',
  name: 'fault.level_contradicts',
  says: 'fault.level_contradicts_says',
  follows: ['book', 'level', 'series'],
  find: sql`
    with measured as materialized (
      select b.bidx, l.ser_idx, l.position, m.name, m.text, m.value from book b join level l using (lev_idx) cross join lateral (
        select 'lexile' as name, b.lexile as text,
          case when b.lexile like 'BR%' then -1 else 1 end * substring(b.lexile from '[0-9]+')::integer as value
        union all
        select 'cefr_level', b.cefr_level, array_position(${[...cefrLevels]}::text[], b.cefr_level)) m
      where m.value is not null
    ), middle as materialized (
      select ser_idx, position, name, case when count(*) >= 3 then percentile_cont(0.5) within group (order by value) end as median
      from measured group by ser_idx, position, name
    ), around as materialized (
      select ser_idx, position, name, max(median) over (steps rows between unbounded preceding and 1 preceding) as before,
        min(median) over (steps rows between 1 following and unbounded following) as after
      from middle window steps as (partition by ser_idx, name order by position)
    )
    select b.bidx as place, b.bid as id, b.title, jsonb_object_agg(m.name, m.text) as about,
      min(l.title) || ': ' || string_agg(m.text, ' · ' order by m.name) as line
    from measured m join around a using (ser_idx, position, name) join book b using (bidx) join level l using (lev_idx)
    where m.value < a.before or m.value > a.after
    group by b.bidx`,
};

/** Readers see the book, and its file, its cover or its age group is missing. */
export const publishedBare: FaultKind = {
  ...ofBooks,
  fault: 'published_bare',
  group: 'readers',
  name: 'fault.published_bare',
  says: 'fault.published_bare_says',
  follows: ['book', 'age_group'],
  find: sql`
    select b.bidx as place, b.bid as id, b.title, to_jsonb(lacks.missing) as about, array_to_string(lacks.missing, ', ') as line
    from book b join book_readiness r using (bidx) cross join lateral (
      select array(select unnest(r.missing) intersect select unnest(array['content', 'cover', 'age_group']) order by 1) as missing) lacks
    where b.published_at is not null and cardinality(lacks.missing) > 0`,
};

/** A file that did not pass its check. */
export const epubFailed: FaultKind = {
  ...ofBooks,
  fault: 'epub_failed',
  group: 'readers',
  name: 'fault.epub_failed',
  says: 'fault.epub_failed_says',
  find: sql`
    select b.bidx as place, b.bid as id, b.title, jsonb_build_object('file', e.file_key) as about,
      e.messages -> 0 ->> 'message' as line
    from epub_check e join book b using (bidx) where e.status = 'failed'`,
};

/** A cover that is too small, wider than high, or the same picture as that of another book. */
export const picturePoor: FaultKind = {
  ...ofBooks,
  fault: 'picture_poor',
  group: 'readers',
  name: 'fault.picture_poor',
  says: 'fault.picture_poor_says',
  follows: [...ofBooks.follows, 'image_digest'],
  find: sql`
    with shared as materialized (
      select digest, min(bidx) as first, max(bidx) as last from book_image
      where kind = 'cover' and digest is not null group by digest having count(*) > 1 and digest <> ''
    )
    select b.bidx as place, b.bid as id, b.title, jsonb_build_object('cover', i.folder) as about,
      concat_ws(' = ', i.width || ' × ' || i.height, o.bid) as line
    from book_image i join book b using (bidx) left join shared s using (digest)
    left join book o on o.bidx = case b.bidx when s.first then s.last else s.first end
    where i.kind = 'cover' and (i.width < 300 or i.width > i.height or s.digest is not null)`,
};
