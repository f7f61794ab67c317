import { z } from 'zod';
import { sortReader } from '#kernel/db/list-page.ts';
import { listQueries, type OrderOf } from '#kernel/mount/list.ts';
import { choice, type FilterOf, field, filterOf, recordKey, search, text } from '#kernel/work/filter.ts';
import { eventStatuses } from './event.rules.ts';
import { readEventCodes } from './event-search.rules.ts';

/** A status by its key or by its English name: 'In progress'. */
const Status = z.preprocess(
  (given) => (typeof given === 'string' ? given.toLowerCase().replaceAll(' ', '_') || undefined : given),
  z.enum(eventStatuses).optional(),
);

/** The filter of the list of events. */
export const eventFilter = filterOf({
  /** Words, or a list of codes. */
  search_val: search(readEventCodes),
  status: field(Status),
  group: text(),
  /** Whether places are left. */
  places: choice(['free', 'full']),
  /** Within the days that count as soon. */
  ends: field(z.literal('soon')),
  /** A collection. */
  cidx: recordKey(),
});
export type EventFilter = FilterOf<typeof eventFilter>;

export const eventQueries = listQueries(
  eventFilter,
  sortReader(['name', 'from', 'until', 'participants', 'updated'], { key: 'from', descending: true }),
);
export type EventOrder = OrderOf<typeof eventQueries>;
