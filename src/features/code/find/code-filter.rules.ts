/** What can happen to a code after it was issued; reports count it by day. */
export const codeMoments = ['activated', 'expired', 'canceled', 'withdrawn'] as const;
export type CodeMoment = (typeof codeMoments)[number];

/** How far apart the two days of the filter may be. */
const windowDays = 90;

const dayMs = 86_400_000;

/** Whether a day lies outside the window around another day that was just chosen; the filter then clears it. */
export const isOutsideWindow = (chosen: string, other: string): boolean =>
  chosen !== '' && other !== '' && Math.abs(Date.parse(chosen) - Date.parse(other)) > windowDays * dayMs;

/** The columns that can be shown or hidden. */
const columns = [
  'state',
  'batch',
  'lot',
  'customer',
  'collection',
  'issued',
  'valid',
  'length',
  'activated',
  'expires',
] as const;

export const codeListOffer = {
  path: '/code',
  columns,
  // Until when an unused code can be redeemed stands in the column of its end.
  initial: columns.filter((column) => !['lot', 'valid', 'activated'].includes(column)),
};
