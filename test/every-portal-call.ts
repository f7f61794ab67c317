import { madeEpub } from '#features/content/epub/epub.factory.ts';
import { type Caller, file } from './call-by-key.ts';

/** Every call of the portal, and what staff do for it to have something to show. */
export async function usePortal(call: Caller): Promise<void> {
  const { key } = (await call('POST /api/v1/api_key', { body: { name: 'Reader', scope: 'read' } })).json.results;
  const headers = { authorization: `Bearer ${key}` };
  await call('PUT /api/v1/book', { body: { bids: ['B1', 'B2'] } });
  const { age_group } = (await call('POST /api/v1/age_group', { body: { title: 'Portal' } })).json.results;
  await call('PUT /api/v1/roadmap', { body: { target_group: age_group, target_row: 0, bids: ['B1', 'B2'] } });
  const shown = { cid: 'PORTAL', title: 'Portal', is_public: 'O', prices: [{ currency: 'USD', price: '9.90' }] };
  const { cidx } = (await call('POST /api/v1/collection', { body: shown })).json.results;
  await call('PUT /api/v1/collection/advertisement', { body: { cidx, adsOn: true } });
  const { ser_idx } = (await call('GET /api/v1/book', { query: { bid: 'B1' } })).json.results[0];
  const item = { content_type: 'series', content_idx: ser_idx, reason: 'Shown' };
  await call('PUT /api/v1/collection/{cid}', { path: ['PORTAL'], body: item });
  await call('POST /api/v1/extra/series_guide', { body: { gui_id: 'portal', title: 'Portal', legend: 'A,B' } });
  const sentences = [{ bid: 'B1', word: 'sun', sentence: 'The sun is up.', mdr_targeted: 'N' }];
  await call('POST /api/v1/sentence', { body: { sentences } });
  await call('POST /api/v1/book/{bid}/epub', { path: ['B1'], form: { file: file(madeEpub(), 'book.epub') } });
  await call('GET /portal/v1/books/{bid}/content/{kind}', { path: ['B1', 'epub'], headers });
  await call('POST /api/v1/preview', { body: { of: 'collection', id: 'PORTAL', at: 1_900_000_000, days: 7 } });
  const links = (await call('GET /api/v1/preview', { query: { of: 'collection', id: 'PORTAL' } })).json.results;
  await call('DELETE /api/v1/preview/{link_idx}', { path: [links[0].link_idx] });
  for (const list of ['books', 'series', 'collections', 'advertised', 'roadmaps', 'series_guides'])
    await call(`GET /portal/v1/${list}`, { headers });
  await opds(call, { headers, series: ser_idx });
  await call('GET /portal/v1/books/{bid}', { path: ['B1'], headers });
  await call('GET /portal/v1/books/{bid}/sentences', { path: ['B1'], query: { limit: 1 }, headers });
  await call('GET /portal/v1/collections/{cid}', { path: ['PORTAL'], query: { language: 'ko' }, headers });
  await call('GET /portal/v1/roadmaps/{grp_idx}', { path: [age_group], headers });
  await call('GET /portal/v1/series_guides/{gui_id}', { path: ['portal'], headers });
}

async function opds(
  call: Caller,
  { headers, series }: { headers: Record<string, string>; series: number },
): Promise<void> {
  await call('PUT /api/v1/setting/{key}', { path: ['opds'], body: { value: 'key' } });
  const [{ levels }] = (await call('GET /portal/v1/series', { headers })).json.results;
  for (const catalogue of ['/portal/v1/opds', '/portal/v1/opds/1.2']) {
    for (const feed of ['', '/series', '/collections', '/new', '/search'])
      await call(`GET ${catalogue}${feed}`, { headers });
    await call(`GET ${catalogue}/series/{ser_idx}`, { path: [series], headers });
    await call(`GET ${catalogue}/levels/{lev_idx}`, { path: [levels[0].lev_idx], headers });
    await call(`GET ${catalogue}/collections/{cid}`, { path: ['PORTAL'], headers });
    await call(`GET ${catalogue}/books/{bid}`, { path: ['B1'], headers });
  }
  await call('GET /portal/v1/opds/1.2/search.xml', { headers });
}
