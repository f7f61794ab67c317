/** The columns that can be shown or hidden. */
const columns = ['collection', 'by', 'customer', 'registered', 'until', 'status'] as const;

export const registrationListOffer = { path: '/registration', columns, initial: columns };

/** The fields of the filter that name learners, which addresses carry as references. */
export const learnerFields = ['search_val', 'learner_id'] as const;
