import { expect } from 'vitest';
import type { Office } from '#test/app.ts';
import type { BatchState } from './batch.contract.ts';

/** Common steps of batch tests, through HTTP. */
export function batchDesk(office: () => Office) {
  const read = async (cg_idx: number): Promise<BatchState> =>
    (await office().admin.get(`/api/v1/code/batch/${cg_idx}`)).json.results;
  const body = (of: { cust_idx: number; cidx: number }, over: object = {}) => ({
    title: 'Autumn term',
    count: 10,
    price: '9.90',
    currency: 'USD',
    ...of,
    ...over,
  });
  const create = async (of: { cust_idx: number; cidx: number }, over: object = {}): Promise<number> =>
    (await office().admin.post('/api/v1/code/batch', body(of, over))).json.results.cg_idx;
  const settled = async (cg_idx: number): Promise<BatchState> => {
    await expect.poll(async () => (await read(cg_idx)).status).not.toBe('issuing');
    return read(cg_idx);
  };
  return {
    read,
    body,
    create,
    /** The batch, once issuing has ended. */
    settled,
    issued: async (of: { cust_idx: number; cidx: number }, over: object = {}) => settled(await create(of, over)),
    change: (cg_idx: number, values: object) => office().admin.put(`/api/v1/code/batch/${cg_idx}`, values),
    codes: async (cg_idx: number) =>
      office()
        .db.selectFrom('code')
        .select(['code', 'is_canceled', 'activated_date', 'valid_from', 'valid_until', 'length'])
        .where('cg_idx', '=', cg_idx)
        .orderBy('code')
        .execute(),
    trail: async (cg_idx: number) =>
      office()
        .db.selectFrom('audit')
        .select(['action', 'before', 'after', 'actor'])
        .where('entity', '=', 'code_batch')
        .where('entity_id', '=', String(cg_idx))
        .orderBy('audit_idx')
        .execute(),
  };
}
