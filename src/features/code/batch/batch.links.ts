import type { Kernel } from '#kernel/mount/feature.ts';
import { titlesIn } from '#kernel/records/record-titles.ts';
import { batchHref, batchStatuses } from './batch.rules.ts';
import { batchEntity, restoreBatch } from './batch.service.ts';

const acts = ['issued', 'failed', 'stopped', 'cancelled', 'resumed', 'raised', 'lowered'];

/** Names and links for batches and their acts in the audit trail and in histories. */
export function registerBatchLinks({ recordLinks }: Pick<Kernel, 'recordLinks'>): void {
  recordLinks.add({
    entity: batchEntity,
    label: 'code.batch_kind',
    href: batchHref,
    titles: titlesIn('code_batch', { key: 'cg_idx' }),
    actions: Object.fromEntries(acts.map((act) => [`${batchEntity}.${act}`, `code.batch_did_${act}`])),
    fields: {
      title: 'code.field_title',
      cust_idx: 'code.field_cust_idx',
      collection: 'code.field_cidx',
      status: 'code.field_status',
      count: 'code.field_count',
      price: 'code.field_price',
      currency: 'code.field_currency',
      length: 'code.batch_length',
      valid_from: 'code.field_valid_from',
      valid_until: 'code.field_valid_until',
      memo: 'code.field_memo',
    },
    values: { status: Object.fromEntries(batchStatuses.map((status) => [status, `code.status_${status}`])) },
    refs: { cust_idx: () => 'customer', collection: () => 'collection' },
    restore: {
      fields: ['title', 'price', 'memo'],
      write: (ctx, id, values) => restoreBatch(ctx, Number(id), values),
    },
  });
}
