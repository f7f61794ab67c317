import { sql } from 'kysely';
import type { CodeWords } from '#features/code/code.public.ts';
import { codeMessages } from '#features/code/code-batch.public.ts';
import { listBatchActs } from '#features/code/code-change.public.ts';
import { byKeys, type Sheet, sheetOf } from '#kernel/http/export.ts';
import { amountValue, momentValue } from '#kernel/sheets/sheet-value.ts';
import type { Context } from '#kernel/work/context.ts';
import { type BatchRow, batchKeys, type ListedBatches, readBatchRows } from '../batch-rows.read.ts';

// The history returns at most this many batches, and this many codes of a batch per page.
const most = 10_000;

const inHistory = (row: BatchRow) => ({
  cg_idx: row.cg_idx,
  cust_idx: row.cust_idx,
  customer: row.customer,
  collection: row.collection,
  title: row.title,
  reg_date: row.created_at,
  issued: row.total,
  withdrawn_codes: row.withdrawn,
  count: row.count,
  price: row.price,
  currency: row.currency,
  memo: row.memo,
  unused_codes: row.issued,
  active_codes: row.active,
  activated_codes: row.activated,
  expired_codes: row.expired,
  canceled_codes: row.canceled,
});

/** The history of batches, newest first. */
export async function readHistory(ctx: Context, filter: ListedBatches) {
  const rows = await readBatchRows(ctx, (await batchKeys(ctx, filter)).slice(0, most));
  return rows.map(inHistory);
}

/** One batch with a page of its codes; 404 if it does not exist. */
export async function readGroupHistory(ctx: Context, cgIdx: number, page: number) {
  const [row] = await readBatchRows(ctx, [cgIdx]);
  if (!row) throw codeMessages.error(404, 'code.batch_not_found');
  const { rows } = await sql<{ code: string }>`
    select code from code where cg_idx = ${cgIdx} order by code limit ${most} offset ${(page - 1) * most}`.execute(
    ctx.db,
  );
  const memos = await listBatchActs(ctx, cgIdx);
  return { ...inHistory(row), memos, codes: rows.map(({ code }) => code) };
}

/** The batches of a list as a sheet, in list order. */
export async function exportBatches(ctx: Context, filter: ListedBatches): Promise<Sheet> {
  const t = ctx.translate<CodeWords>();
  const keys = await batchKeys(ctx, filter);
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: ctx.timeZone, dateStyle: 'short' });
  return sheetOf<BatchRow>(
    [
      [t('code.report_date'), (row) => momentValue(day.format(row.created_at * 1000))],
      [t('code.report_customer'), (row) => row.customer],
      [t('code.report_collection'), (row) => row.collection],
      [t('code.report_batch'), (row) => row.title],
      [t('code.report_total'), (row) => row.total],
      [t('code.report_withdrawn'), (row) => row.withdrawn],
      [t('code.report_count'), (row) => row.count],
      [t('code.report_price'), (row) => amountValue(row.price, row.currency)],
      [t('code.report_amount'), (row) => amountValue(row.amount, row.currency)],
      [t('code.report_currency'), (row) => row.currency],
      [t('code.report_issued'), (row) => row.issued],
      [t('code.report_active'), (row) => row.active],
      [t('code.report_activated'), (row) => row.activated],
      [t('code.report_expired'), (row) => row.expired],
      [t('code.report_canceled'), (row) => row.canceled],
      [t('code.report_memo'), (row) => row.memo],
    ],
    keys.length,
    byKeys(keys, (some) => readBatchRows(ctx, some)),
  );
}
