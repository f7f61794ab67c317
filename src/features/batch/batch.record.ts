import { sql } from 'kysely';
import { batchEntity, batchHref, endEvents } from '#features/code/code-batch.public.ts';
import { customerIdKind, customerKind } from '#features/customer/customer.public.ts';
import { lossesIn } from '#kernel/records/losses.ts';
import { labelsOf, namesOf } from '#kernel/records/record-fields.rules.ts';
import type { RecordDeclaration } from '#kernel/records/records.ts';
import type { ReferenceFinder } from '#kernel/records/references.ts';
import { recordReturn } from '#kernel/records/returned-records.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { findBatchesByText } from './batch.read.ts';
import { batchStatuses } from './batch.rules.ts';
import { restoreBatch, returnBatch } from './batch.service.ts';
import { batchFields } from './batch-fields.rules.ts';
import { batchTables } from './batch-tables.ts';
import { quantityUndo } from './quantity/quantity-undo.service.ts';

// How many batches a refusal or a panel lists by name.
const shown = 3;

/** The batches issued for a customer, by key or by its ID, or for a collection. */
const batchReferences: readonly ReferenceFinder[] = [
  finderOf(customerKind, 'cust_idx'),
  finderOf(customerIdKind, 'cust_idx'),
  finderOf('collection', 'cidx'),
];

function finderOf(of: string, field: 'cust_idx' | 'cidx'): ReferenceFinder {
  const column = sql.ref(`b.${field}`);
  return {
    of,
    ...(of === 'collection' && { reason: 'code.batch_keeps_collection', refusal: 'code.batch_exists' }),
    all: (_ctx, id) => `/code/report?${field}=${id}`,
    find: async (ctx, ids) => {
      const { rows } = await sql<{ cg_idx: number; title: string; count: number }>`
        select b.cg_idx, b.title, count(*) over () as count from code_batch b
        where ${column} = any(${ids.map(Number)}::integer[]) order by b.cg_idx desc limit ${sql.lit(shown)}`.execute(
        ctx.db,
      );
      const first = rows.map(({ cg_idx, title }) => ({
        label: title,
        kind: 'code.batch_kind',
        href: batchHref(cg_idx),
      }));
      return { count: rows[0]?.count ?? 0, first };
    },
    referenced: async (ctx, ids) => {
      const { rows } = await sql<{ id: string }>`
        select distinct ${column}::text as id from code_batch b
        where ${column} = any(${ids.map(Number)}::integer[])`.execute(ctx.db);
      return rows.map(({ id }) => id);
    },
  };
}

const acts = ['issued', 'failed', 'stopped', 'cancelled', 'resumed', 'raised', 'lowered', 'replaced'];

const { title, ...others } = labelsOf(batchFields);

export const batchRecord = (storage: Storage): RecordDeclaration => ({
  kind: batchEntity,
  label: 'code.batch_kind',
  href: batchHref,
  titles: { table: 'code_batch', key: 'cg_idx' },
  find: { icon: 'batch', by: findBatchesByText },
  acts: [{ key: 'code.batch_new', icon: 'add', href: '/code/batch/create' }],
  references: batchReferences,
  losses: {
    undo: 'code.lost_undo',
    find: async (ctx, id) => {
      const { rows } = await sql<{ links: number }>`
        select count(*) as links from code_link where cg_idx = ${id}::integer`.execute(ctx.db);
      return lossesIn({ links: 'code.lost_links' }, rows[0]);
    },
  },
  existence: recordReturn(storage, batchTables, (ctx, id, act) => returnBatch(ctx, storage, Number(id), act)),
  undo: { lowered: quantityUndo },
  actions: {
    ...Object.fromEntries(acts.map((act) => [act, `code.batch_did_${act}`])),
    delivered: 'code.trail_delivered',
    recounted: 'code.trail_recounted',
  },
  fields: {
    title,
    cust_idx: 'code.field_cust_idx',
    collection: 'code.field_cidx',
    status: 'code.field_status',
    count: 'code.field_count',
    price: 'code.field_price',
    currency: 'code.field_currency',
    length: 'code.batch_length',
    valid_from: 'code.field_valid_from',
    valid_until: 'code.field_valid_until',
    valid_days: 'code.field_valid_days',
    valid_after: 'code.field_valid_after',
    ...others,
    codes: 'code.field_delivered_codes',
    as: 'code.field_delivered_as',
  },
  values: {
    status: Object.fromEntries(batchStatuses.map((status) => [status, `code.status_${status}`])),
    valid_after: Object.fromEntries(endEvents.map((event) => [event, `code.after_${event}`])),
  },
  refs: { cust_idx: () => 'customer', collection: () => 'collection' },
  restore: {
    fields: [...namesOf(batchFields), 'price'],
    write: (ctx, id, values) => restoreBatch(ctx, Number(id), values),
  },
});
