import { sql } from 'kysely';
import type { Context } from '#kernel/context.ts';
import type { SheetExport } from '#kernel/http/export.ts';
import type { SheetValue } from '#kernel/sheets/xlsx-write.ts';
import type { CodeWords } from '../code.messages.ts';
import { inSeconds, stateColumn } from '../code-state.read.ts';
import type { CodeFilter } from './code-filter.rules.ts';
import { codesOf, type KeyRange } from './code-keys.read.ts';
import type { CodeListRow } from './code-list.read.ts';
import { type CodePlace, countOf, findPlaces } from './code-places.read.ts';
import { timeWriter } from './time-text.ts';

type Exported = Omit<CodeListRow, 'batch' | 'cust_idx' | 'customer' | 'cid' | 'collection'>;

/** What the codes of a batch have in common. */
type BatchCells = [cg_idx: number, batch: string, cust_id: string, customer: string, cid: string, collection: string];

// How many codes one statement reads.
const chunk = 5000;

/**
 * The codes of a filter as a sheet, in the order of the list. They are read batch by batch after the last code that was
 * read, and what they are read by never changes: none is missed and none comes twice, whatever is changed meanwhile.
 */
export async function exportCodes(
  ctx: Context,
  filter: CodeFilter,
): Promise<Pick<SheetExport, 'heading' | 'total' | 'batches'>> {
  const t = ctx.translate<CodeWords>();
  const places = await findPlaces(ctx, filter, Number.MAX_SAFE_INTEGER);
  return {
    heading: [
      t('code.field_code'),
      t('code.field_state'),
      t('code.field_batch_number'),
      t('code.field_batch'),
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
    total: countOf(places),
    batches: readCells(ctx, filter, places),
  };
}

async function* readCells(
  ctx: Context,
  filter: CodeFilter,
  places: readonly CodePlace[],
): AsyncGenerator<SheetValue[][]> {
  const t = ctx.translate<CodeWords>();
  const time = timeWriter(ctx.timeZone);
  const states = {
    issued: t('code.state_issued'),
    active: t('code.state_active'),
    expired: t('code.state_expired'),
    canceled: t('code.state_canceled'),
  };
  const batches = await findBatchCells(ctx, places);
  let next = 0;
  let after = '';
  while (next < places.length) {
    const ranges = rangesFrom(places, next, after);
    const rows = await readExported(ctx, filter, ranges);
    yield rows.map((row) => [
      row.code,
      states[row.state],
      ...(batches.get(row.cg_idx) ?? []),
      time(row.issued_at),
      time(row.valid_from),
      time(row.valid_until),
      row.length,
      time(row.activated_date),
      time(row.expired_date),
      time(row.is_canceled),
    ]);
    // The last batch has more where it filled its share.
    const last = rows.at(-1);
    const lastBatch = ranges.at(-1)?.cg_idx;
    const isFull = rows.length >= chunk && last?.cg_idx === lastBatch && countIn(rows, lastBatch) === chunk;
    next += isFull ? ranges.length - 1 : ranges.length;
    after = isFull && last ? last.code : '';
  }
}

const countIn = (rows: readonly Exported[], batch: number | undefined) =>
  rows.reduce((sum, row) => sum + (row.cg_idx === batch ? 1 : 0), 0);

/** The batches that the next statement reads: each whole, and of the last as many codes as a statement reads. */
function rangesFrom(places: readonly CodePlace[], first: number, after: string): KeyRange[] {
  const ranges: KeyRange[] = [];
  for (let sum = 0, at = first; at < places.length && sum < chunk; at++) {
    const place = places[at];
    if (!place) break;
    ranges.push({ ...place, skip: 0, take: chunk, after: at === first ? after : '' });
    sum += place.found;
  }
  return ranges;
}

async function readExported(ctx: Context, filter: CodeFilter, ranges: readonly KeyRange[]): Promise<Exported[]> {
  const columns = sql`c.code, ${stateColumn(inSeconds(ctx.now))} as state, c.cg_idx, c.issued_at, c.valid_from,
    c.valid_until, c.activated_date, c.expired_date, c.is_canceled, c.length`;
  const { rows } = await sql<Exported>`
    select * from (${codesOf(ctx, filter, { ranges, columns })}) read order by cg_idx desc, code`.execute(ctx.db);
  return rows;
}

async function findBatchCells(ctx: Context, places: readonly CodePlace[]): Promise<Map<number, BatchCells>> {
  const { rows } = await sql<{ cells: BatchCells }>`
    select jsonb_build_array(b.cg_idx, b.title, u.cust_id, u.name, o.cid, coalesce(t.title, o.cid)) as cells
    from code_batch b join customer u on u.cust_idx = b.cust_idx join collection o on o.cidx = b.cidx
    left join collection_text t on t.cidx = o.cidx and t.locale = 'en'
    where b.cg_idx = any(${places.map(({ cg_idx }) => cg_idx)}::integer[])`.execute(ctx.db);
  return new Map(rows.map(({ cells }) => [cells[0], cells]));
}
