import { type RawBuilder, sql } from 'kysely';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { isOnDays } from '#kernel/work/days.ts';
import { codeForm } from '../code.rules.ts';
import { isInState } from '../code-state.read.ts';
import type { CodeFilter } from './code-filter.rules.ts';

type Clock = Pick<Context, 'now' | 'timeZone'>;

const every = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`;

/** The condition that batches `b` may have codes that match a filter. */
export function batchMatches({ cidx, cust_idx, cg_idx, since, until }: CodeFilter): RawBuilder<boolean> {
  return every([
    ...(cidx === undefined ? [] : [sql`b.cidx = ${cidx}`]),
    ...(cust_idx === undefined ? [] : [sql`b.cust_idx = ${cust_idx}`]),
    ...(cg_idx === undefined ? [] : [sql`b.cg_idx = ${cg_idx}`]),
    ...(since || until
      ? [
          sql`exists (select from code_day d where d.cg_idx = b.cg_idx and d.issued > 0 and ${isInWindow({ since, until })})`,
        ]
      : []),
  ]);
}

/** The condition that a row `d` of code_day lies between the days of a filter. */
export const isInWindow = ({ since, until }: Pick<CodeFilter, 'since' | 'until'>): RawBuilder<boolean> =>
  every([...(since ? [sql`d.day >= ${since}::date`] : []), ...(until ? [sql`d.day <= ${until}::date`] : [])]);

/** The condition that codes `c` begin with the filter's text. */
export function beginsWith(code: string | undefined): RawBuilder<boolean> {
  if (code === undefined) return every([]);
  if (codeForm.test(code)) return sql<boolean>`c.code = ${code}`;
  // '[' follows 'Z' in byte order, by which codes are sorted.
  if (/^[A-Z0-9]{1,11}$/.test(code)) return sql<boolean>`c.code >= ${code} and c.code < ${`${code}[`}`;
  return sql<boolean>`false`;
}

/** The condition that codes `c` match the rest of a filter that their batch matches. */
export function restMatches({ now, timeZone }: Clock, { since, until, status, code }: CodeFilter): RawBuilder<boolean> {
  return every([
    ...(code === undefined ? [] : [beginsWith(code)]),
    ...(status === undefined ? [] : [isInState(status, inSeconds(now))]),
    ...isOnDays(sql`c.issued_at`, { since, until }, timeZone),
  ]);
}

/** The condition that codes `c` match a filter. Codes of events have no batch and appear in no list of codes. */
export function codeMatches(clock: Clock, filter: CodeFilter): RawBuilder<boolean> {
  const { cg_idx, cidx, cust_idx } = filter;
  const ofBatches =
    cidx === undefined && cust_idx === undefined
      ? []
      : [sql`c.cg_idx in (select b.cg_idx from code_batch b where ${batchMatches({ cidx, cust_idx })})`];
  return every([
    cg_idx === undefined ? sql`c.cg_idx is not null` : sql`c.cg_idx = ${cg_idx}`,
    ...ofBatches,
    restMatches(clock, filter),
  ]);
}
