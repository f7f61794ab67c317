import { batchEntity, codeMessages, requireEndAhead, requireSettled } from '#features/code/code-batch.public.ts';
import { beginAct } from '#kernel/records/acts.ts';
import {
  changeRecord,
  getRecord,
  type RecordKind,
  recordCreated,
  removeRecord,
} from '#kernel/records/change-record.ts';
import { auditedValues, restoredValues } from '#kernel/records/record-fields.rules.ts';
import { storeDeleted } from '#kernel/records/record-tables.ts';
import { returnRecords } from '#kernel/records/returned-records.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import type { Context } from '#kernel/work/context.ts';
import { endOfDay, momentOf, startOfDay } from '#kernel/work/days.ts';
import type { NewBatch } from './batch.contract.ts';
import {
  type BatchChange,
  type BatchRow,
  deleteBatch,
  findBatch,
  hasCodes,
  insertBatch,
  lockBatch,
  updateBatch,
} from './batch.store.ts';
import { batchFields } from './batch-fields.rules.ts';
import { batchTables } from './batch-tables.ts';

export const batchKind: RecordKind<number, BatchRow> = {
  entity: batchEntity,
  missing: () => codeMessages.error(404, 'code.batch_not_found'),
  find: (ctx, cg_idx) => findBatch(ctx.db, cg_idx),
  lock: (ctx, cg_idx) => lockBatch(ctx.db, cg_idx),
  id: ({ cg_idx }) => cg_idx,
  audited: (row) => ({
    ...auditedValues(batchFields, row),
    cust_idx: row.cust_idx,
    collection: row.cid,
    status: row.status,
    count: row.count,
    price: row.price,
    currency: row.currency,
    length: row.length,
    valid_from: shownMoment(row.valid_from),
    valid_until: shownMoment(row.valid_until),
    ...(row.valid_after !== null && { valid_days: row.valid_days, valid_after: row.valid_after }),
  }),
};

// The audit trail is read by people and programs alike.
const shownMoment = (at: number) => (at === 0 ? null : new Date(at * 1000).toISOString());

export const getBatch = (ctx: Context, cg_idx: number): Promise<BatchRow> => getRecord(ctx, batchKind, cg_idx);

/** Adds a batch, without issuing its codes yet. */
export async function createBatch(ctx: Context, body: NewBatch): Promise<BatchRow> {
  const valid_from = await momentOf(ctx, body.valid_from, startOfDay);
  const valid_until = await momentOf(ctx, body.valid_until, endOfDay);
  if (valid_until > 0 && valid_until <= valid_from)
    throw codeMessages.errorWith(422, 'code.batch_valid_rule', { field: 'valid_until' });
  requireEndAhead(ctx, valid_until);
  return recordCreated(ctx, batchKind, await insertBatch(ctx, { ...body, valid_from, valid_until }));
}

/** Changes a batch and writes its audit row; `check` runs once the row is locked, and throws to refuse the change. */
export const moveBatch = (
  ctx: Context,
  cg_idx: number,
  action: string,
  values: BatchChange,
  check: (before: BatchRow) => void = () => undefined,
): Promise<BatchRow> =>
  changeRecord(ctx, batchKind, cg_idx, {
    version: undefined,
    check,
    values,
    write: (differing) => updateBatch(ctx, cg_idx, differing),
    action: `${batchEntity}.${action}`,
  });

/** Restores previous values of a batch. */
export async function restoreBatch(
  ctx: Context,
  cg_idx: number,
  values: Readonly<Record<string, unknown>>,
): Promise<BatchRow> {
  await requireSettled(ctx, cg_idx);
  const { price } = values;
  return moveBatch(ctx, cg_idx, 'updated', {
    ...restoredValues(batchFields, values),
    ...(typeof price === 'string' && { price }),
  });
}

/** Deletes a batch without codes. One with codes stays, since anybody who holds a code must be able to ask about it. */
export async function removeBatch(ctx: Context, cg_idx: number): Promise<void> {
  await requireSettled(ctx, cg_idx);
  const act = await beginAct(ctx);
  const remove = async () => {
    if (await hasCodes(ctx.db, cg_idx)) throw codeMessages.error(409, 'code.batch_has_codes');
    await storeDeleted(ctx.db, act, batchTables, [cg_idx]);
    await deleteBatch(ctx.db, cg_idx);
  };
  await removeRecord(ctx, batchKind, cg_idx, remove, { act });
}

/** Brings back a batch that an act deleted. Links for partners do not come back. */
export async function returnBatch(ctx: Context, storage: Storage, cg_idx: number, act: number): Promise<void> {
  await returnRecords(ctx, storage, { of: act }, batchTables);
  await recordCreated(ctx, batchKind, cg_idx);
}
