import pg from 'pg';
import { benchPages } from './http.bench.ts';
import { type BenchServer, fillBooks } from './kit.ts';

/** Typical collections: texts in five languages, three prices, two owners, two series, a level, ten books. */
const collections = `
  insert into customer (cust_id, name, memo, created_at, updated_at)
    select 'CUST' || n, 'Customer ' || n, '', now(), now() from generate_series(1, 20) n;
  insert into collection (cid, search, created_at, updated_at, is_public)
    select 'C' || n, strip('C' || n || ' Collection ' || n), now(), now() - n * interval '1 minute',
      case n % 3 when 0 then 'O' else 'X' end from generate_series(1, 300) n;
  insert into collection_text (cidx, locale, title, summary, notice, description, saved_at)
    select cidx, locale, 'Collection ' || cidx || ' ' || locale, repeat('summary ', 20), '<p>notice</p>',
      '<p>' || repeat('description ', 100) || '</p>', now()
    from collection, unnest(array['en', 'es', 'jp', 'ko', 'tr']) locale;
  insert into collection_price (cidx, display_order, currency, price)
    select cidx, n, (array['USD', 'EUR', 'KRW'])[n], 10 * n from collection, generate_series(1, 3) n;
  insert into collection_owner (cidx, cust_idx)
    select cidx, 1 + (cidx + n) % 20 from collection, generate_series(0, 1) n;
  insert into collection_content (cidx, ser_idx, added_at)
    select cidx, 1 + (cidx + n) % 500, now() from collection, generate_series(0, 1) n;
  insert into collection_content (cidx, lev_idx, added_at) select cidx, 1 + cidx, now() from collection;
  insert into collection_content (cidx, bidx, added_at)
    select cidx, 1 + (cidx * 31 + n * 97) % 10000, now() from collection, generate_series(1, 10) n;
  vacuum analyze`;

/** Lists of collections, each with the books it contains. */
export async function benchCollectionLists(server: BenchServer): Promise<void> {
  const url = await server.database('bench_collection_list');
  await fillBooks(url, 10_000);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of collections.split(';')) await client.query(statement);
  await client.end();
  await benchPages(url, [
    { name: 'collection list of 100 rows, signed in', path: '/collection?size=100', least: 0.25 },
    { name: 'GET /api/v1/collection/all (300 collections)', path: '/api/v1/collection/all', least: 0.6 },
  ]);
}
