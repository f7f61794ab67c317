import { z } from 'zod';
import { readCids } from '#features/collection/collection.public.ts';
import { sortReader } from '#kernel/db/list-page.ts';
import { listQueries, type OrderOf } from '#kernel/mount/list.ts';
import { day, type FilterOf, field, filterOf, search } from '#kernel/work/filter.ts';
import { statuses, targets } from './reservation.rules.ts';

/** The filter of the list of reservations. */
export const reservationFilter = filterOf({
  /** Words, or a list of cids. */
  search_val: search(readCids),
  status: field(z.enum(statuses)),
  target: field(z.enum(targets)),
  /** Of a collection, in full; an empty one filters nothing. */
  cid: search(),
  /** Only those that need a decision. */
  conflicts: field(z.literal('on')),
  /** Days on which they take effect. */
  since: day(),
  until: day(),
});
export type ReservationFilter = FilterOf<typeof reservationFilter>;

// Latest times first: changes to come are above those already applied.
export const reservationQueries = listQueries(
  reservationFilter,
  sortReader(['time', 'collection', 'target', 'status', 'created', 'ended'], { key: 'time', descending: true }),
);
export type ReservationOrder = OrderOf<typeof reservationQueries>;
