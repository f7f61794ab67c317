import { type RawBuilder, sql } from 'kysely';
import { codeEntity } from '#features/code/code.public.ts';
import { batchEntity, codeMessages, codesReplacedAction } from '#features/code/code-batch.public.ts';
import { figuresOf } from '#features/code/code-figures.public.ts';
import { secondsOf } from '#kernel/db/seconds.ts';
import { actsOnParts, sharesOfActs } from '#kernel/records/undo.ts';
import { amountText } from '#kernel/text/money.rules.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import { monthAfter } from '#kernel/text/calendar-months.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { endOfDay, startOfDay, thisMonth, today } from '#kernel/work/days.ts';
import { flows, type StatementFigures } from './statement.rules.ts';

/** The figures of one batch, with its price: a decimal. */
interface BatchFigures extends StatementFigures {
  cg_idx: number;
  title: string;
  collection: string;
  price: string;
  currency: string;
  /** Of the restored codes, those that had been withdrawn: they are charged again. */
  restored_withdrawn: number;
  /** Of the issued codes, those in place of withdrawn ones: codes replaced one by one or many at once, and leaked files. */
  replaced: number;
  /** What its codes issued and withdrawn in the month cost: a decimal. */
  amount: string;
}

/** What the codes of one price cost in a month: those issued, less those withdrawn. Amounts are decimals. */
export interface PriceAmount {
  currency: string;
  price: string;
  issued: number;
  withdrawn: number;
  issued_amount: string;
  withdrawn_amount: string;
  amount: string;
}

/** A customer's statement for a month, 'YYYY-MM'. */
export interface Statement {
  month: string;
  /** Whether the month is not over: its figures go up to now. */
  isRunning: boolean;
  figures: StatementFigures;
  /** Of the issued codes, those in place of withdrawn ones: both are in the figures, and cancel each other out. */
  replaced: number;
  batches: BatchFigures[];
  prices: PriceAmount[];
  amounts: { currency: string; amount: string }[];
}

/** Reads a customer's statement; 422 for a month that has not begun. */
export async function readStatement(ctx: Context, custIdx: number, month = thisMonth(ctx)): Promise<Statement> {
  if (month > thisMonth(ctx)) throw codeMessages.errorWith(422, 'code.statement_ahead', { field: 'month' });
  const batches = await readBatchFigures(ctx, custIdx, month);
  const sum = (name: keyof StatementFigures | 'replaced') => batches.reduce((total, batch) => total + batch[name], 0);
  const { prices, amounts } = await readAmounts(ctx, batches);
  return {
    month,
    isRunning: month === thisMonth(ctx),
    figures: {
      opening: sum('opening'),
      issued: sum('issued'),
      restored: sum('restored'),
      withdrawn: sum('withdrawn'),
      redeemed: sum('redeemed'),
      expired: sum('expired'),
      canceled: sum('canceled'),
      closing: sum('closing'),
    },
    replaced: sum('replaced'),
    batches,
    prices,
    amounts,
  };
}

/**
 * The figures of each batch that has any, newest first. The closing does not come from the other figures: it is the number of
 * codes that are unused now, less what has entered and left since the month. So the figures add up only if every change of
 * a code was booked.
 */
async function readBatchFigures(ctx: Context, custIdx: number, month: string): Promise<BatchFigures[]> {
  const day = sql`${today(ctx)}::date`;
  const first = sql`${`${month}-01`}::date`;
  const next = sql`${`${monthAfter(month)}-01`}::date`;
  const net = sql`issued + restored - withdrawn - redeemed - expired - canceled`;
  const inMonth = sql`day >= ${first} and day < ${next}`;
  const isRunning = month === thisMonth(ctx);
  const within = (at: RawBuilder<unknown>) => sql`
    ${at} >= ${startOfDay(`${month}-01`, ctx.timeZone)} and ${at} < ${startOfDay(`${monthAfter(month)}-01`, ctx.timeZone)}`;
  const batch = { entity: batchEntity, id: sql<string>`b.cg_idx::text` };
  const singles = actsOnParts(batch, `${codeEntity}.replaced`);
  const many = sharesOfActs(batch, codesReplacedAction);
  const replaced = sql`
    (select coalesce(sum(k.frozen), 0) from code_leak k where k.cg_idx = b.cg_idx and ${within(sql`k.at`)})
    + (select count(*) from (${singles}) r where ${within(sql`r.at`)})
    + (select coalesce(sum((r.after ->> 'codes')::integer), 0) from (${many}) r where ${within(sql`r.at`)})`;
  // Booked today, but still ahead.
  const ahead = sql`
    select count(*) as codes from code where code.cg_idx = b.cg_idx and activated_date = 0 and is_canceled = 0
      and ends_at > ${inSeconds(ctx.now)} and ends_at <= ${secondsOf(endOfDay(today(ctx), ctx.timeZone))}`;
  const { rows } = await sql<BatchFigures>`
    select lines.*, ((issued - withdrawn + restored_withdrawn) * price::numeric)::text as amount
    from (
      select b.cg_idx, b.title, coalesce(t.title, c.cid) as collection, b.price::text as price, b.currency, b.created_at,
        coalesce(f.opening, 0) as opening, coalesce(f.issued, 0) as issued, coalesce(f.restored, 0) as restored,
        coalesce(f.restored_withdrawn, 0) as restored_withdrawn, coalesce(f.withdrawn, 0) as withdrawn,
        (${replaced})::integer as replaced, coalesce(f.redeemed, 0) as redeemed, coalesce(f.canceled, 0) as canceled,
        coalesce(f.expired, 0) - ${isRunning ? sql`ahead.codes` : sql`0`} as expired,
        now.issued - coalesce(f.since, 0) - ${isRunning ? sql`0` : sql`ahead.codes`} as closing
      from code_batch b
      join collection c using (cidx)
      left join collection_text t on t.cidx = c.cidx and t.locale = 'en'
      join (${figuresOf(ctx, sql<boolean>`b.cust_idx = ${custIdx}`)}) now using (cg_idx)
      left join lateral (
        select sum(${net}) filter (where day < ${first}) as opening,
          ${sql.join([...flows, 'restored_withdrawn'].map((flow) => sql`sum(${sql.ref(flow)}) filter (where ${inMonth}) as ${sql.ref(flow)}`))},
          sum(${net}) filter (where day >= ${next}) as since
        from code_flow where code_flow.cg_idx = b.cg_idx and day <= ${day}
      ) f on true
      cross join lateral (${ahead}) ahead
      where b.cust_idx = ${custIdx}
    ) lines
    where (opening, issued, restored, withdrawn, redeemed, expired, canceled, closing) <> (0, 0, 0, 0, 0, 0, 0, 0)
    order by created_at desc, cg_idx desc`.execute(ctx.db);
  return rows.map((row) => ({
    ...row,
    price: amountText(row.price, row.currency),
    amount: amountText(row.amount, row.currency),
  }));
}

/** The amounts of a month by price, and by currency. A withdrawn code that was restored is charged again. */
async function readAmounts(
  ctx: Context,
  batches: readonly BatchFigures[],
): Promise<Pick<Statement, 'prices' | 'amounts'>> {
  const { rows } = await sql<Omit<PriceAmount, 'price'> & { price: string | null }>`
    select currency, price::text as price, sum(issued) as issued, sum(withdrawn) as withdrawn,
      sum(issued * price)::text as issued_amount, sum(withdrawn * price)::text as withdrawn_amount,
      sum((issued - withdrawn) * price)::text as amount
    from unnest(
      ${batches.map(({ currency }) => currency)}::text[], ${batches.map(({ price }) => price)}::numeric[],
      ${batches.map(({ issued }) => issued)}::integer[],
      ${batches.map(({ withdrawn, restored_withdrawn }) => withdrawn - restored_withdrawn)}::integer[]
    ) batch (currency, price, issued, withdrawn)
    where issued <> 0 or withdrawn <> 0
    group by grouping sets ((currency, price), (currency)) order by currency, price`.execute(ctx.db);
  const written = rows.map(({ currency, price, issued_amount, withdrawn_amount, amount, ...row }) => ({
    ...row,
    currency,
    price: price && amountText(price, currency),
    issued_amount: amountText(issued_amount, currency),
    withdrawn_amount: amountText(withdrawn_amount, currency),
    amount: amountText(amount, currency),
  }));
  return {
    prices: written.flatMap(({ price, ...row }) => (price === null ? [] : [{ ...row, price }])),
    amounts: written.flatMap(({ price, currency, amount }) => (price === null ? [{ currency, amount }] : [])),
  };
}
