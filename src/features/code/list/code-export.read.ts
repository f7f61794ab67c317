import { type RawBuilder, sql } from 'kysely';
import type { Sheet } from '#kernel/http/export.ts';
import type { SheetValue } from '#kernel/sheets/xlsx-write.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { CodeWords } from '../code.messages.ts';
import { stateColumn } from '../code-state.read.ts';
import type { CodeState } from '../code-state.rules.ts';
import type { CodeFilter } from './code-filter.contract.ts';
import { codesOf, type KeyRange } from './code-keys.read.ts';
import { countOf, findMatchingBatches, type MatchingBatch } from './matching-batches.read.ts';
import { endWriter, timeWriter } from './time-text.ts';

/** The cells that all codes of a batch share, before and after that of its lot. */
type BatchCells = readonly [
  cg_idx: number,
  batch: string,
  cust_id: string,
  customer: string,
  cid: string,
  collection: string,
];

// How many codes one statement reads.
const chunk = 1000;

/** Codes as a sheet, and the batches that they are from. */
export interface CodeExport extends Sheet {
  matching: readonly MatchingBatch[];
}

/**
 * The codes of a filter as a sheet, in the order of the list. They are read batch by batch with keyset pagination, and
 * the keys never change: whatever is changed meanwhile, no code is missed or repeated.
 */
export async function exportCodes(ctx: Context, filter: CodeFilter): Promise<CodeExport> {
  const t = ctx.translate<CodeWords>();
  const matching = await findMatchingBatches(ctx, filter, Number.MAX_SAFE_INTEGER);
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
    batches: readCells(ctx, filter, matching),
    matching,
  };
}

async function* readCells(
  ctx: Context,
  filter: CodeFilter,
  matching: readonly MatchingBatch[],
): AsyncGenerator<SheetValue[][]> {
  const cells = await cellWriter(
    ctx,
    matching.map(({ cg_idx }) => cg_idx),
  );
  for await (const lines of readLinesIn(ctx, filter, matching)) yield lines.map(cells);
}

/** The codes of these batches that match a filter, in the order of the list, some at a time. */
export async function* readLinesIn(
  ctx: Context,
  filter: CodeFilter,
  matching: readonly MatchingBatch[],
): AsyncGenerator<Line[]> {
  let cursor: ExportCursor = { next: 0, after: '' };
  while (cursor.next < matching.length) {
    const { lines, rest }: Read = await readFrom(ctx, filter, matching, cursor);
    cursor = rest;
    yield lines;
  }
}

/** The cells of given codes of batches, as in the export, for a report that has them in another order. */
export async function cellsOfCodes(ctx: Context, codes: readonly string[]): Promise<SheetValue[][]> {
  const lines = await linesOf(
    ctx,
    sql`select ${lineColumns(ctx)} from code c
    where c.code = any(${codes}::text[]) and c.cg_idx is not null`,
  );
  const cells = await cellWriter(ctx, [...new Set(lines.map(([, , batch]) => Number(batch)))]);
  return lines.map(cells);
}

/** Writes lines of codes of these batches as cells. */
async function cellWriter(ctx: Context, batchKeys: readonly number[]): Promise<(line: Line) => SheetValue[]> {
  const t = ctx.translate<CodeWords>();
  const time = timeWriter(ctx.timeZone);
  const end = endWriter(ctx.timeZone);
  const states = {
    issued: t('code.state_issued'),
    active: t('code.state_active'),
    expired: t('code.state_expired'),
    canceled: t('code.state_canceled'),
    withdrawn: t('code.state_withdrawn'),
  };
  const batches = await findBatchCells(ctx, batchKeys);
  return ([code, state, batch, issued, from, until, length, activated, expired, canceled, lot]) => {
    const [number, title, ...names] = batches.get(batch) ?? [];
    return [
      code,
      states[state],
      number ?? null,
      title ?? null,
      Number(lot),
      ...names,
      time(issued),
      time(from),
      end(until),
      Number(length),
      time(activated),
      end(expired),
      time(canceled),
    ];
  };
}

/** The cursor of an export: the next batch, and the last code read from it. */
interface ExportCursor {
  next: number;
  after: string;
}

interface Read {
  lines: Line[];
  rest: ExportCursor;
}

async function readFrom(
  ctx: Context,
  filter: CodeFilter,
  matching: readonly MatchingBatch[],
  { next, after }: ExportCursor,
): Promise<Read> {
  const ranges = rangesFrom(matching, next, after);
  const lines = await readLines(ctx, filter, ranges);
  // A last batch that filled its share may have more codes.
  const batch = String(ranges.at(-1)?.cg_idx);
  const isFull = lines.at(-chunk)?.[2] === batch && lines.at(-1)?.[2] === batch;
  const rest = isFull
    ? { next: next + ranges.length - 1, after: lines.at(-1)?.[0] ?? '' }
    : { next: next + ranges.length, after: '' };
  return { lines, rest };
}

/** The batches that the next statement reads: all in full, but at most a chunk of the last. */
function rangesFrom(matching: readonly MatchingBatch[], first: number, after: string): KeyRange[] {
  const ranges: KeyRange[] = [];
  for (let sum = 0, at = first; at < matching.length && sum < chunk; at++) {
    const batch = matching[at];
    if (!batch) break;
    ranges.push({ ...batch, skip: 0, take: chunk, after: at === first ? after : '' });
    sum += batch.found;
  }
  return ranges;
}

/** The columns of a code that a statement reads, as text. */
export type Line = [
  code: string,
  state: CodeState | 'withdrawn',
  cg_idx: string,
  issued_at: string,
  valid_from: string,
  valid_until: string,
  length: string,
  activated_date: string,
  expired_date: string,
  is_canceled: string,
  lot: string,
];

const readLines = (ctx: Context, filter: CodeFilter, ranges: readonly KeyRange[]): Promise<Line[]> =>
  linesOf(ctx, codesOf(ctx, filter, { ranges, columns: lineColumns(ctx) }));

const lineColumns = (ctx: Context) => sql`c.cg_idx, c.code, concat_ws(chr(9), c.code,
  case when c.withdrawn then 'withdrawn' else ${stateColumn(inSeconds(ctx.now))} end, c.cg_idx,
  c.issued_at, c.valid_from, c.valid_until, c.length, c.activated_date, c.expired_date, c.is_canceled, c.lot) as line`;

// As one text: parsing thousands of rows of eleven columns takes longer than everything else.
async function linesOf(ctx: Context, codes: RawBuilder<unknown>): Promise<Line[]> {
  const { rows } = await sql<{ lines: string | null }>`
    select string_agg(line, chr(10) order by cg_idx desc, code) as lines from (${codes}) read`.execute(ctx.db);
  const lines = rows[0]?.lines;
  return lines ? lines.split('\n').map((line) => line.split('\t') as Line) : [];
}

async function findBatchCells(ctx: Context, keys: readonly number[]): Promise<Map<string, BatchCells>> {
  const { rows } = await sql<{ cells: BatchCells }>`
    select jsonb_build_array(b.cg_idx, b.title, u.cust_id, u.name, o.cid, coalesce(t.title, o.cid)) as cells
    from code_batch b join customer u on u.cust_idx = b.cust_idx join collection o on o.cidx = b.cidx
    left join collection_text t on t.cidx = o.cidx and t.locale = 'en'
    where b.cg_idx = any(${keys}::integer[])`.execute(ctx.db);
  return new Map(rows.map(({ cells }) => [String(cells[0]), cells]));
}
