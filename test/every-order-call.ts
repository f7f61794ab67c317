import { type Caller, file } from './call-by-key.ts';

/** Every call of a shop, and what staff do for it to have something to sell. */
export async function useOrders(call: Caller, until: (isMet: () => Promise<boolean>) => Promise<void>): Promise<void> {
  const customer = { cust_id: 'HARBOUR', name: 'Harbour Books' };
  const { cust_idx } = (await call('POST /api/v1/customer', { body: customer })).json.results;
  const { cidx } = (await call('POST /api/v1/collection', { body: { cid: 'HARBOUR', title: 'Harbour' } })).json.results;
  const terms = { cust_idx, cidx, title: 'Online', count: 3, price: '9.90', currency: 'USD', length: 30 };
  const after = { valid_days: 60, valid_after: 'vend' };
  const { cg_idx } = (await call('POST /api/v1/code/batch', { body: { ...terms, ...after } })).json.results;
  const batch = async () => (await call('GET /api/v1/code/batch/{cg_idx}', { path: [cg_idx] })).json.results;
  await until(async () => (await batch()).status !== 'issuing');
  const sells = { name: 'Store', scope: 'vend', batches: [cg_idx], quota: 3 };
  const { key, key_idx } = (await call('POST /api/v1/api_key', { body: sells })).json.results;
  const more = { batches: [cg_idx], quota: 5, version: 1 };
  await call('PUT /api/v1/api_key/{key_idx}', { path: [key_idx], body: more });
  const headers = { authorization: `Bearer ${key}` };
  await call('POST /partner/v1/orders', { headers, body: { order: 'HB-21911', batch: cg_idx } });
  await call('GET /partner/v1/orders', { headers, query: { since: 0, limit: 10 } });
  await call('GET /partner/v1/orders/{order}', { headers, path: ['HB-21911'] });
  await call('DELETE /partner/v1/orders/{order}', { headers, path: ['HB-21911'] });
  await call('GET /api/v1/order', { query: { cust_idx, page: 1 } });
  await call('POST /api/v1/order', { body: { cust_idx, order: 'HB-21912', key_idx } });
  const { orders } = (await call('GET /api/v1/order', { query: { cust_idx, page: 1 } })).json.results;
  await call('POST /api/v1/order/{ord_idx}/return', { path: [orders[0].ord_idx], body: { memo: 'On the phone' } });
  const form = { file: file('Order\nHB-21911\n', 'orders.csv') };
  await call('POST /api/v1/order/compare', { query: { cust_idx }, form });
}
