/** A month in an address: 'YYYY-MM'. */
export const monthForm = /^\d{4}-(0[1-9]|1[0-2])$/;

/** A year in an address. */
export const yearForm = /^\d{4}$/;
