import { sql } from 'kysely';
import type { Sheet } from '#kernel/http/export.ts';
import { endValues, type SheetValue, timeValues } from '#kernel/sheets/sheet-value.ts';
import type { Context } from '#kernel/work/context.ts';
import type { CodeWords } from '../code.messages.ts';
import type { CodeFilter } from './code-filter.contract.ts';
import {
  type CodesOfFile,
  type CodeTerms,
  type ExportedCode,
  exportedCodes,
  readExportedIn,
} from './exported-codes.read.ts';
import { countOf, findMatchingBatches, type MatchingBatch } from './matching-batches.read.ts';
import { SentCodes } from './sent-codes.ts';

/** The cells that all codes of a batch share, before and after that of its lot. */
type BatchCells = readonly [
  cg_idx: number,
  batch: string,
  cust_id: string,
  customer: string,
  cid: string,
  collection: string,
];

/** What the codes of a batch tell of themselves. */
interface BatchOfCells {
  cells: BatchCells;
  /** After how many days from their order they end; 0 if they do not end so. */
  days: number;
}

/** Codes as a sheet, and the batches that they are from. */
export interface CodeExport extends Sheet {
  matching: readonly MatchingBatch[];
  /** Counts its codes as they are read. */
  sent: SentCodes;
}

/**
 * The codes of a filter as a sheet, in the order of the list. They are read batch by batch with keyset pagination, and
 * the keys never change: whatever is changed meanwhile, no code is missed or repeated.
 */
export async function exportCodes(ctx: Context, filter: CodeFilter): Promise<CodeExport> {
  const t = ctx.translate<CodeWords>();
  const matching = await findMatchingBatches(ctx, filter, Number.MAX_SAFE_INTEGER);
  const sent = new SentCodes();
  return {
    heading: [
      t('code.field_code'),
      t('code.field_state'),
      t('code.field_batch_number'),
      t('code.field_batch'),
      t('code.field_lot'),
      t('code.field_customer_id'),
      t('code.field_customer'),
      t('code.field_collection_id'),
      t('code.field_collection'),
      t('code.field_issued'),
      t('code.field_valid_from'),
      t('code.field_valid_until'),
      t('code.field_length'),
      t('code.field_activated'),
      t('code.field_expired_date'),
      t('code.field_canceled'),
    ],
    total: countOf(matching),
    batches: readCells(ctx, { filter, matching, sent }),
    matching,
    sent,
  };
}

async function* readCells(ctx: Context, file: CodesOfFile): AsyncGenerator<SheetValue[][]> {
  const cells = await cellWriter(
    ctx,
    file.matching.map(({ cg_idx }) => cg_idx),
  );
  for await (const exported of readExportedIn(ctx, file)) yield exported.map(cells);
}

/** The cells of given codes of batches, as in the export, for a report that has them in another order. */
export async function cellsOfCodes(ctx: Context, codes: readonly string[], sent: SentCodes): Promise<SheetValue[][]> {
  const exported = await exportedCodes(ctx, codes);
  sent.add(exported);
  const cells = await cellWriter(ctx, [...new Set(exported.map(({ terms }) => Number(terms.cg_idx)))]);
  return exported.map(cells);
}

/** Writes lines of codes of these batches as cells. */
async function cellWriter(ctx: Context, batchKeys: readonly number[]): Promise<(code: ExportedCode) => SheetValue[]> {
  const t = ctx.translate<CodeWords>();
  const time = timeValues(ctx.timeZone);
  const end = endValues(ctx.timeZone);
  const states = {
    issued: t('code.state_issued'),
    active: t('code.state_active'),
    expired: t('code.state_expired'),
    canceled: t('code.state_canceled'),
    withdrawn: t('code.state_withdrawn'),
    leaked: t('code.state_leaked'),
  };
  const batches = await findBatchCells(ctx, batchKeys);
  const write = (terms: CodeTerms): SheetValue[] => {
    const { cells = [], days = 0 } = batches.get(terms.cg_idx) ?? {};
    const [number, title, ...names] = cells;
    const isWaiting = days > 0 && terms.valid_until === '0' && terms.activated_date === '0';
    return [
      states[terms.state],
      number ?? null,
      title ?? null,
      Number(terms.lot),
      ...names,
      time(terms.issued_at),
      time(terms.valid_from),
      isWaiting ? t('code.days_after_vend', { days }) : end(terms.valid_until),
      Number(terms.length),
      time(terms.activated_date),
      end(terms.expired_date),
      time(terms.cancelled_at),
    ];
  };
  const written = new WeakMap<CodeTerms, SheetValue[]>();
  return ({ code, terms }) => {
    let cells = written.get(terms);
    if (!cells) {
      cells = write(terms);
      written.set(terms, cells);
    }
    return [code, ...cells];
  };
}

async function findBatchCells(ctx: Context, keys: readonly number[]): Promise<Map<string, BatchOfCells>> {
  const { rows } = await sql<BatchOfCells>`
    select jsonb_build_array(b.cg_idx, b.title, u.cust_id, u.name, o.cid, coalesce(t.title, o.cid)) as cells,
      case when b.valid_after = 'vend' then b.valid_days else 0 end as days
    from code_batch b join customer u on u.cust_idx = b.cust_idx join collection o on o.cidx = b.cidx
    left join collection_text t on t.cidx = o.cidx and t.locale = 'en'
    where b.cg_idx = any(${keys}::integer[])`.execute(ctx.db);
  return new Map(rows.map((row) => [String(row.cells[0]), row]));
}
