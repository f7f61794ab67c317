import { type RawBuilder, sql } from 'kysely';
import { countFound } from '#kernel/db/list-page.ts';
import type { Listed } from '#kernel/db/listed-ids.ts';
import { offsetOf, type Page, pagingLimit } from '#kernel/db/paging.ts';
import { amountText } from '#kernel/text/money.rules.ts';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { showCode } from '../code.rules.ts';
import { type WaitsFor, waitsFor } from '../code-end.read.ts';
import { figuresOf } from '../code-figures.read.ts';
import { type CodeStatus, stateColumn } from '../code-state.read.ts';
import type { CodeState, CodeTimes } from '../code-state.rules.ts';
import type { CodeFilter } from './code-filter.contract.ts';
import { codeMatches } from './code-filter.read.ts';
import { codesOf, rangesOf } from './code-keys.read.ts';
import { codesOfFilter } from './code-search.rules.ts';
import { countOf, findMatchingBatches } from './matching-batches.read.ts';

/** A code in a list. Times in seconds, 0 means none. */
export interface CodeListRow extends Omit<CodeTimes, 'cancelled_at'> {
  code: string;
  state: CodeState;
  is_canceled: number;
  /** Cancelled for having been taken by a lower quantity. */
  withdrawn: boolean;
  /** Withdrawn because a file with it leaked. */
  leaked: boolean;
  cg_idx: number;
  batch: string;
  /** Which issue of its batch it is of, from 1. */
  lot: number;
  cust_idx: number;
  customer: string;
  cid: string;
  collection: string;
  issued_at: number;
  valid_from: number;
  /** What its end waits for, and how many days after that it comes; null and 0 if it waits for nothing. */
  waits_for: WaitsFor | null;
  valid_days: number;
  /** Days, 0 means for ever. */
  length: number;
  /** The price of one code of its batch, a decimal. */
  price: string;
  currency: string;
}

// A prefix this long matches few enough codes, even of ten million, to look them up and sort them.
const fewFrom = 3;

/** One page of the codes of a filter: the newest batch first, and by code. */
export async function listCodes(
  ctx: Context,
  filter: CodeFilter,
  page: number,
  size: number,
): Promise<Page<CodeListRow>> {
  return { ...(await findCodes(ctx, filter, offsetOf(page, size), size)), page };
}

/** Some codes in that order, however far down, and how many there are in all, up to the bound of lists. */
export async function findCodes(
  ctx: Context,
  filter: CodeFilter,
  skip: number,
  take: number,
): Promise<Omit<Page<CodeListRow>, 'page'>> {
  if (filter.code !== undefined && filter.code.length >= fewFrom) {
    const found = sql`select c.code, c.cg_idx from code c where ${codeMatches(ctx, filter)}`;
    const keys = sql`${found} order by c.cg_idx desc, c.code limit ${take} offset ${skip}`;
    const [total, rows] = await Promise.all([countFound(ctx.db, found), readRows(ctx, keys)]);
    return { rows, total };
  }
  const batches = await findMatchingBatches(ctx, filter, Math.max(pagingLimit, skip + take));
  const keys = codesOf(ctx, filter, { ranges: rangesOf(batches, skip, take), columns: sql`c.code` });
  const rows = await readRows(ctx, keys);
  return { rows, total: Math.min(countOf(batches), pagingLimit + 1) };
}

/** Which codes of a pasted list match the rest of the filter, too; null if none were pasted. */
export const findListed = (ctx: Context, filter: CodeFilter): Promise<Listed | null> =>
  listedCodes(filter, async () => {
    const { rows } = await sql<{ code: string }>`
      select c.code from code c where ${codeMatches(ctx, filter)}`.execute(ctx.db);
    return rows;
  });

/** Which codes of a pasted list are among those that `find` finds. */
export async function listedCodes(
  { code: text }: Pick<CodeFilter, 'code'>,
  find: () => Promise<readonly { code: string }[]>,
): Promise<Listed | null> {
  const codes = codesOfFilter(text);
  if (!codes) return null;
  const found = new Set((await find()).map(({ code }) => code));
  return { missing: codes.filter((code) => !found.has(code)).map(showCode), areWords: false };
}

// One by one: of a table in partitions, the planner would rather read all of it than look up a page of codes in each.
const rowOf = (keys: RawBuilder<unknown>) => sql`
  (${keys}) k cross join lateral (select row.* from code row where row.code = k.code limit 1) c`;

/** The rows of some codes, in the order of the list. */
async function readRows(ctx: Context, keys: RawBuilder<unknown>): Promise<CodeListRow[]> {
  const { rows } = await sql<CodeListRow>`
    select c.code, ${stateColumn(inSeconds(ctx.now))} as state, c.withdrawn, c.leaked, c.cg_idx, b.title as batch,
      c.lot, b.cust_idx,
      u.name as customer, o.cid, coalesce(t.title, o.cid) as collection, c.issued_at, c.valid_from, c.valid_until,
      c.activated_date, c.expired_date, c.is_canceled, c.length, ${waitsFor} as waits_for, b.valid_days, b.price::text as price,
      b.currency
    from ${rowOf(keys)} join code_batch b on b.cg_idx = c.cg_idx
    join customer u on u.cust_idx = b.cust_idx join collection o on o.cidx = b.cidx
    left join collection_text t on t.cidx = o.cidx and t.locale = 'en'
    order by c.cg_idx desc, c.code`.execute(ctx.db);
  return rows.map((row) => ({ ...row, price: amountText(row.price, row.currency) }));
}

/** These codes as rows; those that are unknown or belong to an event are missing. */
export const findCodeRows = (ctx: Context, codes: readonly string[]): Promise<CodeListRow[]> =>
  readRows(ctx, sql`select c.code from code c where c.code = any(${codes}::text[])`);

export const findCodeRow = async (ctx: Context, code: string): Promise<CodeListRow | undefined> =>
  (await findCodeRows(ctx, [code]))[0];

/** How many codes match a filter, up to the bound of lists. */
export async function countCodes(ctx: Context, filter: CodeFilter): Promise<number> {
  return Math.min(countOf(await findMatchingBatches(ctx, filter, pagingLimit)), pagingLimit + 1);
}

/** How many codes are in a state, without a bound. */
export async function countInState(
  ctx: Context,
  status: Extract<CodeStatus, 'issued' | 'active' | 'expired'>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(f.${sql.ref(status)}), 0)::bigint as count from (${figuresOf(ctx, sql<boolean>`true`)}) f`.execute(
    ctx.db,
  );
  return rows[0]?.count ?? 0;
}

/** The names of the records that a filter refers to. */
export interface CodeFilterNames {
  collection: string | null;
  customer: string | null;
  batch: string | null;
}

export async function findFilterNames(ctx: Context, { cidx, cust_idx, cg_idx }: CodeFilter): Promise<CodeFilterNames> {
  const { rows } = await sql<CodeFilterNames>`
    select
      (select coalesce(t.title, o.cid) from collection o
        left join collection_text t on t.cidx = o.cidx and t.locale = 'en' where o.cidx = ${cidx ?? 0}) as collection,
      (select name from customer where cust_idx = ${cust_idx ?? 0}) as customer,
      (select title from code_batch where cg_idx = ${cg_idx ?? 0}) as batch`.execute(ctx.db);
  return rows[0] ?? { collection: null, customer: null, batch: null };
}
