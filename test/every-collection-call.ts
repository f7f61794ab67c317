import { jpeg } from '#features/image/image.fixture.ts';
import { type Caller, file } from './call-by-key.ts';
import { useReleases } from './every-release-call.ts';

const version = 1;

export async function useCollections(call: Caller): Promise<void> {
  const { bidx, ser_idx } = (await call('GET /api/v1/book', { query: { bid: 'B1' } })).json.results[0];
  const prices = [{ currency: 'USD', price: '9.90' }];
  const { cidx } = (await call('POST /api/v1/collection', { body: { cid: 'C1', title: 'First', prices } })).json
    .results;
  const path = ['C1'];
  const reason = 'for the tour';
  await call('GET /api/v1/collection', { query: { search: 'first', excluded_default: 'true' } });
  await call('GET /api/v1/collection/all');
  for (const as of ['csv', 'xlsx']) await call('GET /collection/export', { query: { as } });
  await call('GET /api/v5/collection/{cid}', { path, query: { language: 'en' } });
  await call('PUT /api/v5/collection/{cid}', { path, body: { is_public: 'O', version } });
  await call('PUT /api/v5/collection/{cid}/localize/{locale}', { path: ['C1', 'ko'], body: { title: '처음' } });
  await call('PUT /api/v5/collection/{cid}/texts', { path: ['C1'], body: { texts: { es: { title: 'Uno' } } } });
  await call('GET /api/v5/collection/{cid}/localize/{locale}/text', { path: ['C1', 'ko'], query: { field: 'title' } });
  await call('PUT /api/v5/collection/{cid}/localize/{locale}/review', { path: ['C1', 'ko'], body: {} });
  for (const as of ['csv', 'xlsx']) await call('GET /collection/matrix/export', { query: { as } });
  await useDrafts(call);
  await call('GET /api/v1/texts', { query: { to: 'tr,jp', as: 'xlsx' } });
  await call('GET /api/v1/texts', { query: { to: 'tr', as: 'xliff12' } });
  const leaving = (await call('GET /api/v1/texts', { query: { to: 'tr', as: 'xliff' } })).body;
  const translated = file(leaving.replace('</source>', '</source><target>Bir</target>'), 'texts.xlf');
  const texts = [(await call('POST /api/v1/texts/import', { form: { file: translated } })).json.results.timp_idx];
  await call('GET /api/v1/texts/import/{timp_idx}', { path: texts });
  await call('POST /api/v1/texts/import/{timp_idx}/apply', { path: texts, body: { conflicts: 'replace' } });
  await call('PUT /api/v1/collection/{cid}', { path, body: { content_type: 'book', content_idx: bidx } });
  const add = [{ content_type: 'series', content_idx: ser_idx }];
  await call('PUT /api/v5/collection/{cid}/contents', { path, body: { add, reason } });
  await call('GET /api/v5/collection/{cid}/contents', { path });
  await call('GET /api/v5/collection/{cid}/contents/state', { path });
  await call('GET /api/v5/collection/{cid}/contents/line', { path, query: { type: 'book' } });
  await call('GET /api/v5/collection/{cid}/contents/candidate', { path, query: { search: 'b' } });
  await call('GET /api/v5/collection/{cid}/contents/contained', { path, query: { type: 'book', ids: 'B1 B2' } });
  for (const [type, id] of [['book', bidx] as const, ['series', ser_idx] as const])
    await call('PUT /api/v1/collection/{cid}/content/{type}/{id}', { path: ['C1', type, id], body: { reason } });
  await call('PUT /api/v5/collection/lock', { body: { cidx, lock: true } });
  const [{ ver_idx }] = (await call('GET /api/v5/collection/{cid}/version', { path })).json.results;
  const at = ['C1', ver_idx];
  await call('GET /api/v5/collection/{cid}/version/{ver_idx}', { path: at });
  await call('PUT /api/v1/collection/memo/{ver_idx}', { path: [ver_idx], body: { memo: 'Tour' } });
  await call('POST /api/v5/collection/{cid}/version/{ver_idx}/restore', { path: at, body: { dry_run: true } });
  await call('PUT /api/v1/collection/advertisement', { body: { cidx, adsOn: true } });
  await call('PUT /api/v1/collection/advertisement/order', { body: { sequence: [cidx] } });
  const image = file(await jpeg(3, { width: 60, height: 80 }), 'c.jpg');
  const uploads = { path: ['C1', 'cover'], form: { collection_image: image } };
  await call('POST /api/v1/collection/{cid}/image/{kind}', uploads);
  await reservations(call, image);
  await useReleases(call);
  await call('DELETE /api/v5/collection/{cid}', { path, body: { cidx } });
}

/** Drafts of the collection C1, by a provider that is not there. */
async function useDrafts(call: Caller): Promise<void> {
  const of = { kind: 'collection', ids: ['C1'], to: ['tr'] };
  const value = { provider: 'libretranslate', url: 'http://127.0.0.1:9' };
  await call('PUT /api/v1/setting/{key}', { path: ['drafts'], body: { value } });
  await call('POST /api/v1/draft', { body: { ...of, dry_run: true } });
  await call('POST /api/v1/draft/try', { body: { to: 'tr' } });
  await call('GET /api/v1/draft', { query: { kind: 'collection', ids: 'C1' } });
  await call('DELETE /api/v1/draft/{draft_idx}', { path: [1] });
  await call('PUT /api/v1/setting/{key}', { path: ['drafts'], body: { value: {} } });
}

/** Changes of the collection C1, all cancelled at the end. */
async function reservations(call: Caller, image: Blob): Promise<void> {
  const when = { cid: 'C1', apply_at: '2030-01-01T00:00:00+09:00' };
  const { json } = await call('POST /api/v1/reservation', {
    body: { ...when, target: 'price', value: [{ currency: 'KRW', price: '1' }] },
  });
  const path = [json.results.res_idx];
  const pictured = await call('POST /api/v1/reservation', { form: { ...when, target: 'cover_img', image } });
  const other = [pictured.json.results.res_idx];
  await call('POST /api/v1/reservation/{res_idx}/image', { path: other, form: { image } });
  await call('GET /api/v1/reservation');
  await call('GET /api/v1/reservation/current', { query: { cid: 'C1' } });
  await call('GET /api/v1/reservation/{res_idx}', { path });
  await call('PUT /api/v1/reservation/{res_idx}', { path, body: { zone: 'UTC', version } });
  for (const as of ['csv', 'xlsx']) await call('GET /reservation/export', { query: { as } });
  await call('DELETE /api/v1/reservation/{res_idx}', { path });
  await call('DELETE /api/v1/reservation', { body: { selection: { ids: other.map(String) } } });
}
