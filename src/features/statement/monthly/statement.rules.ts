import { monthAfter } from '#kernel/text/calendar-months.rules.ts';
/** What enters the unused codes and what leaves them, in the order of a statement. */
export const flows = ['issued', 'restored', 'withdrawn', 'redeemed', 'expired', 'canceled'] as const;
type Flow = (typeof flows)[number];

/** Whether a flow adds to the unused codes or takes from them. */
export const signOf: Readonly<Record<Flow, 1 | -1>> = {
  issued: 1,
  restored: 1,
  withdrawn: -1,
  redeemed: -1,
  expired: -1,
  canceled: -1,
};

/** The figures of a statement: the unused codes at its start and end, and what happened in between. */
export interface StatementFigures extends Record<Flow, number> {
  opening: number;
  closing: number;
}

/** The figures in the order of a statement. */
export const figureNames = ['opening', ...flows, 'closing'] as const;

/** How a figure counts, before its name. */
export const signBefore = (name: keyof StatementFigures): string =>
  name === 'opening' ? '' : name === 'closing' ? '= ' : signOf[name] > 0 ? '+ ' : '− ';

/** By how much the closing differs from what the other figures add up to; 0 if they add up. */
export const differenceOf = (figures: StatementFigures): number =>
  figures.closing - flows.reduce((sum, flow) => sum + signOf[flow] * figures[flow], figures.opening);

const moments = {
  issued: {},
  redeemed: { on: 'activated' },
  withdrawn: { on: 'withdrawn' },
  // Of these, the codes that had been activated were not among the unused ones.
  expired: { on: 'expired', status: 'unactivated' },
  canceled: { on: 'canceled', status: 'unactivated' },
} as const;

/**
 * The filter of the codes that a figure counts; none for codes restored and for those unused at a moment in the past. A
 * list shows what codes are now: one that was restored since is missing from it.
 */
export function codesOfFigure(
  figure: keyof StatementFigures,
  { month, isRunning }: { month: string; isRunning: boolean },
): Record<string, string> | undefined {
  if (figure === 'closing') return isRunning ? { status: 'valid' } : undefined;
  if (figure === 'opening' || figure === 'restored') return undefined;
  // A code that is valid until the end of a day has expired on the next one.
  if (figure === 'expired') return { ...moments.expired, since: `${month}-02`, until: `${monthAfter(month)}-01` };
  return { ...moments[figure], since: `${month}-01`, until: lastDayOf(month) };
}

/** The last day of a month, 'YYYY-MM-DD'. */
export const lastDayOf = (month: string): string =>
  new Date(Date.parse(monthAfter(month)) - 86_400_000).toISOString().slice(0, 10);

/** The page of a customer's statement; without a month, of the current one. */
export const statementHref = (custIdx: number | string, month?: string): string =>
  `/customer/statement/${custIdx}${month ? `?month=${month}` : ''}`;
