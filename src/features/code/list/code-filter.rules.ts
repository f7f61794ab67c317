import type { CodeStatus } from '../code-state.read.ts';

/** What narrows a list of codes. */
export type CodeFilter = {
  /** Days of issue, 'YYYY-MM-DD'. */
  since?: string | undefined;
  until?: string | undefined;
  cidx?: number | undefined;
  cust_idx?: number | undefined;
  cg_idx?: number | undefined;
  status?: CodeStatus | undefined;
  /** How the code begins, without dashes. */
  code?: string | undefined;
};

/** How far the two days of the filter may lie apart. */
export const windowDays = 90;

const dayMs = 86_400_000;

/** Whether a day lies outside the window around another one that was just chosen; the filter then drops it. */
export const isOutsideWindow = (chosen: string, other: string): boolean =>
  chosen !== '' && other !== '' && Math.abs(Date.parse(chosen) - Date.parse(other)) > windowDays * dayMs;

/** The columns people may show or leave out. */
const columns = [
  'state',
  'batch',
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
  initial: columns.filter((column) => column !== 'activated'),
};
