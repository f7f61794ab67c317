import pg from 'pg';
import { bookCodes } from './code-sums.ts';
import { inBulk } from './in-bulk.ts';

const day = 86_400;
const step = 500_000;

/** How many rows of each kind a library has; `share` of a million books, and of everything else. */
const sizesOf = (share: number) => {
  const of = (whole: number) => Math.max(1, Math.round(whole * share));
  return {
    books: of(1_000_000),
    customers: of(2000),
    collections: of(10_000),
    contents: of(20_000),
    batches: of(10_000),
    events: of(1000),
    registrations: of(10_000_000),
    audit: of(20_000_000),
    changes: of(1_000_000),
    reservations: of(20_000),
    releases: of(1000),
    imports: of(500),
    importRows: of(100_000),
    deliveries: of(1_000_000),
  };
};
type Sizes = ReturnType<typeof sizesOf>;

// Codes of a batch.
const each = 1000;

interface Part {
  tables: readonly string[];
  /** Rows of the statement from one number to another. */
  sql: (from: number, to: number, sizes: Sizes) => string;
  rows: (sizes: Sizes) => number;
}

const numbers = (from: number, to: number) => `generate_series(${from}, ${to}) n`;
const now = `extract(epoch from now())::bigint`;
const mod = (what: string, count: number) => `(1 + ${what} % ${count})`;

/** A library in which everything is used, and one record of each kind far more than the others. */
const parts: readonly Part[] = [
  {
    tables: ['staff', 'age_group', 'category', 'series', 'level'],
    rows: () => 1,
    sql: () => `
      update code_zone set time_zone = 'Asia/Seoul';
      update registration_zone set time_zone = 'Asia/Seoul';
      insert into staff (staff_id, name, is_admin) select 'staff' || n, 'Staff ' || n, true from ${numbers(1, 50)};
      insert into age_group (title) select 'Ages ' || n from ${numbers(1, 12)};
      insert into category (title) select 'Category ' || n from ${numbers(1, 40)};
      insert into series (title, position) select 'Series ' || n, n from ${numbers(1, 500)};
      insert into level (ser_idx, title, position) select ser_idx, 'Level ' || n, n from series, ${numbers(1, 4)}`,
  },
  {
    tables: ['book'],
    rows: ({ books }) => books,
    sql: (from, to) => `
      insert into book (bid, format, title, ser_idx, lev_idx, isbn_print, isbn_spindle, author, released_date, language,
        cat_idx, grp_idx, level_type, lexile, word_count, epub_path, published_at, created_at, updated_at, touched_at)
      select 'G' || n, (array['EPUB', 'SPINDLE', 'COURSE_BOOK', 'AUDIO_BOOK'])[1 + n % 4],
        case n % 10
          when 0 then (array['나무', '바다', '하늘', '고양이', '우체국'])[1 + n / 10 % 5] || ' 이야기 ' || n
          when 1 then 'El jardín de José Ñandú ' || n
          else 'The ' || (array['Lantern', 'River', 'Window', 'Garden', 'Bicycle', 'Mountain', 'Violin'])[1 + n % 7] || ' of ' || md5(n::text) end,
        l.ser_idx, l.lev_idx, (9780000000000 + n)::text, (9790000000000 + n)::text, 'Author ' || (n % 4000),
        (1900 + n % 120)::text, case when n % 1000 = 0 then 'Welsh' when n % 20 > 0 then (array['English', 'Korean', 'Spanish'])[1 + n % 3] end,
        case when n % 3 > 0 then ${mod('n', 40)} end, case when n % 4 > 0 then ${mod('n', 12)} end,
        case when n % 2 = 0 then 'Lexile' end, case when n % 2 = 0 then (n % 1200)::text || 'L' end, n % 9000,
        case when n % 5 = 0 then 'books/' || n end, case when n % 3 > 0 then now() - n % 1000000 * interval '1 minute' end,
        now() - n * interval '1 minute', now() - (n::bigint * 7919 % 1000000) * interval '1 minute', now() - n * interval '1 minute'
      from ${numbers(from, to)} join level l on l.lev_idx = ${mod('n', 2000)}`,
  },
  {
    tables: ['book_image', 'book_content', 'epub_check', 'word', 'sentence', 'book_without_cover', 'act_record'],
    rows: ({ books }) => books,
    sql: (from, to) => `
      insert into book_image (bidx, kind, place, folder, file_name, width, height, size)
        select n, 'cover', 1, 'images/' || n, n || '.jpg', 600, 800, 40000 from ${numbers(from, to)} where n % 10 > 0;
      insert into book_without_cover select n from ${numbers(from, to)} where n % 10 = 0;
      insert into act_record (act_idx, entity, record_id) select 1, 'book', 'G' || n from ${numbers(from, to)} where n % 10 = 0;
      insert into book_content (bidx, kind, file_key, file_name, size, unpacked, entries, uploaded_at)
        select n, 'epub', 'epub/' || n, n || '.epub', 900000, 2000000, 40, now() - n * interval '1 minute' from ${numbers(from, to)} where n % 4 = 0;
      insert into epub_check (bidx, file_key, status, requested_at, checked_at)
        select n, 'epub/' || n, (array['passed', 'warnings', 'failed'])[1 + n / 4 % 3], now(), now() from ${numbers(from, to)} where n % 4 = 0;
      insert into word (bidx, word) select n, 'word' || n % 7000 from ${numbers(from, to)} where n % 2 = 0;
      insert into sentence (word_idx, sentence, mdr_targeted)
        select word_idx, 'A sentence with ' || word || '.', case when bidx % 8 = 0 then 'Y' else 'N' end from word where bidx between ${from} and ${to}`,
  },
  {
    tables: ['book_readiness'],
    rows: ({ books }) => books,
    sql: (from, to) =>
      `insert into book_readiness select made.* from missing_in(array(select n from ${numbers(from, to)})) made`,
  },
  {
    tables: ['roadmap', 'roadmap_book'],
    rows: () => 1,
    sql: (_from, _to, { books }) => `
      insert into roadmap (grp_idx) select grp_idx from age_group;
      insert into roadmap_book (grp_idx, bidx, row_no, place)
        select grp_idx, ${mod('(grp_idx * 13 + n)', books)}, n / 5, n % 5 from age_group, ${numbers(0, Math.min(500, books) - 1)}`,
  },
  {
    tables: [
      'customer',
      'collection',
      'collection_cid',
      'collection_text',
      'collection_price',
      'collection_owner',
      'collection_content',
      'version',
      'versioned',
    ],
    rows: () => 1,
    sql: (_from, _to, { customers, collections, contents, books }) => `
      insert into customer (cust_id, name, memo, created_at, updated_at)
        select 'CUST-' || n, 'Customer ' || n, case when n % 3 = 0 then 'Pays late' else '' end, now() - n * interval '1 hour', now() - n * interval '1 minute'
        from ${numbers(1, customers)};
      insert into collection (cid, search, is_public, exposed_type, grp_idx, lock, ads_option, ads_place, created_at, updated_at)
        select 'c' || n, strip('c' || n || E'\\nCollection of ' || md5(n::text) || ' ' || n), case when n % 3 = 0 then 'O' else 'X' end,
          (array['all', 'web', 'mobile', 'lms'])[1 + n % 4], case when n % 2 = 0 then ${mod('n', 12)} end, n % 50 = 0,
          case when n % 400 = 0 then 'public' end, case when n % 400 = 0 then n end, now() - n * interval '1 hour', now() - n * interval '1 minute'
        from ${numbers(1, collections)};
      insert into collection_cid select cid from collection;
      insert into collection_text (cidx, locale, title, summary, notice, description, saved_at)
        select cidx, locale, 'Collection of ' || md5(cidx::text) || ' ' || cidx, 'Summary ' || md5((cidx * 2)::text), '',
          '<p>' || repeat(md5((cidx * 3)::text) || ' ', 20) || '</p>', now()
        from collection, unnest(array['en', 'es', 'jp', 'ko', 'tr']) with ordinality as one (locale, nth) where cidx % 4 > 0 or nth < 4;
      insert into collection_price (cidx, display_order, currency, price)
        select cidx, n, (array['USD', 'EUR', 'KRW'])[n], 10 * n from collection, ${numbers(1, 3)};
      insert into collection_owner select distinct cidx, ${mod('(cidx * 7 + n)', customers)} from collection, ${numbers(0, 1)};
      insert into collection_owner select cidx, 1 from collection where cidx % 10 = 0 on conflict do nothing;
      insert into collection_content (cidx, ser_idx, added_at)
        select cidx, ${mod('(cidx + n)', 500)}, now() from collection, ${numbers(0, 1)} where cidx > 1 and cidx % 10 = 0;
      insert into collection_content (cidx, lev_idx, added_at) select cidx, ${mod('cidx', 2000)}, now() from collection where cidx > 1;
      insert into collection_content (cidx, bidx, added_at)
        select distinct cidx, (1 + (cidx * 31 + n * 97) % ${books}), now() from collection, ${numbers(1, 20)} where cidx > 1;
      insert into collection_content (cidx, bidx, added_at) select 1, n, now() - n * interval '1 second' from ${numbers(1, contents)};
      insert into version (entity, entity_id, at, actor, changes, number)
        select 'collection', 'c' || c, now() - (50 - n) * interval '1 day', 'staff1', '[{"path":["label"],"before":"a","after":"b"}]', n
        from ${numbers(1, 50)}, generate_series(1, ${collections}) c where c = 1 or n <= 10 order by n;
      insert into versioned select 'collection', entity_id, max(ver_idx), '{}' from version group by 2`,
  },
  {
    tables: ['code_batch'],
    rows: () => 1,
    sql: (_from, _to, { customers, collections, batches }) => `
      insert into code_batch (cust_idx, cidx, title, count, price, currency, status, created_at, updated_at, length, valid_until)
      select case when n % 10 = 0 then 1 else ${mod('n * 7', customers)} end, case when n % 10 = 0 then 1 else ${mod('n * 3', collections)} end,
        'Batch ' || n, ${each}, 9.90, (array['USD', 'EUR', 'KRW'])[1 + n % 3], 'issued', at, at, 30, extract(epoch from at)::bigint + ${day * 365}
      from (select n, now() - (${batches} - n) * 900.0 / ${batches} * interval '1 day' as at from ${numbers(1, batches)}) made`,
  },
  {
    tables: ['code'],
    rows: ({ batches }) => batches * each,
    sql: (from, to) => `
      insert into code (code, cg_idx, issued_at, valid_until, activated_date, expired_date, is_canceled, length)
      select translate(upper(substr(md5(n::text), 1, 6) || lpad(to_hex(n), 6, '0')), '0123456789ABCDEF', '23456789ABCDEFGH'),
        cg_idx, at, at + ${day * 365}, case when n % 2 = 0 then at + ${day} * (n % 60) else 0 end,
        case when n % 2 = 0 then at + ${day} * (n % 60 + 30) else 0 end, case when n % 50 = 7 then at + ${day} else 0 end, 30
      from (select n, cg_idx, extract(epoch from created_at)::bigint as at from ${numbers(from, to)} join code_batch on cg_idx = 1 + (n - 1) / ${each}) made`,
  },
  {
    tables: ['event'],
    rows: ({ events }) => events,
    sql: (from, to, { collections }) => `
      insert into code (code, issued_at) select 'EVENT' || lpad(n::text, 7, '0'), ${now} from ${numbers(from, to)};
      insert into event (name, cidx, code, "from", until, "group", participant_limit, created_at, updated_at)
      select 'Event ' || n, ${mod('n', collections)}, 'EVENT' || lpad(n::text, 7, '0'), ${now} - ${day} * (n % 400 + 60), ${now} + ${day} * (n % 100 - 50),
        'Group ' || n % 20, case when n % 2 = 0 then 1000000 else 0 end, now() - n * interval '1 hour', now() - n * interval '1 minute' from ${numbers(from, to)}`,
  },
  {
    tables: ['registration'],
    rows: () => 1,
    sql: (_from, _to, { events, registrations, collections }) => `
      insert into registration (registered_at, cidx, learner_id, code)
        select c.activated_date, b.cidx, 'L' || (hashtext(code) & 1048575), code
        from code c join code_batch b using (cg_idx) where activated_date > 0 order by activated_date;
      insert into registration (registered_at, expires_at, cidx, learner_id, event_idx)
        select at, at + ${day * 30}, ${mod('(event_idx - 1)', collections)}, 'E' || n, event_idx
        from (select n, case when n % 10 = 0 then 1 else ${mod('n', events)} end as event_idx,
          ${now} - ${day * 400} + n * (${day * 400} / ${registrations}.0)::bigint as at
          from generate_series(1, ${registrations} - (select count(*) from registration)) n) joined;
      insert into registration_day (cidx, cg_idx, event_idx, day, ends, canceled, slot, registrations)
        select r.cidx, coalesce(c.cg_idx, 0), coalesce(r.event_idx, 0), (to_timestamp(r.registered_at) at time zone time_zone)::date,
          end_day(coalesce(c.expired_date, r.expires_at), time_zone), coalesce(c.is_canceled > 0, false), 0, count(*)
        from registration r left join code c using (code), registration_zone group by 1, 2, 3, 4, 5, 6;
      update event set participants = joined from (select event_idx, count(*) as joined from registration group by 1) one where one.event_idx = event.event_idx`,
  },
  {
    tables: ['audit'],
    rows: ({ audit }) => audit,
    sql: (from, to, { books, collections, batches, audit }) => `
      insert into audit (at, actor, entity, entity_id, action, before, after)
      select now() - (${audit} - n) * (${day * 1000}.0 / ${audit}) * interval '1 second', case when n % 7 > 0 then 'staff' || ${mod('n', 50)} end,
        (array['book', 'collection', 'code_batch'])[1 + kind], case kind when 0 then 'G' || ${mod('n::bigint * 31', books)} when 1 then 'c' || ${mod('n', collections)} else (${mod('n', batches)})::text end,
        (array['book.updated', 'collection.updated', 'code_batch.updated'])[1 + kind],
        case kind when 0 then '{"author": "Before"}' else '{"memo": "Before"}' end::jsonb, case kind when 0 then '{"author": "After"}' else '{"memo": "After"}' end::jsonb
      from (select n, case when n % 10 < 7 then 0 else 1 + n % 2 end as kind from ${numbers(from, to)}) made;
      insert into audit (at, actor, entity, entity_id, action, before, after)
      select now(), 'staff1', entity, id, entity || '.updated', '{"memo": "Before"}', '{"memo": "After"}'
      from (values ('book', 'G1'), ('collection', 'c1'), ('code_batch', '1')) one (entity, id), generate_series(1, ${Math.ceil((to - from + 1) / 1000)});
      insert into audit (at, actor, entity, entity_id, action, after, act_idx)
      select now(), 'staff1', 'book_act', '', 'book_act.published', '{"books": 100}', 1 where ${from} = 1`,
  },
  {
    tables: ['change'],
    rows: ({ changes }) => changes,
    sql: (from, to, { books, collections, changes }) => `
      insert into change (kind, id, at, actor, numbered_at)
      select case when n % 3 > 0 then 'book' else 'collection' end, case when n % 3 > 0 then 'G' || ${mod('n', books)} else 'c' || ${mod('n', collections)} end,
        at, 'staff1', at from (select n, now() - (${changes} - n) * (${day * 30}.0 / ${changes}) * interval '1 second' as at from ${numbers(from, to)}) made`,
  },
  {
    tables: [
      'reservation',
      'release',
      'release_change',
      'webhook',
      'webhook_delivery',
      'code_delivery',
      'code_delivery_lot',
      'import',
      'import_row',
      'import_plan',
      'import_result',
    ],
    rows: () => 1,
    sql: (_from, _to, { reservations, releases, collections, batches, deliveries, books, imports, importRows }) => `
      insert into reservation (cid, cidx, target, value, apply_at, zone, based_on, status, ended_at, created_at, updated_at)
        select 'c' || cidx, cidx, 'price', '[]', at, 'Asia/Seoul', 1,
          case when n % 10 = 0 then 'scheduled' when n % 10 = 1 then 'failed' else 'applied' end, case when n % 10 > 0 then now() end, now() - n * interval '1 minute', now()
        from (select n, ${mod('n', collections)} as cidx, now() + (n % 20000 - 10000) * interval '1 hour' as at from ${numbers(1, reservations)}) made;
      insert into release (name, zone, status, apply_at, created_at, updated_at)
        select 'Release ' || n, 'Asia/Seoul', (array['draft', 'scheduled', 'cancelled'])[1 + n % 3], now() + n * interval '1 hour', now(), now() from ${numbers(1, releases)};
      insert into release_change (rel_idx, kind, record_id, fields, base, put_at)
        select r, 'book', 'G' || ${mod('(r * 10 + n)', books)}, '{"title": "New"}', '{"title": "Old"}', now() from ${numbers(1, 10)}, generate_series(1, ${releases}) r;
      insert into webhook (name, url, kinds, active, secret, cursor, created_at, updated_at)
        select 'Webhook ' || n, 'https://example.com/' || n, '{book}', false, '', '', now(), now() from ${numbers(1, 10)};
      insert into webhook_delivery (wh_idx, msg_id, kind, payload, state, created_at, attempts)
        select ${mod('n', 10)}, 'msg' || n, 'book', '{}', case when n % 100 = 0 then 'failed' else 'delivered' end, now() - n * interval '1 second', 1 from ${numbers(1, deliveries)};
      insert into code_delivery (cg_idx, at, "by", "to", "as", codes)
        select ${mod('n', batches)}, now() - n * interval '1 minute', 'staff1', 'someone', 'csv', ${each / 2} from ${numbers(1, batches * 2)};
      insert into code_delivery_lot select del_idx, 1, ${each / 2} from code_delivery;
      insert into import (status, source, file_name, update_existing, row_count, created_at, created_by, counts, applied_at, applied_by)
        select case when n = 1 then 'ready' else 'applied' end, 'upload', 'sheet' || n || '.xlsx', false, ${importRows}, now() - n * interval '1 hour', 'staff1', '{}', now(), 'staff1'
        from ${numbers(1, imports)};
      insert into import_row (import_idx, row_no, cells) select 1, n, array_fill(''::text, array[39]) from ${numbers(2, importRows)};
      insert into import_plan (import_idx, row_no, status, changed, conflicts) select 1, n, 'new', '{}', '{}' from ${numbers(2, importRows)}`,
  },
];

/** Fills a migrated database with this share of a million books and of what goes with them. */
export async function fillMillion(url: string, share: number): Promise<void> {
  const sizes = sizesOf(share);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`set synchronous_commit = off; set work_mem = '256MB'`);
  for (const { tables, rows, sql } of parts) {
    const start = performance.now();
    const count = rows(sizes);
    await inBulk(client, tables, async () => {
      for (let from = 1; from <= count; from += step)
        await client.query(sql(from, Math.min(count, from + step - 1), sizes));
    });
    if (tables.includes('code')) await bookCodes(url);
    console.log(`       ${((performance.now() - start) / 1000).toFixed(1).padStart(7)} s  ${tables.join(', ')}`);
  }
  await client.query('vacuum analyze');
  const { rows } = await client.query('select pg_size_pretty(pg_database_size(current_database())) as size');
  console.log(`       ${rows[0].size}`);
  await client.end();
}
