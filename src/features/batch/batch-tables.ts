import { batchEntity } from '#features/code/code-batch.public.ts';
import type { RecordTables } from '#kernel/records/record-tables.ts';

/** All that is deleted with a batch that has no codes, and comes back with it. */
export const batchTables: RecordTables = {
  entity: batchEntity,
  id: 'cg_idx',
  table: 'code_batch',
  key: 'cg_idx',
  parts: [
    { table: 'code_act', column: 'cg_idx' },
    { table: 'code_day', column: 'cg_idx' },
    { table: 'code_flow', column: 'cg_idx' },
    { table: 'code_lot', column: 'cg_idx' },
    { table: 'code_withdrawal', column: 'cg_idx' },
    { table: 'code_delivery', column: 'cg_idx' },
    { table: 'code_delivery_lot', column: 'del_idx', of: 'code_delivery' },
  ],
  lost: {
    code: 'a batch with codes is not deleted',
    code_leak: 'a batch with codes is not deleted',
    code_link: 'a link for partners gives access, which nobody gets back unasked',
  },
};
