import type { Status, Target } from '../reservation.rules.ts';

/** The filters of the list of reservations. */
export type ReservationFilter = {
  search_val?: string | undefined;
  status?: Status | undefined;
  target?: Target | undefined;
  cid?: string | undefined;
  /** Only those that need a decision. */
  conflicts?: 'on' | undefined;
  /** Days on which they take effect, 'YYYY-MM-DD'. */
  since?: string | undefined;
  until?: string | undefined;
};

/** The columns that can be shown or hidden. */
const columns = ['target', 'value', 'time', 'status', 'created', 'ended'] as const;

export const reservationListOffer = {
  path: '/reservation',
  columns,
  initial: columns.filter((column) => column !== 'ended'),
};
