import type { RegistrationStatus, RegistrationWay } from '../registration.rules.ts';

/** What narrows the list of registrations. */
export type RegistrationFilter = {
  /** A whole learner ID, or a whole code. */
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
  /** Whose access codes made them. */
  cust_idx?: number | undefined;
  /** The bid of a book that their collections reach. */
  book?: string | undefined;
};

/** The columns people may show or leave out. */
const columns = ['collection', 'by', 'customer', 'registered', 'until', 'status'] as const;

export const registrationListOffer = { path: '/registration', columns, initial: columns };
