/** How long before its end an event counts as ending soon. Days. */
export const soonDays = 14;

/** The columns that can be shown or hidden. */
const columns = ['status', 'collection', 'from', 'until', 'participants', 'gets', 'group', 'updated'] as const;

export const eventListOffer = {
  path: '/event',
  columns,
  initial: columns.filter((column) => column !== 'updated'),
};

/** Lists of events, for stepping through them. */
export const eventList = { kind: 'event', id: 'event_idx' };
