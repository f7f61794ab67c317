import { sql } from 'kysely';
import type { CodeWords } from '#features/code/code.public.ts';
import { type CodeExport, cellsOfCodes, exportCodes } from '#features/code/code-find.public.ts';
import { type Batches, inBatches, mapRows, type Sheet } from '#kernel/http/export.ts';
import { amountValue, endValues, plainValue, type SheetValue, timeValues } from '#kernel/sheets/sheet-value.ts';
import { amountText } from '#kernel/text/money.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import type { ReportWords } from '../report.messages.ts';
import type { CouponRow } from './coupon.rules.ts';
import type { CouponFilter } from './coupon-filter.contract.ts';
import { type CouponOrder, isFixed, readSorted } from './coupon-order.read.ts';
import { findLearners } from './coupons.read.ts';
import { countAllEventCodes, readEventCodes } from './event-codes.read.ts';

type Rows = readonly (readonly SheetValue[])[];
type Cells = AsyncGenerator<Rows>;

// How many codes of events one statement reads.
const chunk = 1000;

/**
 * All codes of a filter as a sheet with every column, in the order of the report. In its fixed order they are read with
 * keyset pagination, in any other by a list of the codes.
 */
export async function exportCoupons(
  ctx: Context,
  { kind, ...filter }: CouponFilter,
  order: CouponOrder,
): Promise<Sheet & Pick<CodeExport, 'matching' | 'sent'>> {
  const t = ctx.translate<ReportWords>();
  const ofBatches = await exportCodes(ctx, filter);
  const [code = '', ...rest] = ofBatches.heading;
  const { sent } = ofBatches;
  const isWithBatches = kind !== 'event';
  return {
    heading: [
      code,
      t('report.coupon_kind'),
      ...rest,
      t('report.coupon_event'),
      t('report.coupon_learner'),
      t('report.coupon_participants'),
      t('report.coupon_price'),
      t('report.coupon_currency'),
    ],
    total: (await countAllEventCodes(ctx, { ...filter, kind })) + (isWithBatches ? (ofBatches.total ?? 0) : 0),
    batches: isFixed(order)
      ? inTurn(eventCells(ctx, { ...filter, kind }), isWithBatches ? batchCells(ctx, ofBatches.batches) : null)
      : sortedCells(ctx, await readSorted(ctx, { ...filter, kind }, order), sent),
    matching: isWithBatches ? ofBatches.matching : [],
    sent,
  };
}

async function* inTurn(first: Batches, then: Batches | null): Cells {
  yield* first;
  if (then) yield* then;
}

// The characters of a code.
const codeLength = 12;

/** The cells of these codes, which follow each other in one text. */
async function* sortedCells(ctx: Context, codes: string, sent: CodeExport['sent']): Cells {
  const cells = eventWriter(ctx);
  for (let from = 0; from < codes.length; from += chunk * codeLength) {
    const some = codes.slice(from, from + chunk * codeLength).match(/.{12}/g) ?? [];
    const rows: (readonly SheetValue[])[] = (await readEventCodes(ctx, {}, { only: some, take: chunk })).map(cells);
    for await (const part of batchCells(ctx, [await cellsOfCodes(ctx, some, sent)])) rows.push(...part);
    const found = new Map(rows.map((row) => [row[0], row]));
    // A code that was deleted meanwhile is left out.
    yield some.flatMap((code) => [found.get(code)].filter((row) => row !== undefined));
  }
}

/** The cells of the code manager's export, with the kind, the learner and the price of each code. */
async function* batchCells(ctx: Context, batches: Batches | Iterable<Rows>): Cells {
  const kind = ctx.translate<ReportWords>()('report.coupon_access');
  for await (const some of batches) {
    const [learners, prices] = [
      await findLearners(
        ctx,
        some.map(([code]) => String(plainValue(code))),
      ),
      await findPrices(ctx, [...new Set(some.map((cells) => Number(cells[batchNumber])))]),
    ];
    yield some.map(([code = null, ...rest]) => {
      const [price = null, currency = null] = prices.get(Number(rest[batchNumber - 1])) ?? [];
      return [code, kind, ...rest, null, learners.get(String(plainValue(code))) ?? null, null, price, currency];
    });
  }
}

// The position of the batch number in the code manager's export.
const batchNumber = 2;

async function findPrices(ctx: Context, keys: readonly number[]): Promise<Map<number, [SheetValue, string]>> {
  const { rows } = await sql<{ cg_idx: number; price: string; currency: string }>`
    select cg_idx, price::text as price, currency from code_batch where cg_idx = any(${keys}::integer[])`.execute(
    ctx.db,
  );
  return new Map(
    rows.map(({ cg_idx, price, currency }) => [cg_idx, [amountValue(amountText(price, currency), currency), currency]]),
  );
}

const eventCells = (ctx: Context, filter: CouponFilter): Cells =>
  mapRows(
    inBatches(chunk, (last?: CouponRow) => readEventCodes(ctx, filter, { after: last?.code, take: chunk })),
    eventWriter(ctx),
  );

/** Writes the code of an event as cells. */
function eventWriter(ctx: Context): (row: CouponRow) => SheetValue[] {
  const t = ctx.translate<ReportWords & CodeWords>();
  const write = timeValues(ctx.timeZone);
  const writeEnd = endValues(ctx.timeZone);
  const time = (seconds: number) => write(String(seconds));
  const end = (seconds: number) => writeEnd(String(seconds));
  return (row) => [
    row.code,
    t('report.coupon_event_code'),
    t(`code.state_${row.state}`),
    null,
    null,
    null,
    null,
    null,
    row.cid,
    row.collection,
    time(row.issued_at),
    time(row.valid_from),
    end(row.valid_until),
    row.length,
    '',
    end(row.expired_date),
    '',
    row.event,
    null,
    row.participants,
    null,
    null,
  ];
}
