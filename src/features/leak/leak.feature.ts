import type { Feature } from '#kernel/mount/feature.ts';
import { leakRecord, leaksCodes } from './leak.record.ts';
import { leakRoutes } from './leak.routes.ts';

/** Files of codes that leaked: their unused codes are frozen and replaced, and doubtful redemptions are listed. */
export const leak: Feature = {
  name: 'leak',
  wordsOf: 'code',
  personal: [{ name: 'memos', table: 'code_leak', key: { act_idx: 'bigint' }, columns: { memo: 'text' }, at: 'at' }],
  exported: { tables: ['code_leak'] },
  register(kernel) {
    leakRoutes(kernel);
    kernel.records.define(leakRecord);
    kernel.approvals.addActs(leaksCodes);
  },
};
