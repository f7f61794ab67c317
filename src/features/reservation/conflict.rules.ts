import type { Conflicts } from './reservation.contract.ts';

/** Whether it needs a decision, or makes a later one need it. */
export const hasConflict = ({ edited, earlier, later, earlier_release, later_release }: Conflicts): boolean =>
  edited !== null || earlier !== null || later !== null || !!earlier_release || !!later_release;

/** Whether it is in conflict with what comes before it, which can be decided for it. */
export const isDecidable = ({ edited, earlier, earlier_release }: Conflicts): boolean =>
  edited !== null || earlier !== null || !!earlier_release;
