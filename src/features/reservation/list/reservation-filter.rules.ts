import type { Status, Target } from '../reservation.rules.ts';

/** What narrows the list of reservations. */
export type ReservationFilter = {
  search_val?: string | undefined;
  status?: Status | undefined;
  target?: Target | undefined;
  cid?: string | undefined;
  /** Those that wait for a decision. */
  conflicts?: 'on' | undefined;
  /** Days of their times, 'YYYY-MM-DD'. */
  since?: string | undefined;
  until?: string | undefined;
};

/** The columns people may show or leave out. */
const columns = ['target', 'value', 'time', 'status', 'created', 'ended'] as const;

export const reservationListOffer = {
  path: '/reservation',
  columns,
  initial: columns.filter((column) => column !== 'ended'),
};
