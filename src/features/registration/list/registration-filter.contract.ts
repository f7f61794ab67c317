import { sortReader } from '#kernel/db/list-page.ts';
import { listQueries, type OrderOf } from '#kernel/mount/list.ts';
import { choice, day, type FilterOf, filterOf, recordKey, search, text } from '#kernel/work/filter.ts';
import { registrationStatuses, registrationWays } from '../registration.rules.ts';
import { sealed } from '#kernel/work/sealed-filter.ts';
import { readLearnersOrCodes } from './registration-search.rules.ts';

/** The filter of the list of registrations. */
const registrationFilter = filterOf({
  /** A complete learner ID, or a complete code; or a list of these. */
  search_val: sealed(search(readLearnersOrCodes)),
  learner_id: sealed(text()),
  /** A collection. */
  cidx: recordKey(),
  event_idx: recordKey(),
  kind: choice(registrationWays),
  status: choice(registrationStatuses),
  /** Days of registration. */
  since: day(),
  until: day(),
  /** The customer whose access codes made them. */
  cust_idx: recordKey(),
  /** The bid of a book that their collections reach. */
  book: text(),
});
export type RegistrationFilter = FilterOf<typeof registrationFilter>;

export const registrationQueries = listQueries(
  registrationFilter,
  sortReader(['registered'], { key: 'registered', descending: true }),
);
export type RegistrationOrder = OrderOf<typeof registrationQueries>;
