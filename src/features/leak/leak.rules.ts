/** The entity of leaks in the trail; the id is the number of the act. */
export const leakEntity = 'code_leak';

/** Redemptions are a burst if each follows the one before within so many seconds, and there are at least so many. */
export const burstSeconds = 5;
export const burstLeast = 3;

/** From so many codes of one batch on, one learner is doubtful: a reader has a use for one. */
export const learnerLeast = 3;

/** How many doubtful redemptions are listed. */
export const mostDoubtful = 1000;

/** How many of them a dialog shows. */
export const firstDoubtful = 5;

/** The page of a leak. */
export const leakPageHref = (act: number | string): string => `/code/leak/${act}`;

/** The file of the new codes of a leak. */
export const leakFileHref = ({ cg_idx, lot }: { cg_idx: number; lot: number }): string =>
  `/api/v1/code?cg_idx=${cg_idx}&lot=${lot}&status=valid&as=csv`;
