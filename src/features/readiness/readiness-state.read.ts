import { type RawBuilder, sql } from 'kysely';
import type { ReadinessState, Requirement } from './readiness.rules.ts';

/** The condition that a book `b` lacks something; from an index of what is absent, kept by triggers. */
export const lacks = (key: Requirement): RawBuilder<boolean> =>
  sql<boolean>`b.bidx in (select bidx from book_readiness where missing @> array[${sql.lit(key)}])`;

const gaps: Record<ReadinessState, RawBuilder<boolean>> = {
  ready: sql`gaps = 0`,
  nearly: sql`gaps = 1`,
  unready: sql`gaps > 0`,
};

/** The condition that a book `b` is that ready. */
export const isReadiness = (state: ReadinessState): RawBuilder<boolean> =>
  sql<boolean>`b.bidx in (select bidx from book_readiness where ${gaps[state]})`;

/** How many things a book `b` lacks. */
export const gapsOf = sql<number>`(select gaps from book_readiness r where r.bidx = b.bidx)`;

/** What a book `b` lacks. */
export const missingOf = sql<string[]>`(select missing from book_readiness r where r.bidx = b.bidx)`;

/** The bid of the nearly ready book after a book `b`, in the order in which they were added, and around; or null. */
export const nextToFinish = sql<string | null>`(
  select bid from book where bidx = coalesce(
    (select bidx from book_readiness where gaps = 1 and bidx > b.bidx order by gaps, bidx limit 1),
    (select bidx from book_readiness where gaps = 1 and bidx < b.bidx order by gaps, bidx limit 1)))`;
