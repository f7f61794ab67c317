/** The columns that can be shown or hidden. */
const columns = ['target', 'value', 'time', 'status', 'created', 'ended'] as const;

export const reservationListOffer = {
  path: '/reservation',
  columns,
  initial: columns.filter((column) => column !== 'ended'),
};

/** Lists of reservations, for stepping through them. */
export const reservationList = { kind: 'reservation', id: 'res_idx' };
