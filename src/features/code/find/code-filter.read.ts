import { type RawBuilder, sql } from 'kysely';
import { inSeconds } from '#kernel/text/seconds.rules.ts';
import type { Context } from '#kernel/work/context.ts';
import { type Conditions, conditionsOf, every, onDays } from '#kernel/work/filter.ts';
import { codeMessages } from '../code.messages.ts';
import { codeForm } from '../code.rules.ts';
import { isInState } from '../code-state.read.ts';
import type { CodeFilter } from './code-filter.contract.ts';
import type { CodeMoment } from './code-filter.rules.ts';
import { codesOfFilter } from './code-search.rules.ts';

type Clock = Pick<Context, 'now' | 'timeZone'>;
type OfBatches = Pick<CodeFilter, 'cidx' | 'cust_idx' | 'cg_idx'>;
type FiguresFilter = Pick<CodeFilter, 'since' | 'until' | 'lot'>;

// A field of a filter is about batches `b` or about codes `c`. In a list, only the days of issue are about both: they
// leave out whole batches before any code is read.
const ofBatches: Conditions<OfBatches> = {
  cidx: (cidx) => sql`b.cidx = ${cidx}`,
  cust_idx: (customer) => sql`b.cust_idx = ${customer}`,
  cg_idx: (batch) => sql`b.cg_idx = ${batch}`,
};
interface Moment {
  /** When it happens to codes `c`. */
  at: RawBuilder<unknown>;
  /** The condition that it has. */
  happened: (now: number) => RawBuilder<boolean>;
  /** What counts it in rows `d` of code_day. */
  figure: RawBuilder<unknown>;
  /** Of that, the codes that were activated at some time. */
  activated?: RawBuilder<unknown>;
}

const moments: Record<CodeMoment | 'issued', Moment> = {
  issued: { at: sql`c.issued_at`, happened: () => sql`true`, figure: sql`d.issued` },
  activated: {
    at: sql`c.activated_date`,
    happened: () => sql`c.activated_date > 0`,
    figure: sql`d.activated`,
    activated: sql`d.activated`,
  },
  expired: {
    at: sql`c.ends_at`,
    happened: (now) => isInState('expired', now),
    figure: sql`d.ending`,
    activated: sql`d.ending_activated`,
  },
  canceled: {
    at: sql`c.is_canceled`,
    happened: (now) => isInState('canceled_only', now),
    figure: sql`d.canceled`,
    activated: sql`d.canceled_activated`,
  },
  withdrawn: {
    at: sql`c.is_canceled`,
    happened: (now) => isInState('withdrawn', now),
    figure: sql`d.withdrawn`,
  },
};
const momentOf = ({ on }: Pick<CodeFilter, 'on'>) => moments[on ?? 'issued'];

const ofCodes: Conditions<Omit<CodeFilter, keyof OfBatches>, Clock> = {
  lot: (lot) => sql`c.lot = ${lot}`,
  code: beginsWith,
  status: (status, { now }) => isInState(status, inSeconds(now)),
  on: (moment, { now }) => moments[moment].happened(inSeconds(now)),
  since: (first, clock, filter) => onDays(momentOf(filter).at).since(first, clock),
  until: (last, clock, filter) => onDays(momentOf(filter).at).until(last, clock),
};
const ofFigures: Conditions<FiguresFilter> = {
  since: (day) => sql`d.day >= ${day}::date`,
  until: (day) => sql`d.day <= ${day}::date`,
  lot: (lot) => sql`d.lot = ${lot}`,
};

/** The condition that batches `b` match the part of a filter that is about batches. */
export const batchMatches = (filter: CodeFilter): RawBuilder<boolean> => every(conditionsOf(ofBatches, null, filter));

/** Refuses a lot without the batch whose lot it is. */
export function requireBatchOfLot({ lot, cg_idx }: CodeFilter): void {
  if (lot !== undefined && cg_idx === undefined)
    throw codeMessages.errorWith(400, 'code.lot_of_batch', { field: 'lot' });
}

/** The condition that batches `b` may have codes that match a filter. */
export const mayMatch = (filter: CodeFilter): RawBuilder<boolean> =>
  every([
    batchMatches(filter),
    ...(codesOfFilter(filter.code)
      ? [sql`b.cg_idx in (select c.cg_idx from code c where ${beginsWith(filter.code ?? '')} and c.cg_idx is not null)`]
      : []),
    ...(filter.since || filter.until
      ? [
          sql`exists (select from code_day d where d.cg_idx = b.cg_idx and ${momentOf(filter).figure} <> 0 and ${isInWindow(filter)})`,
        ]
      : []),
  ]);

/** The condition that a row `d` of code_day is of the lot of a filter and lies between its days. */
export const isInWindow = (filter: FiguresFilter): RawBuilder<boolean> => every(conditionsOf(ofFigures, null, filter));

/** What counts the moment of a filter in rows `d` of code_day, in all or of codes that were never activated. */
export function figureOfMoment({ on, status }: Pick<CodeFilter, 'on' | 'status'>): RawBuilder<unknown> {
  const { figure, activated } = momentOf({ on });
  return status === 'unactivated' && activated ? sql`${figure} - ${activated}` : figure;
}

/** Whether code_day counts what a filter asks for: what happened, in all or to codes that were never activated. */
export const countsMoments = ({ on, status, code }: CodeFilter): boolean =>
  on !== undefined && code === undefined && (status === undefined || status === 'unactivated');

/** Whether codes must be counted one by one: there are figures of states and lots, and of what happened on days. */
export const needsCounting = (filter: CodeFilter): boolean =>
  filter.code !== undefined || (filter.on !== undefined && !countsMoments(filter));

/** The condition that codes `c` begin with the filter's text, or are those that it lists. */
export function beginsWith(code: string): RawBuilder<boolean> {
  const listed = codesOfFilter(code);
  if (listed) return sql<boolean>`c.code = any(${listed}::text[])`;
  if (codeForm.test(code)) return sql<boolean>`c.code = ${code}`;
  // '[' follows 'Z' in byte order, by which codes are sorted.
  if (/^[A-Z0-9]{1,11}$/.test(code)) return sql<boolean>`c.code >= ${code} and c.code < ${`${code}[`}`;
  return sql<boolean>`false`;
}

/** The condition that codes `c` match the rest of a filter that their batch matches. */
export const restMatches = (clock: Clock, filter: CodeFilter): RawBuilder<boolean> =>
  every(conditionsOf(ofCodes, clock, filter));

/** The condition that codes `c` match a filter. Codes of events have no batch and appear in no list of codes. */
export function codeMatches(clock: Clock, { cg_idx, ...filter }: CodeFilter): RawBuilder<boolean> {
  const isOfBatches = conditionsOf(ofBatches, null, filter).length > 0;
  return every([
    cg_idx === undefined ? sql`c.cg_idx is not null` : sql`c.cg_idx = ${cg_idx}`,
    ...(isOfBatches ? [sql`c.cg_idx in (select b.cg_idx from code_batch b where ${batchMatches(filter)})`] : []),
    restMatches(clock, filter),
  ]);
}
