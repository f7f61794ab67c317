/** The columns that can be shown or hidden. */
const columns = ['collection', 'by', 'customer', 'registered', 'until', 'status'] as const;

export const registrationListOffer = { path: '/registration', columns, initial: columns };
