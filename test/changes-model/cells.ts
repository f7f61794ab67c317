import { sql } from 'kysely';
import type { Office } from '#test/app.ts';
import { bookFields, cids, collectionFields, type Library, textFields, textLocales } from './library.ts';
import type { Value } from './model.ts';

/** What staff see in the library through one of its instances, cell by cell. */
export async function readCells(library: Library, { db, admin }: Office): Promise<Map<string, Value>> {
  const cells = new Map<string, Value>();
  const rows = await db
    .selectFrom('book')
    .select([
      'bid',
      ...bookFields,
      'language',
      sql<number>`coalesce(extract(epoch from published_at), 0)::float8`.as('published'),
    ])
    .execute();
  for (const { bid, ...fields } of rows)
    for (const [name, value] of Object.entries(fields))
      cells.set(`book/${bid}/${name}`, name === 'published' ? Number(value) : value);
  const units = await db
    .selectFrom('book')
    .leftJoin('unit_info_row', 'unit_info_row.bidx', 'book.bidx')
    .select(['bid', 'unit_title'])
    .execute();
  for (const { bid, unit_title: title } of units) cells.set(`book/${bid}/units`, title);
  const words = await db
    .selectFrom('word')
    .innerJoin('book', 'book.bidx', 'word.bidx')
    .select(['bid', 'word_idx', 'word'])
    .execute();
  for (const { bid, word_idx: id, word } of words) cells.set(`book/${bid}/word/${id}`, word);
  const sentences = await db
    .selectFrom('sentence')
    .innerJoin('word', 'word.word_idx', 'sentence.word_idx')
    .innerJoin('book', 'book.bidx', 'word.bidx')
    .select(['bid', 'sent_idx', 'sentence'])
    .execute();
  for (const { bid, sent_idx: id, sentence } of sentences) cells.set(`book/${bid}/sentence/${id}`, sentence);
  const results = async (url: string) => (await admin.get(`/api/v1/${url}`)).json.results;
  const series: { ser_idx: number; title: string }[] = await results('series');
  cells.set(
    'series/order',
    series.map(({ ser_idx: id }) => id),
  );
  for (const { ser_idx: id, title } of series) cells.set(`series/${id}`, title);
  const levels: { lev_idx: number; title: string }[] = await results(`level?ser_idx=${library.first}`);
  cells.set(
    'level/order',
    levels.map(({ lev_idx: id }) => id),
  );
  for (const { lev_idx: id, title } of levels) cells.set(`level/${id}`, title);
  for (const { idx, title } of await results('category')) cells.set(`category/${idx}`, title);
  const { rows: rowsOfMap } = await results(`roadmap?target_group=${library.group}`);
  cells.set('roadmap', rowsOfMap);
  const { items } = await results('extra/series_guide?gui_id=g');
  cells.set(
    'guide/order',
    items.map(({ itm_idx: id }: { itm_idx: number }) => id),
  );
  for (const { itm_idx: id, title, link_title } of items) {
    cells.set(`guide/${id}/title`, title);
    cells.set(`guide/${id}/link_title`, link_title);
  }
  await readCollections(cells, { db, admin });
  return cells;
}

async function readCollections(cells: Map<string, Value>, { db, admin }: Pick<Office, 'db' | 'admin'>): Promise<void> {
  const ads = new Map<number, number>();
  for (const cid of cids) {
    const { collection } = (await admin.get(`/api/v5/collection/${cid}?language=en`)).json.results;
    for (const name of collectionFields) cells.set(`collection/${cid}/${name}`, collection[name]);
    for (const locale of textLocales)
      for (const name of textFields)
        cells.set(`collection/${cid}/text/${locale}/${name}`, collection.multi_lang_data[locale]?.[name] ?? '');
    if (collection.adsOn) ads.set(collection.ads_place, collection.cidx);
  }
  const advertised = [...ads].toSorted(([a], [b]) => a - b).map(([, cidx]) => cidx);
  cells.set('advertised', advertised);
  const contents = await db
    .selectFrom('collection_content')
    .innerJoin('collection', 'collection.cidx', 'collection_content.cidx')
    .select(['cid', 'content_type', 'content_idx'])
    .execute();
  for (const { cid, content_type: type, content_idx: idx } of contents)
    cells.set(`collection/${cid}/has/${type}:${idx}`, true);
}
