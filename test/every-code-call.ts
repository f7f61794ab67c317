import { type Caller, until } from './call-by-key.ts';

const version = 1;

export async function useCustomers(call: Caller): Promise<void> {
  const form = { cust_id: 'ACME-01', name: 'Acme Books', memo: 'Schools' };
  const { cust_idx } = (await call('POST /api/v1/customer', { form })).json.results;
  const path = [cust_idx];
  await call('GET /api/v1/customer', { query: { search: 'acme', excluded_default: 'true' } });
  await call('GET /api/v1/customer/all', { query: { include_default: 'true' } });
  await call('GET /api/v1/customer/{cust_idx}', { path });
  await call('PUT /api/v1/customer/{cust_idx}', { path, body: { name: 'Bright Books', version } });
  await call('GET /customer/export', { query: { as: 'csv' } });
  await call('GET /customer/export', { query: { as: 'xlsx' } });
  await call('DELETE /api/v1/customer/{cust_idx}', { path });
}

export async function useCodes(call: Caller): Promise<void> {
  const { cust_idx } = (await call('POST /api/v1/customer', { body: { cust_id: 'CODES', name: 'Terms' } })).json
    .results;
  await call('GET /api/v5/code/history', { query: { year: 2026, month: 3, custIdx: cust_idx } });
  await call('GET /api/v1/report/platform', { query: { since: '2026-02-01', until: '2026-03-02' } });
  await call('GET /report/platform/export', { query: { by: 'series' } });
  for (const kind of ['collection', 'book']) {
    await call(`GET /api/v1/report/registered-${kind}`, { query: { since: '2026-01-01', sort: 'last.desc' } });
    for (const as of ['csv', 'xlsx']) await call(`GET /report/registered-${kind}/export`, { query: { as } });
  }
  await call('GET /api/v1/report/all-books', { query: { status: 'published', sort: 'title' } });
  for (const as of ['csv', 'xlsx']) await call('GET /report/all-books/export', { query: { as } });
  await call('GET /api/v1/report/all-coupons', { query: { kind: 'event', status: 'active' } });
  for (const as of ['csv', 'xlsx']) await call('GET /report/all-coupons/export', { query: { as } });
  await call('GET /code/report/export', { query: { cust_idx } });
  await call('GET /code/purchase/export', { query: { as: 'xlsx' } });
  await call('GET /api/v1/customer/{cust_idx}/codes', { path: [cust_idx], query: { month: '2026-03' } });
  for (const as of ['csv', 'xlsx', 'json'])
    await call('GET /api/v1/code', { query: { as, cust_idx, status: 'valid' } });
  const unknown = ['ABCDEFGHJKMN'];
  await call('GET /api/v1/code/{code}', { path: unknown });
  await call('POST /customer/code/update/length', { body: { codes: unknown, length: 30, dry_run: true } });
  await call('POST /customer/code/update/valid_until', { body: { filter: { cust_idx }, valid_until: '2027-12-31' } });
  await call('POST /customer/code/update/expired_date', { form: { codes: unknown.join(' '), expired_date: '0' } });
  await call('POST /customer/code/update/is_canceled', { body: { codes: unknown, is_canceled: 1, memo: 'Lost' } });
  await call('POST /api/v1/code/act/{act_idx}/undo', { path: [1] });
}

export async function useBatches(call: Caller): Promise<void> {
  const customer = { cust_id: 'CODES-01', name: 'Bright Books' };
  const { cust_idx } = (await call('POST /api/v1/customer', { body: customer })).json.results;
  const { cidx } = (await call('POST /api/v1/collection', { body: { cid: 'CODES', title: 'One' } })).json.results;
  const headers = { 'idempotency-key': 'every-call-batch' };
  const terms = { cust_idx, cidx, title: 'Autumn', count: 3, price: '9.90', currency: 'USD', length: 30, memo: 'May' };
  const body = { ...terms, valid_from: '2026-01-01', valid_until: 1_900_000_000 };
  const { cg_idx } = (await call('POST /api/v1/code/batch', { headers, body })).json.results;
  const path = [cg_idx];
  await call('GET /api/v1/code/batch', { query: { search: 'autumn', cust_idx, cidx } });
  await call('GET /api/v1/code/batch/terms', { query: { cidx, cust_idx } });
  await call('GET /api/v1/customer/{cust_idx}/statement', { path: [cust_idx] });
  const batch = async () => (await call('GET /api/v1/code/batch/{cg_idx}', { path })).json.results;
  await until(async () => (await batch()).status !== 'issuing');
  await call('PUT /api/v1/code/batch/{cg_idx}', { path, body: { count: 2, price: '9', memo: 'June', dry_run: true } });
  await call('PUT /api/v1/code/batch/{cg_idx}', { path, body: { title: 'Half', count: 2, price: '9' } });
  await call('GET /api/v5/code/history/{codeGroup}', { path });
  await call('GET /api/v1/code/batch/{cg_idx}/changes', { path });
  await call('GET /api/v1/code/batch/{cg_idx}/lot', { path });
  const handed = { handed_to: 'Bright Books', handed_on: '2026-01-02' };
  await call('PUT /api/v1/code/batch/{cg_idx}/lot/{lot}', { path: [cg_idx, 1], body: handed });
  await call('GET /api/v1/code/batch/{cg_idx}/history', { path });
  await call('GET /api/v1/code/batch/{cg_idx}/delivery', { path });
  await call('GET /api/v1/code/batch/{cg_idx}/withdrawal', { path, query: { count: '1' } });
  const leaked = { lot: 1, since: 1, memo: 'On the web', dry_run: false };
  await call('POST /api/v1/code/batch/{cg_idx}/leak', { path, body: leaked });
  const page = { expires_at: 1_900_000_000, lang: 'ko' };
  const { link_idx } = (await call('POST /api/v1/code/batch/{cg_idx}/link', { path, body: page })).json.results;
  await call('GET /api/v1/code/batch/{cg_idx}/link', { path });
  await call('DELETE /api/v1/code/link/{link_idx}', { path: [link_idx] });
  const subscribed = (await call('POST /api/v1/calendar_link')).json.results;
  await call('GET /api/v1/calendar_link');
  await call('GET /api/v1/calendar', { query: { since: '2026-11-01', until: '2026-11-30' } });
  await call('DELETE /api/v1/calendar_link/{link_idx}', { path: [subscribed.link_idx] });
  const unused = { as: 'json', cg_idx, status: 'issued' };
  const [{ code }] = (await call('GET /api/v1/code', { query: unused })).json.results.rows;
  await call('GET /api/v1/card', { query: { text: code } });
  await call('POST /api/v1/code/{code}/replace', { path: [code], body: { memo: 'Lost' } });
  await call('GET /api/v1/customer/{cust_idx}/codes/{codeGroup}', { path: [cust_idx, cg_idx] });
  await call('POST /api/v1/code/batch/{cg_idx}/cancel', { path });
  await call('POST /api/v1/code/batch/{cg_idx}/issue', { path });
  await call('DELETE /api/v1/code/batch/{cg_idx}', { path });
}
