import type { RegistrationStatus, RegistrationWay } from '../registration.rules.ts';

/** The filters of the list of registrations. */
export type RegistrationFilter = {
  /** A complete learner ID, or a complete code. */
  search_val?: string | undefined;
  learner_id?: string | undefined;
  /** A collection. */
  cidx?: number | undefined;
  event_idx?: number | undefined;
  kind?: RegistrationWay | undefined;
  status?: RegistrationStatus | undefined;
  /** Days of registration, 'YYYY-MM-DD'. */
  since?: string | undefined;
  until?: string | undefined;
  /** The customer whose access codes made them. */
  cust_idx?: number | undefined;
  /** The bid of a book that their collections reach. */
  book?: string | undefined;
};

/** The columns that can be shown or hidden. */
const columns = ['collection', 'by', 'customer', 'registered', 'until', 'status'] as const;

export const registrationListOffer = { path: '/registration', columns, initial: columns };
