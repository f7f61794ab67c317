/** A month of an address: 'YYYY-MM'. */
export const monthForm = /^\d{4}-(0[1-9]|1[0-2])$/;

/** A year of an address. */
export const yearForm = /^\d{4}$/;
