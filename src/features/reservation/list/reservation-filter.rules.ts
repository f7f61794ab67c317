/** The columns that can be shown or hidden. */
const columns = ['target', 'value', 'time', 'status', 'created', 'ended'] as const;

export const reservationListOffer = {
  path: '/reservation',
  columns,
  initial: columns.filter((column) => column !== 'ended'),
};
