import type { EventStatus } from '../event.rules.ts';

/** How long before its end an event counts as ending soon. Days. */
export const soonDays = 14;

/** The filters of the list of events. */
export type EventFilter = {
  search_val?: string | undefined;
  status?: EventStatus | undefined;
  group?: string | undefined;
  /** Whether places are left. */
  places?: 'free' | 'full' | undefined;
  /** Within {@link soonDays}. */
  ends?: 'soon' | undefined;
  /** A collection. */
  cidx?: number | undefined;
};

/** The columns that can be shown or hidden. */
const columns = ['status', 'collection', 'from', 'until', 'participants', 'gets', 'group', 'updated'] as const;

export const eventListOffer = {
  path: '/event',
  columns,
  initial: columns.filter((column) => column !== 'updated'),
};
